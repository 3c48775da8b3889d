import { type BillingTerm, kindOf } from "../billing-terms/billing-term.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import type { Issue } from "../kernel/errors.ts";
import { add, compare, equals, formatMoney, isNegative, type Money, money, subtract, sum } from "../kernel/money.ts";
import { linesBefore, type PlannedInvoice, type PlannedLine } from "./plan.ts";
import type { InvoiceTax, LineTax, TaxLine } from "./tax.ts";

/** What other books billed of a term: through which day (`end` exclusive), and the amount without tax. */
export type BilledTerm = { readonly billingTermId: string; readonly end: Day; readonly billed: Money };

/** An open invoice of other books. */
export type OldInvoice = {
  readonly invoiceNumber: string;
  readonly issueDate: Day;
  readonly dueDate: Day;
  /** Tax included. */
  readonly total: Money;
  readonly tax: Money;
  /** Unpaid amount. */
  readonly balance: Money;
  /** The periods that it bills; null for those that the terms plan on its issue date. */
  readonly periods: readonly OldPeriod[] | null;
};

/** A billed or prepaid period of a term; for usage, one split key (null: without key), or all if undefined. */
export type OldPeriod = {
  readonly billingTermId: string;
  readonly start: Day;
  readonly isPrepayment: boolean;
  readonly invoiceSplitKey?: string | null | undefined;
};

/** Why billed amounts do not match the terms, and what to do about it if that is not obvious. */
export type OldBillingProblem = Omit<Issue, "message"> & { readonly finding: string; readonly remedy: string | null };

export function issueOf({ finding, remedy, ...place }: OldBillingProblem): Issue {
  return { ...place, message: remedy === null ? `${finding}.` : `${finding}; ${remedy}.` };
}

/** Billing of a contract in other books, matched with its terms: open invoices with their lines, and lines of paid ones. */
export type OldBilling = {
  readonly problems: readonly OldBillingProblem[];
  readonly open: readonly (OldInvoice & { readonly lines: readonly PlannedLine[] })[];
  readonly settled: readonly PlannedLine[];
  /** Through which day each term is billed, exclusive. */
  readonly through: ReadonlyMap<string, Day>;
};

/**
 * Matches billing in other books with the lines that terms plan: lines are assigned to the open invoices, the rest is paid. Returns all
 * problems: a day inside a period, an amount that differs from the plan of the term, an invoice whose total is not that of its periods.
 */
export function oldBilling(
  terms: readonly BillingTerm[],
  {
    asOf,
    billed,
    invoices,
    ofUsage,
  }: {
    readonly asOf: Day;
    readonly billed: readonly BilledTerm[];
    readonly invoices: readonly OldInvoice[];
    /** All billed lines of usage and commitments. */
    readonly ofUsage: readonly PlannedLine[];
  },
  context: PricingContext,
): OldBilling {
  const through = new Map<string, Day>();
  for (const { billingTermId, period } of ofUsage)
    through.set(billingTermId, Math.max(period.end, through.get(billingTermId) ?? period.end));
  const problems: OldBillingProblem[] = [];
  // Lines that are not assigned to an open invoice yet.
  const free = new Set<PlannedLine>(ofUsage);
  for (const [index, billedTerm] of billed.entries()) {
    const term = terms.find(({ id }) => id === billedTerm.billingTermId);
    if (term !== undefined && kindOf(term) === "USAGE") continue;
    const found = linesOfTerm(term, billedTerm, { asOf, isListed: through.has(billedTerm.billingTermId) }, context);
    problems.push(
      ...found.problems.map(({ path, ...problem }) => ({ ...problem, path: `/billingTerms/${index}${path}` })),
    );
    if (found.lines === undefined) continue;
    through.set(billedTerm.billingTermId, billedTerm.end);
    for (const line of found.lines) free.add(line);
  }
  const open = invoices.map((invoice, index) => {
    const lines = [...free].filter((line) => isOn(invoice, line));
    for (const line of lines) free.delete(line);
    const isListed = invoices.findIndex(({ invoiceNumber }) => invoiceNumber === invoice.invoiceNumber) < index;
    const found = problemsOfInvoice(invoice, lines, { asOf, isListed }, context);
    problems.push(...found.map(({ path, ...problem }) => ({ ...problem, path: `/openInvoices/${index}${path}` })));
    return { ...invoice, lines };
  });
  return { problems, open, settled: [...free], through };
}

/** The lines that a term plans for the billed days; undefined if no period ends on the last of them. */
function linesOfTerm(
  term: BillingTerm | undefined,
  billedTerm: BilledTerm,
  { asOf, isListed }: { readonly asOf: Day; readonly isListed: boolean },
  context: PricingContext,
): { readonly lines: readonly PlannedLine[] | undefined; readonly problems: readonly OldBillingProblem[] } {
  const none = (path: string, code: string, finding: string, remedy: string | null = null) => {
    return { lines: undefined, problems: [{ path, code, finding, remedy }] };
  };
  if (term === undefined) return none("/billingTermId", "NOT_FOUND", "The contract has no such billing term");
  if (isListed) return none("/billingTermId", "DUPLICATE", "The billing term is listed twice", "list each once");
  const { lines, through: end } = linesBefore(term, context, { end: billedTerm.end, asOf });
  if (end !== billedTerm.end) {
    const until =
      end === null ? `begins on ${formatDay(term.start)}` : `has a period that ends on ${formatDay(end - 1)}`;
    const finding = `${term.name} is billed by whole periods: it ${until}, and none ends on ${formatDay(billedTerm.end - 1)}`;
    return none("/invoicedThrough", "RANGE", finding);
  }
  const planned = totalOf(lines, context.currency);
  if (equals(planned, billedTerm.billed)) return { lines, problems: [] };
  const finding = `${term.name} bills ${formatMoney(planned)} through that day, and ${formatMoney(billedTerm.billed)} was sent`;
  const remedy = "correct its price, or add the difference as a billing term of its own";
  return { lines, problems: [{ path: "/billed", code: "CONFLICT", finding, remedy }] };
}

/** Problems of an open invoice with its assigned lines. */
function problemsOfInvoice(
  invoice: OldInvoice,
  lines: readonly PlannedLine[],
  { asOf, isListed }: { readonly asOf: Day; readonly isListed: boolean },
  context: PricingContext,
): OldBillingProblem[] {
  const problems: OldBillingProblem[] = [];
  const problem = (path: string, code: string, finding: string, remedy: string | null = null) =>
    void problems.push({ path, code, finding, remedy });
  checkOld(invoice, asOf, (field, finding, remedy) => problem(`/${field}`, "RANGE", finding, remedy));
  if (isListed)
    problem("/invoiceNumber", "DUPLICATE", `${invoice.invoiceNumber} is listed twice`, "list each invoice once");
  for (const [at, period] of (invoice.periods ?? []).entries()) {
    if (lines.some((line) => isOf(period, line))) continue;
    const finding = "No billed period of the term begins on that day, or another invoice has it";
    problem(`/periods/${at}`, "NOT_FOUND", finding);
  }
  const net = totalOf(lines, context.currency);
  const gross = add(net, invoice.tax);
  if (equals(gross, invoice.total)) return problems;
  const what =
    invoice.periods === null ? `The periods that the terms bill on ${formatDay(invoice.issueDate)}` : "Its periods";
  const finding = `${what} add up to ${formatMoney(net)}, with its tax to ${formatMoney(gross)}, and not to its total of ${formatMoney(invoice.total)}`;
  problem("/total", "CONFLICT", finding, "say in periods what it bills");
  return problems;
}

function isOn({ periods, issueDate }: OldInvoice, line: PlannedLine): boolean {
  if (periods === null) return line.issueDate === issueDate;
  return periods.some((period) => isOf(period, line));
}

function isOf({ billingTermId, start, isPrepayment, invoiceSplitKey: key }: OldPeriod, line: PlannedLine): boolean {
  if (key !== undefined && key !== line.invoiceSplitKey) return false;
  const isSame = line.billingTermId === billingTermId && line.period.start === start;
  return isSame && (line.type === "PREPAYMENT") === isPrepayment;
}

function checkOld(
  invoice: OldInvoice,
  asOf: Day,
  problem: (field: string, finding: string, remedy?: string) => void,
): void {
  const { issueDate, dueDate, total, tax, balance } = invoice;
  if (issueDate > asOf) problem("issueDate", "An old invoice must be dated asOf or earlier");
  if (dueDate < issueDate) problem("dueDate", "An invoice must be due on its issue date or later");
  if (isNegative(subtract(total, tax))) problem("tax", "The tax must be part of the total");
  if (balance.minor <= 0n || compare(balance, total) > 0)
    problem(
      "balance",
      "An open invoice must have more than 0.00 and at most its total left to pay",
      "leave out one that is paid",
    );
}

/** One invoice of other books; for a paid one, `dueDate` is the issue date. */
export function oldInvoice(
  lines: readonly PlannedLine[],
  { issueDate, dueDate }: { readonly issueDate: Day; readonly dueDate: Day },
): PlannedInvoice {
  return { issueDate, readyOn: issueDate, dueDate, netPaymentTerms: dueDate - issueDate, invoiceGroup: null, lines };
}

/** The tax of an invoice of other books, spread over its lines in proportion to their amounts; one rate, with eight decimals. */
export function oldTax(lines: readonly PlannedLine[], tax: Money): InvoiceTax {
  const { currency } = tax;
  const net = totalOf(lines, currency);
  const treatment =
    tax.minor === 0n ? ({ category: "O", rate: "0" } as const) : ({ category: "S", rate: rateOf(tax, net) } as const);
  let [elapsed, before] = [0n, 0n];
  const taxed = lines.map(({ total }): LineTax => {
    elapsed += total.minor;
    const upTo = net.minor === 0n ? 0n : (tax.minor * elapsed) / net.minor;
    const own = upTo - before;
    before = upTo;
    return { ...treatment, tax: money(own, currency) };
  });
  const row: TaxLine = { ...treatment, taxable: net, tax };
  return { lines: taxed, taxLines: lines.length === 0 ? [] : [row] };
}

const rateUnits = 100_000_000n;

function rateOf(tax: Money, net: Money): string {
  const units = net.minor === 0n ? 0n : (2n * tax.minor * rateUnits + net.minor) / (2n * net.minor);
  return canonicalDecimal(`${units / rateUnits}.${(units % rateUnits).toString().padStart(8, "0")}`);
}

function totalOf(lines: readonly PlannedLine[], currency: string): Money {
  return sum(
    lines.map(({ total }) => total),
    currency,
  );
}
