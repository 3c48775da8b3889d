import { datesOf, type Period, periodsOf } from "./billing.ts";
import { addMonths, type Day, day, month } from "./calendar.ts";
import type {
  Change,
  Close,
  Deal,
  Discount,
  Escalator,
  Interval,
  Obligation,
  Price,
  Strategy,
  Term,
  Tier,
} from "./deal.ts";
import { written } from "./rational.ts";
import { type Draw, drawFrom } from "./seeded-random.ts";

const opening = day("2025-12-10");
const lengths: Record<Interval, number> = {
  NONE: 1,
  DAY: 1 / 30,
  WEEK: 0.25,
  SEMI_MONTH: 0.5,
  MONTH: 1,
  QUARTER: 3,
  YEAR: 12,
};

/**
 * The months are closed on the fifth day of the next one, but every fourth month waits for the one after it. On 20 June April is
 * opened again, for five days.
 */
export const closes: readonly Close[] = [
  ...Array.from({ length: 20 }, (_, index) => index)
    .filter((index) => index % 4 !== 3)
    .map((index) => ({ month: month(day("2025-12-01")) + index, on: addMonths(day("2026-01-05"), index) })),
  { month: month(day("2026-04-01")), on: day("2026-06-20"), reopens: true as const },
  { month: month(day("2026-05-01")), on: day("2026-06-25") },
].toSorted((a, b) => a.on - b.on);

const whileReopened = (draw: Draw): Day => day("2026-06-20") + draw.between(0, 4);

/** A contract with one to three obligations and its later changes, all drawn from its seed. */
export function dealOf(seed: number): Deal {
  const draw = drawFrom(seed);
  const count = draw.pick([1, 1, 1, 2, 3]);
  const approvedOn = opening + (draw.chance(50) ? 0 : draw.between(1, 300));
  const isShared = count > 1 && draw.chance(30);
  const name = (index: number): string => `Obligation ${index + 1}`;
  const obligations = Array.from({ length: count }, (_, index) => obligationOf(draw, name(index), isShared));
  const changes: Change[] = isShared
    ? []
    : obligations.flatMap((obligation, at) => changesOn(draw, obligation, at, approvedOn));
  if (!isShared && draw.chance(20)) {
    const on = Math.max(approvedOn, draw.chance(30) ? whileReopened(draw) : approvedOn + draw.between(1, 200));
    changes.push({ kind: "add", on, at: count, obligation: obligationOf(draw, "Added") });
  }
  return { seed, approvedOn, obligations, changes: changes.toSorted((a, b) => a.on - b.on) };
}

/** Perhaps another price, or an end, of what is not invoiced yet. */
function changesOn(draw: Draw, { term, pattern }: Obligation, at: number, approvedOn: Day): Change[] {
  const periods = periodsOf(term, day("2027-06-01"));
  if (term.seats !== null) return seatsOn(draw, term, at, approvedOn);
  if (
    pattern === "RECOGNIZE_AS_BILLED" ||
    draw.chance(60) ||
    pattern === "POINT_IN_TIME" ||
    term.interval === "NONE" ||
    periods.length < 3
  )
    return [];
  const on = Math.max(approvedOn, term.start) + draw.between(1, 250);
  const isInvoiced = (period: Period): boolean => datesOf(term, period).planned <= on;
  const open = periods.filter((period) => !isInvoiced(period));
  const last = periods.findLast(isInvoiced);
  if (last !== undefined && draw.chance(30) && last.end - last.start > 1) {
    const end = last.start + draw.between(1, last.end - last.start - 1);
    return [{ kind: "terminate", on, at, end, creditUnused: true }];
  }
  const chosen = open[draw.between(0, Math.min(2, open.length - 1))];
  if (chosen === undefined || term.escalator !== null) return [];
  if (draw.chance(50))
    return [
      {
        kind: "terminate",
        on,
        at,
        end: chosen.start + draw.between(1, chosen.end - chosen.start),
        creditUnused: false,
      },
    ];
  const tiers = term.price.tiers.map((tier) => ({ ...tier, amount: unitPrice(draw) }));
  return [{ kind: "price", on, at, from: chosen.start, price: { ...term.price, tiers } }];
}

function obligationOf(draw: Draw, name: string, isShared = false): Obligation {
  const drawn = termOf(draw, name);
  const term = isShared && drawn.end === null ? endedBefore(drawn, addMonths(drawn.start, 9)) : drawn;
  const ssp = isShared ? BigInt(draw.between(100, 900_000)) : null;
  const pattern = draw.pick(["STRAIGHT_LINE", "STRAIGHT_LINE", "STRAIGHT_LINE_DAILY"] as const);
  const asBilled = { term, serviceStart: term.start, serviceEnd: term.end, ssp };
  if (!isShared && draw.chance(6)) return { ...asBilled, pattern: "RECOGNIZE_AS_BILLED" };
  if (term.end === null || term.seats !== null || draw.chance(70)) return { ...asBilled, pattern };
  const serviceStart = term.start + draw.between(-90, 60);
  const serviceEnd = Math.max(serviceStart + 1, term.end + draw.between(-60, 90));
  return { term, serviceStart, serviceEnd, pattern: draw.chance(20) ? "POINT_IN_TIME" : pattern, ssp };
}

/** A term with an end, and its discounts as far as they are inside it. */
function endedBefore(term: Term, end: Day): Term {
  const discounts = term.discounts
    .filter(({ start }) => start === undefined || start < end)
    .map((each) => (each.end === undefined ? each : { ...each, end: Math.min(each.end, end) }));
  return { ...term, end, discounts };
}

/** Seats that are added inside a period that is invoiced or yet to come, or taken away from the start of one to come. */
function seatsOn(draw: Draw, term: Term, at: number, approvedOn: Day): Change[] {
  const on = Math.max(approvedOn, term.start) + draw.between(1, 250);
  const periods = periodsOf(term, day("2027-06-01")).filter(({ end }) => end > on);
  const chosen = periods[draw.between(0, Math.min(2, periods.length - 1))];
  if (chosen === undefined) return [];
  const policy = draw.pick(["DAY", "MONTH", "STARTED_MONTH", "NONE"] as const);
  const timing = draw.pick(["IMMEDIATE", "CO_TERM"] as const);
  const from = draw.between(chosen.start + 1, chosen.end - 1);
  const first: Change = { kind: "seats", on, at, policy, timing, from, delta: draw.between(1, 40) };
  if (draw.chance(60)) return [first];
  const next = periods.find((period) => period.start > from && datesOf(term, period).planned > on);
  return next === undefined ? [first] : [first, { ...first, from: next.start, delta: -draw.between(1, 5) }];
}

function startOf(draw: Draw): Day {
  const start = addMonths(day("2025-12-01"), draw.between(0, 9));
  if (draw.chance(40)) return start;
  if (draw.chance(30)) return addMonths(day("2025-12-31"), draw.between(0, 9));
  return start + draw.between(0, 30);
}

function termOf(draw: Draw, name: string): Term {
  const start = startOf(draw);
  const interval = draw.pick(["MONTH", "MONTH", "MONTH", "QUARTER", "YEAR", "NONE", "WEEK", "SEMI_MONTH"] as const);
  const every = interval === "NONE" || interval === "SEMI_MONTH" || draw.chance(70) ? 1 : draw.between(2, 4);
  const months = Math.max(1, Math.ceil(lengths[interval] * every * draw.between(1, 8)));
  const whole = addMonths(start, Math.min(30, months));
  const end = interval !== "NONE" && draw.chance(15) ? null : whole + (draw.chance(40) ? draw.between(1, 45) : 0);
  if (draw.chance(12)) return seatTerm(draw, name, start);
  return {
    name,
    start,
    end,
    interval,
    every,
    strategy: draw.pick([
      "FIRST_OF_PERIOD",
      "FIRST_OF_PERIOD",
      "ARREARS",
      "ARREARS",
      "LAST_OF_PERIOD",
      "ADVANCED_DUE_START",
    ] as const satisfies Strategy[]),
    net: draw.pick([0, 14, 30, 45]),
    price: priceOf(draw),
    laterPrices: [],
    seats: null,
    proration: draw.pick(["DAY", "DAY", "MONTH", "NONE"] as const),
    discounts: draw.chance(30) ? discountsOf(draw, start, end ?? start + 400) : [],
    escalator: interval !== "NONE" && draw.chance(20) ? escalatorOf(draw) : null,
  };
}

/** A term of seats in advance, in whole periods. */
function seatTerm(draw: Draw, name: string, start: Day): Term {
  const interval = draw.pick(["MONTH", "QUARTER", "YEAR"] as const);
  const months = lengths[interval] * draw.between(1, interval === "YEAR" ? 2 : 6);
  const tiers = [{ from: "0", amount: unitPrice(draw), isFlat: false }];
  return {
    ...{ name, start, end: addMonths(start, months), interval, every: 1, net: 30, proration: "DAY" },
    strategy: draw.pick(["FIRST_OF_PERIOD", "ADVANCED_DUE_START"] as const),
    price: { billingType: "UNIT", pricingType: "SIMPLE", tiers, quantity: String(draw.between(5, 60)) },
    ...{ laterPrices: [], seats: [], discounts: [], escalator: null },
  };
}

const money = (draw: Draw, least: number, most: number): string => written(BigInt(draw.between(least, most)));

function priceOf(draw: Draw): Price {
  if (draw.chance(50)) {
    const amount = money(draw, 1, 500_000);
    return { billingType: "FLAT", pricingType: "SIMPLE", tiers: [{ from: "0", amount, isFlat: true }], quantity: "1" };
  }
  const quantity = String(draw.between(1, 300));
  const pricingType = draw.pick(["SIMPLE", "SIMPLE", "TIERED", "VOLUME", "PACKAGE"] as const);
  const tier = (from: string): Tier => ({ from, amount: unitPrice(draw), isFlat: draw.chance(15) });
  if (pricingType === "SIMPLE")
    return { billingType: "UNIT", pricingType, tiers: [{ ...tier("0"), isFlat: false }], quantity };
  if (pricingType === "PACKAGE") {
    const packageSize = String(draw.between(1, 50));
    return { billingType: "UNIT", pricingType, tiers: [{ ...tier("0"), isFlat: false }], quantity, packageSize };
  }
  const second = draw.between(1, 150);
  const tiers = [tier("0"), tier(String(second)), tier(String(second + draw.between(1, 150)))];
  return { billingType: "UNIT", pricingType, tiers, quantity };
}

const unitPrice = (draw: Draw): string => `${draw.between(0, 90)}.${String(draw.between(1, 9999)).padStart(4, "0")}`;

function escalatorOf(draw: Draw): Escalator {
  const everyMonths = draw.pick([12, 6, 3, 7]);
  return draw.chance(70)
    ? { type: "PERCENTAGE", amount: `0.0${draw.between(1, 99)}`, everyMonths }
    : { type: "FIXED", amount: unitPrice(draw), everyMonths };
}

function discountsOf(draw: Draw, start: Day, end: Day): Discount[] {
  return Array.from({ length: draw.between(1, 2) }, () => {
    const from = start + draw.between(0, Math.max(0, end - start - 2));
    const window = draw.chance(70) ? {} : { start: from, end: draw.between(from + 1, end) };
    return draw.chance(60)
      ? { type: "PERCENTAGE" as const, amount: `0.${String(draw.between(1, 60)).padStart(2, "0")}`, ...window }
      : { type: "FIXED" as const, amount: money(draw, 1, 9_000), ...window };
  });
}
