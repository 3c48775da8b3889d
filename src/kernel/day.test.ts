import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/case-counts.ts";
import { AssertionError } from "./assert.ts";
import {
  addMonths,
  civilDate,
  type Day,
  dayFrom,
  dayOf,
  daysInMonth,
  firstDayOf,
  formatDay,
  formatMonth,
  lastDayOf,
  monthFrom,
  monthOf,
  parseDay,
  parseMonth,
} from "./day.ts";

const firstDay = dayOf(1900, 1, 1);
const lastDay = dayOf(2200, 12, 31);
const days = fc.integer({ min: firstDay, max: lastDay });
const epoch = Temporal.PlainDate.from("1970-01-01");
const plainDate = (day: Day): Temporal.PlainDate => epoch.add({ days: day });

test("the first day of 1970 is day zero", () => {
  assert.equal(dayOf(1970, 1, 1), 0);
  assert.equal(formatDay(-1), "1969-12-31");
});

test("every day from 1900 to 2200 is read, written and counted like the runtime's calendar does", () => {
  let date = Temporal.PlainDate.from("1900-01-01");
  const oneDay = { days: 1 };
  for (let day = firstDay; day <= lastDay; day++) {
    const { year, month, day: dayOfMonth } = date;
    const civil = civilDate(day);
    if (civil.year !== year || civil.month !== month || civil.day !== dayOfMonth) {
      assert.fail(`day ${day} is ${date}, not ${JSON.stringify(civil)}`);
    }
    if (dayOf(year, month, dayOfMonth) !== day) assert.fail(`${date} is day ${day}`);
    if (parseDay(formatDay(day)) !== day) assert.fail(`${date} is not read back`);
    date = date.add(oneDay);
  }
  assert.equal(date.toString(), "2201-01-01");
});

test("every month from 1900 to 2200 is as long as in the runtime's calendar, and follows the one before it", () => {
  for (let month = monthFrom(1900, 1); month <= monthFrom(2200, 12); month++) {
    const text = formatMonth(month);
    assert.equal(daysInMonth(month), Temporal.PlainYearMonth.from(text).daysInMonth, text);
    assert.equal(parseMonth(text), month);
    assert.equal(formatDay(firstDayOf(month)), `${text}-01`);
    assert.equal(lastDayOf(month) - firstDayOf(month) + 1, daysInMonth(month));
    assert.equal(firstDayOf(month + 1), lastDayOf(month) + 1);
  }
});

test("leap years are every fourth, not every hundredth, but every four hundredth", () => {
  const februaries = [1900, 2000, 2023, 2024, 2100, 2200].map((year) => daysInMonth(monthFrom(year, 2)));
  assert.deepEqual(februaries, [28, 29, 28, 29, 28, 28]);
});

for (const text of ["2024-02-29", "2000-02-29", "1900-01-01", "2200-12-31"]) {
  test(`${text} is a day`, () => {
    const day = parseDay(text);
    assert.ok(day !== undefined);
    assert.equal(formatDay(day), text);
  });
}

test("the day after the last day of requests is read where the program stored it, a day that does not exist is not", () => {
  assert.equal(formatDay(dayFrom("2201-01-01")), "2201-01-01");
  assert.throws(() => dayFrom("2201-02-29"), AssertionError);
});

for (const text of [
  "2023-02-29",
  "1900-02-29",
  "2100-02-29",
  "2024-04-31",
  "2024-01-00",
  "2024-01-32",
  "2024-00-10",
  "2023-13-01",
  "0000-01-01",
  "0001-01-01",
  "1899-12-31",
  "2201-01-01",
  "10000-01-01",
  "+02024-01-01",
  "-2024-01-01",
  "2023-1-1",
  "20230101",
  "2023/01/01",
  "2023-01-01T00:00:00Z",
  "2023-01-01\n",
  " 2023-01-01",
  "2023-W01-1",
  "202:-01-01",
  "2023-0/-01",
  "2023-01-1a",
  "2023-001",
  "２０２３-01-01",
  "1672531200",
  "infinity",
  "now",
  "tomorrow",
  "",
]) {
  test(`${JSON.stringify(text)} is no day`, () => {
    assert.equal(parseDay(text), undefined);
  });
}

for (const text of [
  "2024-00",
  "2024-13",
  "1899-12",
  "2201-01",
  "2024-1",
  "2024",
  "202401",
  "2024-01-01",
  "2024-01\n",
  "",
]) {
  test(`${JSON.stringify(text)} is no month`, () => {
    assert.equal(parseMonth(text), undefined);
  });
}

for (const { anchor, months, result } of [
  { anchor: "2026-01-31", months: 1, result: "2026-02-28" },
  { anchor: "2024-01-31", months: 1, result: "2024-02-29" },
  { anchor: "2026-01-31", months: 2, result: "2026-03-31" },
  { anchor: "2026-01-31", months: 3, result: "2026-04-30" },
  { anchor: "2024-02-29", months: 12, result: "2025-02-28" },
  { anchor: "2024-02-29", months: 48, result: "2028-02-29" },
  { anchor: "2025-08-31", months: 6, result: "2026-02-28" },
  { anchor: "2026-03-31", months: -1, result: "2026-02-28" },
  { anchor: "2026-01-15", months: -1, result: "2025-12-15" },
  { anchor: "2026-05-20", months: 0, result: "2026-05-20" },
]) {
  test(`${anchor} and ${months} months is ${result}`, () => {
    assert.equal(formatDay(addMonths(parseDay(anchor) as Day, months)), result);
  });
}

test("half a month cannot be added", () => {
  assert.throws(() => addMonths(0, 0.5), { name: "AssertionError" });
});

test("property: months are added as the runtime's calendar adds them, the day constrained to the month", () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -1200, max: 1200 }), (day, months) => {
      const expected = plainDate(day).add({ months }, { overflow: "constrain" });
      assert.equal(formatDay(addMonths(day, months)), expected.toString());
    }),
    { numRuns: runs(1000) },
  );
});

test("property: adding more months never goes back in time, and lands in the month meant", () => {
  fc.assert(
    fc.property(days, fc.nat(1200), (day, months) => {
      assert.ok(addMonths(day, months + 1) > addMonths(day, months));
      assert.equal(monthOf(addMonths(day, months)), monthOf(day) + months);
    }),
  );
});

test("property: a day lies inside its month", () => {
  fc.assert(
    fc.property(days, (day) => {
      const month = monthOf(day);
      assert.ok(firstDayOf(month) <= day && day <= lastDayOf(month));
      assert.equal(formatDay(day).slice(0, 7), formatMonth(month));
    }),
  );
});

test("property: a text is a day exactly when the runtime's calendar has it", () => {
  const padded = (max: number, width: number) => fc.nat(max).map((n) => String(n).padStart(width, "0"));
  const year = fc.integer({ min: 1890, max: 2210 }).map(String);
  fc.assert(
    fc.property(year, padded(14, 2), padded(33, 2), (y, m, d) => {
      const text = `${y}-${m}-${d}`;
      const exists = Number(y) >= 1900 && Number(y) <= 2200 && isInCalendar(text);
      assert.equal(parseDay(text) !== undefined, exists, text);
    }),
    { numRuns: runs(2000) },
  );
});

function isInCalendar(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" }).toString() === text;
  } catch {
    return false;
  }
}
