import { addMonths } from "../../format/day.ts";
import { useMonth } from "../../shell/use-month.ts";
import { useUrl } from "../../use-url.ts";
import type { Definition } from "./definitions.ts";

export type ReportInput = Readonly<Record<string, string | undefined>>;

/** The query of a report: the chosen month, and the other settings in the address. */
export function useReportInput({ period, groupings, narrowedTo, name }: Definition): ReportInput {
  const [url] = useUrl();
  const [month] = useMonth();
  const grouping = groupings?.find((each) => each === url.group) ?? groupings?.[0];
  const shared = {
    ...(groupings && { groupBy: grouping }),
    ...(url.currency && { currency: url.currency }),
    ...(url.asOf && { asOf: url.asOf }),
    ...(narrowedTo?.includes("contract") && url.contract && { contractId: url.contract }),
    ...(narrowedTo?.includes("customer") && url.customer && { customerId: url.customer }),
  };
  if (period === "months") {
    const basis = name === "revenue" && url.basis === "ALL" ? { basis: "ALL" } : {};
    return {
      startMonth: url.from ?? addMonths(month, -11),
      endMonth: url.to ?? month,
      ...basis,
      ...shared,
    };
  }
  if (period === "activity") {
    return {
      month,
      ...(url.account ? { account: url.account } : { role: url.role ?? "CONTRACT_LIABILITY" }),
      ...shared,
    };
  }
  return { month, ...shared };
}
