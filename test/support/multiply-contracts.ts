import type pg from "pg";

const tables = ["contract", "billing_term_group", "billing_term", "performance_obligation", "obligation"];
const ids = ["id", "contract_id", "billing_term_group_id", "billing_term_id", "performance_obligation_id"];

/** Copies a merchant's contracts with their facts `times` over, each under consistent new ids. */
export async function multiplyContracts(owner: pg.Client, merchantId: string, times: number): Promise<void> {
  for (const table of tables) {
    const { rows } = await owner.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'",
      [table],
    );
    const columns = rows.map(({ name }) => name);
    const values = columns.map((name) =>
      ids.includes(name) ? `case when ${name} is null then null else md5(${name}::text || copy)::uuid end` : name,
    );
    await owner.query(
      `insert into ${table} (${columns.join(", ")}) select ${values.join(", ")} from ${table}, generate_series(1, $2::int) as copy
       where merchant_id = $1`,
      [merchantId, times],
    );
  }
  // Stored revenue is made for changed contracts, so each copy is marked as changed, like the original by its approval.
  await owner.query(
    `insert into contract_change (merchant_id, contract_id, id)
     select merchant_id, id, gen_random_uuid() from contract where merchant_id = $1 and status = 'APPROVED'`,
    [merchantId],
  );
}
