import type { OldPeriod } from "../invoicing/old-invoices.ts";
import type { Day, Month } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import type { Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { requestedAmount } from "../receivables/requested-amount.ts";
import type { OpeningDifference } from "../revenue/opening.ts";
import type { OpenedUsage } from "../usage/opened-usage-service.ts";

/** The requested opening of a contract from other books; amounts are decimal texts. */
export type OpeningDraft = {
  readonly asOf: Day;
  readonly difference: OpeningDifference;
  /** `end` is the exclusive end of billed days. */
  readonly terms: readonly { readonly billingTermId: string; readonly end: Day; readonly billed: string }[];
  readonly obligations: readonly {
    readonly performanceObligationId: string;
    readonly recognized: string;
    /** Its revenue by month after `asOf`, as the old books have it; null if `difference` applies. */
    readonly remaining: readonly { readonly month: Month; readonly total: string }[] | null;
  }[];
  readonly openInvoices: readonly {
    readonly invoiceNumber: string;
    readonly issueDate: Day;
    readonly dueDate: Day;
    readonly total: string;
    readonly tax: string;
    readonly balance: string;
    readonly periods: readonly OldPeriod[] | null;
  }[];
  /** `end` is the exclusive end of billed usage. */
  readonly commitments: readonly { readonly commitmentId: string; readonly end: Day; readonly billed: string }[];
  /** The first day whose usage is billed here; the day after `asOf` if the old books billed all of it. */
  readonly usageFrom: Day;
  /** Usage of commitments that have begun, and of usage terms from that day on. */
  readonly usage: readonly OpenedUsage[];
  /** Credits of billed periods; `service` null for all days of the period. */
  readonly credits: readonly {
    readonly billingTermId: string;
    readonly day: Day;
    readonly amount: string;
    readonly tax: string | null;
    readonly service: Period | null;
  }[];
  readonly customerCredit: string;
};

/** The amounts of a draft in the currency of the contract; one with too many decimals is an issue, and 0.00 in the result. */
export function amountsOf(draft: OpeningDraft, currency: string) {
  const issues: Issue[] = [];
  const at = (path: string, text: string): Money => {
    const { amount, issues: found } = requestedAmount(text, currency, path);
    issues.push(...found);
    return amount;
  };
  const terms = draft.terms.map((term, index) => ({
    ...term,
    billed: at(`/billingTerms/${index}/billed`, term.billed),
  }));
  const commitments = draft.commitments.map((one, index) => ({
    ...one,
    billed: at(`/commitments/${index}/billed`, one.billed),
  }));
  const recognized = new Map(
    draft.obligations.map(({ performanceObligationId: id, recognized: text }, index) => {
      return [id, at(`/performanceObligations/${index}/recognized`, text)] as const;
    }),
  );
  const remaining = new Map(
    draft.obligations.flatMap(({ performanceObligationId: id, remaining: months }, index) => {
      const path = `/performanceObligations/${index}/remainingRevenue`;
      const amounts = months?.map(({ month, total }, nth) => ({ month, amount: at(`${path}/${nth}/total`, total) }));
      return amounts === undefined ? [] : [[id, amounts] as const];
    }),
  );
  const openInvoices = draft.openInvoices.map((invoice, index) => {
    const field = (name: "total" | "tax" | "balance") => at(`/openInvoices/${index}/${name}`, invoice[name]);
    return { ...invoice, total: field("total"), tax: field("tax"), balance: field("balance") };
  });
  const credits = draft.credits.map((credit, index) => {
    const tax = credit.tax === null ? null : at(`/credits/${index}/tax`, credit.tax);
    return { ...credit, amount: at(`/credits/${index}/amount`, credit.amount), tax };
  });
  return {
    issues,
    credits,
    terms,
    commitments,
    recognized,
    remaining,
    openInvoices,
    customerCredit: at("/customerCredit", draft.customerCredit),
  };
}
