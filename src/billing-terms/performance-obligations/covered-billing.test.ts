import assert from "node:assert/strict";
import { test } from "node:test";
import { context } from "../../../test/support/contract-facts.ts";
import { day, flatPrice, termOf, usd } from "../../../test/support/terms.ts";
import { formatMoney } from "../../kernel/money.ts";
import type { BillingTerm } from "../billing-term.ts";
import { billedSinceApproval, coveredAfter } from "./covered-billing.ts";

// Approved on 10 February: what was agreed by then, and what came since.
const approvedAt = "2026-02-10T09:00:00.000Z";
const before = "2026-02-01T09:00:00.000Z";
const since = "2026-03-01T09:00:00.000Z";

const monthly = (amount: string, parts: Partial<BillingTerm> = {}) =>
  termOf({ id: amount, interval: "MONTH", price: flatPrice(amount), ...parts });
const from = (first: string, amount: string, createdAt: string) => ({
  ...{ id: first, effectiveFrom: day(first), price: flatPrice(amount), bookMonth: null, createdAt },
});

/** What is left of stated prices once the first of some terms has ended. */
function leftOf(
  stated: number,
  [first, ...others]: [BillingTerm, ...BillingTerm[]],
  end: string,
  later: BillingTerm[] = [],
) {
  const ended = { ...first, end: day(end), terminatedAt: since };
  const billing = (term: BillingTerm) => {
    const madeAt = later.some(({ id }) => id === term.id) ? since : before;
    return billedSinceApproval(term, { isAgreed: (at) => at < approvedAt, madeAt }, null, context);
  };
  return formatMoney(coveredAfter({ terms: [ended, ...others], pobs: [] }, first, usd(stated), billing));
}

test("the end of a term added after approval lowers no price agreed without it", () => {
  const [agreed, added] = [monthly("1000"), monthly("200", { start: day("2026-07-01") })];
  assert.equal(leftOf(1_200_000, [added, agreed], "2026-10-01", [added]), "12000.00");
  // What was stated for it as well loses its three months.
  assert.equal(leftOf(1_320_000, [added, agreed], "2026-10-01", [added]), "12600.00");
});

test("a later price loaded with the contract is agreed with it", () => {
  // 1,000.00 a month and from April 1,500.00, as loaded and as stated; from July 2,000.00, of which nothing is stated.
  const layers = [from("2026-04-01", "1500", before), from("2026-07-01", "2000", since)];
  assert.equal(leftOf(1_650_000, [monthly("1000", { layers })], "2026-10-01"), "12000.00");
});

test("days that were added since belong to no price that was stated without them", () => {
  // 100.00 and 50.00 a month, stated with 1,800.00 for a year. The first is renewed for another, and the second ends with June.
  const [renewed, second] = [monthly("100", { end: day("2028-01-01") }), monthly("50")];
  const ended = { ...second, end: day("2026-07-01"), terminatedAt: since };
  const billing = (term: BillingTerm) => {
    const agreedEnd = term.id === renewed.id ? day("2027-01-01") : null;
    return billedSinceApproval(term, { isAgreed: (at) => at < approvedAt, madeAt: before, agreedEnd }, null, context);
  };
  const left = coveredAfter({ terms: [renewed, ended], pobs: [] }, second, usd(180_000), billing);
  assert.equal(formatMoney(left), "1500.00");
});
