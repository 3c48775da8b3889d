import type { SettingsPatch } from "../../../src/platform/merchant/settings.ts";
import { type Act, act, close, on, type Step } from "../golden/scenario.ts";

/**
 * What happens to one contract, and what it must come to. The table has two parts: documents, "date | total | tax | status", invoices
 * and then credit memos, each by number; and a row for each closed month in the order of the closes: month, revenue, and the balances
 * of `columns`, and where its line of names ends so the remaining performance obligations. Of books in several currencies a total and
 * a month say theirs, and a month has a row for each. A third part, after the line "answers", is there where a deal asks something:
 * the name and the fields of each row that was answered.
 */
export type Deal = {
  readonly title: string;
  readonly pobs?: true;
  readonly contract?: object;
  /** What an operator set for the merchant. */
  readonly settings?: SettingsPatch;
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

/** Documents, months and answers of a table, one space between words. */
export function rowsOf({ table }: Pick<Deal, "table">) {
  const rows = table
    .split("\n")
    .map((line) => line.trim().replaceAll(/ +/g, " "))
    .filter((line) => line !== "");
  const names = rows.findIndex((row) => row.startsWith("month |"));
  const hasRemaining = rows[names]?.endsWith("| remaining") === true;
  const asked = rows.indexOf("answers");
  const [end, answers] = asked === -1 ? [rows.length, []] : [asked, rows.slice(asked + 1)];
  return { documents: rows.slice(0, names), months: rows.slice(names + 1, end), answers, hasRemaining };
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
export const credit = (issueDate: string, amount: string, currency?: string): Act =>
  creditOfLine(0, 0, issueDate, amount, currency);

/** A credit memo of today for a line of an invoice, both counted from 0. */
export const creditOfLine = (
  invoice: number,
  line: number,
  issueDate: string,
  amount: string,
  currency = "USD",
  item: object = {},
): Act =>
  act("POST /v3/credit-memos", {
    ...{ customerId: "$customer", issueDate, currency, reason: "Goodwill" },
    items: [{ invoiceLineItemId: `$invoices.${invoice}.lineItems.${line}.id`, amount, ...item }],
  });

export const termPath = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.billingTermId`;

/** One commitment, for the first quarter of 2026 unless its schedule says otherwise. */
export const commitment = (schedule: object, parts: object = {}): Act =>
  act(
    "POST /v3/contracts/$contract/commitments",
    {
      commitments: [
        {
          commitmentUnitType: "CURRENCY",
          ...parts,
          schedules: [{ startDate: "2026-01-01", endDate: "2026-03-31", ...schedule }],
        },
      ],
    },
    "committed",
  );

/** Each month closed on the first day of the next. */
export const closedInTurn = (...months: readonly string[]): Step[] =>
  months.map((month) => on(`${Temporal.PlainYearMonth.from(month).add({ months: 1 })}-01`, close(month)));

export const total = (amount: string) => ({ pricing: [{ amount, amountType: "TOTAL_INVOICE" }] });

/** A request of which the table has the answer. */
export const shown = (name: string, request: Act, ...fields: readonly string[]): Act => ({
  ...request,
  shows: { name, fields },
});
