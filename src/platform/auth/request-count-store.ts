import { sql } from "kysely";
import type { Db } from "../db/pool.ts";
import type { RequestCount } from "../http/rate-limit.ts";

/**
 * Adds what one process has counted to what all have counted of a key in a minute, and answers the sum; undefined for what is no key. Of a
 * minute that is over for another process already nothing is kept.
 */
export async function shareRequestCount(
  db: Db,
  { keyId, minute, requests }: RequestCount,
): Promise<number | undefined> {
  const { rows } = await sql<{ requests_counted: number }>`
    update api_key set
      counted_minute = greatest(counted_minute, ${minute}::int),
      requests_counted = case
        when counted_minute = ${minute}::int then requests_counted + ${requests}::int
        when counted_minute > ${minute}::int then requests_counted
        else ${requests}::int
      end
    where id = ${keyId}::uuid
    returning requests_counted`.execute(db);
  return rows[0]?.requests_counted;
}
