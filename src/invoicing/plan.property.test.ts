import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/case-counts.ts";
import { termDefaults } from "../../test/support/term-drafts.ts";
import {
  amended,
  anyBoundedTerm,
  day,
  decimal,
  flatPrice,
  seatConfig,
  termOf,
  unitPrice,
} from "../../test/support/terms.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { IssuedEnds } from "../billing-terms/charges/billed-parts.ts";
import { chargesOf } from "../billing-terms/charges/charges.ts";
import { byEffect } from "../billing-terms/seats.ts";
import { termFacts } from "../billing-terms/term-draft.ts";
import { lockedFields, patchedDraft, patchedTerm, type TermPatch } from "../billing-terms/term-patch.ts";
import type { Day } from "../kernel/day.ts";
import { sum } from "../kernel/money.ts";
import { keyOfLine } from "./difference.ts";
import { type PlannedLine, planInvoices, planTerm } from "./plan.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const all = { through: day("2200-01-01"), andNext: false };

const linesOf = (term: BillingTerm, issued?: IssuedEnds): readonly PlannedLine[] =>
  planTerm(term, context, all, issued).lines;
const baseOf = (lines: readonly PlannedLine[]) => lines.filter(({ amendmentId }) => amendmentId === null);
const totalOf = (lines: readonly PlannedLine[]) =>
  sum(
    lines.map(({ total }) => total),
    "USD",
  );

const amounts = fc.integer({ min: 1, max: 200_000 }).map((minor) => decimal(minor, 2));
const laterPrices = fc.array(fc.record({ at: fc.nat(1100), amount: amounts }), { maxLength: 3 });
const seatChanges = fc.array(
  fc.record({ at: fc.nat(1100), quantity: fc.integer({ min: 1, max: 30 }), through: fc.option(fc.nat(1100)) }),
  { maxLength: 4 },
);

/** Terms with an end, with later prices, and with seats that change where they recur. */
const changedTerm = fc
  .record({ term: anyBoundedTerm, amount: amounts, laterPrices, seatChanges, seats: fc.boolean() })
  .map(({ term, amount, seats, ...changes }): BillingTerm => {
    const hasSeats = seats && term.interval !== "NONE";
    const length = (term.end ?? term.start + 1) - term.start;
    const priceOf = (text: string) => (hasSeats ? unitPrice(text, "10") : flatPrice(text));
    return {
      ...term,
      price: priceOf(amount),
      billingType: hasSeats ? "UNIT" : "FLAT",
      seatConfig: hasSeats ? seatConfig() : null,
      layers: changes.laterPrices
        .map((each) => ({
          price: priceOf(each.amount),
          // A one-off has one price, whatever the day.
          effectiveFrom: term.interval === "NONE" ? term.start : term.start + (each.at % length),
          bookMonth: null,
        }))
        .sort((a, b) => a.effectiveFrom - b.effectiveFrom),
      amendments: (hasSeats ? changes.seatChanges : [])
        .map(({ at, quantity, through }, index) => ({
          ...amended("2026-01-01", { id: `amendment ${index}`, quantity: String(quantity) }),
          effectiveDate: term.start + (at % length),
          invoicedThrough: through === null ? null : term.start + through,
          createdAt: `2026-01-01T00:00:0${index}.000Z`,
        }))
        .sort(byEffect),
    };
  });

/** What is issued of a term by a day: its lines, and where base lines end by where they begin. */
function issuedBy(term: BillingTerm, today: Day, before: IssuedEnds = new Map()) {
  const lines = linesOf(term, before).filter(({ issueDate }) => issueDate <= today);
  const base = baseOf(lines);
  const ends = new Map(base.map(({ period }) => [period.start, period.end]));
  const invoicedThrough = lines.length === 0 ? null : Math.max(...lines.map(({ period }) => period.end));
  return { lines, ends, invoicedThrough };
}

test("property: lines cover a changed term without gap or overlap, and sum to its charges", () => {
  fc.assert(
    fc.property(changedTerm, (term) => {
      const lines = linesOf(term);
      let covered = term.start;
      for (const { period } of baseOf(lines)) {
        assert.equal(period.start, covered);
        assert.ok(period.end > period.start);
        covered = period.end;
      }
      assert.equal(covered, term.end);
      const charges = [...chargesOf(term, context)].map(({ price }) => price.total);
      assert.deepEqual(totalOf(lines), sum(charges, "USD"));
    }),
  );
});

test("property: edits in any order give the same plan", () => {
  const order = fc.infiniteStream(fc.nat());
  fc.assert(
    fc.property(fc.array(changedTerm, { minLength: 2, maxLength: 4 }), order, (drawn, keys) => {
      const terms = drawn.map((term, index) => ({ ...term, id: `term ${index}` }));
      const linesIn = (each: readonly BillingTerm[]) =>
        planInvoices(each, context, all).map(({ lines, ...invoice }) => ({
          ...invoice,
          lines: lines.toSorted((a, b) => (keyOfLine(a) < keyOfLine(b) ? -1 : 1)),
        }));
      const keyed = terms.map((term) => ({ term, key: keys.next().value ?? 0 })).toSorted((a, b) => a.key - b.key);
      const shuffled = keyed.map(({ term }) => ({
        ...term,
        amendments: term.amendments.toReversed(),
      }));
      assert.deepEqual(linesIn(shuffled), linesIn(terms));
    }),
    { numRuns: runs(40) },
  );
});

test("property: deleting an amendment before anything of it is invoiced restores the plan", () => {
  fc.assert(
    fc.property(changedTerm, fc.nat(1100), fc.integer({ min: 1, max: 40 }), (term, at, quantity) => {
      fc.pre(term.seatConfig !== null);
      const effectiveDate = term.start + (at % ((term.end ?? term.start + 1) - term.start));
      const amendment = amended("2026-01-01", { id: "last", quantity: String(quantity), createdAt: "2027" });
      const changed = { ...term, amendments: [...term.amendments, { ...amendment, effectiveDate }].sort(byEffect) };
      const restored = { ...changed, amendments: changed.amendments.filter(({ id }) => id !== "last") };
      assert.deepEqual(linesOf(restored), linesOf(term));
    }),
    { numRuns: runs(50) },
  );
});

const patches: fc.Arbitrary<TermPatch> = fc.oneof(
  fc.record({ name: fc.constantFrom("Other", "Another") }),
  fc.record({ netPaymentTerms: fc.constantFrom(0, 45) }),
  amounts.map((amount) => {
    return { pricing: [{ tier: 0, amount, amountType: "TOTAL_INVOICE" as const, tierMinimum: "0" }] };
  }),
  fc.integer({ min: day("2025-06-01"), max: day("2029-12-31") }).map((last) => ({ last })),
  fc.constant({ discounts: [{ type: "PERCENTAGE" as const, amount: "0.25", note: null, start: null, last: null }] }),
);

test("property: a patch after issue changes no issued line, and the rest is planned from its end", () => {
  fc.assert(
    fc.property(
      changedTerm,
      fc.nat(900),
      fc.array(patches, { minLength: 1, maxLength: 4 }),
      (drawn, after, changes) => {
        const today = drawn.start + after;
        // Each amendment was recorded before anything was invoiced, or now.
        const { invoicedThrough: now } = issuedBy({ ...drawn, amendments: [] }, today);
        const stated = drawn.amendments.map((each) => ({
          ...each,
          invoicedThrough: each.invoicedThrough === null ? null : now,
        }));
        let term: BillingTerm = { ...drawn, amendments: stated };
        let { lines: issued, ends, invoicedThrough } = issuedBy(term, today);
        for (const patch of changes) {
          const facts = termFacts(patchedDraft(term, patch), termDefaults);
          const situation = { today, isApproved: true, invoicedThrough, bookMonth: null };
          if (facts.end !== null && facts.end <= facts.start) continue;
          if (lockedFields(term, facts, situation).length > 0) continue;
          ({ term } = patchedTerm(term, facts, patch, situation));
          const planned = new Map(
            linesOf(term.end === null ? { ...term, end: today + 900 } : term, ends).map((line) => [
              keyOfLine(line),
              line,
            ]),
          );
          for (const line of issued) {
            const again = planned.get(keyOfLine(line));
            assert.deepEqual(
              [again?.period, again?.total, again?.quantity, again?.unitPrice],
              [line.period, line.total, line.quantity, line.unitPrice],
            );
          }
          if (term.end === null) term = { ...term, end: today + 900 };
          // What became due with the change is issued as well.
          ({ lines: issued, ends, invoicedThrough } = issuedBy(term, today, ends));
          let covered = term.start;
          for (const { period } of baseOf(linesOf(term, ends))) {
            assert.equal(period.start, covered);
            covered = period.end;
          }
          assert.equal(covered, term.end);
        }
      },
    ),
    { numRuns: runs(60) },
  );
});

test("property: terminating on the existing end changes nothing", () => {
  fc.assert(
    fc.property(changedTerm, (term) => {
      assert.deepEqual(linesOf({ ...term, end: term.end, terminatedAt: "2026-02-01T00:00:00.000Z" }), linesOf(term));
    }),
    { numRuns: runs(40) },
  );
});

test("a term extended after its short last period was issued bills exactly the rest", () => {
  const short = termOf({ price: flatPrice("310"), interval: "MONTH", end: day("2026-01-11") });
  const { ends } = issuedBy(short, day("2026-01-01"));
  const lines = linesOf({ ...short, end: day("2026-03-01") }, ends);
  assert.deepEqual(
    lines.map(({ period, total }) => [period.start, period.end, total.minor]),
    [
      [day("2026-01-01"), day("2026-01-11"), 10_000n],
      [day("2026-01-11"), day("2026-02-01"), 21_000n],
      [day("2026-02-01"), day("2026-03-01"), 31_000n],
    ],
  );
});

test("property: a term extended after issue bills in total what it would have billed from the start", () => {
  fc.assert(
    fc.property(changedTerm, fc.nat(400), fc.integer({ min: 1, max: 400 }), (term, after, more) => {
      fc.pre(term.interval !== "NONE" && term.amendments.length === 0);
      const { ends } = issuedBy(term, term.start + after);
      const longer = { ...term, end: (term.end ?? 0) + more };
      const extended = linesOf(longer, ends);
      const difference = totalOf(extended).minor - totalOf(linesOf(longer)).minor;
      assert.equal(difference, 0n);
    }),
    { numRuns: runs(100) },
  );
});
