import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/case-counts.ts";
import { commitmentOf, stepOf } from "../../test/support/commitments.ts";
import { effectiveInMonth, recordedBefore } from "../billing-terms/modifications/record-as-of.ts";
import { type Books, firstOpenMonth } from "../ledger/books.ts";
import type { Commitment, Schedule } from "./commitment.ts";
import { type CommitmentChange, commitmentsAsOf } from "./commitment-as-of.ts";
import { lastBoundary } from "./commitment-periods.ts";

const lastSchedule = (commitment: Commitment, edit: (schedule: Schedule) => Schedule): Commitment => ({
  ...commitment,
  schedules: commitment.schedules.map((one, at, all) => (at === all.length - 1 ? edit(one) : one)),
});
const onlyStep = (value: number) => [stepOf("step", String(value), "a")];

/** What may be done to a commitment, each with a number of its own. */
const edits: readonly ((commitment: Commitment, size: number) => Commitment)[] = [
  (commitment, size) => lastSchedule(commitment, (schedule) => ({ ...schedule, steps: onlyStep(size) })),
  (commitment, size) =>
    lastSchedule(commitment, ({ steps, ...rest }) => {
      return { ...rest, steps: [...steps, stepOf(`step ${steps.length + 1}`, String(size), "b")] };
    }),
  (commitment, size) =>
    lastSchedule(commitment, (schedule) => {
      const prepaid = { value: String(size), scheduleType: "FULL_UPFRONT", lineName: null, itemId: null } as const;
      return { ...schedule, prepaid };
    }),
  (commitment, size) =>
    lastSchedule(commitment, (schedule) => {
      return { ...schedule, end: lastBoundary(schedule, schedule.start + size) ?? schedule.end };
    }),
];

const act = fc.oneof(
  fc.record({
    kind: fc.constant("EDIT" as const),
    which: fc.nat(edits.length - 1),
    size: fc.integer({ min: 1, max: 90 }),
  }),
  fc.record({ kind: fc.constant("CLOSE" as const) }),
  fc.record({ kind: fc.constant("REOPEN" as const), months: fc.integer({ min: 1, max: 3 }) }),
);

test("the version of a commitment in a closed month holds until the month is reopened and the commitment changed", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), fc.boolean(), (acts, isMadeLate) => {
      let books: Books = { closedThrough: isMadeLate ? 5 : null };
      let now = commitmentOf();
      const changes: CommitmentChange[] = [];
      const note = (before: Commitment | null) => {
        changes.unshift({ commitmentId: now.id, contractId: now.contractId, before, bookMonth: firstOpenMonth(books) });
      };
      note(null);
      /** What counted in each month when it was closed, as long as nothing was changed with the month open. */
      const atClose = new Map<number, Commitment[]>(isMadeLate ? [[5, []]] : []);
      for (const one of acts) {
        const { closedThrough } = books;
        if (one.kind === "CLOSE") {
          const month: number = closedThrough === null ? 1 : closedThrough + 1;
          books = { closedThrough: month };
          if (!atClose.has(month)) atClose.set(month, commitmentsAsOf([now], changes, effectiveInMonth(month)));
        } else if (one.kind === "REOPEN" && closedThrough !== null) {
          books = { closedThrough: closedThrough - one.months };
        } else if (one.kind === "EDIT") {
          const before = now;
          now = edits[one.which]?.(now, one.size) ?? now;
          note(before);
          for (const month of atClose.keys())
            if (closedThrough === null || month > closedThrough) atClose.delete(month);
        }
        for (const [month, known] of atClose)
          assert.deepEqual(commitmentsAsOf([now], changes, effectiveInMonth(month)), known);
        // In the first open month and after, every change made while it was open is effective.
        if (changes[0]?.bookMonth !== null && books.closedThrough !== null) {
          const open = Math.max(books.closedThrough + 1, changes[0]?.bookMonth ?? 0);
          assert.deepEqual(commitmentsAsOf([now], changes, effectiveInMonth(open)), [now]);
        }
      }
    }),
    { numRuns: runs(300) },
  );
});

test("a change made while nothing was closed applies to every month, with the changes before it", () => {
  const [first, now] = [commitmentOf(), commitmentOf({ pricePriority: "HIGH" })];
  const common = { commitmentId: now.id, contractId: now.contractId };
  const made = { ...common, before: null, bookMonth: 10 };
  assert.deepEqual(commitmentsAsOf([first], [made], effectiveInMonth(9)), []);
  assert.deepEqual(commitmentsAsOf([now], [{ ...common, before: first, bookMonth: null }, made], effectiveInMonth(9)), [
    now,
  ]);
});

test("a commitment as of a moment is the version before the first later change", () => {
  const versions = [1, 2, 3].map((size) => lastSchedule(commitmentOf(), (one) => ({ ...one, steps: onlyStep(size) })));
  const changes = [null, ...versions.slice(0, 2)]
    .map((before, day): CommitmentChange => {
      return {
        commitmentId: "commitment",
        contractId: "contract",
        before,
        bookMonth: null,
        createdAt: `2026-01-0${day + 1}`,
      };
    })
    .toReversed();
  const at = (moment: string) => commitmentsAsOf(versions.slice(-1), changes, recordedBefore(moment));
  assert.deepEqual(["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"].map(at), [
    [],
    ...versions.map((one) => [one]),
  ]);
});
