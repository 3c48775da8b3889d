import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection, unknownId } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { chart, fileOf, ledgerBook } from "../support/ledger-book.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const january = { month: "2026-01", level: "DETAIL", format: "CSV" };
const make = (client: Client, body: object = {}): Promise<Json> =>
  client.ok("POST", "/v3/journal-exports", { ...january, ...body });
const refusal = async (client: Client, body: object = {}) =>
  rejection(await client.send("POST", "/v3/journal-exports", { ...january, ...body })).slice(0, 3);
const entriesOf = async (client: Client, filter: string): Promise<Json[]> =>
  (await client.ok("GET", `/v3/journal-entries?limit=1000&filter=${filter}`)).data;
const adjust = (client: Client, date: string) =>
  client.ok("POST", "/v3/adjustments", {
    ...{ date, currency: "USD", reason: "Late" },
    lines: [
      { role: "REVENUE", debit: "5.00" },
      { role: "CONTRA_REVENUE", credit: "5.00" },
    ],
  });

describe("a batch", () => {
  test("has every entry of the month once, with control totals and the hash of its content", async () => {
    const { client } = await ledgerBook(api);
    const entries = await entriesOf(client, "month:eq:2026-01");
    const batch = await make(client);
    assert.deepEqual([batch.exportNumber, batch.month, batch.entryCount], ["JX-000001", "2026-01", entries.length]);
    for (const { currency, debit, credit, entries: count, lines } of batch.totals) {
      const own = entries.filter((entry) => entry.currency === currency);
      const sides = own.flatMap((entry) => entry.lines);
      const sum = (side: string) => sides.reduce((total, line) => total + BigInt(line[side].replace(".", "")), 0n);
      assert.deepEqual([count, lines], [own.length, sides.length]);
      assert.deepEqual(
        [debit, credit].map((text) => BigInt(text.replace(".", ""))),
        [sum("debit"), sum("credit")],
      );
      assert.equal(debit, credit);
    }
    const exported = await entriesOf(client, `journalExportId:eq:${batch.id}`);
    assert.deepEqual(
      exported.map(({ id }) => id),
      entries.map(({ id }) => id),
    );
    assert.ok(entries.every(({ journalExportId }) => journalExportId === null));
    const json = await (await fileOf(api, client, batch.id, "JSON")).text();
    assert.equal(createHash("sha256").update(json).digest("hex"), batch.sha256);
    assert.deepEqual(await client.ok("GET", `/v3/journal-exports/${batch.id}`), batch);
  });

  test("stays as it is: a second run exports nothing, late entries go into the next batch, renamed accounts do not show", async () => {
    const { client } = await ledgerBook(api);
    const month = "2026-03";
    await adjust(client, "2026-03-01");
    const first = await make(client, { month });
    const file = await (await fileOf(api, client, first.id)).text();
    assert.deepEqual(await refusal(client, { month }), [400, "NOTHING_TO_EXPORT"]);
    await adjust(client, "2026-03-02");
    await client.ok("PUT", "/v3/chart-of-accounts", chart);
    const second = await make(client, { month });
    assert.deepEqual([second.exportNumber, second.entryCount], ["JX-000002", 1]);
    assert.deepEqual(await refusal(client, { month }), [400, "NOTHING_TO_EXPORT"]);
    assert.equal(await (await fileOf(api, client, first.id)).text(), file);
    assert.match(await (await fileOf(api, client, second.id)).text(), /,4400,/);
    const { data } = await client.ok("GET", "/v3/journal-exports?filter=month:eq:2026-03");
    assert.deepEqual(
      data.map(({ id }: Json) => id),
      [second.id, first.id],
    );
  });

  test("is made once by concurrent requests, and entries posted meanwhile are in it or in the next", async () => {
    const { client } = await ledgerBook(api);
    const month = "2026-03";
    await adjust(client, "2026-03-01");
    const asking = () => client.send("POST", "/v3/journal-exports", { ...january, month });
    const answers = await Promise.all([asking(), adjust(client, "2026-03-02"), asking(), asking(), asking()]);
    await client.send("POST", "/v3/journal-exports", { ...january, month });
    const codes = answers.flatMap((answer) => ("status" in answer ? (answer as Json).body.error?.errorCode : []));
    for (const code of codes) assert.ok(code === undefined || code === "NOTHING_TO_EXPORT", code);
    const { data } = await client.ok("GET", `/v3/journal-exports?filter=month:eq:${month}`);
    const exported = data.reduce((sum: number, { entryCount }: Json) => sum + entryCount, 0);
    const entries = await entriesOf(client, `month:eq:${month}`);
    assert.equal(exported, entries.length);
    assert.ok(entries.every(({ journalExportId }) => journalExportId !== null));
  });

  test("is shown by a dry run that makes none, and If-Plan makes exactly that batch", async () => {
    const { client } = await ledgerBook(api);
    const dry = await client.ok("POST", "/v3/journal-exports?dryRun=true", january);
    const again = await client.ok("POST", "/v3/journal-exports/preview", january);
    assert.equal(dry.planHash, again.planHash);
    assert.equal((await client.ok("GET", "/v3/journal-exports")).totalItems, 0);
    const answer = await client.send("POST", "/v3/journal-exports", january, { "if-plan": dry.planHash });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { entryCount, totals } = answer.body.payload;
    assert.deepEqual([dry.plan.entryCount, dry.plan.controlTotals], [entryCount, totals]);
    const march = { ...january, month: "2026-02" };
    const { planHash } = await client.ok("POST", "/v3/journal-exports/preview", march);
    await client.ok("POST", "/v3/journal-exports", { ...march, currency: "EUR" });
    const moved = await client.send("POST", "/v3/journal-exports", march, { "if-plan": planHash });
    assert.equal(moved.body.error.errorCode, "PLAN_CHANGED");
  });

  test("waits for a second person where a policy says so", async () => {
    const { client } = await ledgerBook(api);
    await client.ok("PUT", "/v3/approval-policies", { kind: "JOURNAL_EXPORT", role: "CONTROLLER" });
    const answer = await client.send("POST", "/v3/journal-exports", january);
    assert.deepEqual([answer.status, answer.body.payload.kinds], [202, ["JOURNAL_EXPORT"]]);
    assert.equal((await client.ok("GET", "/v3/journal-exports")).totalItems, 0);
  });

  test("keeps its month closed where the merchant forbids reopening exported months", async () => {
    const { client } = await ledgerBook(api);
    await client.ok("PATCH", "/v3/merchant", { forbidReopenSynced: true });
    await make(client);
    const reopen = (month: string) => client.send("POST", `/v3/month-end-close/reopen-period?month=${month}`);
    assert.equal((await reopen("2026-01")).body.error.errorCode, "PERIOD_SYNCED");
    assert.equal((await reopen("2026-02")).status, 201);
  });

  test("is guarded by the database and verified by the doctor", async () => {
    const { client } = await ledgerBook(api);
    const { id } = await make(client);
    const owner = new pg.Client({ connectionString: api.connectionString });
    await owner.connect();
    try {
      await owner.query("select set_config('accord.merchant_id', $1, false)", [client.merchant.merchantId]);
      const changes = [
        `update journal_export set totals = '[]' where id = '${id}'`,
        `delete from journal_entry_export where journal_export_id = '${id}'`,
      ];
      for (const change of changes) {
        await assert.rejects(() => owner.query(change), /a journal export never changes/);
      }
      await owner.query("alter table journal_export disable trigger user");
      await owner.query("alter table journal_entry_export disable trigger user");
      // The audit log says what the totals were; which entries an export has is no word of it.
      const told = ["INV-41", `JOURNAL_EXPORT ${id}: totals`];
      await owner.query(
        "create temporary table kept as select * from journal_entry_export where journal_export_id = $1",
        [id],
      );
      const { rows } = await owner.query("select totals from journal_export where id = $1", [id]);
      for (const change of changes) {
        await owner.query(change);
        const found = await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId });
        assert.deepEqual(
          found.map((each) => [each.id, ...each.sample]),
          [["INV-39", id], told],
        );
      }
      await owner.query("update journal_export set totals = $2 where id = $1", [id, JSON.stringify(rows[0].totals)]);
      await owner.query("insert into journal_entry_export select * from kept");
      await owner.query("alter table journal_export enable trigger user");
      await owner.query("alter table journal_entry_export enable trigger user");
    } finally {
      await owner.end();
    }
  });
});

describe("what is rejected", () => {
  test("a month that has not begun, a month without entries, and a file with missing settings", async () => {
    const { client } = await ledgerBook(api);
    assert.deepEqual(await refusal(client, { month: "2026-04" }), [400, "INVALID_MONTH"]);
    assert.deepEqual(await refusal(client, { month: "2025-12" }), [400, "NOTHING_TO_EXPORT"]);
    const missing = await client.send("POST", "/v3/journal-exports", { ...january, format: "NETSUITE" });
    assert.equal(missing.body.error.errorCode, "EXPORT_NOT_CONFIGURED");
    assert.match(JSON.stringify(missing.body), /Receivable \(RECEIVABLE\) has no number/);
    await client.ok("PUT", "/v3/chart-of-accounts", { accounts: chart.accounts });
    assert.deepEqual(await refusal(client, { format: "XERO" }), [
      400,
      "EXPORT_NOT_CONFIGURED",
      "/currency EXPORT_NOT_CONFIGURED",
    ]);
    const settings = [400, "EXPORT_NOT_CONFIGURED", "/format EXPORT_NOT_CONFIGURED"];
    assert.deepEqual(await refusal(client, { format: "DATEV", currency: "EUR" }), settings);
    assert.equal((await client.ok("GET", "/v3/journal-exports")).totalItems, 0);
  });

  test("a chart with two accounts for the same lines, or with unknown records", async () => {
    const { client } = await ledgerBook(api);
    const set = async (...accounts: object[]) =>
      rejection(await client.send("PUT", "/v3/chart-of-accounts", { accounts }));
    const revenue = { role: "REVENUE", number: "4000" };
    assert.deepEqual(await set(revenue, { ...revenue, number: "4001" }), [
      ...[400, "VALIDATION_FAILED", "/accounts/1 DUPLICATE"],
    ]);
    assert.deepEqual(await set({ ...revenue, categoryId: unknownId }, { ...revenue, classId: unknownId }), [
      ...[
        400,
        "CATEGORY_NOT_FOUND",
        "/accounts/0/categoryId CATEGORY_NOT_FOUND",
        "/accounts/1/classId CLASS_NOT_FOUND",
      ],
    ]);
    assert.deepEqual(await client.ok("GET", "/v3/chart-of-accounts"), { accounts: [], formats: {} });
  });
});

test("of several accounts that match a line the most specific applies: posted name, category, class, role", async () => {
  const { client } = await ledgerBook(api);
  const [category] = (await client.ok("GET", "/v3/categories")).data;
  const [erpClass] = (await client.ok("GET", "/v3.1/classes")).data;
  const revenue = { role: "REVENUE" };
  const accounts = [
    { ...revenue, number: "4000" },
    { ...revenue, classId: erpClass.id, number: "4001", name: "EMEA revenue" },
    { ...revenue, categoryId: category.id, number: "4002" },
    { role: "CONTRACT_LIABILITY", account: "Deferred support", number: "2401" },
  ];
  const set = await client.ok("PUT", "/v3/chart-of-accounts", { accounts });
  assert.deepEqual(await client.ok("GET", "/v3/chart-of-accounts"), set);
  const { id } = await make(client, { level: "SUMMARY", format: "JSON", currency: "USD" });
  const { entries } = JSON.parse(await (await fileOf(api, client, id)).text());
  const lines = entries.flatMap((entry: Json) => entry.lines);
  const named = lines.map((line: Json) => `${line.accountNumber} ${line.accountName} ${line.credit ?? "-"}`);
  for (const expected of ["4001 EMEA revenue 100.00", "4002 Support revenue 30.00"])
    assert.ok(named.includes(expected), `${named}`);
  assert.ok(named.some((line: string) => line.startsWith("2401 Deferred support")));
  assert.ok(named.some((line: string) => line.startsWith("null Receivable")));
});

test("another merchant's batch is not found", async () => {
  const { client } = await ledgerBook(api);
  const { id } = await make(client);
  const other = clientOf(api, await api.newMerchant());
  for (const path of ["", "/file"]) {
    const answer = await other.send("GET", `/v3/journal-exports/${id}${path}`);
    assert.equal(answer.body.error.errorCode, "JOURNAL_EXPORT_NOT_FOUND");
  }
});
