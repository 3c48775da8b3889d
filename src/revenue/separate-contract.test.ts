import assert from "node:assert/strict";
import { test } from "node:test";
import {
  earnedIn,
  factsOf,
  revenueNow,
  shownMonths,
  stored,
  treated,
  yearOf,
} from "../../test/support/contract-facts.ts";
import {
  amended,
  corrected,
  creditOf,
  day,
  month,
  obligationOf,
  recordOf,
  seatTermOf,
  statedOf,
  termOf,
  unitPrice,
  usd,
} from "../../test/support/terms.ts";
import { formatMoney } from "../kernel/money.ts";

// What was added at what it sells for is a contract of its own (ASC 606-10-25-12): in a contract that allocates, neither has a part in the
// other's price.

const year = { start: day("2026-01-01"), end: day("2027-01-01") };
const sells = { service: year, standaloneSellingPrice: usd(120_000) };

test("seats of a separate contract keep their revenue when other prices change", () => {
  const term = seatTermOf({
    interval: "MONTH",
    price: unitPrice("10", "10"),
    prorationPolicy: "MONTH",
    amendments: [amended("2026-07-01", { id: "seats", delta: "10", prorationPolicy: "MONTH" })],
  });
  const access = obligationOf(term, { id: "access", billingTermGroupId: "first", ...sells });
  const transactionPrice = { from: stored(120_000), to: stored(150_000) };
  const raised = corrected({ of: "POB", id: "raised", bookMonth: null, changes: { transactionPrice } });
  const support = recordOf(statedOf(usd(150_000), { id: "support", billingTermGroupId: "second", ...sells }), {
    corrections: [raised],
  });
  const treatments = treated(["seats", "SEPARATE_CONTRACT", "2026-07-01"], ["raised", "PROSPECTIVE", "2026-10-01"]);
  const revenue = revenueNow(factsOf([access, support], { isAllocated: true, treatments }));
  // 1,200.00 and 1,200.00 by the month; ten seats more 100.00 by themselves. By October 1,800.00 of 2,700.00 are earned, and the rest is
  // shared by halves.
  const [first, more, after] = [Array(6).fill("100.00"), Array(3).fill("200.00"), Array(3).fill("250.00")];
  assert.deepEqual(yearOf(revenue.get("access")), [...first, ...more, ...after]);
  assert.deepEqual(yearOf(revenue.get("support")), [...Array(9).fill("100.00"), ...Array(3).fill("150.00")]);
});

test("removed seats are those added last, a separate contract among them", () => {
  const prorated = { prorationPolicy: "MONTH" } as const;
  const term = seatTermOf({
    ...{ interval: "MONTH", price: unitPrice("10", "10"), prorationPolicy: "MONTH" },
    amendments: [
      amended("2026-07-01", { id: "more", delta: "2", ...prorated }),
      amended("2026-07-01", { id: "fewer", delta: "-1", ...prorated }),
    ],
  });
  const access = obligationOf(term, { id: "access", billingTermGroupId: "first", ...sells });
  const support = statedOf(usd(60_000), { id: "support", billingTermGroupId: "second", ...sells });
  const treatments = treated(["more", "SEPARATE_CONTRACT", "2026-07-01"], ["fewer", "PROSPECTIVE", "2026-07-01"]);
  const revenue = revenueNow(factsOf([access, support], { isAllocated: true, treatments }));
  // 900.00 each. One of two seats goes again, so that 60.00 are a contract of its own, 10.00 a month.
  const months = (id: string) => yearOf(revenue.get(id)).filter((_, index) => [5, 6, 11].includes(index));
  assert.deepEqual(months("access"), ["75.00", "85.00", "85.00"]);
  assert.deepEqual(months("support"), ["75.00", "75.00", "75.00"]);
});

test("a later price of seats applies to the contract and to separate contracts, by number of seats", () => {
  const term = seatTermOf({
    ...{ interval: "MONTH", price: unitPrice("10", "10"), prorationPolicy: "MONTH" },
    layers: [
      {
        ...{ id: "cheaper", effectiveFrom: day("2026-10-01"), price: unitPrice("8", "10"), bookMonth: null },
        createdAt: "2026-01-01T00:00:00.000Z",
      },
    ],
    amendments: [amended("2026-07-01", { id: "more", delta: "10", prorationPolicy: "MONTH" })],
  });
  const access = obligationOf(term, { id: "access", billingTermGroupId: "first", ...sells });
  const setup = statedOf(usd(120_000), { id: "setup", billingTermGroupId: "second", ...sells });
  const treatments = treated(["more", "SEPARATE_CONTRACT", "2026-07-01"], ["cheaper", "PROSPECTIVE", "2026-10-01"]);
  const revenue = revenueNow(factsOf([access, setup], { isAllocated: true, treatments }));
  // 1,200.00 each, and 100.00 a month for ten seats more. From October on 20.00 a month less of either ten seats: of the contract's 60.00, setup bears
  // half.
  const months = (id: string) => yearOf(revenue.get(id)).filter((_, index) => [5, 6, 9].includes(index));
  assert.deepEqual(months("access"), ["100.00", "200.00", "170.00"]);
  assert.deepEqual(months("setup"), ["100.00", "100.00", "90.00"]);
});

test("a credit of a separate contract lowers that one, and a credit of the rest the rest", () => {
  const credited = [creditOf(usd(12_000), { service: year, bookMonth: month("2026-01") })];
  for (const [ofFirst, ofSecond, expected] of [
    [[], credited, ["1200.00", "1080.00"]],
    [credited, [], ["1080.00", "1200.00"]],
  ] as const) {
    const group = (name: string, billingCredits: typeof credited | readonly []) => {
      const of = { billingTermGroupId: name };
      const residual = obligationOf(termOf({ id: `term ${name}` }), {
        id: `residual ${name}`,
        isResidual: true,
        ...of,
      });
      return [statedOf(usd(120_000), { id: name, ...sells, ...of }), recordOf(residual, { billingCredits })];
    };
    const treatments = treated(["second", "SEPARATE_CONTRACT", "2026-01-01"]);
    const pobs = [...group("first", ofFirst), ...group("second", ofSecond)];
    const revenue = revenueNow(factsOf(pobs, { isAllocated: true, treatments }));
    const prices = ["first", "second"].map((id) => formatMoney(revenue.get(id)?.price ?? assert.fail()));
    assert.deepEqual(prices, expected);
  }
});

test("days of a separate contract bear no part of an opening difference of the days before them", () => {
  const support = statedOf(usd(120_000), { id: "support", service: year });
  const changes = {
    service: { from: year, to: { ...year, end: day("2027-07-01") } },
    transactionPrice: { from: stored(120_000), to: stored(180_000) },
  };
  const bookMonth = month("2026-08");
  const renewed = corrected({ of: "POB", id: "renewed", bookMonth, changes });
  const opening = {
    asOf: day("2026-06-30"),
    treatedAs: "SPREAD",
    byMonth: null,
    createdAt: "",
    recognized: usd(54_000),
    difference: usd(6_000),
  } as const;
  const loaded = (treatment: "SEPARATE_CONTRACT" | "PROSPECTIVE", effectiveFrom: string) => {
    const facts = factsOf([recordOf(support, { corrections: [renewed] })], {
      treatments: treated(["renewed", treatment, effectiveFrom]),
    });
    return shownMonths(
      revenueNow({ ...facts, pobs: facts.pobs.map((pob) => ({ ...pob, opening })) }).get("support") ?? assert.fail(),
    );
  };
  // 60.00 over the six months that were left by the opening, and 100.00 a month of the year after it.
  const alone = loaded("SEPARATE_CONTRACT", "2027-01-01").map((text) => text.slice(8));
  assert.deepEqual(alone, ["540.00", ...Array(6).fill("110.00"), ...Array(6).fill("100.00")]);
  // Prospective from October on, agreed in August: 30.00 are earned by then, and 30.00 are left for nine months.
  const onward = loaded("PROSPECTIVE", "2026-10-01");
  assert.deepEqual([onward[3], onward.at(-1)], ["2026-09 110.00", "2027-06 103.33"]);
});

/** Support of 1,200.00 for 2026 and of 600.00 for half a year more, sold in November, beside access of 1,200.00 to the end of June 2027. */
function renewed(others: { readonly raisedFrom?: string; readonly endsOn?: string } = {}) {
  const [first, longer] = [
    { ...year, end: day("2027-01-01") },
    { ...year, end: day("2027-07-01") },
  ];
  const renewal = corrected({
    ...{ of: "POB", id: "renewal", bookMonth: null, createdAt: "2026-11-10T09:00:00.000Z" },
    changes: {
      service: { from: first, to: longer },
      transactionPrice: { from: stored(120_000), to: stored(180_000) },
      standaloneSellingPrice: { from: stored(120_000), to: stored(180_000) },
    },
  });
  const support = recordOf(
    statedOf(usd(180_000), { id: "support", service: longer, standaloneSellingPrice: usd(180_000) }),
    { corrections: [renewal] },
  );
  const { raisedFrom } = others;
  const raised = corrected({
    ...{ of: "POB", id: "raised", bookMonth: null, createdAt: `${raisedFrom}T09:00:00.000Z` },
    changes: { transactionPrice: { from: stored(120_000), to: stored(150_000) } },
  });
  const price = raisedFrom === undefined ? 120_000 : 150_000;
  const access = recordOf(
    statedOf(usd(price), {
      id: "access",
      service: longer,
      standaloneSellingPrice: usd(240_000),
      billingTermGroupId: "other",
    }),
    { corrections: raisedFrom === undefined ? [] : [raised] },
  );
  const treatments = treated(
    ["renewal", "SEPARATE_CONTRACT", "2026-11-10"],
    ...(raisedFrom === undefined ? [] : [["raised", "PROSPECTIVE", raisedFrom] as const]),
  );
  const at = new Map([
    ["renewal", "2026-11-10T09:00:00.000Z"],
    ["raised", `${raisedFrom}T09:00:00.000Z`],
  ]);
  const facts = new Map([...treatments].map(([id, fact]) => [id, { ...fact, at: at.get(id) ?? fact.at }]));
  const revenue = revenueNow(factsOf([support, access], { isAllocated: true, treatments: facts }));
  return (id: string, ...months: string[]) => months.map((one) => formatMoney(earnedIn(revenue.get(id), month(one))));
}

test("days added at their standalone selling price add nothing to an allocated price, and get no part of it", () => {
  // 2,400.00 by 1,200 and 2,400: 800.00 and 1,600.00, 66.67 a month of 2026 and 88.89 a month to June 2027.
  const of = renewed();
  assert.deepEqual(of("support", "2026-11", "2026-12", "2027-01", "2027-06"), ["66.66", "66.67", "100.00", "100.00"]);
  assert.deepEqual(of("access", "2026-11", "2026-12", "2027-01", "2027-06"), ["88.89", "88.89", "88.89", "88.89"]);
});

test("a price of other obligations from a later day leaves them as they are", () => {
  // 300.00 more from April 2027 on are of access alone: support of the contract is served by then.
  const of = renewed({ raisedFrom: "2027-04-01" });
  assert.deepEqual(of("support", "2026-12", "2027-01", "2027-06"), ["66.67", "100.00", "100.00"]);
  assert.deepEqual(of("access", "2027-03", "2027-04", "2027-06"), ["88.89", "188.89", "188.89"]);
});

test("a price of other obligations from an earlier day is allocated over the contract before them", () => {
  // From October on 300.00 more. By then 600.00 and 800.00 are earned; 1,300.00 are left by 300 and 1,200: 260.00 and 1,040.00.
  const of = renewed({ raisedFrom: "2026-10-01" });
  assert.deepEqual(of("support", "2026-09", "2026-10", "2026-12", "2027-01", "2027-06"), [
    "66.67",
    "86.67",
    "86.67",
    "100.00",
    "100.00",
  ]);
  assert.deepEqual(of("access", "2026-09", "2026-10", "2027-01", "2027-06"), ["88.89", "115.56", "115.55", "115.56"]);
});
