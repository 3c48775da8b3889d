import assert from "node:assert/strict";
import { isArrears } from "../../src/billing-terms/billing-term.ts";
import type {
  Correction,
  PerformanceObligationRecord,
} from "../../src/billing-terms/performance-obligations/performance-obligation.ts";
import type { SeatAmendment } from "../../src/billing-terms/seats.ts";
import { termFacts } from "../../src/billing-terms/term-draft.ts";
import {
  correctionOf,
  lockedFields,
  patchedDraft,
  patchedTerm,
  type TermPatch,
} from "../../src/billing-terms/term-patch.ts";
import { nothingAdjusted } from "../../src/close/adjusted-position.ts";
import { type ClosingFacts, closeContract } from "../../src/close/month.ts";
import { difference, keyOfLine } from "../../src/invoicing/difference.ts";
import { issueDates, issueEntry, liabilitiesOf, totalsOf } from "../../src/invoicing/issue.ts";
import { type IssuedOfTerms, planInvoices } from "../../src/invoicing/plan.ts";
import { type Day, firstDayOf, formatDay, type Month, monthOf } from "../../src/kernel/day.ts";
import { formatMoney, money } from "../../src/kernel/money.ts";
import type { Period } from "../../src/kernel/periods.ts";
import { accountOfLine, assertBalanced, credit, debit, type EntryDraft } from "../../src/ledger/journal-entry.ts";
import type { RevenuePosting } from "../../src/revenue/posting.ts";
import { contractSchedule, type RevenueEntry } from "../../src/revenue/schedule.ts";
import { context, factsOf } from "./contract-facts.ts";
import { termDefaults } from "./term-drafts.ts";
import { corrected, type PobOfTerm, recordOf } from "./terms.ts";

type RecordOfTerm = PerformanceObligationRecord & { readonly pob: PobOfTerm };

type IssuedLine = {
  readonly date: Day;
  readonly period: Period;
  readonly termId: string;
  readonly amendmentId: string | null;
  readonly minor: bigint;
};

/** The books of one approved contract in memory, kept as the services keep them, with maps in place of tables. */
export class Book {
  closedThrough: Month | null = null;
  today: Day;
  readonly records: RecordOfTerm[] = [];
  readonly issued = new Map<string, IssuedLine>();
  readonly entries: EntryDraft[] = [];
  readonly postings: RevenuePosting[] = [];
  /** Accounts of categories that the contract liability of obligations stands in. */
  readonly liabilityAccounts = new Map<string, string>();
  private readonly closeCounts = new Map<Month, number>();
  private ids = 0;

  constructor(today: Day) {
    this.today = today;
  }

  add(pob: PobOfTerm): void {
    this.records.push({ ...recordOf(pob, { bookMonth: this.bookMonth }), pob });
    this.drainOutbox();
  }

  /** Removes an obligation unless it is issued or posted for good. */
  remove(index: number): void {
    const record = this.records[index];
    if (record === undefined || record.isDeleted) return;
    const { id, billingTerm } = record.pob;
    const isBilled = this.linesOf(billingTerm.id).length > 0;
    const isFixed = this.postings.some((each) => each.performanceObligationId === id && this.isClosed(each.month));
    if (isBilled || isFixed) return;
    this.records[index] = { ...record, isDeleted: true, deletionBookMonth: this.bookMonth };
    this.drainOutbox();
  }

  /** Sets a new amount of a term, from today or from some days after its last invoiced day. */
  reprice(index: number, amount: string, after: number | null): void {
    const term = this.records[index]?.pob.billingTerm;
    if (term === undefined) return;
    const from = Math.max(term.start, this.invoicedThrough(term.id) ?? term.start) + (after ?? 0);
    const isInside = term.end === null || from < term.end;
    const amountType = term.seatConfig === null ? "TOTAL_INVOICE" : "PER_ITEM";
    const pricing = [{ tier: 0, amount, amountType, tierMinimum: "0" }] as const;
    this.patch(index, { pricing, effectiveDate: after !== null && isInside ? from : undefined });
  }

  /** Ends a term some days after its first day. */
  endAfter(index: number, days: number): void {
    const term = this.records[index]?.pob.billingTerm;
    if (term !== undefined) this.patch(index, { last: term.start + days });
  }

  /** Changes a term like a request; a rejected change does nothing. */
  private patch(index: number, patch: TermPatch): void {
    const record = this.records[index];
    if (record === undefined || record.isDeleted) return;
    const before = record.pob.billingTerm;
    const facts = termFacts(patchedDraft(before, patch), termDefaults);
    const invoicedThrough = this.invoicedThrough(before.id);
    const situation = { today: this.today, isApproved: true, invoicedThrough, bookMonth: this.bookMonth };
    if (facts.end !== null && facts.end <= facts.start) return;
    if (lockedFields(before, facts, situation).length > 0) return;
    const { term: after } = patchedTerm(before, facts, patch, situation);
    this.correct(index, record, { ...record.pob, billingTerm: after });
  }

  /** Changes the number of seats, from the day `offset` days after the term's start. */
  amend(
    index: number,
    offset: number,
    parts: Omit<SeatAmendment, "effectiveDate" | "bookMonth" | "invoicedThrough" | "unbilled">,
  ): void {
    const record = this.records[index];
    if (record === undefined || record.isDeleted || record.pob.billingTerm.seatConfig === null) return;
    const term = record.pob.billingTerm;
    const effectiveDate = term.start + (offset % ((term.end ?? term.start + 400) - term.start));
    const invoicedThrough = this.invoicedThrough(term.id);
    const isBilled = (id: string) => [...this.issued.keys()].some((key) => key.endsWith(`/${id}`));
    const unbilled = term.amendments.flatMap(({ id }) => (isBilled(id) ? [] : [id]));
    const stated = { effectiveDate, invoicedThrough, unbilled, bookMonth: this.bookMonth };
    const amendment: SeatAmendment = { ...parts, ...stated };
    const amendments = [...term.amendments, amendment].sort(
      (a, b) => a.effectiveDate - b.effectiveDate || (a.createdAt < b.createdAt ? -1 : 1),
    );
    this.records[index] = { ...record, pob: { ...record.pob, billingTerm: { ...term, amendments } } };
    this.drainOutbox();
  }

  /** Deletes the latest change of seats, unless an issued invoice includes it. */
  withdraw(index: number): void {
    const record = this.records[index];
    if (record === undefined || record.isDeleted) return;
    const term = record.pob.billingTerm;
    const amendment = term.amendments.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)).at(-1);
    if (amendment === undefined) return;
    const without = { ...term, amendments: term.amendments.filter(({ id }) => id !== amendment.id) };
    const horizon = {
      through: Math.max(this.today, ...this.linesOf(term.id).map(({ period }) => period.end)),
      andNext: false,
    };
    const planned = planInvoices([without], context, horizon, this.issuedEnds()).flatMap(({ lines }) => lines);
    const minors = new Map(planned.map((line) => [keyOfLine(line), line.total.minor]));
    const isCounted = [...this.issued].some(([key, line]) => line.termId === term.id && minors.get(key) !== line.minor);
    if (isCounted) return;
    const withdrawn = [...record.withdrawn, { amendment, bookMonth: this.bookMonth }];
    this.records[index] = { ...record, withdrawn, pob: { ...record.pob, billingTerm: without } };
    this.drainOutbox();
  }

  /** Credits a percentage of an issued line with a credit memo of today, limited to what is not credited yet. */
  credit(at: number, percentage: number): void {
    const lines = [...this.issued].filter(([, { minor }]) => minor > 0n);
    const [key, line] = lines[at % Math.max(lines.length, 1)] ?? [];
    const index = this.records.findIndex(({ pob }) => pob.billingTerm.id === line?.termId);
    const record = this.records[index];
    if (key === undefined || line === undefined || record === undefined) return;
    const taken = sum(
      record.billingCredits.filter((each) => each.invoiceLineId === key).map(({ amount }) => amount.minor),
    );
    const amount = money(((line.minor - taken) * BigInt(percentage)) / 100n, "USD");
    if (amount.minor === 0n) return;
    const id = this.id();
    const billingCredit = {
      id,
      contractId: "contract",
      billingTermId: line.termId,
      amount,
      service: line.period,
      revenueEffect: "CREDITED_DAYS",
      date: this.today,
      bookMonth: monthOf(this.today),
      source: { type: "CREDIT_MEMO", id },
      invoiceLineId: key,
      lineType: "FLAT",
    } as const;
    this.records[index] = { ...record, billingCredits: [...record.billingCredits, billingCredit] };
    const account = this.accountByTerm().get(line.termId) ?? null;
    this.post({
      id: this.id(),
      date: this.today,
      type: "CREDIT_MEMO_ISSUED",
      contractId: "contract",
      customerId: "customer",
      source: { type: "CREDIT_MEMO", id },
      lines: [debit("CONTRACT_LIABILITY", amount, { account }), credit("CUSTOMER_CREDIT", amount)],
    });
  }

  advance(to: Day): void {
    this.today = Math.max(this.today, to);
    this.drainOutbox();
  }

  /** Closes the month and every earlier open one; returns the number of entries posted. */
  close(last: Month): number {
    this.advance(firstDayOf(last + 1));
    const first = this.closedThrough === null ? this.firstActivity(last) : this.closedThrough + 1;
    const before = this.entries.length;
    for (let each = first; each <= last; each++) {
      const closeCount = (this.closeCounts.get(each) ?? 0) + 1;
      const { entries, postings } = closeContract(this.facts(each), {
        month: each,
        closeCount,
        newId: () => this.id(),
      });
      for (const entry of entries) this.post(entry);
      this.postings.push(...postings);
      this.closeCounts.set(each, closeCount);
      this.closedThrough = each;
    }
    return this.entries.length - before;
  }

  /** The present revenue schedules of the obligations by id; those without an end up to a month. */
  schedules(last: Month): ReadonlyMap<string, readonly RevenueEntry[]> {
    const posted = Map.groupBy(this.postings, (posting) => posting.performanceObligationId);
    const books = { closedThrough: this.closedThrough };
    const { pobs } = contractSchedule(factsOf(this.records), posted, { books, thisMonth: monthOf(this.today), last });
    return new Map([...pobs].map(([id, { entries }]) => [id, entries]));
  }

  /** Reopens a closed month and every later one. */
  reopen(first: Month): void {
    if (this.closeCounts.has(first) && this.isClosed(first)) this.closedThrough = first - 1;
  }

  reopenAll(): void {
    this.reopen(Math.min(...this.closeCounts.keys()));
  }

  /** Debits less credits of an account over all entries dated before a day. */
  balance(role: string, before: Day): bigint {
    return this.entries
      .filter((entry) => entry.date < before)
      .flatMap((entry) => entry.lines)
      .filter((line) => line.role === role)
      .reduce((sum, { debit, credit }) => sum + debit.minor - credit.minor, 0n);
  }

  /** Credits less debits of contract liability over all entries dated before a day, by the name of the account. */
  liabilities(before: Day): Record<string, bigint> {
    const lines = this.entries.filter(({ date }) => date < before).flatMap((entry) => entry.lines);
    const balances: Record<string, bigint> = {};
    for (const { role, categoryAccount, debit, credit } of lines) {
      if (role !== "CONTRACT_LIABILITY") continue;
      const name = accountOfLine({ role, categoryAccount }, {});
      balances[name] = (balances[name] ?? 0n) + credit.minor - debit.minor;
    }
    return balances;
  }

  /** The entries dated up to the end of a month, as text. */
  entriesThrough(last: Month | null): string[] {
    return this.entries.filter(({ date }) => last !== null && monthOf(date) <= last).map(textOf);
  }

  revenue(obligationId?: string): bigint {
    return this.postings
      .filter((each) => obligationId === undefined || each.performanceObligationId === obligationId)
      .reduce((sum, { amount }) => sum + amount.minor, 0n);
  }

  private correct(index: number, record: RecordOfTerm, after: PobOfTerm): void {
    const before = record.pob;
    const corrections: Correction[] = [...record.corrections];
    const bookMonth = this.bookMonth;
    const changes = correctionOf(before.billingTerm, after.billingTerm);
    if (changes !== undefined) corrections.push(corrected({ of: "TERM", changes, bookMonth }));
    // A performance obligation that is served over the days billed by its term moves with them, including the last day on which
    // control passes.
    const follows = before.service.end === before.billingTerm.end && after.billingTerm.end !== before.billingTerm.end;
    const service = follows ? { ...before.service, end: after.billingTerm.end } : before.service;
    if (follows)
      corrections.push(
        corrected({ of: "POB", changes: { service: { from: before.service, to: service } }, bookMonth }),
      );
    this.records[index] = { ...record, corrections, pob: { ...after, service } };
    this.drainOutbox();
  }

  private drainOutbox(): void {
    const terms = this.records.filter(({ isDeleted }) => !isDeleted).map(({ pob }) => pob.billingTerm);
    const plan = planInvoices(terms, context, { through: this.today, andNext: false }, this.issuedEnds());
    const stored = { issued: new Set(this.issued.keys()), drafts: [], manualGroups: new Set<string>() };
    for (const { invoice } of difference(plan, stored, this.today).due) {
      const { issueDate } = issueDates(invoice, this.today, this, "PLANNED");
      const totals = totalsOf(invoice.lines, "USD");
      const ids = { entryId: this.id(), invoiceId: this.id(), contractId: "contract", customerId: "customer" };
      const entry = issueEntry({
        ...ids,
        issueDate,
        totals,
        categoryLiabilities: liabilitiesOf(invoice.lines, this.accountByTerm()),
      });
      if (entry !== null) this.post(entry);
      for (const line of invoice.lines) {
        const { billingTermId: termId, amendmentId, period, total } = line;
        const issued = { date: issueDate, period, termId, amendmentId, minor: total.minor };
        this.issued.set(keyOfLine(line), issued);
      }
    }
  }

  private post(entry: EntryDraft): void {
    assertBalanced(entry);
    assert.ok(
      !this.isClosed(monthOf(entry.date)),
      `${entry.type} of ${formatDay(entry.date)} is dated in an open month`,
    );
    this.entries.push(entry);
  }

  private facts(each: Month): ClosingFacts {
    const end = firstDayOf(each + 1);
    const lines = [...this.issued.values()].filter(({ date }) => date < end);
    const billingCredits = this.records.flatMap((record) => record.billingCredits).filter(({ date }) => date < end);
    const taken = sum(billingCredits.map(({ amount }) => amount.minor));
    const creditedOf = (termId: string) =>
      sum(billingCredits.filter(({ billingTermId }) => billingTermId === termId).map(({ amount }) => amount.minor));
    const posted = this.records.map(({ pob: { id } }) => {
      const own = this.postings.filter((posting) => posting.performanceObligationId === id);
      const of = (keep: (posting: RevenuePosting) => boolean) =>
        sum(own.filter(keep).map(({ amount }) => amount.minor));
      const isIn = (source: string) => (posting: RevenuePosting) => posting.month === each && posting.source === source;
      const amounts = {
        before: of((posting) => posting.month < each),
        pattern: of(isIn("PATTERN")),
        catchUp: of(isIn("CATCH_UP")),
        breakage: 0n,
      };
      return [id, amounts] as const;
    });
    const own = this.entries.filter(({ type, date }) => type === "PRESENTATION" && date === end - 1);
    const presentedLines = own.flatMap((entry) => entry.lines);
    const presented = (role: string) => {
      const ofRole = presentedLines.filter((line) => line.role === role);
      return money(sum(ofRole.map(({ debit, credit }) => debit.minor - credit.minor)), "USD");
    };
    const liabilities = presentedLines.filter((line) => line.role === "CONTRACT_LIABILITY");
    const byAccount = Map.groupBy(liabilities, (line) => accountOfLine(line, {}));
    const arrears = this.records.map(({ pob }) => pob.billingTerm).filter(isArrears);
    return {
      facts: factsOf(this.records),
      leftOutSince: null,
      customerId: "customer",
      posted: new Map(posted),
      adjusted: nothingAdjusted,
      unbilledByGroup: new Map(),
      billed: money(sum(lines.map(({ minor }) => minor)) - taken, "USD"),
      billedByPeriod: new Map(
        arrears.map(({ id }) => [id, billedByStart(lines.filter(({ termId }) => termId === id))]),
      ),
      billedTrueUps: new Map(),
      billedByTerm: new Map(
        [...this.accountByTerm().keys()].map((id) => [
          id,
          sum(lines.filter(({ termId }) => termId === id).map(({ minor }) => minor)) - creditedOf(id),
        ]),
      ),
      billedForUsage: [],
      presented: {
        unbilledReceivable: presented("UNBILLED_RECEIVABLE"),
        contractAsset: presented("CONTRACT_ASSET"),
        liabilities: new Map(
          [...byAccount].map(([name, each]) => [
            name,
            sum(each.map(({ debit, credit }) => credit.minor - debit.minor)),
          ]),
        ),
      },
      accounts: { revenue: new Map([["licences", "4010 Licences"]]), liability: this.liabilityAccounts },
    };
  }

  private accountByTerm(): Map<string, string> {
    return new Map(
      this.records.flatMap(({ pob }) => {
        const account = this.liabilityAccounts.get(pob.id);
        return account === undefined ? [] : [[pob.billingTerm.id, account] as const];
      }),
    );
  }

  /** The first open month, or null if nothing is closed. */
  private get bookMonth(): Month | null {
    return this.closedThrough === null ? null : this.closedThrough + 1;
  }

  private linesOf(termId: string): IssuedLine[] {
    return [...this.issued.values()].filter((line) => line.termId === termId);
  }

  private invoicedThrough(termId: string): Day | null {
    const lines = this.linesOf(termId);
    return lines.length === 0 ? null : Math.max(...lines.map(({ period }) => period.end));
  }

  private issuedEnds(): IssuedOfTerms {
    const base = [...this.issued.values()].filter(({ amendmentId }) => amendmentId === null);
    const byTerm = Map.groupBy(base, ({ termId }) => termId);
    return new Map(
      [...byTerm].map(([id, lines]) => [id, new Map(lines.map(({ period }) => [period.start, period.end]))]),
    );
  }

  private firstActivity(last: Month): Month {
    const service = this.records.map(({ pob }) => monthOf(pob.service.start));
    const invoices = [...this.issued.values()].map(({ date }) => monthOf(date));
    return Math.min(last, ...service, ...invoices);
  }

  private isClosed(each: Month): boolean {
    return this.closedThrough !== null && each <= this.closedThrough;
  }

  private id(): string {
    this.ids += 1;
    return `id ${this.ids}`;
  }
}

function sum(minors: Iterable<bigint>): bigint {
  return [...minors].reduce((a, b) => a + b, 0n);
}

function billedByStart(lines: readonly IssuedLine[]): Map<Day, bigint> {
  const byStart = Map.groupBy(lines, ({ period }) => period.start);
  return new Map([...byStart].map(([start, each]) => [start, sum(each.map(({ minor }) => minor))]));
}

export function textOf({ date, type, lines }: EntryDraft): string {
  const sides = lines.map(
    ({ role, debit, credit }) => `${role} ${debit.minor > 0n ? formatMoney(debit) : `-${formatMoney(credit)}`}`,
  );
  return `${formatDay(date)} ${type}: ${sides.join(", ")}`;
}
