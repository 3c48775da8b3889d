import { unreachable } from "../../kernel/assert.ts";
import type { Day } from "../../kernel/day.ts";
import type { Period } from "../../kernel/periods.ts";
import type { InvoiceDateStrategy } from "../billing-term.ts";

/** When the invoice of a billing period is dated (data model 5.3). */
export function plannedIssueDate(strategy: InvoiceDateStrategy, period: Period, netPaymentTerms: number): Day {
  switch (strategy) {
    case "FIRST_OF_PERIOD":
      return period.start;
    case "ADVANCED_DUE_START":
      return period.start - netPaymentTerms;
    case "LAST_OF_PERIOD":
      return period.end - 1;
    case "ARREARS":
      return period.end;
    default:
      return unreachable(strategy);
  }
}
