import type { FileName } from "@accord/client";

/** What a report can be narrowed to. */
export type Narrowing = "contract" | "customer";
export type Grouping = "contract" | "customer" | "category" | "product";

/** Settings of a report in the console, beyond what the report returns. */
export type Definition = {
  readonly name: string;
  readonly operation: Extract<FileName, `get${string}`>;
  readonly title: string;
  /** In a sentence: what question it answers. */
  readonly about: string;
  /** One month, from a month to another, or on the last day of a month. */
  readonly period: "month" | "months" | "activity";
  readonly groupings?: readonly Grouping[];
  readonly narrowedTo?: readonly Narrowing[];
  /** The column that the periods come after. */
  readonly periodsAfter?: string;
  /** What the id of a row is of; with groupings it is the grouping. */
  readonly rowOf?: "contract" | "customer";
};

export const definitions: readonly Definition[] = [
  {
    name: "waterfall",
    operation: "getWaterfall",
    title: "Revenue waterfall",
    about: "When revenue is recognized: the month and the eleven after it, what came before and what comes later.",
    period: "month",
    groupings: ["contract", "customer", "category", "product"],
    periodsAfter: "recognized",
  },
  {
    name: "revenue",
    operation: "getRevenueReport",
    title: "Revenue by month",
    about: "What was recognized in each month.",
    period: "months",
    groupings: ["customer", "category", "product", "contract"],
    periodsAfter: "name",
  },
  {
    name: "contract-liability-roll-forward",
    operation: "getContractLiabilityRollForward",
    title: "Roll-forward of deferred revenue",
    about:
      "Deferred revenue (contract liability), net of contract assets and unbilled receivables, from opening to closing.",
    period: "months",
    groupings: ["contract", "customer", "category"],
    narrowedTo: ["contract", "customer"],
  },
  {
    name: "contract-balances",
    operation: "getContractBalances",
    title: "Contract balances",
    about:
      "Deferred revenue (contract liability), contract assets and unbilled receivables of each contract at the month's end.",
    period: "month",
    narrowedTo: ["contract", "customer"],
    rowOf: "contract",
  },
  {
    name: "remaining-performance-obligations",
    operation: "getRemainingPerformanceObligations",
    title: "Remaining performance obligations",
    about: "What is promised and not earned yet, and when it will be.",
    period: "month",
    groupings: ["contract", "customer", "category", "product"],
    narrowedTo: ["contract", "customer"],
    periodsAfter: "undated",
  },
  {
    name: "arr",
    operation: "getAnnualRecurringRevenue",
    title: "Recurring revenue",
    about: "How annual recurring revenue moved: new, reactivation, expansion, contraction and churn.",
    period: "months",
    narrowedTo: ["contract"],
  },
  {
    name: "arr-by-customer",
    operation: "getRecurringRevenueByCustomer",
    title: "Recurring revenue by customer",
    about: "Who moved annual recurring revenue in these months, and what each customer brings at their end.",
    period: "months",
    rowOf: "customer",
  },
  {
    name: "receivables-ageing",
    operation: "getReceivablesAgeing",
    title: "Receivables ageing",
    about: "What customers owe at the month's end, by how long it is overdue.",
    period: "month",
    rowOf: "customer",
  },
  {
    name: "flux",
    operation: "getFlux",
    title: "Why the month differs",
    about: "What makes revenue and deferred revenue of the month differ from those of the month before.",
    period: "month",
    rowOf: "contract",
  },
  {
    name: "disclosures",
    operation: "getDisclosures",
    title: "Disclosures",
    about: "The figures that ASC 606-10-50 asks for, each compared with the books.",
    period: "months",
    groupings: ["category", "product", "customer", "contract"],
  },
  {
    name: "account-activity",
    operation: "getAccountActivity",
    title: "Account activity",
    about: "Every line of an account in the month, with its running balance.",
    period: "activity",
  },
];

/** All reports in the order of their list; the trial balance and its comparison with the ledger have screens of their own. */
export const reportList: readonly { readonly name: string; readonly title: string }[] = [
  ...definitions.slice(0, -1),
  { name: "trial-balance", title: "Trial balance" },
  { name: "ledger-reconciliation", title: "Ledger reconciliation" },
  ...definitions.slice(-1),
];
