import { createHash } from "node:crypto";
import pg from "pg";

/** The number of rows of one merchant in every table, and their SHA-256. The last use of keys is left out. */
export async function rowsOfMerchant(
  connectionString: string,
  merchantId: string,
): Promise<Record<string, { readonly rows: number; readonly sha256: string }>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'merchant_id' order by 1`);
    const found: Record<string, { rows: number; sha256: string }> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(each) - 'last_used_at')::text as row from ${name} each where merchant_id = $1 order by 1`,
        [merchantId],
      );
      const sha256 = createHash("sha256")
        .update(rows.map(({ row }) => row).join("\n"))
        .digest("hex");
      found[name] = { rows: rows.length, sha256 };
    }
    return found;
  } finally {
    await client.end();
  }
}
