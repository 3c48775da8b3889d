import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf, openMonths } from "../../console/src/screens/contracts/progress/manual-month.ts";
import {
  dayToMeasure,
  isOverstated,
  isSame,
  measurementsOf,
  pastedMeasurements,
  progressOf,
  withPasted,
} from "../../console/src/screens/contracts/progress/measurement.ts";

const at = (asOf: string, percentComplete: string) => ({ asOf, percentComplete });
const typed = (asOf: string | undefined, percent: string) => ({ asOf, percent });

test("typed rows become reports by day; an empty row is left out, an incomplete one prevents sending", () => {
  const rows = [typed("2026-02-28", "70"), typed("2026-01-31", "30.5"), typed(undefined, "")];
  const progress = [at("2026-01-31", "0.305"), at("2026-02-28", "0.7")];
  assert.deepEqual(progressOf(rows, "2026-03-31"), progress);
  assert.deepEqual(progressOf([typed(undefined, "80")], "2026-03-31"), [at("2026-03-31", "0.8")]);
  for (const row of [typed("", "80"), typed("2026-03-31", ""), typed("2026-03-31", "101"), typed("2026-03-31", "x")]) {
    assert.equal(progressOf([row], "2026-03-31"), undefined);
  }
  assert.deepEqual(measurementsOf(progress), [typed("2026-01-31", "30.5"), typed("2026-02-28", "70")]);
  assert.ok(isSame([at("2026-01-31", "0.350")], [at("2026-01-31", "0.35")]));
  assert.ok(!isSame([at("2026-01-31", "0.36")], [at("2026-01-31", "0.35")]));
});

test("the end of last month is proposed next, while it is open and has no report", () => {
  assert.equal(dayToMeasure("2026-03-04", "2026-01", []), "2026-02-28");
  assert.equal(dayToMeasure("2026-01-04", undefined, []), "2025-12-31");
  assert.equal(dayToMeasure("2026-03-04", "2026-02", []), "2026-03-04");
  assert.equal(dayToMeasure("2026-03-04", undefined, [at("2026-02-28", "0.3")]), "2026-03-04");
});

test("progress lower than on an earlier day, or than last reported, is marked as a reduction", () => {
  const reported = [at("2026-01-31", "0.3"), at("2026-02-28", "0.7")];
  assert.ok(!isOverstated([...reported, at("2026-03-31", "0.7")], reported));
  assert.ok(isOverstated([...reported, at("2026-03-31", "0.6")], reported));
  assert.ok(isOverstated([at("2026-01-31", "0.3")], reported));
  assert.ok(isOverstated([], reported));
  assert.ok(!isOverstated([at("2026-01-31", "0.4"), at("2026-02-28", "0.7")], reported));
});

test("two pasted columns are reports; a date that can be read in two ways is left empty", () => {
  assert.deepEqual(pastedMeasurements("Day\tComplete\n2026-01-31\t35%\n28.2.2026\t 50,5 %\r\n03/31/2026\t70\n"), [
    typed("2026-01-31", "35"),
    typed("2026-02-28", "50,5"),
    typed("2026-03-31", "70"),
  ]);
  const days = (...texts: string[]) =>
    texts.flatMap((text) => pastedMeasurements(`${text}\t1`).map(({ asOf }) => asOf));
  assert.deepEqual(days("31/01/2026", "04/05/2026", "05/05/2026", "2026-02-30", "31-01-2026", "1.2.2026"), [
    "2026-01-31",
    "",
    "2026-05-05",
    "",
    "2026-01-31",
    "2026-02-01",
  ]);
  assert.deepEqual(pastedMeasurements("35"), []);
});

test("a pasted report replaces the one of the same day", () => {
  const rows = [typed("2026-01-31", "30"), typed("2026-02-28", "50"), typed(undefined, "")];
  assert.deepEqual(withPasted(rows, [typed("2026-03-31", "80"), typed("2026-02-28", "60")]), [
    typed("2026-01-31", "30"),
    typed("2026-02-28", "60"),
    typed("2026-03-31", "80"),
  ]);
});

test("open months can be set; changes are sent, an emptied month as null", () => {
  const month = (timeframe: string, total: string, pinned = false) => ({ timeframe, total, pinned });
  const months = [month("2026-01", "50.00"), month("2026-02", "80.00", true), month("2026-04", "20.00")];
  const open = openMonths({ from: "2026-01-15", to: "2026-04-14", months }, "2026-01");
  assert.deepEqual(open, [month("2026-02", "80.00", true), month("2026-03", "0"), month("2026-04", "20.00")]);
  assert.deepEqual(entriesOf(open, { "2026-02": "", "2026-03": " 12.5 ", "2026-04": "" }), [
    { timeframe: "2026-02", total: null },
    { timeframe: "2026-03", total: "12.5" },
  ]);
  assert.deepEqual(entriesOf(open, { "2026-02": "80" }), []);
  assert.equal(entriesOf(open, { "2026-03": "1,000.00" }), undefined);
});
