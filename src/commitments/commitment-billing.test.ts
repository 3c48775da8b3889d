import assert from "node:assert/strict";
import { test } from "node:test";
import {
  commitmentOf,
  computeAllPeriods,
  scheduleOf,
  stepOf,
  termsOf,
  usageTerm,
  used,
} from "../../test/support/commitments.ts";
import { day } from "../../test/support/terms.ts";
import { formatMoney } from "../kernel/money.ts";
import type { BilledUsage } from "../usage/late-usage.ts";
import { owedByCommitment, usageInvoicedThrough } from "./commitment-billing.ts";

const terms = termsOf(usageTerm("a", "1"));
const trueUp = { behavior: "EACH_PERIOD", name: null, itemId: null } as const;
const monthly = commitmentOf({
  schedules: [scheduleOf({ interval: "MONTHLY", trueUp, steps: [stepOf("step", "100", "a")] })],
});
const january = [used("2026-01", "40")];

/** What is billed by 1 March: 40.00 and a true-up of January, and a true-up of February, of which nothing was used. */
const billed = computeAllPeriods(monthly, terms, january).lines.flatMap((line): BilledUsage[] =>
  line.issueDate <= day("2026-03-01") ? [{ ...line, subtotal: line.price.subtotal, total: line.price.total }] : [],
);

test("usage is invoiced through the days of a true-up, though nothing was used of them", () => {
  assert.equal(usageInvoicedThrough([]), null);
  assert.equal(usageInvoicedThrough(billed.filter(({ type }) => type === "USAGE")), day("2026-02-01"));
  assert.equal(usageInvoicedThrough(billed), day("2026-03-01"));
});

test("what is used late of a month that was trued up takes the place of its true-up, both as corrections", () => {
  const context = { terms, rounding: "HALF_UP", today: day("2026-03-10") } as const;
  const owed = owedByCommitment(monthly, [...january, used("2026-02", "30")], billed, context);
  assert.deepEqual(
    owed
      .filter(({ service }) => service.end <= day("2026-03-01"))
      .map(({ type, price, isCorrection }) => [type, formatMoney(price.total), isCorrection]),
    [
      ["LATE_USAGE", "30.00", true],
      ["TRUE_UP", "-30.00", true],
    ],
  );
});
