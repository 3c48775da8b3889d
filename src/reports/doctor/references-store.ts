import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/db/pool.ts";
import { merged, type Violations, violationsOf } from "./check-result.ts";
import { type Check, check, violationsIn } from "./check-store.ts";

type Reference = {
  readonly child: string;
  readonly columns: readonly string[];
  readonly parent: string;
  readonly parentColumns: readonly string[];
};

// References without a foreign key, which would cost a look-up for each inserted row. The rows never change.
const softReferences: readonly Reference[] = [
  soft("journal_entry", "customer_id", "customer"),
  soft("journal_entry", "reverses_entry_id", "journal_entry"),
  soft("journal_line", "contract_id", "contract"),
  soft("journal_line", "customer_id", "customer"),
  soft("journal_line", "category_id", "category"),
  soft("journal_line", "item_id", "item"),
  soft("journal_line", "class_id", "erp_class"),
  soft("revenue_entry", "contract_id", "contract"),
  soft("revenue_entry", "customer_id", "customer"),
  soft("revenue_entry", "category_id", "category"),
  soft("obligation_liability_account", "performance_obligation_id", "performance_obligation"),
  soft("outbox_event", "contract_id", "contract"),
];

/** INV-01. Row-level security hides rows of other merchants, so a reference to such a row is found as a missing one. */
export const referencesCheck: Check = check(
  {
    id: "INV-01",
    severity: "violation",
    sentence: "Every record refers only to records of the same merchant that exist.",
  },
  async ({ tx, merchant }) => {
    const { references, loose } = await foreignKeys(tx);
    let violations = violationsOf(loose);
    for (const reference of [...references, ...softReferences]) {
      violations = merged(violations, await danglingRows(tx, merchant.id, reference));
    }
    violations = merged(violations, await violationsIn(tx, valuesWithoutField(merchant.id)));
    return violations;
  },
);

/** Foreign keys between tenant tables (`references`), and the names of those without `merchant_id` (`loose`). */
async function foreignKeys(tx: Tx): Promise<{ references: Reference[]; loose: string[] }> {
  const { rows } = await sql<{
    name: string;
    child: string;
    columns: string[];
    parent: string;
    parent_columns: string[];
  }>`
    select key.conname as name, child.relname as child, parent.relname as parent,
      array(select attname::text from unnest(key.conkey) with ordinality as k (number, position)
        join pg_attribute on attrelid = key.conrelid and attnum = k.number order by position) as columns,
      array(select attname::text from unnest(key.confkey) with ordinality as k (number, position)
        join pg_attribute on attrelid = key.confrelid and attnum = k.number order by position) as parent_columns
    from pg_constraint as key
      join pg_class as child on child.oid = key.conrelid and child.relrowsecurity
      join pg_class as parent on parent.oid = key.confrelid and parent.relrowsecurity
    where key.contype = 'f' and child.relnamespace = 'public'::regnamespace
    order by child.relname, key.conname`.execute(tx);
  return {
    references: rows.map(({ child, columns, parent, parent_columns: parentColumns }) => ({
      child,
      columns,
      parent,
      parentColumns,
    })),
    loose: rows.filter((row) => !row.columns.includes("merchant_id")).map((row) => row.name),
  };
}

async function danglingRows(tx: Tx, merchantId: string, reference: Reference): Promise<Violations> {
  const { child, columns, parent, parentColumns } = reference;
  const isSet = columns.map((column) => sql`child.${sql.ref(column)} is not null`);
  const matches = columns.map(
    (column, index) => sql`parent.${sql.ref(parentColumns[index] ?? column)} = child.${sql.ref(column)}`,
  );
  const own = columns.filter((column) => column !== "merchant_id").map((column) => sql`child.${sql.ref(column)}`);
  return violationsIn(
    tx,
    sql`
      select concat_ws('/', ${sql.lit(child)}, ${sql.join(own)}) as id from ${sql.table(child)} as child
      where child.merchant_id = ${merchantId} and ${sql.join(isSet, sql` and `)}
        and not exists (
          select from ${sql.table(parent)} as parent
          where parent.merchant_id = ${merchantId} and ${sql.join(matches, sql` and `)}
        )`,
  );
}

/** Customers, contracts and invoices with a value of a custom field that does not exist. No screen shows such a value. */
function valuesWithoutField(merchantId: string): RawBuilder<unknown> {
  const tables = ["customer", "contract", "invoice"].map(
    (table) => sql`
      select concat_ws('/', ${sql.lit(table)}, id) as id from ${sql.table(table)} as child
      where merchant_id = ${merchantId} and custom_fields <> '{}' and exists (
        select from jsonb_object_keys(custom_fields) as key where not exists (
          select from custom_field as parent
          where parent.merchant_id = ${merchantId} and parent.id::text = key and parent.applies_to = ${table.toUpperCase()}))`,
  );
  return sql.join(tables, sql` union all `);
}

function soft(child: string, column: string, parent: string): Reference {
  return { child, columns: ["merchant_id", column], parent, parentColumns: ["merchant_id", "id"] };
}
