import { required } from "../kernel/assert.ts";
import { formatMoney, parseMoney, sum } from "../kernel/money.ts";
import type { PlanReport } from "../platform/preview.ts";

type Documents = { readonly count: number; readonly total: string };
type Moved = { readonly before: string; readonly after: string };

/** The summary of a dry run of one contract, made by `dry-run-consequences.ts`. */
export type ContractSummary = {
  readonly currency: string;
  readonly invoicesDueNow: Documents;
  readonly creditsDueNow: Documents;
  readonly revenueThisMonth: Moved;
  readonly revenueNextTwelveMonths: Moved;
};

/** The dry run of several contracts: the summary and plan of each, and the sums by currency. */
export function sideBySide(reports: ReadonlyMap<string, PlanReport>): PlanReport {
  const summaries = [...reports.values()].map(({ summary }) => summary as ContractSummary);
  const byCurrency = [...Map.groupBy(summaries, ({ currency }) => currency)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    summary: {
      contracts: reports.size,
      byCurrency: byCurrency.map(([currency, each]) => ({ currency, ...totalsOf(each, currency) })),
    },
    plan: {
      contracts: [...reports].map(([contractId, { summary, plan }]) => ({ contractId, summary, ...plan })),
    },
    hashed: [...reports].map(([contractId, { hashed }]) => [contractId, hashed]),
  };
}

function totalsOf(summaries: readonly ContractSummary[], currency: string): Omit<ContractSummary, "currency"> {
  const added = (texts: readonly string[]) =>
    formatMoney(
      sum(
        texts.map((text) => required(parseMoney(text, currency), "an amount of a summary")),
        currency,
      ),
    );
  const documents = (field: "invoicesDueNow" | "creditsDueNow") => ({
    count: summaries.reduce((count, each) => count + each[field].count, 0),
    total: added(summaries.map((each) => each[field].total)),
  });
  const moved = (field: "revenueThisMonth" | "revenueNextTwelveMonths") => ({
    before: added(summaries.map((each) => each[field].before)),
    after: added(summaries.map((each) => each[field].after)),
  });
  return {
    invoicesDueNow: documents("invoicesDueNow"),
    creditsDueNow: documents("creditsDueNow"),
    revenueThisMonth: moved("revenueThisMonth"),
    revenueNextTwelveMonths: moved("revenueNextTwelveMonths"),
  };
}
