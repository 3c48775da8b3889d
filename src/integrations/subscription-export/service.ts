import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { csvText } from "../../kernel/csv.ts";
import { type Day, formatDay, lastDayOf, monthOf } from "../../kernel/day.ts";
import { invalid } from "../../kernel/errors.ts";
import { formatMoney } from "../../kernel/money.ts";
import { bookFile, notCarriedFile, tieOutFile } from "../book-import/files-service.ts";
import { bookOf } from "./book.ts";
import { readers, type System } from "./readers-service.ts";
import type { LeftOut } from "./subscription.ts";

export type ConversionResult = {
  readonly name: string;
  readonly asOf: string;
  /** The number of rows written, by kind. */
  readonly rows: Readonly<Record<string, number>>;
  readonly notCarried: readonly LeftOut[];
};

type Options = {
  readonly system: System;
  /** The folder with the exported responses. */
  readonly from: string;
  /** The folder of the book: created if it does not exist; must be empty. */
  readonly out: string;
  readonly asOf: Day;
  readonly timeZone: string;
};

/**
 * Converts the export of a subscription billing system to a book in the format of `accord import`. The file that names the book is
 * written last, so an interrupted conversion is not mistaken for a book.
 *
 * @throws DomainError NOT_A_MONTH_END, FOLDER_NOT_EMPTY, EXPORT_INVALID
 */
export async function convertExport({ system, from, out, asOf, timeZone }: Options): Promise<ConversionResult> {
  if (lastDayOf(monthOf(asOf)) !== asOf)
    throw invalid("NOT_A_MONTH_END", `${formatDay(asOf)} is not the last day of a month; an opening is as of one.`);
  const source = await readers[system](from, timeZone);
  await mkdir(out, { recursive: true });
  if ((await readdir(out)).length > 0)
    throw invalid("FOLDER_NOT_EMPTY", `The folder ${out} has files; name an empty or a new one.`);
  const { rows, receivables, leftOut } = bookOf(source, asOf);
  for (const [kind, added] of rows)
    if (added.length > 0)
      await writeFile(join(out, `${kind}.jsonl`), added.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const ties = receivables.map(({ contract, amount }) => [contract, "RECEIVABLE", { number: formatMoney(amount) }]);
  await writeFile(join(out, tieOutFile), csvText([["contract", "account", "amount"], ...ties]));
  if (leftOut.length > 0) {
    const listed = leftOut.map(({ kind, id, name, reason }) => [kind, id, name, reason]);
    await writeFile(join(out, notCarriedFile), csvText([["kind", "id", "name", "reason"], ...listed]));
  }
  const name = `${source.system} ${formatDay(asOf)}`;
  await writeFile(join(out, bookFile), `${JSON.stringify({ name, asOf: formatDay(asOf) }, null, 2)}\n`);
  const counts = [...rows].map(([kind, added]) => [kind, added.length] as const).filter(([, count]) => count > 0);
  return { name, asOf: formatDay(asOf), rows: Object.fromEntries(counts), notCarried: leftOut };
}
