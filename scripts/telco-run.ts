import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { openApp, prepareDatabase } from "../src/app.ts";
import { reopenMonth } from "../src/close/reopen-service.ts";
import { closeMonth } from "../src/close/service.ts";
import { parseMapping } from "../src/integrations/contract-import/mapping.ts";
import { importContracts } from "../src/integrations/contract-import/service.ts";
import { formatMonth, type Month, monthOf, parseDay, parseMonth } from "../src/kernel/day.ts";
import { formatMoney, type Money, money, negate, subtract, zero } from "../src/kernel/money.ts";
import { currentBooks } from "../src/ledger/books-store.ts";
import { openEmbedded } from "../src/platform/db/embedded.ts";
import type { Tx } from "../src/platform/db/pool.ts";
import { handlePending, systemWrite } from "../src/platform/due-work.ts";
import { silentLog } from "../src/platform/log.ts";
import { createMerchant, listMerchants } from "../src/platform/merchant/merchants.ts";
import { type Platform, read, write } from "../src/platform/write.ts";
import { trialBalance } from "../src/reports/trial-balance-service.ts";
import { temporaryDataDirectory } from "../test/support/data-directory.ts";

// Runs a book of telecom contracts from a CSV file through import, invoices and every close up to December 2025, and
// compares the books with amounts that were calculated without this program:
//
//   node scripts/telco-run.ts telco-customers.csv [--data-dir FOLDER] [--mapping FILE] [--expect FILE]
//
// With --data-dir a run that was killed continues where it stopped. Exit 0 if all amounts agree, 1 if one differs.

/** Figures as of 2025-12-31, amounts as text. */
type Figures = Readonly<Record<string, string | number>>;

/** Worked out by plain arithmetic over the public telco data set. */
const telcoFigures: Figures = {
  customers: 7_043,
  contracts: 7_043,
  invoices: 106_538,
  "invoices MONTH": 69_892,
  "invoices YEAR": 5_822,
  "invoices QUARTER": 30_824,
  billed: "16336108.85",
  recognized: "16055091.45",
  "recognized in December": "455661.00",
  "contract liability": "510985.15",
  "contract asset": "0.00",
  "unbilled receivable": "229967.75",
  "billed - recognized": "281017.40",
  "liability - asset - unbilled": "281017.40",
  "trial balance": "0.00",
};

/** Closing months again that nothing has changed in posts nothing and moves nothing, in any book. */
const ofClosingAgain: Figures = { "entries of closing again": 0, "figures moved by that": 0 };

const merchantName = "Telco";
const today = "2026-01-01T00:00:00Z";
const lastMonth: Month = parseMonth("2025-12") ?? 0;
const firstReopened: Month = parseMonth("2025-06") ?? 0;
const currency = "USD";

type Arguments = { csv: string; dataDirectory: string | undefined; mapping: string; expected: Figures };

const options = await argumentsOf(process.argv.slice(2));
process.exitCode = (await run(options)) ? 0 : 1;

async function argumentsOf(args: readonly string[]): Promise<Arguments> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { "data-dir": { type: "string" }, mapping: { type: "string" }, expect: { type: "string" } },
  });
  const [csv] = positionals;
  if (csv === undefined) throw new Error("Say which file: node scripts/telco-run.ts telco-customers.csv");
  return {
    csv: resolve(csv),
    dataDirectory: values["data-dir"],
    mapping: values.mapping ?? join(dirname(import.meta.dirname), "docs", "examples", "telco-mapping.json"),
    expected: {
      ...(values.expect === undefined ? telcoFigures : JSON.parse(await readFile(values.expect, "utf8"))),
      ...ofClosingAgain,
    },
  };
}

async function run({ csv, dataDirectory, mapping, expected }: Arguments): Promise<boolean> {
  const temporary = dataDirectory === undefined ? await temporaryDataDirectory() : undefined;
  const log = { info: () => undefined, warn: () => undefined };
  const embedded = await openEmbedded({
    dataDirectory: dataDirectory ?? temporary?.path ?? "",
    purpose: "serve",
    log,
  });
  try {
    const { connectionString } = embedded;
    await prepareDatabase(connectionString, silentLog());
    const app = await openApp({
      connectionString,
      log: silentLog(),
      rateLimitPerMinute: 0,
      serves: false,
      works: false,
    });
    try {
      const figures = await runBook(app.platform, csv, mapping);
      return compare(figures, expected);
    } finally {
      await app.close();
    }
  } finally {
    await embedded.close();
    await temporary?.remove();
  }
}

async function runBook(platform: Platform, csv: string, mappingFile: string): Promise<Figures> {
  const parsed = parseMapping(JSON.parse(await readFile(mappingFile, "utf8")));
  if ("issues" in parsed) throw new Error(JSON.stringify(parsed.issues));
  const merchantId = await merchant(platform);
  const actor = { kind: "SYSTEM", id: "telco-run" } as const;

  await timed("import", async () => {
    const result = await importContracts(platform, { merchantId, csv, mapping: parsed.mapping, actor });
    print(`  ${result.imported} imported, ${result.skipped} were there, ${result.refused} rejected`);
    for (const row of result.failed.slice(0, 10)) print(`  ${JSON.stringify(row)}`);
  });
  await timed("issue", () => handlePending(platform, merchantId));
  await timed("close", () => closeMonths(platform, merchantId));
  const closed = await timed("figures", () => read(platform, merchantId, ({ tx }) => figuresOf(tx, merchantId)));
  const reopened = await timed(`reopen ${formatMonth(firstReopened)} and close again`, async () => {
    await write(platform, systemWrite(merchantId), (ctx) => reopenMonth(ctx, firstReopened, "Nothing has changed"));
    return closeMonths(platform, merchantId);
  });
  const again = await read(platform, merchantId, ({ tx }) => figuresOf(tx, merchantId));
  const figures = {
    ...closed,
    "entries of closing again": reopened,
    "figures moved by that": Object.keys(closed).filter((name) => closed[name] !== again[name]).length,
  };
  print(`peak memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  return figures;
}

/** The merchant of an earlier run, or a new one. */
async function merchant({ db }: Platform): Promise<string> {
  const found = (await listMerchants(db)).find(({ name }) => name === merchantName);
  if (found !== undefined) return found.id;
  return createMerchant(db, {
    name: merchantName,
    currency,
    timeZone: "UTC",
    erpKind: "ACCOUNTING",
    performanceObligations: false,
    sandboxClock: Temporal.Instant.from(today),
  });
}

/** Closes month by month; tells how many entries were posted. */
async function closeMonths(platform: Platform, merchantId: string): Promise<number> {
  const { closedThrough } = await read(platform, merchantId, ({ tx }) => currentBooks(tx, merchantId));
  const first = closedThrough === null ? await firstMonthOfService(platform, merchantId) : closedThrough + 1;
  let entries = 0;
  for (let month = first; month <= lastMonth; month++) {
    const closed = await write(platform, systemWrite(merchantId), (ctx) => closeMonth(ctx, month));
    entries += closed.entriesPosted;
    if (month % 12 === 11) print(`  closed to ${formatMonth(month)}, ${entries} entries`);
  }
  return entries;
}

async function firstMonthOfService(platform: Platform, merchantId: string): Promise<Month> {
  const row = await read(platform, merchantId, ({ tx }) =>
    tx
      .selectFrom("performance_obligation")
      .select((eb) => eb.fn.min("service_start").as("first"))
      .where("merchant_id", "=", merchantId)
      .executeTakeFirst(),
  );
  const day = parseDay(row?.first ?? "");
  return day === undefined ? lastMonth : monthOf(day);
}

async function figuresOf(tx: Tx, merchantId: string): Promise<Figures> {
  const counts = await one<{ customers: number; contracts: number }>(
    tx,
    sql`select (select count(*)::int from customer where merchant_id = ${merchantId}) as customers,
      (select count(*)::int from contract where merchant_id = ${merchantId} and status = 'APPROVED') as contracts`,
  );
  const { rows: invoices } = await sql<{ interval: string; count: number; billed: string }>`
    select term.billing_interval as interval, count(*)::int as count, sum(invoice.total_minor)::text as billed
    from invoice
    join billing_term term on term.merchant_id = invoice.merchant_id and term.id = invoice.billing_term_ids[1]
    where invoice.merchant_id = ${merchantId} and invoice.status <> 'DRAFT' and invoice.issue_date <= '2025-12-31'
    group by term.billing_interval`.execute(tx);
  const revenue = await one<{ total: string; december: string }>(
    tx,
    sql`select coalesce(sum(amount_minor), 0)::text as total,
        coalesce(sum(amount_minor) filter (where month = '2025-12-01'), 0)::text as december
      from revenue_entry where merchant_id = ${merchantId} and month <= '2025-12-01'`,
  );
  const [books] = await trialBalance(tx, merchantId, lastMonth);
  const balance = (role: string): Money =>
    books?.accounts.find((account) => account.role === role)?.balance ?? zero(currency);
  const billed = invoices.reduce((sum, row) => sum + BigInt(row.billed), 0n);
  const [liability, asset] = [negate(balance("CONTRACT_LIABILITY")), balance("CONTRACT_ASSET")];
  const unbilled = balance("UNBILLED_RECEIVABLE");
  const difference = subtract(books?.totalDebit ?? zero(currency), books?.totalCredit ?? zero(currency));
  return {
    ...counts,
    invoices: invoices.reduce((sum, row) => sum + row.count, 0),
    ...Object.fromEntries(invoices.map((row) => [`invoices ${row.interval}`, row.count])),
    billed: shown(billed),
    recognized: shown(BigInt(revenue.total)),
    "recognized in December": shown(BigInt(revenue.december)),
    "contract liability": formatMoney(liability),
    "contract asset": formatMoney(asset),
    "unbilled receivable": formatMoney(unbilled),
    "billed - recognized": shown(billed - BigInt(revenue.total)),
    "liability - asset - unbilled": formatMoney(subtract(subtract(liability, asset), unbilled)),
    "trial balance": formatMoney(difference),
  };
}

async function one<Row>(tx: Tx, statement: ReturnType<typeof sql>): Promise<Row> {
  const { rows } = await statement.execute(tx);
  return rows[0] as Row;
}

function shown(minor: bigint): string {
  return formatMoney(money(minor, currency));
}

function compare(figures: Figures, expected: Figures): boolean {
  let agrees = true;
  for (const name of new Set([...Object.keys(expected), ...Object.keys(figures)])) {
    const isEqual = figures[name] === expected[name];
    agrees &&= isEqual;
    const note = isEqual ? "as expected" : `EXPECTED ${expected[name]}`;
    print(`${name.padEnd(30)} ${String(figures[name]).padStart(14)}  ${note}`);
  }
  print(agrees ? "Every figure agrees." : "Figures differ.");
  return agrees;
}

async function timed<T>(what: string, use: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  print(`${what} …`);
  const result = await use();
  print(`${what}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  return result;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
