import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { required } from "../../src/kernel/assert.ts";
import { type Day, parseDay } from "../../src/kernel/day.ts";
import { ratioFromDecimal } from "../../src/kernel/decimal.ts";
import { formatMoney, type Money, parseMoney } from "../../src/kernel/money.ts";
import type { Period } from "../../src/kernel/periods.ts";
import { multiplyRatios, type Ratio, ratio } from "../../src/kernel/ratio.ts";

export type OracleCase = {
  readonly id: string;
  readonly title: string;
  readonly source: Readonly<Record<"kind" | "document" | "location" | "reference" | "evidence", string>>;
  readonly input: unknown;
  readonly expected: unknown;
};

/** Checks one case; throws where the engine and the source differ. */
export type Check = (oracle: OracleCase) => void;

/** A check on the shapes that its case has. */
export function checking<Input, Expected>(check: (input: Input, expected: Expected) => void): Check {
  return (oracle) => check(oracle.input as Input, oracle.expected as Expected);
}

/**
 * Runs every case of a file, and has each one either run or listed with the reason why Accord does not offer it.
 *
 * @param file name beside this one, without `.jsonl`
 */
export function testOracles(
  file: string,
  checks: Readonly<Record<string, Check>>,
  notOffered: Readonly<Record<string, string>>,
): void {
  const lines = readFileSync(new URL(`${file}.jsonl`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const cases = lines.map((line) => JSON.parse(line) as OracleCase);

  for (const oracle of cases) {
    const check = checks[oracle.id];
    if (check !== undefined) test(`${oracle.id}: ${oracle.title}`, () => check(oracle));
  }

  test(`every case of ${file} is either run or listed as not offered, never both`, () => {
    const ids = cases.map((oracle) => oracle.id);
    assert.equal(new Set(ids).size, ids.length, "ids are unique");
    assert.deepEqual([...Object.keys(checks), ...Object.keys(notOffered)].toSorted(), ids.toSorted());
  });

  test(`every case of ${file} keeps its source, and every one that is not offered a reason`, () => {
    for (const { id, source } of cases) {
      if (source.kind === "derived") {
        assert.equal(source.evidence, "computed", id);
      } else {
        assert.equal(source.kind, "published", id);
        for (const field of ["document", "location"] as const) assert.ok(source[field], `${id} has a ${field}`);
      }
    }
    for (const [id, reason] of Object.entries(notOffered)) assert.ok(reason.length > 20, id);
  });
}

export function dayFrom(text: string): Day {
  return required(parseDay(text), text);
}

/** Half-open, as both dates are written. */
export function periodFrom(start: string, end: string): Period {
  return { start: dayFrom(start), end: dayFrom(end) };
}

/** For sources that name the last day: the day after it ends the period. */
export function periodThrough(start: string, last: string): Period {
  return { start: dayFrom(start), end: dayFrom(last) + 1 };
}

export function moneyFrom(text: string, currency: string): Money {
  return required(parseMoney(text, currency), text);
}

/** The exact value of "14/31", "12" or "0.5". */
export function exactly(text: string): Ratio {
  const [numerator = "", denominator = "1"] = text.split("/");
  const [n, d] = [ratioFromDecimal(numerator), ratioFromDecimal(denominator)];
  return multiplyRatios(n, ratio(d.denominator, d.numerator));
}

export function assertMoney(actual: Money, expected: string, what = "amount"): void {
  assert.equal(formatMoney(actual), expected, what);
}
