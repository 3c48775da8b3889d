import assert from "node:assert/strict";
import { test } from "node:test";
import { context } from "../../test/support/contract-facts.ts";
import { day, termOf, unitPrice } from "../../test/support/terms.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { unchargedAmendments } from "./uncharged-amendments.ts";

/** 310.00 a month from March to May, invoiced to the end of March, and amendments "first day: price", in the order of recording. */
function termWith(...amended: readonly string[]): BillingTerm {
  const layers = amended.map((text, index) => {
    const [from = "", amount = ""] = text.split(": ");
    const amendment = {
      ...({ effectiveDate: day(from), settlement: "IMMEDIATE", creditOnDecrease: "PRORATED" } as const),
      ...{ invoicedThrough: day("2026-04-01"), unbilled: [], note: null },
    };
    return {
      ...{ id: text, createdAt: `2026-03-05T00:00:0${index}.000Z`, bookMonth: null },
      ...{ effectiveFrom: day(from), price: unitPrice(amount, "1"), amendment },
    };
  });
  return termOf({
    ...{ start: day("2026-03-01"), end: day("2026-06-01"), interval: "MONTH", price: unitPrice("310", "1") },
    layers: layers.toSorted((a, b) => a.effectiveFrom - b.effectiveFrom),
  });
}

const uncharged = (...amended: readonly string[]) => [...unchargedAmendments(termWith(...amended), context)];

test("a lower price is not charged if another one replaces it before the next bill", () => {
  assert.deepEqual(uncharged("2026-03-20: 620", "2026-03-10: 155"), ["2026-03-10: 155"]);
});

test("a lower price that the next bill has is charged", () => {
  assert.deepEqual(uncharged("2026-03-10: 155"), []);
  assert.deepEqual(uncharged("2026-04-10: 620", "2026-03-10: 155"), []);
});

test("a lower price from which a later one is charged again is a part of those charges", () => {
  assert.deepEqual(uncharged("2026-03-10: 155", "2026-03-20: 620"), []);
});

test("a higher price has a true-up, so it is charged", () => {
  assert.deepEqual(uncharged("2026-03-20: 620", "2026-03-10: 465"), []);
});

test("three hundred lower prices of one invoiced period are looked at together, not one by one", () => {
  const start = day("2026-01-01");
  const layers = Array.from({ length: 300 }, (_, index) => {
    const amendment = {
      ...({ effectiveDate: start + 1 + index, settlement: "IMMEDIATE", creditOnDecrease: "PRORATED" } as const),
      ...{ invoicedThrough: day("2027-01-01"), unbilled: [], note: null },
    };
    const recorded = { id: `${index}`, createdAt: `2026-01-05T00:00:00.${String(index).padStart(3, "0")}Z` };
    const price = unitPrice(`${1000 - index}`, "1");
    return { ...recorded, bookMonth: null, effectiveFrom: start + 1 + index, price, amendment };
  });
  const end = day("2028-01-01");
  const begin = performance.now();
  const found = unchargedAmendments(
    termOf({ start, end, interval: "YEAR", price: unitPrice("1000", "1"), layers }),
    context,
  );
  assert.equal(found.size, 299, "the last one is the price of the second year");
  // One by one they take half a minute; together, less than a second.
  assert.ok(performance.now() - begin < 10_000);
});
