import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/runs.ts";
import {
  corrected,
  creditOf,
  day,
  flat,
  month,
  obligationOf,
  recordOf,
  statedOf,
  termOf,
  usd,
} from "../../test/support/terms.ts";
import type { TreatedFact, Treatment } from "../billing-terms/modification.ts";
import type {
  Correction,
  PerformanceObligation,
  PerformanceObligationRecord,
  RecognitionPattern,
} from "../billing-terms/performance-obligation.ts";
import type { BillingReduction } from "../billing-terms/reduction.ts";
import { withSharedPrices } from "../billing-terms/shared-price.ts";
import type { Month } from "../kernel/day.ts";
import { formatMoney, type Money } from "../kernel/money.ts";
import { allKnown, knownIn } from "./known-promise.ts";
import { revenueThrough } from "./recognition.ts";

// A term bills 1,200.00 for 2026; stated promises earn it, one behind the scenes the rest. Month by month promises are added,
// changed and deleted, and memos issued and voided.

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const january = month("2026-01");
const later = month("2040-12");
const days = { start: day("2026-01-01"), end: day("2027-01-01") };
const billed = 120_000;

type Act = {
  /** The first open month then, counted from January. */
  readonly at: number;
  readonly kind: "ADD" | "DELETE" | "PRICE" | "DATES" | "DERIVE" | "SELLING" | "MEMO" | "VOID";
  readonly which: number;
  readonly minor: number;
  readonly offset: number;
  readonly pattern: RecognitionPattern;
  readonly treatment: Treatment;
};

const someActs = fc
  .array(
    fc.record<Act>({
      at: fc.integer({ min: 0, max: 6 }),
      kind: fc.constantFrom("ADD", "DELETE", "PRICE", "DATES", "DERIVE", "SELLING", "MEMO", "MEMO", "VOID"),
      which: fc.nat(5),
      minor: fc.integer({ min: 1, max: 90_000 }),
      offset: fc.integer({ min: 0, max: 300 }),
      pattern: fc.constantFrom("STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "POINT_IN_TIME", "PERCENT_COMPLETE"),
      treatment: fc.constantFrom("PROSPECTIVE", "CUMULATIVE_CATCH_UP", "MIXED", "SEPARATE_CONTRACT"),
    }),
    { maxLength: 12 },
  )
  .map((acts) => acts.toSorted((a, b) => a.at - b.at));

const stored = (amount: Money | null) =>
  amount === null ? null : { minor: String(amount.minor), currency: amount.currency };

/** A contract as it stands after some of the acts. */
class Deal {
  private readonly promises: PerformanceObligationRecord[] = [];
  private rest = recordOf(obligationOf(termOf({ ...flat("1200") }), { id: "rest", transactionPrice: usd(0) }));
  private readonly treatments = new Map<string, TreatedFact>();
  private readonly memos: BillingReduction[] = [];
  private ids = 0;

  constructor(acts: readonly Act[]) {
    const measured = {
      recognitionPattern: "PERCENT_COMPLETE" as const,
      progress: [{ asOf: day("2026-02-10"), percentComplete: "0.5" }].concat({ asOf: days.end, percentComplete: "1" }),
    };
    const selling = { standaloneSellingPrice: usd(70_000) };
    this.promises.push(recordOf(statedOf(usd(80_000), { id: "first", ...selling })));
    this.promises.push(recordOf(statedOf(usd(40_000), { id: "second", ...selling, ...measured })));
    this.rest = { ...this.rest, obligation: { ...this.rest.obligation, transactionPrice: usd(billed) } };
    for (const act of acts) this.make(act);
  }

  records(allocates: boolean): PerformanceObligationRecord[] {
    const all = [...this.promises, { ...this.rest, reductions: this.memos }];
    return withSharedPrices(
      all.map((record) => ({ ...record, treatments: this.treatments })),
      () => allocates,
    );
  }

  /** What the term bills less what was taken back. */
  get worth(): bigint {
    return this.memos.reduce((left, { amount }) => left - amount.minor, BigInt(billed));
  }

  private make({ at, kind, which, minor, offset, pattern, treatment }: Act): void {
    const id = String(++this.ids).padStart(3, "0");
    // Nothing was closed in January.
    const bookMonth = at === 0 ? null : january + at;
    const from = day("2026-01-01") + offset;
    const live = this.promises.filter(({ isDeleted }) => !isDeleted);
    const chosen = live[which % Math.max(1, live.length)];
    const note = (factId: string) =>
      this.treatments.set(factId, { effectiveFrom: from, at: timeOf(id), booked: [{ treatment, bookMonth }] });
    const shape = { recognitionPattern: pattern, recognitionDate: pattern === "POINT_IN_TIME" ? from : null };
    const progress = [{ asOf: from, percentComplete: "0.5" }].concat({ asOf: from + 40, percentComplete: "1" });

    if (kind === "MEMO") {
      const service = { start: from, end: from + 1 + (minor % 90) };
      this.memos.push(creditOf(usd(minor), { id, service, bookMonth: january + at }));
    } else if (kind === "VOID") {
      const memo = this.memos[which % Math.max(1, this.memos.length)];
      if (memo === undefined || memo.amount.minor < 0n || this.memos.some((one) => one.id === `-${memo.id}`)) return;
      this.memos.push({ ...memo, id: `-${memo.id}`, amount: usd(-memo.amount.minor), bookMonth: january + at });
    } else if (kind === "ADD") {
      const service = { start: from, end: from + 200 };
      const selling = { standaloneSellingPrice: usd(minor) };
      const promise = { ...statedOf(usd(minor), { id, service, ...selling }), ...shape, progress };
      note(id);
      this.promises.push(recordOf(promise, { bookMonth }));
    } else if (chosen !== undefined && kind === "DELETE") {
      this.replace({ ...chosen, isDeleted: true, deletionBookMonth: bookMonth });
    } else if (chosen !== undefined) {
      const { obligation } = chosen;
      const isPriced = obligation.transactionPrice !== null;
      const after: Partial<PerformanceObligation> =
        kind === "DERIVE"
          ? { recognitionPattern: "RECOGNIZE_AS_BILLED", recognitionDate: null, transactionPrice: null }
          : kind === "PRICE" && isPriced
            ? { transactionPrice: usd(minor) }
            : kind === "SELLING"
              ? { standaloneSellingPrice: usd(minor) }
              : isPriced
                ? { ...shape, progress, service: { start: from, end: days.end } }
                : {};
      this.replace(this.corrected(chosen, after, { id, bookMonth, modificationId: null }));
      note(id);
    }
    this.keepRest(id, bookMonth);
  }

  /** The promise behind the scenes has the rest of what the term bills. */
  private keepRest(modificationId: string, bookMonth: Month | null): void {
    const stated = this.promises.filter(({ isDeleted }) => !isDeleted).map(({ obligation }) => obligation);
    const total = stated.reduce((sum, { transactionPrice }) => sum + (transactionPrice?.minor ?? 0n), 0n);
    if (this.rest.obligation.transactionPrice?.minor === total) return;
    const how = { id: `rest-${modificationId}`, bookMonth, modificationId };
    this.rest = this.corrected(this.rest, { transactionPrice: usd(total) }, how);
  }

  private corrected(
    record: PerformanceObligationRecord,
    after: Partial<PerformanceObligation>,
    { id, bookMonth, modificationId }: Pick<Correction, "id" | "bookMonth" | "modificationId">,
  ): PerformanceObligationRecord {
    const before = record.obligation;
    const changes = Object.fromEntries(
      Object.entries(after).map(([field, to]) => {
        const isMoney = field === "transactionPrice" || field === "standaloneSellingPrice";
        const from = before[field as keyof PerformanceObligation];
        return [field, isMoney ? { from: stored(from as Money | null), to: stored(to as Money | null) } : { from, to }];
      }),
    );
    const common = { id, bookMonth, modificationId, createdAt: timeOf(id.replace("rest-", "")) };
    const correction = corrected({ of: "PROMISE", changes, ...common });
    return { ...record, obligation: { ...before, ...after }, corrections: [...record.corrections, correction] };
  }

  private replace(record: PerformanceObligationRecord): void {
    this.promises[this.promises.findIndex(({ obligation }) => obligation.id === record.obligation.id)] = record;
  }
}

const timeOf = (id: string) => `2026-01-01T00:00:00.${id}Z`;

/** Revenue to the end of a month by promise, as a close reckons it. */
function targets(records: readonly PerformanceObligationRecord[], at: Month): Record<string, string> {
  const counting = records.filter(({ bookMonth, isDeleted, deletionBookMonth }) => {
    const isGone = isDeleted && (deletionBookMonth === null || deletionBookMonth <= at);
    return (bookMonth === null || bookMonth <= at) && !isGone;
  });
  return Object.fromEntries(
    counting.map((record) => [record.obligation.id, formatMoney(revenueThrough(knownIn(record, at), at, context))]),
  );
}

test("property: a month that is closed again knows what it knew, whatever is changed, taken back and voided later", () => {
  fc.assert(
    fc.property(someActs, fc.boolean(), (acts, allocates) => {
      const now = new Deal(acts).records(allocates);
      for (let ahead = 0; ahead <= 6; ahead++) {
        const then = new Deal(acts.filter(({ at }) => at <= ahead)).records(allocates);
        // What is said while nothing is closed counts in every month, so January's close comes after all of it.
        assert.deepEqual(targets(now, january + ahead), targets(then, january + ahead));
      }
    }),
    { numRuns: runs(500) },
  );
});

test("property: what was taken back is missing from the revenue of the contract, once", () => {
  fc.assert(
    fc.property(someActs, fc.boolean(), (acts, allocates) => {
      const deal = new Deal(acts);
      const live = deal.records(allocates).filter(({ isDeleted }) => !isDeleted);
      const revenue = live.reduce((sum, record) => sum + revenueThrough(allKnown(record), later, context).minor, 0n);
      assert.equal(revenue, deal.worth);
    }),
  );
});
