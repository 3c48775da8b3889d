import type { Contract } from "@accord/client";
import { useApi } from "../../api/use-api.ts";
import { doors } from "../../doors.ts";
import { month as monthName } from "../../format/day.ts";
import { isZero, sum } from "../../format/decimal.ts";
import { money } from "../../format/money.ts";
import { Figure, Figures } from "../../parts/figures.tsx";
import { useClosedThrough, useToday } from "../../shell/use-month.ts";
import { isIssued, netOf } from "./issued.ts";
import { useRevenue, useSchedule } from "./use-contract.ts";

/** What the contract comes to, and how far billing and revenue are. */
export function ContractFigures({ contract }: { contract: Contract }) {
  const { id, totalContractValue, currency } = contract;
  const closedThrough = useClosedThrough();
  const schedule = useSchedule();
  const revenue = useRevenue();
  const balances = useApi(
    "getContractBalances",
    closedThrough === undefined ? false : { month: closedThrough, currency, contractId: id },
  );
  const invoices = schedule.data?.data ?? [];
  const billed = sum(invoices.filter(isIssued).map(netOf));
  const recognized = sum((revenue.data ?? []).filter(({ status }) => status === "POSTED").map(({ amount }) => amount));
  const position = balances.data?.rows.find((row) => row.id === id);
  const at = closedThrough === undefined ? "no month is closed" : monthName(closedThrough);
  const balance = (of: string | null | undefined) =>
    closedThrough === undefined ? "–" : balances.data === undefined ? undefined : money(of ?? "0");
  const month = useToday().slice(0, 7);
  const recurring = useApi("getAnnualRecurringRevenue", { month, contractId: id, currency });
  const arr = recurring.data?.rows.at(-1)?.closing;
  const positionHref =
    closedThrough && doors.report("contract-balances", { month: closedThrough, currency, contract: id });
  const tab = (name: string) => doors.contract(id, { tab: name });
  return (
    <Figures label="Figures of the contract">
      <Figure
        title="Contract value"
        value={totalContractValue === null ? "open" : money(totalContractValue)}
        note={
          totalContractValue === null
            ? "It has no end"
            : isZero(totalContractValue)
              ? "Usage decides it"
              : "Without tax"
        }
        href={tab("terms")}
      />
      <Figure
        title="ARR"
        value={arr === undefined ? undefined : money(String(arr))}
        note={`Annual recurring revenue, ${monthName(month)}`}
        href={doors.report("arr", { month, currency, contract: id })}
      />
      <Figure title="Billed" value={schedule.data && money(billed)} note="Issued, without tax" href={tab("schedule")} />
      <Figure
        title="Recognized"
        value={revenue.data && money(recognized)}
        note="In closed months"
        href={tab("revenue")}
      />
      <Figure
        title="Deferred revenue"
        value={balance(position?.contractLiability)}
        note={`Contract liability, ${at}`}
        href={positionHref}
      />
      <Figure
        title="Unbilled"
        value={balance(
          position === undefined ? undefined : sum([position.unbilledReceivable ?? "0", position.contractAsset ?? "0"]),
        )}
        note={`Receivable and asset, ${at}`}
        href={positionHref}
      />
    </Figures>
  );
}
