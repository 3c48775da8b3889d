import {
  type ContractModification,
  type Proposal,
  treatmentInForce,
} from "../billing-terms/modifications/modification.ts";
import type { ScheduledInvoice } from "../invoicing/schedule-service.ts";
import { required } from "../kernel/assert.ts";
import { type Day, formatMonth, type Month, monthOf } from "../kernel/day.ts";
import { formatMoney, type Money, money, parseMoney, sum } from "../kernel/money.ts";
import type { Consequences, PlanReport } from "../platform/preview.ts";
import type { WriteContext } from "../platform/write.ts";
import { type ContractState, contractState, madeDocuments } from "../reports/consequences-service.ts";
import { correctedInvoices, type Documents } from "../reports/corrected-invoices.ts";
import { monthsAhead } from "../revenue/service.ts";
import { sideBySide } from "./dry-run-comparison.ts";
import { viewOfCreditMemo } from "./schemas/credit-memos.ts";
import { viewOfScheduled } from "./schemas/invoice-schedule.ts";
import { viewOfEntry } from "./schemas/journal-entries.ts";

type InvoiceView = ReturnType<typeof viewOfScheduled>;
type EntryView = ReturnType<typeof viewOfEntry>;
type CreditMemoView = ReturnType<typeof viewOfCreditMemo>;

/** Invoices, revenue and journal of one contract at one moment. */
type Snapshot = {
  readonly currency: string;
  /** In the order of the schedule. */
  readonly invoices: readonly SeenInvoice[];
  /** Minor units by "obligation/month". */
  readonly revenue: ReadonlyMap<string, bigint>;
  readonly journal: ReadonlyMap<string, EntryView>;
  /** The credit memos for lines of the contract's invoices. */
  readonly creditMemos: ReadonlyMap<string, CreditMemoView>;
  /** The treatment of each modification of the contract, by its id. */
  readonly modifications: ReadonlyMap<string, TreatedChange>;
};

type TreatedChange = Pick<ContractModification, "kind"> & Proposal;

/**
 * `key` is the part of an invoice that stays the same from plan to issue: planned date, payment terms and group. An issued or
 * drafted invoice has an id.
 */
type SeenInvoice = { readonly id: string | null; readonly key: string; readonly view: InvoiceView };

const listed = 200;

/** The effect of a write on one contract, for dry runs (rules 2): the difference of two snapshots in the same transaction. */
export const consequences: Consequences = {
  snapshot: async (ctx, contractId): Promise<Snapshot> => {
    const state = await contractState(ctx, contractId);
    return state === undefined ? nothing : snapshotOf(state);
  },
  compare: (ctx, before, after) => compare((before ?? nothing) as Snapshot, after as Snapshot, ctx.clock.today),
  sideBySide,
  made: reportOnMade,
};

const nothing: Snapshot = {
  currency: "USD",
  invoices: [],
  revenue: new Map(),
  journal: new Map(),
  creditMemos: new Map(),
  modifications: new Map(),
};

function snapshotOf(state: ContractState): Snapshot {
  const { currency, invoices, revenue, entries, entryNames, creditMemos, modifications } = state;
  const byMonth = new Map<string, bigint>();
  for (const [obligationId, { entries: months }] of revenue) {
    for (const { month, amount } of months) {
      const key = `${obligationId}/${month}`;
      byMonth.set(key, (byMonth.get(key) ?? 0n) + amount.minor);
    }
  }
  return {
    currency,
    invoices: invoices.map((invoice) => seen(invoice, currency)),
    revenue: byMonth,
    journal: new Map(entries.map((entry) => [entry.id, viewOfEntry(entry, entryNames)])),
    creditMemos: new Map(creditMemos.map((record) => [record.memo.id, viewOfCreditMemo(record)])),
    modifications: new Map(modifications.map((each) => [each.id, { kind: each.kind, ...treatmentInForce(each) }])),
  };
}

/**
 * The effect of a write about a document of several contracts: its credit memos, the invoices that they correct, and its journal
 * entries. Nothing else can follow at once.
 */
async function reportOnMade(ctx: WriteContext, ids: readonly string[]): Promise<PlanReport> {
  const { entries, entryNames, creditMemos, creditedInvoices } = await madeDocuments(ctx, ids);
  const currency = entries[0]?.currency ?? ctx.merchant.defaultCurrency;
  const invoices = creditedInvoices.map((issued) => seen({ issued }, currency));
  return compare(
    { ...nothing, currency, invoices },
    {
      ...nothing,
      currency,
      invoices,
      journal: new Map(entries.map((entry) => [entry.id, viewOfEntry(entry, entryNames)])),
      creditMemos: new Map(creditMemos.map((record) => [record.memo.id, viewOfCreditMemo(record)])),
    },
    ctx.clock.today,
  );
}

function seen(invoice: ScheduledInvoice, currency: string): SeenInvoice {
  const view = viewOfScheduled(invoice, currency);
  if ("issued" in invoice) {
    const { id, originalIssueDate, netPaymentTerms, invoiceGroup } = invoice.issued;
    return { id, key: JSON.stringify([originalIssueDate, netPaymentTerms, invoiceGroup]), view };
  }
  const { netPaymentTerms, invoiceGroup } = invoice.planned;
  return { id: null, key: JSON.stringify([view.issueDate, netPaymentTerms, invoiceGroup]), view };
}

type InvoiceChanges = {
  readonly added: readonly InvoiceView[];
  readonly changed: readonly { readonly before: InvoiceView; readonly after: InvoiceView }[];
  readonly removed: readonly InvoiceView[];
};

/**
 * Matches invoices before and after. One that exists is identified by its id, so that a late invoice for the date of another one
 * counts as a new one. One that was only planned is identified by its key. Several may share a key, because usage is invoiced
 * separately (rules 4): those that did not change are matched first, the others in their order.
 */
function invoiceChanges(before: readonly SeenInvoice[], after: readonly SeenInvoice[]): InvoiceChanges {
  const identity = ({ id, key }: SeenInvoice) => id ?? `planned ${key}`;
  const whole = (invoice: SeenInvoice) => `${identity(invoice)} ${JSON.stringify(invoice.view)}`;
  const same = Map.groupBy(before, whole);
  const others = after.filter((invoice) => same.get(whole(invoice))?.pop() === undefined);
  const former = Map.groupBy([...same.values()].flat(), identity);
  const added: InvoiceView[] = [];
  const changed: { before: InvoiceView; after: InvoiceView }[] = [];
  for (const invoice of others) {
    const was = former.get(identity(invoice))?.shift() ?? former.get(`planned ${invoice.key}`)?.shift();
    if (was === undefined) added.push(invoice.view);
    else if (whole(was) !== whole(invoice)) changed.push({ before: was.view, after: invoice.view });
  }
  return { added, changed, removed: [...former.values()].flat().map(({ view }) => view) };
}

function compare(before: Snapshot, after: Snapshot, today: Day): PlanReport {
  const currency = after.currency;
  const { added, changed, removed } = invoiceChanges(before.invoices, after.invoices);
  const corrected = correctedInvoices(documentsOf(before), documentsOf(after));
  const revenue = revenueChanges(before, after, currency);
  // Number and moment of posting differ in the real call. With them the hash of the plan would never match.
  const journal = [...after.journal]
    .filter(([id]) => !before.journal.has(id))
    .map(([, { number: _number, postedAt: _postedAt, ...entry }]) => entry);
  const creditMemos = [...after.creditMemos]
    .filter(([id]) => !before.creditMemos.has(id))
    .map(([, memo]) => stable(memo));
  const modifications = [...after.modifications].flatMap(([id, treated]) =>
    JSON.stringify(before.modifications.get(id)) === JSON.stringify(treated) ? [] : [treated],
  );
  const made = changed.filter((change) => isUnissued(change.before)).map((change) => change.after);
  const issued = [...added, ...made].filter((invoice) => !isUnissued(invoice));
  return {
    summary: summaryOf(before, after, { issued, creditMemos }, monthOf(today)),
    plan: {
      invoices: {
        added: added.slice(0, listed),
        changed: changed.slice(0, listed),
        removed: removed.slice(0, listed),
        corrected: corrected.slice(0, listed),
      },
      creditMemos: creditMemos.slice(0, listed),
      revenue: revenue.slice(0, listed),
      journal: journal.slice(0, listed),
      modifications: modifications.slice(0, listed),
      totals: {
        invoicesAdded: added.length,
        invoicesChanged: changed.length,
        invoicesRemoved: removed.length,
        invoicesCorrected: corrected.length,
        creditMemos: creditMemos.length,
        revenue: revenue.length,
        journal: journal.length,
        modifications: modifications.length,
      },
    },
    hashed: { added, changed, removed, corrected, creditMemos, revenue, journal, modifications },
  };
}

function documentsOf({ currency, invoices, creditMemos }: Snapshot): Documents<InvoiceView> {
  return { currency, invoices: invoices.map(({ view }) => view), creditMemos: [...creditMemos.values()] };
}

function isUnissued({ status }: InvoiceView): boolean {
  return status === "PLANNED" || status === "DRAFT";
}

function revenueChanges(before: Snapshot, after: Snapshot, currency: string) {
  const keys = new Set([...before.revenue.keys(), ...after.revenue.keys()]);
  return [...keys].flatMap((key) => {
    const from = before.revenue.get(key) ?? 0n;
    const to = after.revenue.get(key) ?? 0n;
    if (from === to) return [];
    const [performanceObligationId = "", month = "0"] = key.split("/");
    const show = (minor: bigint) => formatMoney(money(minor, currency));
    return [{ performanceObligationId, timeframe: formatMonth(Number(month)), before: show(from), after: show(to) }];
  });
}

/** For people: amounts due now, and the revenue of this month and of the next twelve. */
function summaryOf(
  before: Snapshot,
  after: Snapshot,
  made: { readonly issued: readonly InvoiceView[]; readonly creditMemos: readonly { readonly total: string }[] },
  thisMonth: Month,
) {
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
    invoicesDueNow: { count: made.issued.length, total: totalOf(made.issued, currency) },
    creditsDueNow: { count: made.creditMemos.length, total: totalOf(made.creditMemos, currency) },
    revenueThisMonth: show(thisMonth, thisMonth),
    revenueNextTwelveMonths: show(thisMonth + 1, thisMonth + monthsAhead),
  };
}

/** A credit memo without the fields that differ in the real call: its number and moments. */
function stable({
  creditMemoNumber: _number,
  createdAt: _createdAt,
  lastUpdatedAt: _lastUpdatedAt,
  ...memo
}: CreditMemoView) {
  return memo;
}

function totalOf(documents: readonly { readonly total: string }[], currency: string): string {
  const totals = documents.map(({ total }) => required(parseMoney(total, currency), "the total of a document"));
  return formatMoney(sum(totals, currency));
}
