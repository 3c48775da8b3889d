import { required } from "../../kernel/assert.ts";
import { addMonths, formatDay, parseDay } from "../../kernel/day.ts";
import type { DemoContract, DemoCustomer, DemoSchedule } from "./contract.ts";

const adjectives = ["Amber", "Birch", "Copper", "Distant", "Eastern", "Fallow", "Golden", "Hidden", "Ivory", "Quiet"];
const nouns = ["Anvil", "Beacon", "Canyon", "Delta", "Ember", "Ferry", "Grove", "Harbour", "Island", "Lantern"];
const trades = ["Bakeries", "Energy", "Freight", "Instruments", "Laboratories", "Media", "Mills", "Optics", "Studios"];

const intervals: readonly { interval: DemoSchedule["interval"]; months: number }[] = [
  { interval: "MONTH", months: 1 },
  { interval: "MONTH", months: 1 },
  { interval: "QUARTER", months: 3 },
  { interval: "YEAR", months: 12 },
];
const strategies = ["FIRST_OF_PERIOD", "FIRST_OF_PERIOD", "ARREARS", "LAST_OF_PERIOD"] as const;

/** Makes `count` contracts. Each depends only on its index, so they are always the same. */
export function syntheticContracts(count: number): DemoContract[] {
  return Array.from({ length: count }, (_, index) => syntheticContract(index));
}

function syntheticContract(index: number): DemoContract {
  const draw = drawsOf(index);
  const signedIn = 1 + draw(12);
  const start =
    required(parseDay(`2025-${String(signedIn).padStart(2, "0")}-01`), "the first day of a month") + draw(28);
  const { interval, months } = pick(intervals, draw);
  const isOpenEnded = draw(10) === 0;
  const end = addMonths(start, 12 * (1 + draw(2))) - 1;
  const span = {
    startDate: formatDay(start),
    ...(isOpenEnded ? {} : { endDate: formatDay(end) }),
  };
  const isPerUnit = draw(3) === 0;
  const monthly = 50 + draw(950);
  const price: Pick<DemoSchedule, "billingType" | "pricing" | "quantity"> = isPerUnit
    ? {
        billingType: "UNIT",
        pricing: [{ amount: `${months * (5 + draw(40))}.95`, amountType: "PER_ITEM" }],
        quantity: String(1 + draw(200)),
      }
    : { billingType: "FLAT", pricing: [{ amount: String(months * monthly), amountType: "TOTAL_INVOICE" }] };
  const number = String(index + 1).padStart(5, "0");
  return {
    name: `Synthetic ${number}`,
    signedIn,
    customer: syntheticCustomer(index),
    currency: "USD",
    isApproved: true,
    obligations: [
      {
        serviceStartDate: span.startDate,
        ...(isOpenEnded ? {} : { serviceEndDate: formatDay(end) }),
        category: pick(["Subscriptions", "Support"] as const, draw),
        recognitionPattern: pick(["STRAIGHT_LINE", "STRAIGHT_LINE_DAILY"] as const, draw),
        ...(draw(5) === 0 ? { discounts: [{ type: "PERCENTAGE", amount: "0.1", note: "Volume" }] } : {}),
        billingSchedule: {
          name: "Subscription",
          ...span,
          interval,
          invoiceDateStrategy: pick(strategies, draw),
          ...price,
        },
      },
    ],
  };
}

/** The customer of a contract; four contracts share one. */
function syntheticCustomer(index: number): DemoCustomer {
  const number = Math.floor(index / 4);
  const draw = drawsOf(number + 1_000_003);
  const name = `${pick(adjectives, draw)} ${pick(nouns, draw)} ${pick(trades, draw)} ${number + 1}`;
  return { name, companyName: null, currency: "USD" };
}

type Draw = (below: number) => number;

function pick<T>(from: readonly T[], draw: Draw): T {
  return required(from[draw(from.length)], "one of the choices");
}

/** Pseudo-random integers that depend only on the seed ("mulberry32", T. Ettinger). */
function drawsOf(seed: number): Draw {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
