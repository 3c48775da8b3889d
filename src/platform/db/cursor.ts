import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./pool.ts";

const rowsAtOnce = 2_000;

/**
 * The rows of a query in chunks, so that memory does not grow with their number. Read it to the end: otherwise the cursor stays
 * open, and its name taken, until the transaction ends.
 */
export async function* inChunks<Row>(tx: Tx, name: string, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare ${sql.id(name)} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(rowsAtOnce)} from ${sql.id(name)}`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close ${sql.id(name)}`.execute(tx);
}
