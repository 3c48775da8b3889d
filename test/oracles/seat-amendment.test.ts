import assert from "node:assert/strict";
import type { BillingTerm } from "../../src/billing-terms/billing-term.ts";
import { type Charge, chargesOf } from "../../src/billing-terms/charges/charges.ts";
import type { SeatAmendment } from "../../src/billing-terms/seats.ts";
import { required } from "../../src/kernel/assert.ts";
import { addMonths, formatDay } from "../../src/kernel/day.ts";
import { add, formatMoney, type Money, subtract, sum } from "../../src/kernel/money.ts";
import { compareRatios, multiplyRatios, ratio } from "../../src/kernel/ratio.ts";
import { exactText } from "../../src/kernel/ratio-text.ts";
import { amended, flat, seatTermOf, termOf, unitPrice } from "../support/terms.ts";
import { assertMoney, checking, dayFrom, exactly, periodFrom, periodThrough, testOracles } from "./cases.ts";

// Accord's conventions (data model 7.2): added seats are one line, price(new count) − price(old count), for the rest of
// the billing period, prorated by the policy of the amendment; seats that are there already are not credited and charged
// again. Half-open days, each line rounded once. Where a source replaces a plan or adds an item, the old one is a term that
// ends, credited with billed − what the short period bills, and the new one is seats that begin with none.

const notOffered: Readonly<Record<string, string>> = {
  "seat-two-upgrades-one-day-calendar": "periods aligned to calendar months, and credits counted with their tax",
};

type Added = { readonly effective: string; readonly delta: string; readonly policy?: SeatAmendment["prorationPolicy"] };

/** All that is charged for seats which are added once the term is invoiced to its end. */
function chargesAfter(term: BillingTerm, { effective, delta, policy = "DAY" }: Added): Charge[] {
  const invoicedThrough = required(term.end, "the end");
  const amendments = [amended(effective, { delta, prorationPolicy: policy, invoicedThrough })];
  return [...chargesOf({ ...term, amendments }, { currency: "USD", rounding: "HALF_UP" })];
}

const totalOf = (charges: readonly Charge[]) =>
  sum(
    charges.map(({ price }) => price.total),
    "USD",
  );

const trueUpsOf = (charges: readonly Charge[]) => charges.filter(({ type }) => type === "SEAT_TRUE_UP");

type Increase = {
  readonly unit_price: string;
  readonly old_quantity: number;
  readonly new_quantity: number;
  readonly period: { readonly start: string; readonly end: string };
  readonly effective: string;
};

/** A term of one billing period, `[start, end)`. */
function periodTerm({ unit_price, old_quantity, period }: Increase, end = dayFrom(period.end)): BillingTerm {
  const start = dayFrom(period.start);
  return seatTermOf({
    start,
    end,
    interval: "DAY",
    intervalFrequency: end - start,
    price: unitPrice(unit_price, String(old_quantity)),
  });
}

type Span = { readonly start: number; readonly end: number };

/** What one thing at a price costs that is added within a billing period. */
function addedItem(price: string, { start, end }: Span, effective: string): Money {
  const term = seatTermOf({
    start,
    end,
    interval: "DAY",
    intervalFrequency: end - start,
    price: unitPrice(price, "0"),
  });
  return totalOf(chargesAfter(term, { effective, delta: "1" }));
}

/** What is removed of a billed period when its term ends within it. Negative. */
function endedItem(price: string, { start, end }: Span, effective: string): Money {
  const billed = termOf({ start, end, interval: "DAY", intervalFrequency: end - start, ...flat(price) });
  const costOf = (term: BillingTerm) => totalOf([...chargesOf(term, { currency: "USD", rounding: "HALF_UP" })]);
  return subtract(costOf({ ...billed, end: dayFrom(effective) }), costOf(billed));
}

testOracles(
  "seat-amendment",
  {
    "seat-add-on-month-boundary": checking<
      {
        unit_price_per_month: string;
        term_start: string;
        term_end: string;
        initial_quantity: number;
        amendments: [{ effective: string; new_quantity: number }];
      },
      {
        initial_contracted: string;
        deltas: [{ quantity_delta: number; contracted_delta: string; monthly_delta: string }];
        monthly_before: string;
        monthly_after: string;
      }
    >((input, expected) => {
      const [amendment] = input.amendments;
      const [delta] = expected.deltas;
      const term = seatTermOf({
        start: dayFrom(input.term_start),
        end: dayFrom(input.term_end) + 1,
        interval: "MONTH",
        price: unitPrice(input.unit_price_per_month, String(input.initial_quantity)),
      });
      const context = { currency: "USD", rounding: "HALF_UP" } as const;
      const before = [...chargesOf(term, context)];
      const amendments = [amended(amendment.effective, { quantity: String(amendment.new_quantity) })];
      const after = [...chargesOf({ ...term, amendments }, context)];
      assertMoney(totalOf(before), expected.initial_contracted);
      assertMoney(totalOf(before.slice(-1)), expected.monthly_before);
      assertMoney(totalOf(after.slice(-1)), expected.monthly_after);
      const added = chargesAfter(term, { effective: amendment.effective, delta: String(delta.quantity_delta) });
      assertMoney(totalOf(trueUpsOf(added)), delta.contracted_delta, "all that is added");
      for (const charge of trueUpsOf(added)) assertMoney(charge.price.total, delta.monthly_delta);
    }),

    // The source credits and charges; Accord's one line is their net.
    "seat-increase-half-period": checking<Increase, { net: string }>((input, { net }) => {
      const delta = String(input.new_quantity - input.old_quantity);
      const charges = chargesAfter(periodTerm(input), { effective: input.effective, delta });
      assertMoney(totalOf(trueUpsOf(charges)), net);
    }),

    // The source's last day is inclusive, as on Accord's wire.
    "seat-increase-inclusive-end": checking<Increase, { net: string; factor: string }>((input, { net, factor }) => {
      const delta = String(input.new_quantity - input.old_quantity);
      const term = periodTerm(input, dayFrom(input.period.end) + 1);
      const [charge] = trueUpsOf(chargesAfter(term, { effective: input.effective, delta }));
      assertMoney(required(charge, "the true-up").price.total, net);
      const share = required(charge?.explanation()?.segments[0]?.share, "the share");
      assert.equal(compareRatios(exactly(share), exactly(factor)), 0);
    }),

    "seat-mixed-change-half-period": checking<
      {
        period: { start: string; end: string };
        effective: string;
        replaced: { old: string; new: string };
        added: string;
        removed: string;
      },
      { lines: string[]; net: string }
    >(({ period, effective, replaced, added, removed }, { lines, net }) => {
      const span = periodFrom(period.start, period.end);
      const amounts = [
        endedItem(replaced.old, span, effective),
        addedItem(replaced.new, span, effective),
        endedItem(removed, span, effective),
        addedItem(added, span, effective),
      ];
      assert.deepEqual(amounts.map(formatMoney), lines);
      assertMoney(sum(amounts, "USD"), net);
    }),

    "seat-add-remove-item-inclusive": checking<
      {
        period: { start: string; end: string };
        effective: string;
        cases: [{ unit_price: string }, { unit_price: string }];
      },
      { amounts: string[] }
    >(({ period, effective, cases: [added, removed] }, { amounts }) => {
      const span = periodThrough(period.start, period.end);
      const actual = [addedItem(added.unit_price, span, effective), endedItem(removed.unit_price, span, effective)];
      assert.deepEqual(actual.map(formatMoney), amounts);
    }),

    // The source names no dates: half of a period of thirty days.
    "seat-half-cycle-upgrade": checking<
      { fraction_remaining: string; cases: { old: string; new: string }[] },
      { credits: string[]; charges: string[]; net: string[] }
    >(({ fraction_remaining, cases }, { credits, charges, net }) => {
      const span = periodFrom("2026-04-01", "2026-05-01");
      assert.equal(fraction_remaining, "1/2");
      cases.forEach((plan, row) => {
        const credit = endedItem(plan.old, span, "2026-04-16");
        const charge = addedItem(plan.new, span, "2026-04-16");
        const expected = [credits[row], charges[row], net[row]].map((text) => `${text}.00`);
        assert.deepEqual([credit, charge, add(credit, charge)].map(formatMoney), expected);
      });
    }),

    "seat-quantity-next-renewal": checking<
      { unit_price: string; quantity: number; effective: string; period: { start: string; end: string } },
      { invoice_total: string }
    >(({ unit_price, quantity, effective, period }, { invoice_total }) => {
      const renewal = dayFrom(period.start);
      const term = seatTermOf({
        start: addMonths(renewal, -1),
        end: dayFrom(period.end),
        interval: "MONTH",
        price: unitPrice(unit_price, "1"),
        amendments: [amended(effective, { quantity: String(quantity), invoicedThrough: renewal })],
      });
      const [, renewed, ...rest] = chargesOf(term, { currency: "USD", rounding: "HALF_UP" });
      assert.deepEqual(rest, []);
      assert.equal(formatDay(required(renewed, "the renewal").period.start), period.start);
      assertMoney(required(renewed, "the renewal").price.total, invoice_total);
    }),

    "drv-seat-annual-coterm-daily": checking<
      {
        unit_price_per_year: string;
        term: { start: string; end: string };
        amendment: { effective: string; quantity_delta: number };
      },
      { days_remaining: number; amount: string }
    >(({ unit_price_per_year, term, amendment }, { days_remaining, amount }) => {
      const { effective, quantity_delta } = amendment;
      const seats = seatTermOf({
        start: dayFrom(term.start),
        end: dayFrom(term.end),
        price: unitPrice(unit_price_per_year, "10"),
      });
      const [charge] = trueUpsOf(chargesAfter(seats, { effective, delta: String(quantity_delta) }));
      const { period, price } = required(charge, "the true-up");
      assert.equal(period.end - period.start, days_remaining);
      assertMoney(price.total, amount);
    }),

    "drv-seat-annual-coterm-monthly": checking<
      {
        unit_price_per_month: string;
        term: { start: string; end: string };
        amendment: { effective: string; quantity_delta: number };
      },
      { full_months: number; stub: string; amount: string }
    >(({ unit_price_per_month, term, amendment }, { full_months, stub, amount }) => {
      const { effective, quantity_delta } = amendment;
      const seats = seatTermOf({
        start: dayFrom(term.start),
        end: dayFrom(term.end),
        price: unitPrice(exactText(multiplyRatios(exactly(unit_price_per_month), ratio(12))), "10"),
      });
      const added = { effective, delta: String(quantity_delta), policy: "MONTH" as const };
      const [charge] = trueUpsOf(chargesAfter(seats, added));
      assertMoney(required(charge, "the true-up").price.total, amount);
      const share = exactly(required(charge?.explanation()?.segments[0]?.share, "the share"));
      const months = exactly(stub);
      const expected = ratio(BigInt(full_months) * months.denominator + months.numerator, 12n * months.denominator);
      assert.equal(compareRatios(share, expected), 0);
    }),
  },
  notOffered,
);
