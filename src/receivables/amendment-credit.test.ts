import assert from "node:assert/strict";
import { test } from "node:test";
import { amended, creditOf, day, seatConfig, seatTermOf, usd } from "../../test/support/terms.ts";
import { formatMoney } from "../kernel/money.ts";
import { amendmentCreditsAfterEnd } from "./amendment-credit.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;

test("two amendments at one moment and day have each credit once", () => {
  const moment = "2026-01-01T00:00:00.000Z";
  const fewer = (id: string) =>
    amended("2026-07-01", { id, delta: "-1", prorationPolicy: "MONTH", invoicedThrough: day("2027-01-01") });
  const before = seatTermOf({
    ...{ prorationPolicy: "MONTH", seatConfig: seatConfig({ creditOnDecrease: "PRORATED" }) },
    amendments: [fewer("a"), fewer("b")],
  });
  // A seat of 1,200.00 a year for six months; the term ends after three of them.
  const credits = ["a", "b"].map((id) =>
    creditOf(usd(60_000), {
      ...{ id, createdAt: moment, source: { type: "CREDIT_MEMO", id } },
      service: { start: day("2026-07-01"), end: day("2027-01-01") },
    }),
  );
  const ended = { ...before, end: day("2026-10-01") };
  assert.deepEqual(
    amendmentCreditsAfterEnd({ before, ended }, credits, context).map(({ billingCredit, kept }) => {
      return [billingCredit.id, formatMoney(kept)];
    }),
    [
      ["a", "300.00"],
      ["b", "300.00"],
    ],
  );
});
