import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { parse } from "csv-parse/sync";
import readXlsx from "read-excel-file/node";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import type { Client } from "../support/client.ts";
import { chart, fileOf, ledgerBook, movedBy } from "../support/ledger-book.ts";
import {
  type Booked,
  readDatev,
  readNetSuite,
  readQuickBooks,
  readSageIntacct,
  readXero,
} from "../support/ledger-readers.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Every format is read back by a strict reader of its column list, and what it books is what the month moved, to 0.00.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

function bookedBy(lines: readonly Booked[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { account, minor } of lines) sums.set(account, (sums.get(account) ?? 0n) + minor);
  return new Map([...sums].filter(([, minor]) => minor !== 0n).toSorted());
}

/** The accounts of the chart by what the general ledger calls them. */
function byName(moved: ReadonlyMap<string, bigint>): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [number, minor] of moved) sums.set(nameOf(number), (sums.get(nameOf(number)) ?? 0n) + minor);
  return new Map([...sums].toSorted());
}

function nameOf(number: string): string {
  const found = chart.accounts.find((each) => each.number === number);
  const words = (role: string) => role.charAt(0) + role.slice(1).toLowerCase().replaceAll("_", " ");
  if (found === undefined) return number;
  if ("name" in found) return found.name;
  return "account" in found ? found.account : words(found.role);
}

const readers: Readonly<Record<string, (file: Uint8Array) => readonly Booked[]>> = {
  QUICKBOOKS: readQuickBooks,
  XERO: readXero,
  NETSUITE: readNetSuite,
  SAGE_INTACCT: readSageIntacct,
  DATEV: (file) => readDatev(file).lines,
};

const make = (client: Client, body: object): Promise<Json> => client.ok("POST", "/v3/journal-exports", body);
const bytesOf = async (client: Client, id: string, format?: string) =>
  new Uint8Array(await (await fileOf(api, client, id, format)).arrayBuffer());

describe("an exported file has the amounts that the month posted", () => {
  for (const [format, reader] of Object.entries(readers)) {
    test(`${format}: January entry by entry, February as a summary`, async () => {
      const { client } = await ledgerBook(api);
      await client.ok("PUT", "/v3/chart-of-accounts", chart);
      for (const currency of ["USD", "EUR"]) {
        for (const [month, level] of [
          ["2026-01", "DETAIL"],
          ["2026-02", "SUMMARY"],
        ] as const) {
          const { id, totals } = await make(client, { month, level, format, currency });
          const lines = reader(await bytesOf(client, id));
          const moved = await movedBy(client, month, currency);
          assert.deepEqual(bookedBy(lines), format === "QUICKBOOKS" ? byName(moved) : moved, `${month} ${currency}`);
          const debit = lines.reduce((sum, { minor }) => (minor > 0n ? sum + minor : sum), 0n);
          if (format !== "DATEV") assert.equal(String(debit), totals[0].debit.replace(".", ""), "control total");
          assert.ok(lines.every(({ date }) => date.startsWith(month)));
        }
      }
    });
  }

  test("plain CSV, JSON and XLSX have the same lines, in all currencies", async () => {
    const { client } = await ledgerBook(api);
    const { id, totals, entryCount } = await make(client, { month: "2026-01", level: "DETAIL", format: "CSV" });
    const csv: Json[] = parse(Buffer.from(await bytesOf(client, id)), { columns: true, bom: true });
    const json: Json = JSON.parse(Buffer.from(await bytesOf(client, id, "JSON")).toString());
    const lines = json.entries.flatMap((entry: Json) => entry.lines);
    assert.equal(json.entries.length, entryCount);
    assert.deepEqual(
      csv.map((row) => [row.Debit, row.Credit, row.Account]),
      lines.map((line: Json) => [line.debit ?? "", line.credit ?? "", line.accountName]),
    );
    assert.deepEqual(json.totals, totals);
    assert.ok(csv.some((row) => row.Class === "EMEA") && csv.some((row) => row.Category === "Support"));
    const sheets = await readXlsx(Buffer.from(await bytesOf(client, id, "XLSX")));
    const names = sheets.map(({ sheet }: Json) => sheet);
    assert.deepEqual(names, ["Journal USD", "Journal EUR", "Parameters"]);
  });
});

describe("rules of single formats", () => {
  test("DATEV: one line against several is posted against it, several against several through the clearing account", async () => {
    const { client } = await ledgerBook(api);
    await client.ok("PUT", "/v3/chart-of-accounts", chart);
    const { id } = await make(client, { month: "2026-02", level: "DETAIL", format: "DATEV", currency: "USD" });
    const answer = await fileOf(api, client, id);
    assert.match(answer.headers.get("content-disposition") ?? "", /EXTF_JX-000001-2026-02\.csv/);
    const { lines, header } = readDatev(new Uint8Array(await answer.arrayBuffer()));
    assert.deepEqual([header[10], header[11], header[12], header[13]], ["1001", "1", "20260101", "4"]);
    const own = lines.find(({ text }) => text.startsWith("Adjustment"))?.entry;
    const cleared = lines.filter(({ account, entry }) => account === "1590" && entry === own);
    assert.deepEqual(
      cleared.map(({ minor }) => minor),
      [-110n, -220n, 300n, 30n],
    );
    const pairs = await make(client, { month: "2026-01", level: "DETAIL", format: "DATEV", currency: "USD" });
    const single = Map.groupBy(readDatev(await bytesOf(client, pairs.id)).lines, ({ entry }) => entry);
    const isPaired = ([, booked]: [string, readonly Booked[]]) => booked.every(({ account }) => account !== "1590");
    assert.ok([...single].filter(isPaired).length > 0, "others need no clearing");
  });

  test("Xero has the class as the option of its tracking category, and Intacct by its id", async () => {
    const { client } = await ledgerBook(api);
    await client.ok("PUT", "/v3/chart-of-accounts", chart);
    const rowsOf = async (format: string, month: string): Promise<Json[]> => {
      const { id } = await make(client, { month, level: "DETAIL", format, currency: "USD" });
      return parse(Buffer.from(await bytesOf(client, id)), { columns: true });
    };
    const xero = (await rowsOf("XERO", "2026-01")).filter((row) => row.TrackingName1 !== "");
    assert.deepEqual([...new Set(xero.map((row) => `${row.TrackingName1} ${row.TrackingOption1}`))], ["Region EMEA"]);
    const intacct = await rowsOf("SAGE_INTACCT", "2026-02");
    assert.deepEqual([...new Set(intacct.map((row) => row.GLENTRY_CLASSID))].toSorted(), ["", "EMEA-1"]);
  });

  test("a name that a spreadsheet would run as a formula, and letters that DATEV lacks", async () => {
    const { client } = await ledgerBook(api);
    await client.ok("PUT", "/v3/chart-of-accounts", chart);
    const { id } = await make(client, { month: "2026-01", level: "DETAIL", format: "QUICKBOOKS", currency: "USD" });
    const rows: Json[] = parse(Buffer.from(await bytesOf(client, id)), { columns: true });
    assert.ok(rows.some((row) => row.Name === `'=Müller & "Söhne", 東京 €`));
  });
});
