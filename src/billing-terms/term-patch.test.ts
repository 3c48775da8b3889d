import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { termDefaults } from "../../test/support/term-drafts.ts";
import { anyTerm, day, flatPrice, seatTermOf, termOf, unitPrice } from "../../test/support/terms.ts";
import { formatDay } from "../kernel/day.ts";
import { DomainError } from "../kernel/errors.ts";
import { type BillingTerm, latestPrice, type PriceLayer, priceOn } from "./billing-term.ts";
import { checkTerm, termFacts } from "./term-draft.ts";
import {
  correctionOf,
  draftOfTerm,
  lockedFields,
  type PatchSituation,
  patchedDraft,
  patchedTerm,
  type TermPatch,
  terminated,
} from "./term-patch.ts";

const draft: PatchSituation = { today: day("2026-05-10"), isApproved: false, invoicedThrough: null, bookMonth: null };
const approved: PatchSituation = { ...draft, isApproved: true };
const invoiced: PatchSituation = { ...approved, invoicedThrough: day("2026-07-01") };

const factsOf = (term: BillingTerm, patch: TermPatch) => termFacts(patchedDraft(term, patch), termDefaults);
const locked = (patch: TermPatch, situation = invoiced, term = quarterly) =>
  lockedFields(term, factsOf(term, patch), situation).map(({ path, code }) => `${path} ${code}`);
const patched = (term: BillingTerm, patch: TermPatch, situation: PatchSituation) =>
  patchedTerm(term, factsOf(term, patch), patch, situation);

const flatTier = (amount: string) => [{ tier: 0, amount, amountType: "TOTAL_INVOICE", tierMinimum: "0" }] as const;
const discount = { type: "FIXED", amount: "5", note: null, start: null, last: null } as const;
const escalator = { type: "PERCENTAGE", amount: "0.05", everyMonths: 12, firstDate: null } as const;

// 300.00 a quarter, twice as long as it is invoiced.
const quarterly = termOf({ price: flatPrice("300"), interval: "QUARTER" });

const changes: readonly (readonly [name: string, patch: TermPatch, ...lockedOnceInvoiced: string[]])[] = [
  ["name", { name: "Other" }],
  ["description", { description: null }],
  ["itemId", { itemId: "item" }],
  ["classId", { classId: "class" }],
  ["netPaymentTerms", { netPaymentTerms: 14 }],
  ["a later end", { last: day("2027-06-30") }],
  ["an end on the last invoiced day", { last: day("2026-06-30") }],
  ["an end before the last invoiced day", { last: day("2026-06-29") }, "/endDate"],
  ["no end any more", { last: null }],
  ["discounts", { discounts: [discount] }],
  ["escalator", { escalator }],
  ["the amount", { pricing: flatTier("400") }],
  ["invoiceDateStrategy", { invoiceDateStrategy: "ARREARS" }],
  ["invoiceGroup", { invoiceGroup: "a" }],
  ["startDate", { start: day("2026-02-01") }, "/startDate"],
  ["interval", { interval: "MONTH" }, "/interval"],
  ["intervalFrequency", { intervalFrequency: 2 }, "/intervalFrequency"],
  ["billingType", { billingType: "UNIT" }, "/billingType"],
  ["pricingType", { pricingType: "PACKAGE", packageSize: "5" }, "/pricingType"],
  ["quantity", { quantity: "2" }],
  ["prorationPolicy", { prorationPolicy: "NONE" }, "/prorationPolicy"],
  ["trigger", { trigger: "MILESTONE" }, "/trigger"],
];

describe("what may change (data model 5.7)", () => {
  for (const [name, patch, ...once] of changes) {
    test(`${name}: with nothing issued, and issued through 30 June`, () => {
      assert.deepEqual(locked(patch, draft), []);
      assert.deepEqual(locked(patch, approved), []);
      assert.deepEqual(
        locked(patch),
        once.map((path) => `${path} BILLING_TERM_LOCKED`),
      );
    });
  }

  test("every locked field is listed at once, and every message says what to do", () => {
    const patch: TermPatch = {
      start: day("2026-02-01"),
      interval: "MONTH",
      prorationPolicy: "NONE",
      last: day("2026-03-01"),
    };
    assert.deepEqual(
      locked(patch),
      ["startDate", "interval", "prorationPolicy", "endDate"].map((field) => `/${field} BILLING_TERM_LOCKED`),
    );
    for (const { message } of lockedFields(quarterly, factsOf(quarterly, patch), invoiced)) {
      assert.match(message, /2026-06-30; end it/);
    }
  });

  test("the price and the quantity of a fully invoiced term are locked, unless the term is extended as well", () => {
    const over = { ...approved, invoicedThrough: day("2027-01-01") };
    const dearer = { pricing: flatTier("400") };
    assert.deepEqual(locked(dearer, over), ["/pricing BILLING_TERM_LOCKED"]);
    assert.deepEqual(locked({ quantity: "2" }, over), ["/quantity BILLING_TERM_LOCKED"]);
    assert.deepEqual(locked({ ...dearer, last: day("2027-03-31") }, over), []);
    assert.deepEqual(locked({ name: "Other" }, over), []);
  });

  test("the days of an invoiced one-off are locked: more days would bill its price again", () => {
    const oneOff = termOf({ interval: "NONE", end: day("2026-01-02") });
    const once = { ...approved, invoicedThrough: day("2026-01-02") };
    assert.deepEqual(locked({ last: day("2026-01-10") }, once, oneOff), ["/endDate BILLING_TERM_LOCKED"]);
    assert.deepEqual(locked({ last: day("2026-01-01") }, once, oneOff), []);
    assert.deepEqual(locked({ last: day("2026-01-10") }, approved, oneOff), []);
  });

  test("the first seat count is part of the contract, whether it is invoiced or not", () => {
    const seats = seatTermOf();
    assert.deepEqual(locked({ quantity: "12" }, draft, seats), []);
    assert.deepEqual(locked({ quantity: "12" }, approved, seats), ["/quantity BILLING_TERM_LOCKED"]);
    assert.deepEqual(locked({ quantity: "10.0" }, approved, seats), []);
  });

  test("a terminated term cannot change", () => {
    const { kind, code } = terminated();
    assert.deepEqual([kind, code], ["invalid", "BILLING_TERM_TERMINATED"]);
  });
});

describe("a patch with the stored fields of a term", () => {
  test("property: changes nothing, for any term", () => {
    fc.assert(
      fc.property(anyTerm, fc.boolean(), (term, isApproved) => {
        assert.deepEqual(patched(term, {}, { ...approved, isApproved }), { term, layer: null });
      }),
    );
  });

  test("is checked as a whole: fields that no longer fit together are rejected", () => {
    const units = termOf({ billingType: "UNIT", price: unitPrice("5", "3", { packageSize: null }) });
    const found = checkTerm(patchedDraft(units, { pricingType: "PACKAGE" }), termDefaults, "");
    assert.deepEqual(
      found.map(({ path }) => path),
      ["/packageSize"],
    );
  });

  test("has either the stated end or the stated number of periods, the later one sent", () => {
    const endOf = (patch: TermPatch, term = quarterly) => {
      const { end } = factsOf(term, patch);
      return end === null ? null : formatDay(end);
    };
    assert.equal(endOf({ duration: 2 }), "2026-07-01");
    assert.equal(endOf({ last: day("2026-09-30") }), "2026-10-01");
    assert.equal(endOf({ last: null }), null);
    assert.equal(endOf({ duration: 2, last: day("2026-06-30") }), "2026-07-01");
    assert.equal(endOf({ name: "Other" }), "2027-01-01");
  });

  test("moves a one-off of one day with its start, and keeps the end of a longer one", () => {
    const oneOff = termOf({ interval: "NONE", end: day("2026-01-02") });
    assert.equal(factsOf(oneOff, { start: day("2026-03-01") }).end, day("2026-03-02"));
    const long = { ...oneOff, end: day("2026-06-01") };
    assert.equal(factsOf(long, { start: day("2026-03-01") }).end, day("2026-06-01"));
  });

  test("starts from the price after all layers, with inclusive discount windows", () => {
    const price = flatPrice("500", { discounts: [{ ...discount, end: day("2026-10-01") } as never] });
    const term = { ...quarterly, layers: [{ price, effectiveFrom: day("2026-09-01"), bookMonth: null }] };
    const { pricing, discounts } = draftOfTerm(term);
    assert.deepEqual([pricing[0]?.amount, discounts[0]?.last], ["500", day("2026-09-30")]);
  });
});

describe("a new price", () => {
  const dearer: TermPatch = { pricing: flatTier("400") };
  const layersOf = (term: BillingTerm) =>
    term.layers.map(({ price, effectiveFrom, bookMonth }) => [
      price.pricing[0]?.amount,
      formatDay(effectiveFrom),
      bookMonth,
    ]);

  test("replaces the old one and all layers before approval", () => {
    const { term, layer } = patched(quarterly, { ...dearer, effectiveDate: day("2026-09-01") }, draft);
    assert.deepEqual([term.price.pricing[0]?.amount, term.layers, layer], ["400", [], null]);
  });

  for (const [name, situation, effectiveDate, expected] of [
    ["from today", approved, undefined, "2026-05-10"],
    ["from the day it names", approved, "2026-09-15", "2026-09-15"],
    ["from a day that is past but not invoiced", approved, "2026-02-01", "2026-02-01"],
    ["not before what is invoiced", invoiced, undefined, "2026-07-01"],
    ["from the day after what is invoiced", invoiced, "2026-07-01", "2026-07-01"],
    ["from today, though the term begins later", { ...approved, today: day("2025-11-01") }, undefined, "2025-11-01"],
  ] as const) {
    test(`is a layer after approval: ${name}`, () => {
      const from = effectiveDate === undefined ? undefined : day(effectiveDate);
      const { term, layer } = patched(
        quarterly,
        { ...dearer, effectiveDate: from },
        { ...situation, bookMonth: 24_316 },
      );
      assert.deepEqual(layersOf(term), [["400", expected, 24_316]]);
      assert.equal(term.price, quarterly.price);
      assert.deepEqual(layer, term.layers[0]);
    });
  }

  for (const [name, situation, effectiveDate, code] of [
    ["a day that is invoiced", invoiced, "2026-06-30", "BILLING_TERM_LOCKED"],
    ["a day before the term", approved, "2025-12-31", "VALIDATION_FAILED"],
    ["the day after its end", approved, "2027-01-01", "VALIDATION_FAILED"],
  ] as const) {
    test(`is rejected from ${name}`, () => {
      assert.throws(
        () => patched(quarterly, { ...dearer, effectiveDate: day(effectiveDate) }, situation),
        (error) => error instanceof DomainError && error.code === code && error.kind === "invalid",
      );
    });
  }

  test("of a one-off keeps its effective day, also before its invoice, and holds for all of it", () => {
    const oneOff = termOf({ interval: "NONE", end: day("2026-12-01") });
    const { term } = patched(oneOff, dearer, approved);
    assert.deepEqual(layersOf(term), [["400", "2026-05-10", null]]);
    assert.equal(priceOn(term, oneOff.start).pricing[0]?.amount, "400");
    const early = patched(oneOff, { ...dearer, effectiveDate: day("2025-11-01") }, approved);
    assert.deepEqual(layersOf(early.term), [["400", "2025-11-01", null]]);
  });

  test("of a one-off is added after layers of later days too", () => {
    const layer = { id: "1", price: flatPrice("310"), effectiveFrom: day("2026-09-01"), bookMonth: null };
    const oneOff = { ...termOf({ interval: "NONE", end: day("2026-12-01") }), layers: [layer] };
    const { term } = patched(oneOff, dearer, approved);
    assert.deepEqual(layersOf(term), [
      ["310", "2026-09-01", null],
      ["400", "2026-05-10", null],
    ]);
    assert.equal(priceOn(term, day("2026-10-01")).pricing[0]?.amount, "400");
  });

  test("of a one-off that moves to an earlier day adds no layer with the present price", () => {
    const layer = { price: flatPrice("400"), effectiveFrom: day("2026-01-01"), bookMonth: null };
    const oneOff = { ...termOf({ interval: "NONE", end: day("2026-01-02") }), layers: [layer] };
    const moved = patched(oneOff, { ...dearer, start: day("2025-12-20") }, approved);
    assert.deepEqual([layersOf(moved.term), moved.layer], [[["400", "2026-01-01", null]], null]);
  });

  test("is added after layers of the same or an earlier day, so that the later request wins", () => {
    const layer = (amount: string, from: string): PriceLayer => {
      return { price: flatPrice(amount), effectiveFrom: day(from), bookMonth: null };
    };
    const term = { ...quarterly, layers: [layer("310", "2026-05-10"), layer("320", "2026-09-01")] };
    assert.deepEqual(layersOf(patched(term, dearer, approved).term), [
      ["310", "2026-05-10", null],
      ["400", "2026-05-10", null],
      ["320", "2026-09-01", null],
    ]);
  });

  test("equal to the old one changes nothing, in any spelling", () => {
    assert.deepEqual(patched(quarterly, { pricing: flatTier("300.00"), quantity: "01" }, approved), {
      term: quarterly,
      layer: null,
    });
  });

  test("property: a patch after issue keeps the price of every invoiced day", () => {
    fc.assert(
      fc.property(anyTerm, fc.nat(500), fc.option(fc.nat(300)), (term, days, after) => {
        const invoicedThrough = Math.min(term.start + 1 + days, term.end ?? Number.POSITIVE_INFINITY);
        const effectiveDate = after === null ? undefined : invoicedThrough + after;
        fc.pre(effectiveDate === undefined || term.end === null || effectiveDate < term.end);
        const situation = { ...approved, invoicedThrough };
        fc.pre(lockedFields(term, factsOf(term, dearer), situation).length === 0 && term.interval !== "NONE");
        const { term: later } = patched(term, { ...dearer, effectiveDate }, situation);
        assert.ok(later.layers.every(({ effectiveFrom }) => effectiveFrom >= invoicedThrough));
        assert.equal(latestPrice(later).pricing[0]?.amount, "400");
        assert.deepEqual({ ...later, layers: [] }, term);
      }),
    );
  });
});

test("a correction has old and new dates, schedule and usage, and nothing else", () => {
  const after: BillingTerm = { ...quarterly, name: "Other", price: flatPrice("1"), end: null, interval: "MONTH" };
  assert.deepEqual(correctionOf(quarterly, after), {
    end: { from: quarterly.end, to: null },
    interval: { from: "QUARTER", to: "MONTH" },
  });
  const metered: BillingTerm = { ...quarterly, eventTypeId: "calls" };
  assert.deepEqual(correctionOf(metered, { ...metered, eventTypeId: "texts", tierScope: "DIFFERENTIATOR" }), {
    eventTypeId: { from: "calls", to: "texts" },
    tierScope: { from: "TERM", to: "DIFFERENTIATOR" },
  });
  assert.equal(correctionOf(quarterly, { ...quarterly, name: "Other", netPaymentTerms: 1 }), undefined);
});
