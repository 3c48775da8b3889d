import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { openApp, prepareDatabase } from "../src/app.ts";
import { closeMonth } from "../src/close/service.ts";
import { exportBook } from "../src/integrations/book-export/service.ts";
import { readBook } from "../src/integrations/book-import/files-service.ts";
import { importBook } from "../src/integrations/book-import/service.ts";
import { parseMapping } from "../src/integrations/contract-import/mapping.ts";
import { importContracts } from "../src/integrations/contract-import/service.ts";
import { formatDay, formatMonth, lastDayOf, type Month, monthOf, parseDay, parseMonth } from "../src/kernel/day.ts";
import { openEmbedded } from "../src/platform/db/embedded.ts";
import { handlePending, systemWrite } from "../src/platform/due-work.ts";
import { silentLog } from "../src/platform/log.ts";
import { createMerchant } from "../src/platform/merchant/merchants.ts";
import { type Platform, read, write } from "../src/platform/write.ts";
import { temporaryDataDirectory } from "../test/support/data-directory.ts";

// Runs the telco book from its start to December 2025, and the same book imported into another merchant as of the end of June, with
// openings from its own amounts. At each month end from June on both must have the same balances, contract by contract:
//
//   node scripts/telco-openings.ts telco-customers.csv [--rows 500]
//
// Exit 0 if all balances are equal, 1 if one differs.

const moved: Month = parseMonth("2025-06") ?? 0;
const lastMonth: Month = parseMonth("2025-12") ?? 0;
const roles = ["RECEIVABLE", "CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE", "CUSTOMER_CREDIT"] as const;
const actor = { kind: "SYSTEM", id: "telco-openings" } as const;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rows: { type: "string" } } });
const [csv] = positionals;
if (csv === undefined) throw new Error("Say which file: node scripts/telco-openings.ts telco-customers.csv");
process.exitCode = (await run(resolve(csv), values.rows === undefined ? undefined : Number(values.rows))) ? 0 : 1;

async function run(path: string, rows: number | undefined): Promise<boolean> {
  const data = await temporaryDataDirectory();
  const folder = await mkdtemp(join(tmpdir(), "accord-telco-"));
  const log = { info: () => undefined, warn: () => undefined };
  const embedded = await openEmbedded({ dataDirectory: data.path, purpose: "serve", log });
  try {
    const { connectionString } = embedded;
    await prepareDatabase(connectionString, silentLog());
    const app = await openApp({
      ...{ connectionString, log: silentLog(), rateLimitPerMinute: 0, serves: false, works: false },
    });
    try {
      return await runBooks(app.platform, { path, rows, folder });
    } finally {
      await app.close();
    }
  } finally {
    await embedded.close();
    await data.remove();
    await rm(folder, { recursive: true });
  }
}

type Files = { readonly path: string; readonly rows: number | undefined; readonly folder: string };

async function runBooks(platform: Platform, { path, rows, folder }: Files): Promise<boolean> {
  const old = await merchant(platform, "Old books");
  await timed("import of the old book", () => importOld(platform, old, path, rows));
  await timed("its invoices", () => handlePending(platform, old));
  await timed("its months to June", () => closeMonths(platform, old, moved));
  const written = await timed("export", () => exportBook(platform, { merchantId: old, folder }));
  if (written.notCarried.length > 0) throw new Error(JSON.stringify(written.notCarried.slice(0, 5)));
  print(`  ${JSON.stringify(written.rows)}`);

  const next = await merchant(platform, "New books");
  await write(platform, systemWrite(next), ({ tx }) =>
    sql`update merchant set invoice_prefix = 'N-' where id = ${next}`.execute(tx),
  );
  const loaded = await timed("load", async () =>
    importBook(platform, { merchantId: next, book: await readBook(folder), actor }),
  );
  for (const row of loaded.refused.slice(0, 5)) print(`  ${JSON.stringify(row)}`);
  const differing = (loaded.tieOut ?? []).filter(({ difference }) => /[1-9]/.test(difference));
  print(`  ${loaded.tieOut?.length} balances were compared, ${differing.length} differ`);
  if (!loaded.isStored) throw new Error("The book was not loaded.");
  await timed("invoices since", () => handlePending(platform, next));
  await timed("months of the old book", () => closeMonths(platform, old, lastMonth));
  await timed("months of the new book", () => closeMonths(platform, next, lastMonth));
  return compare(platform, old, next);
}

async function importOld(platform: Platform, merchantId: string, path: string, rows: number | undefined) {
  const file = join(dirname(import.meta.dirname), "docs", "examples", "telco-mapping.json");
  const parsed = parseMapping(JSON.parse(await readFile(file, "utf8")));
  if ("issues" in parsed) throw new Error(JSON.stringify(parsed.issues));
  const lines = (await readFile(path, "utf8")).split("\n").slice(0, rows === undefined ? undefined : rows + 1);
  const { mapping } = parsed;
  const result = await importContracts(platform, {
    merchantId,
    csv: Readable.from([lines.join("\n")]),
    mapping,
    actor,
  });
  print(`  ${result.imported} imported, ${result.refused} rejected`);
}

function merchant({ db }: Platform, name: string): Promise<string> {
  const sandboxClock = Temporal.Instant.from("2026-01-01T00:00:00Z");
  return createMerchant(db, {
    ...{ name, currency: "USD", timeZone: "UTC", erpKind: "ACCOUNTING", performanceObligations: false, sandboxClock },
  });
}

async function closeMonths(platform: Platform, merchantId: string, through: Month): Promise<void> {
  const { first } = await read(platform, merchantId, async ({ tx }) => {
    const { rows } = await sql<{ day: string }>`
      select coalesce(
        (select (closed_through + interval '1 month')::date from books where merchant_id = ${merchantId}),
        (select min(as_of) from contract_opening where merchant_id = ${merchantId}),
        (select min(service_start) from performance_obligation where merchant_id = ${merchantId}))::text as day`.execute(
      tx,
    );
    return { first: monthOf(parseDay(rows[0]?.day ?? "") ?? 0) };
  });
  for (let month = first; month <= through; month++)
    await write(platform, systemWrite(merchantId), (ctx) => closeMonth(ctx, month));
}

/** Balances at a month end by the name of the contract and the account, and the revenue of the month. */
async function balances(platform: Platform, merchantId: string, month: Month): Promise<Map<string, bigint>> {
  const end = formatDay(lastDayOf(month));
  const { rows } = await read(platform, merchantId, ({ tx }) =>
    sql<{ name: string; role: string; minor: string }>`
      select contract.name, line.role, sum(line.debit_minor - line.credit_minor) as minor
      from journal_line as line
        join contract on contract.merchant_id = line.merchant_id and contract.id = line.contract_id
      where line.merchant_id = ${merchantId} and line.date <= ${end}::date
        and (line.role = any(${[...roles]}::text[])
          or (line.role = 'REVENUE' and date_trunc('month', line.date) = date_trunc('month', ${end}::date)))
      group by contract.name, line.role having sum(line.debit_minor - line.credit_minor) <> 0`.execute(tx),
  );
  return new Map(rows.map(({ name, role, minor }) => [`${name} ${role}`, BigInt(minor)]));
}

async function compare(platform: Platform, old: string, next: string): Promise<boolean> {
  let differences = 0;
  for (let month = moved; month <= lastMonth; month++) {
    const [expected, actual] = [await balances(platform, old, month), await balances(platform, next, month)];
    // The old books have the revenue of June, and the new ones have none of it.
    const isCompared = (key: string) => month > moved || !key.endsWith(" REVENUE");
    const keys = [...new Set([...expected.keys(), ...actual.keys()])].filter(isCompared);
    const differing = keys.filter((key) => (expected.get(key) ?? 0n) !== (actual.get(key) ?? 0n));
    for (const key of differing.slice(0, 5)) print(`  ${key}: ${expected.get(key)} and ${actual.get(key)}`);
    differences += differing.length;
    print(`${formatMonth(month)}: ${keys.length} balances, ${differing.length} differ`);
  }
  print(differences === 0 ? "Every balance is equal." : "Balances differ.");
  return differences === 0;
}

async function timed<T>(what: string, use: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const result = await use();
  print(`${what}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  return result;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
