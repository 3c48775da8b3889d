import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { multiplyContracts } from "../support/multiply-contracts.ts";

// The database looks up what each posted row names. A session that posted while the book was small keeps its plans, and they
// must not read the merchant's whole book for each row once it has grown.

let api: TestApi;
let owner: pg.Client;
let session: pg.Client;
before(async () => {
  api = await startApi();
  owner = new pg.Client({ connectionString: api.connectionString });
  session = new pg.Client({ connectionString: api.connectionString, options: "-c role=accord_app" });
  await Promise.all([owner.connect(), session.connect()]);
});
after(async () => {
  await Promise.all([owner?.end(), session?.end()]);
  await api?.close();
});

const entriesPerStatement = 400;

/** Entries of the first contracts, numbered from `first` on, and their lines: one statement, as the program posts. */
function postEntries(first: number, count: number): Promise<unknown> {
  return session.query(
    `with named as materialized (
       select gen_random_uuid() as entry_id, id as contract_id, row_number() over (order by id) as place from contract limit $2
     ), posted as (
       insert into journal_entry (merchant_id, id, number, date, type, source_type, source_id, currency, posted_at, contract_id)
       select current_merchant(), entry_id, $1::int + place, '2026-01-31', 'PRESENTATION', 'ACCOUNTING_PERIOD', 'x', 'USD',
         now(), contract_id from named
     )
     insert into journal_line (merchant_id, entry_id, line_number, date, role, account, currency, debit_minor, credit_minor,
       contract_id)
     select current_merchant(), entry_id, side + 1, '2026-01-31', 'CASH', 'Cash', 'USD', 1 - side, side, contract_id
     from named, generate_series(0, 1) as side`,
    [first, count],
  );
}

/** Revenue of the first obligations of an entry that is there, and the accounts of their liability. */
async function postRevenue(closeCount: number, count: number): Promise<void> {
  await session.query(
    `insert into revenue_entry (merchant_id, performance_obligation_id, month, source, close_count, earned_month, contract_id,
       customer_id, currency, amount_minor, journal_entry_id)
     select merchant_id, id, '2026-01-01', 'PATTERN', $1, '2026-01-01', contract_id, gen_random_uuid(), 'USD', 1,
       (select id from journal_entry limit 1)
     from performance_obligation limit $2`,
    [closeCount, count],
  );
}

/** Rows of a table that this transaction has read by an index. */
async function readByIndex(table: string): Promise<number> {
  const { rows } = await session.query<{ read: string }>(
    "select idx_tup_fetch as read from pg_stat_xact_user_tables where relname = $1",
    [table],
  );
  return Number(rows[0]?.read);
}

test("foreign keys of posted rows are looked up by index, also in a session that began with an empty book", async () => {
  const client = clientOf(api, await api.newMerchant());
  const contractId = await client.contract();
  await client.add(contractId, {
    ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
    billingSchedule: {
      ...{ name: "Platform", startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR", billingType: "FLAT" },
      ...{ invoiceDateStrategy: "ARREARS", pricing: [{ tier: 0, amount: "1200.00", amountType: "TOTAL_INVOICE" }] },
    },
  });
  const { merchantId } = client.merchant;
  const begin = async () => {
    await session.query("begin");
    await session.query("select set_config('accord.merchant_id', $1, true)", [merchantId]);
  };
  await begin();
  await postEntries(0, 1);
  await postRevenue(1, 1);
  await session.query("rollback");
  await multiplyContracts(owner, merchantId, 4 * entriesPerStatement);

  await begin();
  const statements = 5;
  for (let statement = 0; statement < statements; statement += 1) {
    await postEntries(statement * entriesPerStatement, entriesPerStatement);
    await postRevenue(statement + 1, entriesPerStatement);
  }
  const posted = statements * entriesPerStatement;
  const reads = new Map<string, number>();
  for (const table of ["journal_entry", "contract", "performance_obligation"]) {
    reads.set(table, await readByIndex(table));
  }
  await session.query("rollback");
  // Each row names one of each; a first look at a table that was just filled may still be a longer one.
  for (const [table, read] of reads) assert.ok(read <= 20 * posted, `${table}: ${read} rows read for ${posted} posted`);
});
