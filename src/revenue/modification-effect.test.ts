import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { processorMilliseconds } from "../../test/support/processor-time.ts";
import {
  amended,
  day,
  month,
  obligationOf,
  recordOf,
  seatTermOf,
  statedOf,
  unitPrice,
  usd,
} from "../../test/support/terms.ts";
import type { ContractModification } from "../billing-terms/modification.ts";
import type { PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import { effectsOf } from "./modification-effect.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const first = day("2026-01-02");

/** The log of a contract, as far as effects are worked out from it. */
const logOf = (ids: readonly string[]) =>
  ids.map((id) => ({ id, bookMonth: null, choices: [] })) as unknown as ContractModification[];

/** Seats of 10.00 a month for two years, and one more on each of `count` days: from the first on, or from the last back. */
function growing(count: number, order: "FORWARD" | "BACKWARD" = "FORWARD") {
  const amendments = Array.from({ length: count }, (_, index) => {
    const place = order === "FORWARD" ? index : count - 1 - index;
    const createdAt = `2026-01-01T00:00:00.${String(index).padStart(3, "0")}Z`;
    const effectiveDate = first + Math.floor((place * 700) / count);
    return { ...amended("2026-01-02", { id: `seat ${index}`, delta: "1", createdAt }), effectiveDate };
  });
  const end = day("2028-01-01");
  const term = seatTermOf({ interval: "MONTH", end, price: unitPrice("10", "10"), amendments });
  return { record: recordOf(obligationOf(term)), ids: amendments.map(({ id }) => id) };
}

const effects = (records: readonly PerformanceObligationRecord[], log: ContractModification[], from = 0) =>
  effectsOf(records, log, { from, before: log.length }, month("2028-12"), context);

describe("what changes did to revenue", () => {
  test("is told of two hundred changes of a term at once", () => {
    const { record, ids } = growing(200);
    let totals: bigint[] = [];
    const took = processorMilliseconds(() => {
      totals = [...effects([record], logOf(ids))].map(({ total }) => total.minor);
    });
    assert.equal(totals.length, 200);
    assert.ok(totals.every((minor) => minor > 0n));
    assert.ok(took < 10_000, "what earlier changes came to is worked out once");
  });

  for (const order of ["FORWARD", "BACKWARD"] as const) {
    test(`is the same of a page as of each change by itself, days ${order.toLowerCase()}`, () => {
      const { record, ids } = growing(12, order);
      const added = recordOf(statedOf(usd(120_000), { id: "promise" }));
      const log = logOf([...ids.slice(0, 5), "promise", ...ids.slice(5)]);
      const alone = log.map((_, index) => effects([record, added], log, index).next().value);
      assert.deepEqual([...effects([record, added], log)], alone);
      assert.deepEqual([...effects([record, added], log, 4)], alone.slice(4));
    });
  }

  test("of promises that share their facts with others is that of all of them", () => {
    const { record, ids } = growing(3);
    const others = [recordOf(statedOf(usd(120_000), { id: "one" })), recordOf(statedOf(usd(60_000), { id: "two" }))];
    const together: PerformanceObligationRecord[] = [];
    together.push(...others.map((one) => ({ ...one, allocatedAmong: together })));
    const log = logOf([...ids, "two"]);
    const totals = [...effects([record, ...together], log)].map(({ total }) => total.minor);
    assert.equal(totals.at(-1), 60_000n);
  });
});
