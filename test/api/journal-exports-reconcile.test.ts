import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, rejection } from "../support/client.ts";
import { chart, ledgerBook, movedBy } from "../support/ledger-book.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// The trial balance of a general ledger that was fed by files, beside the journal it was fed from.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const text = (minor: bigint) =>
  `${minor < 0n ? "-" : ""}${(minor < 0n ? -minor : minor).toString().padStart(3, "0").replace(/(..)$/, ".$1")}`;

/** A general ledger that took both currencies of January and February, as CSV of debits and credits. */
async function ledgerOf(client: Client, months: readonly string[], change: Readonly<Record<string, bigint>> = {}) {
  const lines = ["Account,Currency,Debit,Credit"];
  for (const currency of ["USD", "EUR"]) {
    const sums = new Map<string, bigint>();
    for (const month of months) {
      for (const [account, minor] of await movedBy(client, month, currency)) {
        sums.set(account, (sums.get(account) ?? 0n) + minor);
      }
    }
    for (const [account, minor] of sums) {
      const there = minor + (currency === "USD" ? (change[account] ?? 0n) : 0n);
      lines.push(there >= 0n ? `${account},${currency},${text(there)},` : `${account},${currency},,${text(-there)}`);
    }
  }
  return [...lines, "6000,USD,77.00,", ",,1.00,1.00", ""].join("\n");
}

const reconcile = (client: Client, csv: string, parts: object = {}): Promise<Json> =>
  client.ok("POST", "/v3/journal-exports/reconciliation", { month: "2026-02", csv, ...parts });

const differing = ({ accounts }: Json) =>
  accounts.filter(({ status }: Json) => status !== "EQUAL" && status !== "OTHER");

async function exported(...months: string[]): Promise<Client> {
  const { client } = await ledgerBook(api);
  await client.ok("PUT", "/v3/chart-of-accounts", chart);
  for (const month of months)
    await client.ok("POST", "/v3/journal-exports", { month, level: "DETAIL", format: "NETSUITE" });
  return client;
}

test("a ledger that took every batch differs by 0.00; accounts that Accord does not have are left out", async () => {
  const client = await exported("2026-01", "2026-02");
  const result = await reconcile(client, await ledgerOf(client, ["2026-01", "2026-02"]));
  assert.equal(result.isTied, true);
  assert.deepEqual(
    [...new Set(result.accounts.map(({ difference, status }: Json) => `${difference} ${status}`))].toSorted(),
    [...["0.00 EQUAL", "77.00 OTHER"]],
  );
  const activity = await reconcile(client, await ledgerOf(client, ["2026-02"]), { of: "ACTIVITY" });
  assert.equal(activity.isTied, true);
});

test("differences are shown by account, and those not exported yet separately", async () => {
  const client = await exported("2026-01");
  const result = await reconcile(client, await ledgerOf(client, ["2026-01"], { "4400": 150n, "1200": -150n }));
  assert.equal(result.isTied, false);
  const statuses = new Map<string, Json>(
    differing(result).map((each: Json) => [`${each.account} ${each.currency}`, each]),
  );
  assert.equal(statuses.get("4400 EUR")?.status, "NOT_EXPORTED");
  assert.equal(statuses.get("1200 USD")?.difference, "-1.50");
  assert.deepEqual([statuses.get("4400 USD")?.status, statuses.get("1200 USD")?.status], ["DIFFERENT", "DIFFERENT"]);
  const { data } = await client.ok("GET", "/v3/audit-log?filter=action:eq:journal-export.reconcile");
  assert.deepEqual([data.length, data[0].entityId], [1, "2026-02"]);
});

test("revenue counts from the start of the fiscal year where the ledger resets it", async () => {
  const client = await exported("2026-01", "2026-02");
  const income = ["4400", "4410", "4490", "6930", "4925"];
  const full = await ledgerOf(client, ["2026-01", "2026-02"]);
  const anew = await ledgerOf(client, ["2026-02"]);
  const isIncome = (line: string) => income.includes(line.split(",")[0] ?? "");
  const csv = [...full.split("\n").filter((line) => !isIncome(line)), ...anew.split("\n").filter(isIncome)].join("\n");
  assert.equal((await reconcile(client, csv)).isTied, false);
  assert.equal((await reconcile(client, csv, { fiscalYearFrom: "2026-02" })).isTied, true);
});

test("an unreadable file is rejected with its lines", async () => {
  const client = await exported();
  const refused = async (csv: string) => {
    const answer = await client.send("POST", "/v3/journal-exports/reconciliation", { month: "2026-02", csv });
    return [...rejection(answer).slice(0, 2), ...answer.body.error.details.issues.map(({ message }: Json) => message)];
  };
  const failed = [400, "VALIDATION_FAILED"];
  assert.deepEqual(await refused("number,debit\n1,2"), [
    ...[...failed, "Line 1: the first line names the columns, and account is missing."],
    "Line 1: the columns debit and credit are missing, or balance.",
  ]);
  assert.deepEqual(await refused("account;balance;currency\n1200;1,50;USD\n1200;1.50;ABC"), [
    ...[...failed, "Line 2: balance 1,50 is no amount in USD; write 1200.00."],
    "Line 3: ABC is no currency; write its ISO 4217 code.",
  ]);
});
