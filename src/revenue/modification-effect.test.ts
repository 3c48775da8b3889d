import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { factsOf, stored, treated } from "../../test/support/contract-facts.ts";
import {
  amended,
  corrected,
  day,
  month,
  obligationOf,
  recordOf,
  seatTermOf,
  statedOf,
  unitPrice,
  usd,
} from "../../test/support/terms.ts";
import type { ContractModification } from "../billing-terms/modifications/modification.ts";
import { formatMoney } from "../kernel/money.ts";
import type { ContractFacts } from "./contract-facts.ts";
import { effectsOf } from "./modification-effect.ts";

const first = day("2026-01-02");

/** The decision log of a contract, as far as effects are calculated from it. */
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

const effects = (facts: ContractFacts, log: ContractModification[], from = 0) =>
  effectsOf(facts, log, { from, before: log.length }, month("2028-12"));

describe("the effect of a modification on revenue", () => {
  test("is an amount for each added seat", () => {
    const { record, ids } = growing(60);
    const totals = [...effects(factsOf([record]), logOf(ids))].map(({ total }) => total.minor);
    assert.equal(totals.length, 60);
    assert.ok(totals.every((minor) => minor > 0n));
    // 24 months of 10.00, less a day of January, and each seat some days less than the one before.
    assert.equal(totals[0], 23_968n);
    assert.ok(totals.every((minor, index) => index === 0 || minor < (totals[index - 1] ?? 0n)));
  });

  for (const order of ["FORWARD", "BACKWARD"] as const) {
    test(`is the same for a page as for each modification by itself, days ${order.toLowerCase()}`, () => {
      const { record, ids } = growing(12, order);
      const facts = factsOf([record, statedOf(usd(120_000), { id: "added" })]);
      const log = logOf([...ids.slice(0, 5), "added", ...ids.slice(5)]);
      const alone = log.map((_, index) => effects(facts, log, index).next().value);
      assert.deepEqual([...effects(facts, log)], alone);
      assert.deepEqual([...effects(facts, log, 4)], alone.slice(4));
    });
  }

  test("of an added obligation is its price", () => {
    const { record, ids } = growing(3);
    const others = [statedOf(usd(120_000), { id: "one" }), statedOf(usd(60_000), { id: "two" })];
    const facts = factsOf([record, ...others], { isAllocated: true });
    const totals = [...effects(facts, logOf([...ids, "two"]))].map(({ total }) => total.minor);
    assert.equal(totals.at(-1), 60_000n);
  });

  test("has its catch-up apart from open months and from progress that is not reported yet", () => {
    const changes = { transactionPrice: { from: stored(120_000), to: stored(180_000) } };
    const bookMonth = month("2026-04");
    const progress = [{ asOf: day("2026-02-10"), percentComplete: "0.5" }];
    const effectOf = (parts: Parameters<typeof statedOf>[1]) => {
      const corrections = [corrected({ id: "raised", of: "POB", changes, bookMonth })];
      const facts = factsOf([recordOf(statedOf(usd(180_000), parts), { corrections })], {
        treatments: treated(["raised", "CUMULATIVE_CATCH_UP", "2026-04-01"]),
      });
      const [effect] = effects(facts, [{ ...logOf(["raised"])[0], bookMonth } as ContractModification]);
      if (effect === undefined) return assert.fail();
      const { catchUp, months, total, undated } = effect;
      return [catchUp, ...months.slice(0, 1).map(({ amount }) => amount), total, undated].map(formatMoney);
    };
    // 50.00 a month more, three of them in closed months; half of 600.00 more is complete.
    assert.deepEqual(effectOf({}), ["150.00", "50.00", "600.00", "0.00"]);
    const measured = effectOf({ recognitionPattern: "PERCENT_COMPLETE", progress });
    assert.deepEqual(measured, ["300.00", "300.00", "300.00"]);
  });
});
