import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/case-counts.ts";
import { context, earnedThrough, revenueOf } from "../../test/support/contract-facts.ts";
import { creditOf, day, flat, month, obligationOf, recordOf, termOf, usd } from "../../test/support/terms.ts";
import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import { linesOf } from "../billing-terms/charges/charges.ts";
import { firstDayOf } from "../kernel/day.ts";
import { isNegative, min, negate, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { BilledLine } from "./billed-line.ts";
import { unservedOf } from "./unearned.ts";
import { afterEnd } from "./unused-credit.ts";
import { writeOff } from "./write-off.ts";

// Rules 8, data model 15.4: whatever was credited, paid and written off of an invoice before its term ended, on
// whatever day it ended, what is left of the billing is what is earned: nothing stays in the contract liability, and no
// month is below zero.

const year: Period = { start: day("2026-01-01"), end: day("2027-01-01") };
const term = termOf({ ...flat("1200") });
const [charge] = [...linesOf(term, context)];
const months = Array.from({ length: 12 }, (_, index) => month("2026-01") + index);

/** Days of the year from one to another; none where they cross. */
const someDays = fc
  .tuple(fc.integer({ min: 0, max: 364 }), fc.integer({ min: 1, max: 365 }))
  .map(([from, to]) => ({ start: year.start + Math.min(from, to - 1), end: year.start + Math.max(to, from + 1) }));

const deals = fc.record({
  gifts: fc.array(fc.record({ minor: fc.integer({ min: 1, max: 60_000 }), service: someDays }), { maxLength: 2 }),
  paid: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120_000 })),
  writtenOffOn: fc.integer({ min: 0, max: 400 }),
  endsAfter: fc.integer({ min: 1, max: 365 }),
});

test("property: after a write-off and a termination, revenue equals the remaining billing", () => {
  fc.assert(
    fc.property(deals, ({ gifts, paid, writtenOffOn, endsAfter }) => {
      const total = usd(120_000);
      const creditMemos = gifts.map(({ minor, service }, index) =>
        creditOf(usd(minor), { id: `credit memo ${index}`, invoiceLineId: "line", service }),
      );
      const credited = sum(
        creditMemos.map(({ amount }) => amount),
        "USD",
      );
      // Credit memos are applied; the rest is written off.
      const balance = subtract(subtract(total, credited), min(usd(paid), subtract(total, credited)));
      const line = { invoiceLineId: "line", billingTermId: "term", service: year, total };
      const date = year.start + writtenOffOn;
      const unearned = unservedOf({ ...line, billingCredits: creditMemos }, date + 1, "HALF_UP");
      const { parts } = writeOff([{ ...line, unearned }], { balance, tax: usd(0), date });
      const writeOffs = parts.map(({ amount, service }) =>
        creditOf(amount, {
          ...{ id: "write-off", invoiceLineId: "line", service },
          source: { type: "WRITE_OFF", id: "write-off" },
        }),
      );
      const billingCredits = [...creditMemos, ...writeOffs];

      const ended = { ...term, end: year.start + endsAfter, terminatedAt: "2026-06-01T00:00:00.000Z" };
      const billed: BilledLine = {
        ...{ id: "line", type: charge?.type ?? "FLAT", amendmentId: null, period: year },
        ...{ isOpen: false, isWrittenOff: true, total, credited },
      };
      const after = afterEnd({ before: term, ended, lines: [billed], billingCredits }, context);
      assert.deepEqual(after.unused, []);
      const given = sum(
        after.unusedOfWrittenOff.map(({ amount }) => amount),
        "USD",
      );
      const moved = after.creditedTwice.map(({ billingCredit, amount }): BillingCredit => {
        assert.ok(amount.minor > 0n && amount.minor <= billingCredit.amount.minor);
        return { ...billingCredit, amount: negate(amount) };
      });

      const left = subtract(
        subtract(
          total,
          sum(
            billingCredits.map(({ amount }) => amount),
            "USD",
          ),
        ),
        given,
      );
      assert.ok(!isNegative(left) && !isNegative(given));
      const service = { start: year.start, end: ended.end };
      const pob = obligationOf(ended, { service, recognitionPattern: "STRAIGHT_LINE" });
      const revenue = revenueOf(recordOf(pob, { billingCredits: [...billingCredits, ...moved] }));
      assert.equal(earnedThrough(revenue, month("2027-12")).minor, left.minor);
      let before = zero("USD");
      for (const each of months) {
        const through = earnedThrough(revenue, each);
        // Each credited part is rounded by itself.
        const slack = BigInt(billingCredits.length * 2 + 1);
        assert.ok(subtract(through, before).minor >= -slack, `${firstDayOf(each)}`);
        before = through;
      }
    }),
    { numRuns: runs(400) },
  );
});
