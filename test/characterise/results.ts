import type { Json } from "../support/api.ts";
import type { Book } from "./book.ts";
import { monthOf } from "./days.ts";

/** Everything an integrator can read of a book's money, by what was asked; each part has an order of its own. */
export async function resultsOf(book: Book): Promise<Record<string, unknown>> {
  const { session, names } = book;
  const results: Record<string, unknown> = {};
  for (const { name, path } of book.contracts) {
    const { data } = await session.ok("GET", `${path}/invoice-schedule`);
    results[`invoice schedule of ${name}`] = data.map(invoiceText(book));
    const modifications = await session.all(`${path}/modifications`);
    results[`decision log of ${name}`] = modifications.map((each) => names.plain(modificationOf(each)));
    const { status, blockReasons, totalContractValue } = await session.ok("GET", path);
    results[name] = names.plain({ status, blockReasons, totalContractValue });
  }
  const pobs = await book.listPobs();
  results["performance obligations"] = Object.fromEntries(
    pobs.map((pob) => [names.of(pob.id), names.plain(pobOf(pob))] as const).toSorted(byName),
  );
  const creditMemos = await session.all("/v3/credit-memos");
  results["credit memos"] = creditMemos.map(creditMemoText).toSorted();
  if (book.closedThrough > "0000-00") await reportsOf(book, results);
  return results;
}

const byName = (a: readonly [string, unknown], b: readonly [string, unknown]) => (a[0] < b[0] ? -1 : 1);

async function reportsOf(book: Book, results: Record<string, unknown>): Promise<void> {
  const { session, names, currency, closedThrough: month } = book;
  const first = monthOf(month, -5);
  const own = `currency=${currency}`;
  const reports = {
    "trial balance": `trial-balance?month=${month}`,
    waterfall: `waterfall?month=${month}&${own}`,
    "waterfall by category": `waterfall?month=${month}&groupBy=category&${own}`,
    revenue: `revenue?startMonth=${first}&endMonth=${monthOf(month, 2)}&${own}`,
    "roll-forward": `contract-liability-roll-forward?startMonth=${first}&endMonth=${month}&${own}`,
    "contract balances": `contract-balances?month=${month}&${own}`,
    "remaining performance obligations": `remaining-performance-obligations?month=${month}&${own}`,
  };
  for (const [name, path] of Object.entries(reports)) {
    const { rows, totals, currencies } = await session.ok("GET", `/v3/reports/${path}`);
    results[name] = currencies === undefined ? { rows: names.sorted(rows), totals } : names.plain(currencies);
  }
}

const invoiceText =
  (book: Book) =>
  ({ issueDate, dueDate, status, total, lineItems }: Json): string => {
    const lines = lineItems.map((line: Json) => {
      const of = `${line.type} ${line.name} ${line.serviceStartDate} to ${line.serviceEndDate}`;
      return `${of}, ${line.quantity} = ${line.total} (${book.names.of(line.billingTermId ?? "")})`;
    });
    return `${issueDate} due ${dueDate} ${status} ${total}: ${lines.toSorted().join("; ")}`;
  };

function creditMemoText({ creditMemoNumber, issueDate, status, total, lineItems, items }: Json): string {
  const lines = (lineItems ?? items ?? []).map((line: Json) => `${line.name ?? ""} ${line.amount ?? line.total}`);
  return `${creditMemoNumber} ${issueDate} ${status} ${total}: ${lines.join("; ")}`;
}

function modificationOf({ kind, billingTermId, performanceObligationId, commitmentId, ...rest }: Json): Json {
  const { effectiveDate, proposedTreatment, paragraph, treatment, choices, bookMonth, changes, effect } = rest;
  return {
    ...{ kind, billingTermId, performanceObligationId, commitmentId, effectiveDate, proposedTreatment, paragraph },
    ...{ treatment, bookMonth, changes, effect },
    choices: choices.map((each: Json) => `${each.treatment} in ${each.bookMonth}`),
  };
}

function pobOf(pob: Json): Json {
  const { recognizedRevenue, transactionPrice, allocatedPrice, recognizedToDate, remaining, status, ...rest } = pob;
  const { recognitionPattern, serviceStartDate, serviceEndDate, recognitionDate, standaloneSellingPrice } = rest;
  return {
    ...{ transactionPrice, allocatedPrice, recognizedToDate, remaining, status, recognitionPattern, recognitionDate },
    ...{ serviceStartDate, serviceEndDate, standaloneSellingPrice, considerationType: rest.considerationType },
    ...{ milestones: rest.milestones, progress: rest.progress, customRevenue: rest.customRevenue },
    months: recognizedRevenue.map(
      (each: Json) => `${each.timeframe} ${each.total} ${each.status}${each.pinned ? " pinned" : ""}`,
    ),
  };
}
