import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { factsOf, revenueNow, stored, treated, yearOf } from "../../test/support/contract-facts.ts";
import { corrected, day, flatPrice, obligationOf, recordOf, statedOf, termOf, usd } from "../../test/support/terms.ts";
import type { PriceLayer } from "../billing-terms/billing-term.ts";
import { factsOfVersion } from "./version-facts.ts";

// What a version of a contract knows: modifications in the order of their days, and what was recorded before the next one begins.

const year = { start: day("2026-01-01"), end: day("2027-01-01") };
const [march, april, june] = ["2026-03-10T09:00:00.000Z", "2026-04-10T09:00:00.000Z", "2026-06-20T09:00:00.000Z"];

/** 100.00 and 50.00 a month, which sell for as much; one price is of September, the other of July. */
function pricedLater(september: string, july: string) {
  const layered = (id: string, amount: string, layer: Pick<PriceLayer, "effectiveFrom" | "price" | "createdAt">) => {
    const layers = [{ ...layer, id: `price of ${id}`, bookMonth: null }];
    const term = termOf({ id: `term of ${id}`, interval: "MONTH", price: flatPrice(amount), layers });
    return obligationOf(term, { id, billingTermGroupId: id, service: year, standaloneSellingPrice: usd(120_000) });
  };
  const [platform, support] = [
    layered("platform", "100", { effectiveFrom: day("2026-09-01"), price: flatPrice("150"), createdAt: september }),
    layered("support", "50", { effectiveFrom: day("2026-07-01"), price: flatPrice("40"), createdAt: july }),
  ];
  const ofDay = treated(
    ["price of platform", "PROSPECTIVE", "2026-09-01"],
    ["price of support", "PROSPECTIVE", "2026-07-01"],
  );
  const at = new Map([
    ["price of platform", september],
    ["price of support", july],
  ]);
  const treatments = new Map([...ofDay].map(([id, fact]) => [id, { ...fact, at: at.get(id) ?? fact.at }]));
  return { pobs: [platform, support], treatments };
}

describe("future prices in an allocated contract", () => {
  for (const [words, ...order] of [
    ["the later days' first", march, april],
    ["the later days' last", april, march],
  ] as const) {
    test(`each apply from their days: ${words}`, () => {
      const { pobs, treatments } = pricedLater(...order);
      const revenue = revenueNow(factsOf(pobs, { isAllocated: true, treatments }));
      // 150.00 a month; 60.00 less are left for six months, and 200.00 more for the last four.
      for (const id of ["platform", "support"]) {
        const months = yearOf(revenue.get(id));
        assert.deepEqual(
          [5, 6, 7, 8, 11].map((at) => months[at]),
          ["75.00", "70.00", "70.00", "95.00", "95.00"],
        );
      }
    });
  }
});

test("a correction of service before a future price begins belongs to the version before it", () => {
  const price = { transactionPrice: { from: stored(120_000), to: stored(140_000) } };
  const service = { service: { from: year, to: { ...year, start: day("2026-02-01") } } };
  const corrections = [
    corrected({ id: "price", of: "POB", changes: price, bookMonth: null, createdAt: march }),
    corrected({ id: "service", of: "POB", changes: service, bookMonth: null, createdAt: june }),
  ];
  const pob = statedOf(usd(140_000), { id: "pob", service: service.service.to });
  const treatments = treated(["price", "PROSPECTIVE", "2026-08-01"], ["service", "CUMULATIVE_CATCH_UP", "2026-01-01"]);
  const months = yearOf(revenueNow(factsOf([recordOf(pob, { corrections })], { treatments })).get("pob"));
  // 1,200.00 over eleven months from February on: 654.55 by July, and 745.45 for five months.
  assert.deepEqual(
    [0, 1, 6, 7].map((at) => months[at]),
    ["0.00", "109.09", "109.10", "149.09"],
  );
});

test("a correction of a field that a future modification changed waits for it", () => {
  const change = { pobId: "pob", modificationId: "price", treatment: "PROSPECTIVE" } as const;
  const flags = { kind: "CHANGE", isOfTerm: false, isSeparate: false } as const;
  const from = day("2026-08-01");
  const fields = ["POB transactionPrice"];
  const changes = new Map([["pob", { ...change, ...flags, at: march, from, fields }]]);
  const includes = factsOfVersion(
    [{ id: "price", at: march, changes, from, treatment: "PROSPECTIVE", isSeparate: false }],
    0,
  );
  const priced = { of: "POB", changes: { transactionPrice: { from: null, to: null } } } as const;
  const known = (id: string, createdAt: string, fact: object = {}) => includes(id)({ createdAt, ...fact });
  assert.equal(known("pob", june, priced), false, "said of the price to come");
  assert.equal(known("other", june, priced), true, "of another obligation");
  assert.equal(known("pob", "2026-08-01T00:00:00.000Z"), false, "from its day on");
  assert.equal(known("pob", march), false, "its own");
});
