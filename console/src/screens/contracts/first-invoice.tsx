import { day } from "../../format/day.ts";
import { money } from "../../format/money.ts";
import { useToday } from "../../shell/use-month.ts";
import { netOf } from "./issued.ts";
import { useSchedule } from "./use-contract.ts";

/** When the contract bills first, where that is later than today: of an approval nothing else would say what it leads to. */
export function FirstInvoice({ currency }: { currency: string }) {
  const today = useToday();
  const { data: schedule } = useSchedule();
  const planned = (schedule?.data ?? []).filter(({ status }) => status !== "VOID");
  const [first] = planned.toSorted((a, b) => (a.issueDate < b.issueDate ? -1 : 1));
  if (first === undefined || first.issueDate <= today) return null;
  return (
    <p>
      The first invoice, of {money(netOf(first), currency)} {currency} without tax, is issued on{" "}
      <strong>{day(first.issueDate)}</strong>.
    </p>
  );
}
