import type pg from "pg";

/** Tables that belong to the merchant and to no contract, and those with positions of lists, numbers and chains. */
const ofMerchant: readonly string[] = [
  ...["merchant", "merchant_profile", "books", "sandbox_clock", "membership", "api_key", "chart_of_accounts"],
  ...["accounting_period", "category", "item", "product", "tax_rate", "event_type", "custom_field", "webhook_endpoint"],
  ...[
    "audit_head",
    "number_counter",
    "list_growth",
    "outbox_event",
    "event_arrival",
    "event_feed",
    "feed_event",
    "request_log",
  ],
  ...["idempotent_answer", "month_end_balance", "month_end_customer", "month_end"],
];

/** The number series of a table, and the prefix of numbers on its documents. */
const numbered: Readonly<Record<string, { readonly series: string; readonly prefix?: string }>> = {
  invoice: { series: "INVOICE", prefix: "INV-" },
  credit_memo: { series: "CREDIT_MEMO", prefix: "CM-" },
  journal_entry: { series: "JOURNAL_ENTRY" },
};

/**
 * How many copies to make, and the second of the merchant's clock in which the originals were written; each copy gets a later
 * second of its own.
 */
type Copies = { readonly times: number; readonly writtenIn: string };

type Rows = { readonly table: string; readonly columns: readonly string[]; readonly texts: readonly string[] };

/**
 * Copies all customers and contracts of a merchant `times` over, with documents, entries and audit rows, under consistent new ids
 * and consecutive numbers. Hashes must be recomputed afterwards.
 *
 * @param owner of the tables
 */
export async function copyContracts(owner: pg.Client, merchantId: string, { times, writtenIn }: Copies): Promise<void> {
  const found = await rowsOf(owner, merchantId);
  const counts = new Map(
    found.map(({ table, texts }) => [table, texts.filter((text) => JSON.parse(text).number !== null).length]),
  );
  const ids = new Set(found.flatMap(({ texts }) => texts.map(idOf)));
  const { rows: heads } = await owner.query("select sequence from audit_head where merchant_id = $1", [merchantId]);
  await owner.query("set session_replication_role = replica");
  for (const { table, columns, texts } of found) {
    for (const [index, text] of texts.entries()) {
      const values = columns.map((column) => {
        if (column === "number" && table in numbered) return `number + copy * ${counts.get(table)}`;
        if (table === "audit_log" && column === "sequence")
          return `${heads[0].sequence} + (copy - 1) * ${texts.length} + ${index + 1}`;
        return column;
      });
      await owner.query(
        `insert into ${table} (${columns.join(", ")}) select ${values.join(", ")}
         from generate_series(1, $2::int) as copy, jsonb_populate_record(null::${table}, (${copied(text, { ids, counts, writtenIn })})::jsonb)`,
        [text, times],
      );
    }
    await owner.query(
      `insert into list_growth (merchant_id, list, id, growth)
       select $1, $2, gen_random_uuid(), $3 where exists (select from list_growth where merchant_id = $1 and list = $2)`,
      [merchantId, table, times * texts.length],
    );
    await owner.query("update number_counter set next = next + $3 where merchant_id = $1 and series = $2", [
      ...[merchantId, numbered[table]?.series, times * (counts.get(table) ?? 0)],
    ]);
  }
  await owner.query("set session_replication_role = origin");
}

/** The merchant's rows by table, as JSON; of the audit log only rows about copied records, in the order of the chain. */
async function rowsOf(owner: pg.Client, merchantId: string): Promise<Rows[]> {
  const { rows: tables } = await owner.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns
     from information_schema.columns join pg_class on relname = table_name and relkind in ('r', 'p') and not relispartition
     where table_schema = 'public' and is_generated = 'NEVER' and table_name <> all($1)
     group by table_name having bool_or(column_name = 'merchant_id') order by table_name = 'audit_log'`,
    [ofMerchant],
  );
  const found: Rows[] = [];
  for (const { name: table, columns } of tables) {
    const about = "and entity_id = any($2) order by sequence";
    const { rows } = await owner.query<{ text: string }>(
      `select to_jsonb(each)::text as text from ${table} as each where merchant_id = $1 ${table === "audit_log" ? about : ""}`,
      table === "audit_log" ? [merchantId, found.flatMap(({ texts }) => texts.map(idOf))] : [merchantId],
    );
    found.push({ table, columns, texts: rows.map(({ text }) => text) });
  }
  return found;
}

const idOf = (text: string): string | undefined => JSON.parse(text).id;

type Own = {
  readonly ids: ReadonlySet<string | undefined>;
  readonly counts: ReadonlyMap<string, number>;
  readonly writtenIn: string;
};

/** SQL for a copy of the row `$1`, depending on the number of the copy. */
function copied(text: string, { ids, counts, writtenIn }: Own): string {
  const moment = `to_char('${writtenIn}'::timestamp + copy * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS')`;
  let made = text.includes(writtenIn) ? `replace($1::text, '${writtenIn}', ${moment})` : "$1::text";
  for (const id of new Set(text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)))
    if (ids.has(id)) made = `replace(${made}, '${id}', md5('${id}' || copy)::uuid::text)`;
  for (const [table, { prefix }] of Object.entries(numbered))
    for (const shown of new Set(prefix === undefined ? [] : text.match(new RegExp(`${prefix}\\d{6}`, "g")))) {
      const number = `(${Number(shown.slice(-6))} + copy * ${counts.get(table)})::text`;
      made = `replace(${made}, '${shown}', '${prefix}' || lpad(${number}, greatest(6, length(${number})), '0'))`;
    }
  return made;
}
