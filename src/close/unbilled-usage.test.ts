import assert from "node:assert/strict";
import { test } from "node:test";
import { money } from "../kernel/money.ts";
import { type BilledForUsage, unbilledUsage } from "./unbilled-usage.ts";

// A commitment of 100.00 a month for two months of 30 days, trued up at its end. 60.00 of the first month and 30.00 of the second
// are used, so 40.00 + 70.00 = 110.00 fall short.
const schedule = { start: 0, end: 60 };
const [first, second] = [
  { start: 0, end: 30 },
  { start: 30, end: 60 },
];
const lines = [bill(first, 60_00), bill(second, 30_00)];

const cases: readonly { title: string; earned: readonly [number, number]; billed: BilledForUsage[]; open: number }[] = [
  { title: "nothing is billed yet", earned: [100_00, 100_00], billed: [], open: 200_00 },
  { title: "usage is billed", earned: [100_00, 100_00], billed: lines, open: 110_00 },
  { title: "and the true-up", earned: [100_00, 100_00], billed: [...lines, bill(schedule, 110_00)], open: 0 },
  {
    // 10.00 of late usage lower the true-up by as much: nothing more is owed when they are billed than before.
    title: "late usage of the first month, billed with what the true-up is lowered by",
    earned: [100_00, 100_00],
    billed: [...lines, bill(schedule, 110_00), bill(first, 10_00), bill(schedule, -10_00)],
    open: 0,
  },
  {
    title: "late usage beyond the value waits for its bill",
    earned: [105_00, 100_00],
    billed: [...lines, bill(schedule, 110_00)],
    open: 5_00,
  },
  {
    title: "what is prepaid for the second month pays for it alone",
    earned: [100_00, 0],
    billed: [bill(first, 30_00), bill(second, 30_00)],
    open: 70_00,
  },
  {
    title: "a credit of the true-up is to be billed again",
    earned: [100_00, 100_00],
    billed: [...lines, bill(schedule, 110_00), bill(schedule, -10_00)],
    open: 10_00,
  },
];

for (const { title, earned, billed, open } of cases) {
  test(`unbilled receivable of a commitment with a true-up at its end: ${title}`, () => {
    const consumed = [first, second].map((period, index) => ({
      ...{ month: index, source: "CONSUMED" as const, days: period },
      amount: money(BigInt(earned[index] ?? 0), "USD"),
      unit: { service: schedule, period, billingTermId: "term", scheduleId: "schedule", prepayment: null },
    }));
    const unbilled = unbilledUsage([{ performanceObligationId: "pob", consumed }], billed, "USD");
    assert.deepEqual(unbilled, new Map([["pob", money(BigInt(open), "USD")]]));
  });
}

test("usage above a straight-line commitment is unbilled until its invoice, whatever was billed of the commitment", () => {
  const unit = {
    service: first,
    period: first,
    billingTermId: "term",
    scheduleId: "schedule",
    prepayment: null,
    isEven: true,
  };
  const part = { month: 0, source: "CONSUMED" as const, days: first, unit };
  const consumed = [
    { ...part, amount: money(40_00n, "USD") },
    { ...part, amount: money(70_00n, "USD"), isBeyondValue: true },
  ];
  const open = (...billed: BilledForUsage[]) =>
    unbilledUsage([{ performanceObligationId: "pob", consumed }], billed, "USD").get("pob");
  assert.deepEqual(open(bill(first, 100_00)), money(70_00n, "USD"));
  assert.deepEqual(open(bill(first, 10_00), { ...bill(first, 70_00), isOverage: true }), money(30_00n, "USD"));
});

function bill(service: { start: number; end: number }, minor: number): BilledForUsage {
  return { billingTermId: "term", scheduleId: "schedule", service, minor: BigInt(minor) };
}
