import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { amended, day, seatConfig } from "../../test/support/terms.ts";
import { formatDay } from "../kernel/day.ts";
import { exactText } from "../kernel/ratio-text.ts";
import {
  firstDayBelowZero,
  recordedAfter,
  type SeatAmendment,
  type SeatConfig,
  seatsOn,
  seatTimeline,
} from "./seats.ts";

function timeline(amendments: readonly SeatAmendment[], config: Partial<SeatConfig> = {}) {
  const start = day("2026-01-01");
  return seatTimeline({ start, quantity: "10", seatConfig: seatConfig(config), amendments });
}

function billed(amendments: readonly SeatAmendment[], config: Partial<SeatConfig> = {}): string[] {
  return timeline(amendments, config).map((step) => `${formatDay(step.from)} ${exactText(step.billed)}`);
}

test("an amendment whose request began before another was recorded is ordered after that one", () => {
  const [began, other, later] = ["003", "005", "009"].map((digits) => `2026-01-01T00:00:00.${digits}Z`);
  assert.equal(recordedAfter([other ?? ""], began ?? ""), other);
  assert.equal(recordedAfter([other ?? ""], later ?? ""), later);
  assert.equal(recordedAfter([], began ?? ""), began);
});

describe("the seats of a term over time", () => {
  test("are set by a quantity and moved by a delta, in the order of effective day, moment and id", () => {
    const amendments = [
      amended("2026-05-01", { delta: "-2", createdAt: "2026-01-03T00:00:00.000Z" }),
      amended("2026-03-01", { quantity: "20", createdAt: "2026-01-02T00:00:00.000Z" }),
      amended("2026-03-01", { delta: "5", createdAt: "2026-01-01T00:00:00.000Z" }),
    ];
    const expected = ["2026-01-01 10", "2026-03-01 15", "2026-03-01 20", "2026-05-01 18"];
    assert.deepEqual(billed(amendments), expected);
    assert.deepEqual(billed(amendments.toReversed()), expected);
    assert.equal(exactText(seatsOn(timeline(amendments), day("2026-03-01")).count), "20");
    assert.equal(exactText(seatsOn(timeline(amendments), day("2026-02-28")).count), "10");
  });

  test("are computed anew for later amendments after a back-dated one", () => {
    const later = amended("2026-05-01", { delta: "3" });
    assert.deepEqual(billed([later, amended("2026-02-01", { quantity: "4" })]).at(-1), "2026-05-01 7");
  });

  test("are billed at least at the minimum, which follows each increase where it moves", () => {
    const amendments = [
      amended("2026-02-01", { quantity: "4" }),
      amended("2026-03-01", { quantity: "8" }),
      amended("2026-04-01", { quantity: "2" }),
    ];
    const counts = (config: Partial<SeatConfig>) => billed(amendments, config).map((step) => step.split(" ")[1]);
    assert.deepEqual(counts({}), ["10", "4", "8", "2"]);
    assert.deepEqual(counts({ minQuantity: "5" }), ["10", "5", "8", "5"]);
    assert.deepEqual(counts({ minQuantity: "5", isMovingMinimum: true }), ["10", "5", "8", "8"]);
  });

  test("have a first day on which they would be negative, judged at the end of each day", () => {
    assert.equal(firstDayBelowZero(timeline([amended("2026-02-01", { delta: "-10" })])), null);
    const tooMany = amended("2026-03-01", { delta: "-11" });
    assert.equal(firstDayBelowZero(timeline([tooMany])), day("2026-03-01"));
    const saved = amended("2026-03-01", { delta: "1", createdAt: "2026-02-01T00:00:00.000Z" });
    assert.equal(firstDayBelowZero(timeline([tooMany, saved])), null);
  });
});
