import { type Act, act, type Step } from "../golden/scenario.ts";

/**
 * What happens to one contract, and what it must come to. The table has two parts: documents, "date | total | tax | status", invoices
 * and then credit memos, each by number; and a row for each closed month in the order of the closes: month, revenue, and the balances
 * of `columns`.
 */
export type Deal = {
  readonly title: string;
  readonly pobs?: true;
  readonly contract?: object;
  readonly steps: readonly Step[];
  readonly table: string;
};

/** Accounts of a row of a month, on the side on which they are above zero. */
export const columns = [
  { role: "RECEIVABLE", sign: "debit" },
  { role: "UNBILLED_RECEIVABLE", sign: "debit" },
  { role: "CONTRACT_ASSET", sign: "debit" },
  { role: "CONTRACT_LIABILITY", sign: "credit" },
  { role: "TAX_PAYABLE", sign: "credit" },
  { role: "CUSTOMER_CREDIT", sign: "credit" },
] as const;

/** Documents and months of a table, one space between words. The line of names is left out. */
export function rowsOf({ table }: Pick<Deal, "table">): readonly [string[], string[]] {
  const rows = table
    .split("\n")
    .map((line) => line.trim().replaceAll(/ +/g, " "))
    .filter((line) => line !== "");
  const names = rows.findIndex((row) => row.startsWith("month |"));
  return [rows.slice(0, names), rows.slice(names + 1)];
}

/** One rate of tax where the customer is, from the first day of the story. */
export const taxed = (rate: string): readonly Act[] => [
  act("PATCH /v3/merchant", {
    address: { country: "ES" },
    taxRates: [{ country: "ES", category: "S", rate, validFrom: "2020-01-01" }],
  }),
  act("PATCH /v3/customers/$customer", { billingAddress: { country: "ES" } }),
];

/** A credit memo of today for the first line of the first invoice. */
export const credit = (issueDate: string, amount: string, currency = "USD"): Act =>
  act("POST /v3/credit-memos", {
    ...{ customerId: "$customer", issueDate, currency, reason: "Goodwill" },
    items: [{ invoiceLineItemId: "$invoices.0.lineItems.0.id", amount }],
  });

export const total = (amount: string) => ({ pricing: [{ amount, amountType: "TOTAL_INVOICE" }] });
