/** What was copied from a spreadsheet: lines with tabs between their cells. Nothing is guessed that could be two things. */

export type Pasted = readonly (readonly string[])[];

/** The cells of each line that has any. */
export function pastedTable(text: string): Pasted {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("\t").map((cell) => cell.trim()));
}

/** What separates decimals in a table. */
export type DecimalMark = "." | ",";

/**
 * The decimal mark of a pasted table, from its unambiguous numbers: "0,10" and "1.234.567" show that it is the comma. Undefined if no
 * number is unambiguous, or they contradict each other.
 */
export function decimalMarkOf(table: Pasted): DecimalMark | undefined {
  const marks = new Set(table.flat().flatMap((cell) => shownMark(digitsOf(cell)?.digits ?? "") ?? []));
  const [only, ...others] = marks;
  return others.length === 0 ? only : undefined;
}

/**
 * The number in a cell in the form of the API: "$1,234.50", "1.234,50" and "1 234,50" are "1234.50", "(5)" is "-5". A single mark before
 * three digits is read by `mark`; without `mark` a comma groups thousands, and "1.000" is not read, because it is ambiguous. Empty if the
 * cell has no readable number.
 */
export function pastedNumber(cell: string, mark?: DecimalMark): string {
  const read = digitsOf(cell);
  if (read === null) return "";
  const { digits, sign } = read;
  const decimalMark = isOneOfTwo(digits) ? (mark ?? (digits.includes(",") ? "." : undefined)) : shownMark(digits);
  if (decimalMark === undefined && /[.,]/.test(digits)) return "";
  const [whole = "", fraction, ...more] = decimalMark === undefined ? [digits] : digits.split(decimalMark);
  if (more.length > 0) return "";
  return `${sign}${whole.replaceAll(/[.,]/g, "") || "0"}${fraction ? `.${fraction}` : ""}`;
}

/** The digits of a number with their marks, without a currency or spaces; null where the cell is no number. */
function digitsOf(cell: string): { readonly digits: string; readonly sign: "" | "-" } | null {
  const kept = cell.replaceAll(/[\s'’]|\p{Sc}|^[A-Z]{3}|[A-Z]{3}$/gu, "");
  const [, open, minus, digits, close] = /^(\()?(-?)([\d.,]*\d[\d.,]*)(\))?$/.exec(kept) ?? [];
  if (digits === undefined || (open === undefined) !== (close === undefined)) return null;
  return { digits, sign: open !== undefined || minus === "-" ? "-" : "" };
}

/** "1.000" and "1,000" are ambiguous: the mark may separate decimals or group thousands. */
const isOneOfTwo = (digits: string) => /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);

/** What separates decimals by the number itself: of two kinds of marks the last, and a mark that cannot group thousands. */
function shownMark(digits: string): DecimalMark | undefined {
  const marks = digits.replaceAll(/\d/g, "");
  const last = marks.at(-1);
  if ((last !== "." && last !== ",") || isOneOfTwo(digits)) return undefined;
  const other = last === "." ? "," : ".";
  if (marks.includes(other) || marks.length === 1) return last;
  return /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(digits) ? other : undefined;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * A day of a cell as "2026-01-31": "31.1.2026", "31 Jan 2026", "Jan 31, 2026", "Jan-26" (its first day), and days with slashes
 * where one of the first two numbers can only be the day. Empty where the cell is no day, or might be two.
 */
export function pastedDay(cell: string): string {
  const numbers = cell.split(/[\s./,-]+/).filter((part) => part !== "");
  const named = numbers.findIndex((part) => months.includes(part.slice(0, 3).toLowerCase()));
  if (named >= 0) {
    const month = months.indexOf((numbers[named] ?? "").slice(0, 3).toLowerCase()) + 1;
    const [first = "", second] = numbers.filter((_, at) => at !== named);
    return second === undefined ? dayOf(first, month, "1") : dayOf(second, month, first);
  }
  if (numbers.length !== 3) return "";
  const [first = "", second = "", third = ""] = numbers;
  if (first.length === 4) return dayOf(first, Number(second), third);
  if (cell.includes(".")) return dayOf(third, Number(second), first);
  if (first === second || Number(first) > 12) return dayOf(third, Number(second), first);
  return Number(second) > 12 ? dayOf(third, Number(first), second) : "";
}

/**
 * A month of a cell as "2026-01": "2026-01", "01/2026", "202601", "Jan 2026", "Jan-26", and of a day the month that it is in. Empty where
 * the cell is no month, or does not say of which year.
 */
export function pastedMonth(cell: string): string {
  const numbers = cell.split(/[\s./,'’-]+/).filter((part) => part !== "");
  const [first = "", second = ""] = numbers;
  if (numbers.length === 1 && /^\d{6}$/.test(first)) return monthOf(first.slice(0, 4), first.slice(4));
  if (numbers.length === 2 && /^\d{4}$/.test(first)) return monthOf(first, second);
  if (numbers.length === 2 && /^\d{4}$/.test(second)) return monthOf(second, first);
  return pastedDay(numbers.join(cell.includes(".") ? "." : "/")).slice(0, 7);
}

/**
 * The month of what is typed so far, once no letter or digit can follow that makes it another: "2026-1" may become "2026-12", "Jan 20" may
 * become "Jan 2026". Empty until then.
 */
export function typedMonth(text: string): string {
  return /^\d{4}\D\d{2}$|\D\d{4}$/.test(text.trim()) ? pastedMonth(text) : "";
}

/**
 * The day of what is typed so far, once no letter or digit can follow that makes it another: "2026-01-1" may become "2026-01-15", "31.1.20"
 * may become "31.1.2026". Empty until then.
 */
export function typedDay(text: string): string {
  return /^\d{4}\D+\w+\D+\d{2}$|\w\D+\w+\D+\d{4}$/.test(text.trim()) ? pastedDay(text) : "";
}

function monthOf(year: string, month: string): string {
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return dayOf(year, named || (/^\d{1,2}$/.test(month) ? Number(month) : 0), "1").slice(0, 7);
}

function dayOf(year: string, month: number, day: string): string {
  if (!/^(?:\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(day)) return "";
  const text = [year.length === 2 ? `20${year}` : year, `${month}`.padStart(2, "0"), day.padStart(2, "0")].join("-");
  const moment = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text ? "" : text;
}
