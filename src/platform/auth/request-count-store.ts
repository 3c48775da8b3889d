import { sql } from "kysely";
import type { Db } from "../db/pool.ts";
import type { RequestCount } from "../http/limits/rate-limit.ts";

/**
 * Adds the requests that one process has counted to the shared count of a key and minute, and returns that count; undefined if no
 * such key is stored. If another process already counts a later minute, nothing is added and its count is returned.
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
