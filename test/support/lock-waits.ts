import pg from "pg";
import { nodesOf, withDatabase } from "./template.ts";

/** How many sessions of a test database wait for a lock, on all nodes that it is on. */
export async function sessionsWaiting(connectionString: string): Promise<number> {
  const database = new URL(connectionString).pathname.slice(1);
  const counts = await Promise.all(
    nodesOf(connectionString).map(async (node) => {
      const client = new pg.Client({ connectionString: withDatabase(node, database) });
      await client.connect();
      try {
        const waiting =
          "select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0";
        return (await client.query(waiting)).rowCount ?? 0;
      } finally {
        await client.end();
      }
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
