import type { Json } from "../support/api.ts";
import type { Book } from "./book.ts";
import { isZero } from "./observe.ts";

const causes = ["new", "modified", "ended", "credited", "caughtUp", "usage", "schedule", "other"];
const minor = (amount: string): bigint => BigInt(amount.replace(".", ""));

/** Every figure of the disclosures of the last closed month ties to the books, and the causes of its flux come to the change. */
export async function checkTied(book: Book): Promise<void> {
  const { session, currency, closedThrough: month } = book;
  if (month === "0000-00") return;
  const report = (name: string): Promise<Json> =>
    session.ok("GET", `/v3/reports/${name}?month=${month}&currency=${currency}`);
  for (const { name, disclosed, books, difference } of (await report("disclosures")).rows) {
    if (!isZero(difference)) book.violated(`${name} of ${month}: ${disclosed} is disclosed, the books have ${books}`);
  }
  const { rows, sections } = await report("flux");
  // What somebody adjusts has no other cause.
  const adjustments: Json[] = await session.all("/v3/adjustments");
  const adjusted = new Set(adjustments.flatMap(({ lines }) => lines.map(({ contractId }: Json) => contractId)));
  const isUnexplained = ({ id, other }: Json) => id !== null && !adjusted.has(id) && !isZero(other);
  for (const row of rows) {
    const explained = causes.reduce((sum, cause) => sum + minor(row[cause]), 0n);
    const change = minor(row.after) - minor(row.before);
    if (explained !== change) book.violated(`${row.name} of ${month}: the change is ${change}, explained ${explained}`);
    if (isUnexplained(row)) book.violated(`${row.name} of ${month}: ${row.other} is not explained`);
  }
  for (const row of sections.liability.rows) {
    if (isUnexplained(row))
      book.violated(`liability of ${row.name} at the end of ${month}: ${row.other} is not explained`);
  }
}
