import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { viewOfScheduled } from "../invoicing/schemas.ts";
import { invoiceSchedule, type ScheduledInvoice } from "../invoicing/service.ts";
import { present } from "../kernel/assert.ts";
import { type Day, formatMonth, type Month, monthOf } from "../kernel/day.ts";
import { formatMoney, type Money, money, parseMoney, sum, zero } from "../kernel/money.ts";
import { currentBooks } from "../ledger/books-store.ts";
import { viewOfEntry } from "../ledger/schemas.ts";
import { entriesOfContract } from "../ledger/service.ts";
import type { Consequences, PlanReport } from "../platform/perform.ts";
import type { WriteContext } from "../platform/write.ts";
import { contractSchedules, monthsAhead } from "../revenue/service.ts";

type InvoiceView = ReturnType<typeof viewOfScheduled>;
type EntryView = ReturnType<typeof viewOfEntry>;

/** Invoices, revenue and journal of one contract at one moment. */
type Snapshot = {
  readonly currency: string;
  readonly invoices: ReadonlyMap<string, InvoiceView>;
  /** Minor units by obligation and month. */
  readonly revenue: ReadonlyMap<string, bigint>;
  readonly journal: ReadonlyMap<string, EntryView>;
};

const listed = 200;

/** What a write does to one contract, for dry runs (rules 2): the difference of two snapshots in the same transaction. */
export const consequences: Consequences = {
  snapshot: async (ctx, contractId): Promise<Snapshot> => {
    const [contract] = await contracts.lockContracts(ctx, [contractId]);
    return contract === undefined ? nothing : snapshotOf(ctx, contract);
  },
  compare: (ctx, before, after) => compare((before ?? nothing) as Snapshot, after as Snapshot, ctx.clock.today),
};

const nothing: Snapshot = { currency: "USD", invoices: new Map(), revenue: new Map(), journal: new Map() };

async function snapshotOf(ctx: WriteContext, contract: Contract): Promise<Snapshot> {
  const reader = { tx: ctx.tx, merchant: ctx.merchant, clock: ctx.clock, today: ctx.clock.today };
  const isLive = contract.deletedAt === null;
  const schedule = isLive ? await invoiceSchedule(reader, contract, undefined) : [];
  const books = await currentBooks(ctx.tx, ctx.merchant.id);
  const revenue = isLive ? await contractSchedules(reader, contract, books) : new Map();
  const entries = await entriesOfContract(ctx.tx, ctx.merchant.id, contract.id);
  const byMonth = new Map<string, bigint>();
  for (const [obligationId, months] of revenue) {
    for (const { month, amount } of months) {
      const key = `${obligationId}/${month}`;
      byMonth.set(key, (byMonth.get(key) ?? 0n) + amount.minor);
    }
  }
  return {
    currency: contract.currency,
    invoices: new Map(schedule.map((invoice) => [keyOf(invoice), viewOfScheduled(invoice, contract.currency)])),
    revenue: byMonth,
    journal: new Map(entries.map((entry) => [entry.id, { ...viewOfEntry(entry), number: "" }])),
  };
}

/** An invoice keeps its identity from plan to issue: planned date, payment terms and group. */
function keyOf(invoice: ScheduledInvoice): string {
  return "made" in invoice
    ? `${invoice.made.originalIssueDate}/${invoice.made.netPaymentTerms}/${invoice.made.invoiceGroup ?? ""}`
    : `${viewOfScheduled(invoice, "USD").issueDate}/${invoice.planned.netPaymentTerms}/${invoice.planned.invoiceGroup ?? ""}`;
}

function compare(before: Snapshot, after: Snapshot, today: Day): PlanReport {
  const currency = after.currency;
  const added = [...after.invoices].filter(([key]) => !before.invoices.has(key)).map(([, invoice]) => invoice);
  const removed = [...before.invoices].filter(([key]) => !after.invoices.has(key)).map(([, invoice]) => invoice);
  const changed = [...after.invoices].flatMap(([key, invoice]) => {
    const former = before.invoices.get(key);
    return former !== undefined && JSON.stringify(former) !== JSON.stringify(invoice)
      ? [{ before: former, after: invoice }]
      : [];
  });
  const revenue = revenueChanges(before, after, currency);
  const journal = [...after.journal].filter(([id]) => !before.journal.has(id)).map(([, entry]) => entry);
  const issued = [...added, ...changed.map((change) => change.after)].filter((invoice) => invoice.status !== "PLANNED");
  return {
    summary: summaryOf(before, after, issued, monthOf(today)),
    plan: {
      invoices: {
        added: added.slice(0, listed),
        changed: changed.slice(0, listed),
        removed: removed.slice(0, listed),
        corrected: [],
      },
      creditMemos: [],
      revenue: revenue.slice(0, listed),
      journal: journal.slice(0, listed).map(({ number: _number, ...entry }) => entry),
      warnings: [],
      totals: {
        invoicesAdded: added.length,
        invoicesChanged: changed.length,
        invoicesRemoved: removed.length,
        revenue: revenue.length,
        journal: journal.length,
      },
    },
  };
}

function revenueChanges(before: Snapshot, after: Snapshot, currency: string) {
  const keys = new Set([...before.revenue.keys(), ...after.revenue.keys()]);
  return [...keys].flatMap((key) => {
    const [from, to] = [before.revenue.get(key) ?? 0n, after.revenue.get(key) ?? 0n];
    if (from === to) return [];
    const [performanceObligationId = "", month = "0"] = key.split("/");
    const show = (minor: bigint) => formatMoney(money(minor, currency));
    return [{ performanceObligationId, timeframe: formatMonth(Number(month)), before: show(from), after: show(to) }];
  });
}

/** For people: what is due now, this month's revenue and the next twelve months', and what to watch. */
function summaryOf(before: Snapshot, after: Snapshot, issued: readonly InvoiceView[], thisMonth: Month) {
  const { currency } = after;
  const within = (snapshot: Snapshot, first: Month, last: Month): Money =>
    sum(
      [...snapshot.revenue].flatMap(([key, minor]) => {
        const month = Number(key.split("/")[1]);
        return month >= first && month <= last ? [money(minor, currency)] : [];
      }),
      currency,
    );
  const show = (first: Month, last: Month) => ({
    before: formatMoney(within(before, first, last)),
    after: formatMoney(within(after, first, last)),
  });
  return {
    currency,
    invoicesDueNow: { count: issued.length, total: totalOf(issued, currency) },
    creditsDueNow: { count: 0, total: formatMoney(zero(currency)) },
    revenueThisMonth: show(thisMonth, thisMonth),
    revenueNextTwelveMonths: show(thisMonth + 1, thisMonth + monthsAhead),
    warnings: [],
  };
}

function totalOf(invoices: readonly InvoiceView[], currency: string): string {
  const totals = invoices.map((invoice) => present(parseMoney(invoice.total, currency), "the total of an invoice"));
  return formatMoney(sum(totals, currency));
}
