import type { PerformanceObligation } from "@accord/client";
import { addMonths, lastDayOf } from "../../../format/day.ts";
import { compare } from "../../../format/decimal.ts";
import { asFraction, asPercent } from "../../../format/percent.ts";

export type Progress = PerformanceObligation["progress"];

/** A measurement of progress as typed: by the end of which day, "2026-01-31", how much is complete, "35" percent. */
export type Measurement = {
  /** Undefined until the user chooses a day: the proposed day is used. */
  readonly asOf: string | undefined;
  readonly percent: string;
};

export function measurementsOf(progress: Progress): Measurement[] {
  return progress.map(({ asOf, percentComplete }) => ({ asOf, percent: asPercent(percentComplete) }));
}

/** The day of the next measurement: the end of last month while that month is open and not measured yet, else today. */
export function dayToMeasure(today: string, closedThrough: string | undefined, reported: Progress): string {
  const month = addMonths(today.slice(0, 7), -1);
  const end = lastDayOf(month);
  const isDone = month <= (closedThrough ?? "") || reported.some(({ asOf }) => asOf >= end);
  return isDone ? today : end;
}

/** Whether nothing is typed in a row. */
export function isBlank({ asOf, percent }: Measurement): boolean {
  return !asOf && percent.trim() === "";
}

/** The progress to report, by day; undefined while a row lacks a day or a valid percentage. */
export function progressOf(rows: readonly Measurement[], offered: string): Progress | undefined {
  const progress: Progress = [];
  for (const row of rows.filter((each) => !isBlank(each))) {
    const asOf = row.asOf ?? offered;
    const percentComplete = asFraction(row.percent);
    if (asOf === "" || percentComplete === undefined) return undefined;
    progress.push({ asOf, percentComplete });
  }
  return progress.sort((a, b) => (a.asOf < b.asOf ? -1 : Number(a.asOf > b.asOf)));
}

export function isSame(left: Progress, right: Progress): boolean {
  return (
    left.length === right.length &&
    left.every(
      ({ asOf, percentComplete }, at) =>
        asOf === right[at]?.asOf && compare(percentComplete, right[at].percentComplete) === 0,
    )
  );
}

/** Whether less is complete than on a day before, or than was reported last: it had been overstated. */
export function isOverstated(progress: Progress, reported: Progress): boolean {
  const fractions = progress.map(({ percentComplete }) => percentComplete);
  const falls = fractions.some((each, at) => compare(each, fractions[at - 1] ?? "0") < 0);
  return falls || compare(fractions.at(-1) ?? "0", reported.at(-1)?.percentComplete ?? "0") < 0;
}

/**
 * Lines that were copied from a spreadsheet, a day and a percentage each. A day that can be read in two ways is left for
 * the person; a line without a percentage, such as a heading, is left out.
 */
export function pastedMeasurements(text: string): Measurement[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.split(/[\t;]/))
    .filter((cells) => cells.length > 1)
    .map(([day = "", percent = ""]) => ({
      asOf: pastedDay(day.trim()) ?? "",
      percent: percent.replaceAll(/[%\s]/g, ""),
    }))
    .filter(({ percent }) => asFraction(percent) !== undefined);
}

/** Pasted rows among those that are there, by day: of the same day the pasted one counts. */
export function withPasted(rows: readonly Measurement[], pasted: readonly Measurement[]): Measurement[] {
  const days = new Set(pasted.map(({ asOf }) => asOf));
  const kept = rows.filter((row) => !isBlank(row) && !days.has(row.asOf));
  return [...kept, ...pasted].sort((a, b) => ((a.asOf ?? "") < (b.asOf ?? "") ? -1 : 1));
}

/** "2026-01-31", "31.1.2026", and "31/01/2026" or "01/31/2026" where only one of the two can be meant. */
function pastedDay(text: string): string | undefined {
  const [, year = "", month = "", day = ""] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (year !== "") return dayOf(year, month, day);
  const [, first = "", sign, second = "", last = ""] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (sign === ".") return dayOf(last, second, first);
  const readings = new Set([dayOf(last, second, first), dayOf(last, first, second)]);
  readings.delete(undefined);
  return readings.size === 1 ? [...readings][0] : undefined;
}

function dayOf(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return /^\d{4}-(0[1-9]|1[0-2])-(?!00)\d{2}$/.test(text) && text <= lastDayOf(text.slice(0, 7)) ? text : undefined;
}
