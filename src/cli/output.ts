import { styleText } from "node:util";
import { type FailureCode, failureOf } from "./failure.ts";

// The only file that writes to the terminal. Results go to standard output, everything else (progress, notes, failures) to standard
// error, so that a pipe carries only results.

/** Prints exactly one JSON document on standard output. A command calls it once, or fails and has {@link printFailure} print one. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** A line for people, on standard output. */
export function printLine(text = ""): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a line for people about the progress, on standard error. */
export function printNote(text: string): void {
  process.stderr.write(`${text}\n`);
}

export type Cell = string | number | bigint | boolean | null;

/** Prints a table for people; without a heading if no column has a title. Columns of numbers or amounts are aligned right. */
export function printTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const texts = rows.map((row) => columns.map((_, index) => cellText(row[index])));
  const layout = columns.map((title, index) => {
    const cells = texts.map((row) => row[index] ?? "");
    const width = Math.max(widthOf(title), ...cells.map(widthOf));
    const alignsRight = cells.some((cell) => cell !== "") && cells.every((cell) => cell === "" || isNumeric(cell));
    return { width, alignsRight };
  });
  const line = (cells: readonly string[]) =>
    layout
      .map(({ width, alignsRight }, index) => {
        const cell = cells[index] ?? "";
        const space = " ".repeat(width - widthOf(cell));
        return alignsRight ? space + cell : cell + space;
      })
      .join("  ")
      .trimEnd();
  if (columns.some((title) => title !== "")) printLine(styleText("bold", line(columns), { stream: process.stdout }));
  for (const row of texts) printLine(line(row));
}

/** Prints a table on standard error, so that standard output carries only the result. */
export function noteTable(titles: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = titles.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)));
  for (const row of [titles, ...rows]) {
    printNote(
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

export type ProgressBar = {
  /** @param done so far in total, not since the last call */
  readonly update: (done: number) => void;
  /** Ends the line. Called once, also if the work was interrupted. */
  readonly done: () => void;
};

const barWidth = 30;
const redrawMilliseconds = 100;
const plainLineMilliseconds = 3_000;

/** Progress on standard error: on a terminal a bar that is redrawn, elsewhere a plain line now and then. */
export function progressBar(label: string, total: number): ProgressBar {
  const isTerminal = process.stderr.isTTY === true;
  const pause = isTerminal ? redrawMilliseconds : plainLineMilliseconds;
  let done = 0;
  let shownAt = 0;
  const show = () => {
    shownAt = Date.now();
    process.stderr.write(isTerminal ? `\r${barText(label, done, total)}` : `${label}: ${done} of ${total}\n`);
  };
  show();
  return {
    update: (now) => {
      done = now;
      if (Date.now() - shownAt >= pause) show();
    },
    done: () => {
      show();
      if (isTerminal) process.stderr.write("\n");
    },
  };
}

/**
 * Prints why a command failed and returns the exit code. People get sentences on standard error, each problem on a line of its own.
 * With `--json` standard output gets the one document `{ "error": { "code", "message", "details" } }`; its code is the API's
 * `errorCode` if the API has the same rejection.
 */
export function printFailure(thrown: unknown, { json }: { json: boolean }): FailureCode {
  const { exitCode, code, message, details, lines } = failureOf(thrown);
  if (json) printJson({ error: { code, message, details } });
  for (const line of lines) printNote(line);
  return exitCode;
}

function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return String(cell);
}

function isNumeric(text: string): boolean {
  return /^[-+(]?\d[\d,]*(?:\.\d+)?[)%]?$/.test(text);
}

function widthOf(text: string): number {
  return [...text].length;
}

function barText(label: string, done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.floor(share * barWidth);
  const bar = "█".repeat(filled) + "░".repeat(barWidth - filled);
  return `${label} ${bar} ${Math.floor(share * 100)}% (${done} of ${total})`;
}
