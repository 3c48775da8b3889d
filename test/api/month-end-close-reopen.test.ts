import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";

// Spec "Reopen period", behaviour PER-2; who may reopen is in test/isolation/reopening.test.ts.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const path = "/v3/month-end-close";

/** Books that are closed through April 2026, with service from January on. */
async function closedBook(): Promise<Client> {
  const client = clientOf(api, await api.newMerchant("2026-06-10T00:00:00Z"));
  const id = await client.contract();
  await client.add(id, obligationBody());
  await client.approve(id);
  await client.ok("POST", `${path}/close-period?month=2026-04`);
  return client;
}

const reopen = (client: Client, query: string) => client.send("POST", `${path}/reopen-period?${query}`);
const periodsOf = async (client: Client): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await client.ok("GET", `${path}/periods`)).data.map(({ month, status }: Json) => [month, status]),
  );
const isSound = async (client: Client) =>
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId }), []);

const rejections: readonly [string, string, string][] = [
  ["a thirteenth month", "2023-13", "INVALID_MONTH"],
  ["month 0", "2026-00", "INVALID_MONTH"],
  ["one digit", "2026-1", "INVALID_MONTH"],
  ["no dash", "202601", "INVALID_MONTH"],
  ["a day", "2026-01-01", "INVALID_MONTH"],
  ["white space", "2026-01%20", "INVALID_MONTH"],
  ["other digits", "２０２６-０１", "INVALID_MONTH"],
  ["nothing", "", "INVALID_MONTH"],
  ["a month of the future", "2031-01", "PERIOD_NOT_CLOSED"],
  ["the running month", "2026-06", "PERIOD_NOT_CLOSED"],
  ["a month that was never closed", "2026-05", "PERIOD_NOT_CLOSED"],
  ["the month before the first", "2025-12", "PERIOD_NOT_CLOSED"],
  ["the first month that there is", "1900-01", "PERIOD_NOT_CLOSED"],
];

test("PER-2: a month that cannot be reopened is rejected, and nothing changes", async () => {
  const client = await closedBook();
  const before = await periodsOf(client);
  for (const [what, month, code] of rejections) {
    const { status, body } = await reopen(client, `month=${month}`);
    assert.deepEqual([status, body.error.errorCode], [400, code], what);
  }
  assert.deepEqual(await periodsOf(client), before);
});

test("PER-2: no month can be reopened if none was ever closed", async () => {
  const client = clientOf(api, await api.newMerchant());
  assert.equal((await reopen(client, "month=2025-12")).body.error.errorCode, "PERIOD_NOT_CLOSED");
});

test("PER-2: the first, a middle and the last closed month are reopened together with all later ones", async () => {
  for (const month of ["2026-04", "2026-02", "2026-01"]) {
    const client = await closedBook();
    assert.equal((await reopen(client, `month=${month}`)).status, 201);
    for (const [each, status] of Object.entries(await periodsOf(client))) {
      assert.equal(status, each < month ? "CLOSED" : "REOPENED", each);
    }
    assert.equal((await reopen(client, `month=${month}`)).body.error.errorCode, "PERIOD_NOT_CLOSED", "once");
    await isSound(client);
    const { closedMonths, entriesPosted } = await client.ok("POST", `${path}/close-period?month=2026-04`);
    assert.deepEqual([closedMonths[0], entriesPosted], [month, 0]);
    await isSound(client);
  }
});

test("PER-2: a month before the first closed one can be reopened once service begins in it", async () => {
  const client = await closedBook();
  assert.equal((await reopen(client, "month=2025-10")).body.error.errorCode, "PERIOD_NOT_CLOSED");
  const id = await client.contract();
  await client.add(id, obligationBody({ serviceStartDate: "2025-10-01" }));
  await client.approve(id);
  assert.equal((await reopen(client, "month=2025-10")).status, 201);
  await isSound(client);
  const { closedMonths } = await client.ok("POST", `${path}/close-period?month=2026-04`);
  assert.deepEqual([closedMonths[0], closedMonths.length], ["2025-10", 7]);
  await isSound(client);
});

test("PER-2: the first month of the calendar can be closed and reopened as well", async () => {
  const client = clientOf(api, await api.newMerchant());
  await client.ok("POST", `${path}/close-period?month=1900-01`);
  assert.equal((await reopen(client, "month=1900-01")).status, 201);
  assert.equal((await client.ok("GET", "/v3/merchant/book-close-date")).bookCloseDate, null);
  await client.ok("POST", `${path}/close-period?month=1900-02`);
  assert.deepEqual(await periodsOf(client), { "1900-01": "CLOSED", "1900-02": "CLOSED" });
});

test("PER-2: a reason of 1,000 characters of any script is kept with the month and in the audit log", async () => {
  for (const character of ["x", "é", "字", "😀"]) {
    const client = await closedBook();
    const reason = character.repeat(1_000);
    const tooLong = await reopen(client, `month=2026-03&reason=${encodeURIComponent(`${reason}${character}`)}`);
    assert.deepEqual([tooLong.status, tooLong.body.error.errorCode], [400, "VALIDATION_FAILED"]);
    assert.equal((await reopen(client, `month=2026-03&reason=${encodeURIComponent(reason)}`)).status, 201, character);
    const { data } = await client.ok("GET", `${path}/periods?filter=status:eq:REOPENED`);
    assert.deepEqual(
      data.map((each: Json) => [each.month, each.reopenReason, each.reopenedWith]),
      [
        ["2026-04", null, "2026-03"],
        ["2026-03", reason, null],
      ],
    );
    const audited = await client.ok("GET", "/v3/audit-log?filter=action:eq:period.reopen,entityId:eq:2026-03");
    assert.equal(audited.data[0].reason, reason);
  }
});

test("a month synced to the accounting system cannot be reopened where the merchant forbids it", async () => {
  const client = await closedBook();
  const { data } = await client.ok("GET", "/v3/journal-entries?filter=month:eq:2026-03");
  const entryId: string = data[0].id;
  const report = (body: object) => client.send("PUT", `/v3/sync/JOURNAL_ENTRY/${entryId}`, body);
  const answer = await report({ status: "SYNCED", externalId: "JE-1042" });
  assert.equal(answer.status, 200);
  assert.deepEqual(
    { ...answer.body.payload, lastUpdatedAt: "" },
    {
      ...{ id: entryId, entityType: "JOURNAL_ENTRY", entityId: entryId, status: "SYNCED", externalId: "JE-1042" },
      ...{ version: 1, syncedVersion: 1, lastError: null, attempts: 1, lastUpdatedAt: "" },
    },
  );
  const synced = await client.ok("GET", "/v3/journal-entries?filter=syncStatus:eq:SYNCED");
  assert.deepEqual(
    synced.data.map(({ id, syncStatus }: Json) => [id, syncStatus]),
    [[entryId, "SYNCED"]],
  );
  const [other] = (await client.ok("GET", "/v3/journal-entries?filter=month:eq:2026-01")).data;
  assert.equal((await client.ok("GET", `/v3/journal-entries/${other.id}`)).syncStatus, "NOT_SYNCED");

  assert.equal((await client.ok("PATCH", "/v3/merchant", { forbidReopenSynced: true })).forbidReopenSynced, true);
  for (const month of ["2026-01", "2026-03"]) {
    const { status, body } = await reopen(client, `month=${month}`);
    assert.deepEqual([status, body.error.errorCode], [400, "PERIOD_SYNCED"], month);
    assert.deepEqual(body.error.details.journalEntryIds, [entryId]);
  }
  assert.equal((await reopen(client, "month=2026-04")).status, 201, "April is not in it");
  await report({ status: "SYNC_FAILED", error: "The account is unknown." });
  assert.equal((await reopen(client, "month=2026-01")).status, 201, "nothing is synced any more");
  await isSound(client);
});

test("a connector's report replaces its earlier one, and only a failure may have an error", async () => {
  const client = await closedBook();
  const [{ id }] = (await client.ok("GET", "/v3/journal-entries")).data;
  const report = (body: object) => client.send("PUT", `/v3/sync/JOURNAL_ENTRY/${id}`, body);
  const reports: readonly [object, unknown[]][] = [
    [{ status: "SYNCING" }, ["SYNCING", null, null, 0]],
    [{ status: "SYNC_FAILED", error: "Busy." }, ["SYNC_FAILED", null, "Busy.", 1]],
    [{ status: "SYNCED", externalId: "JE-1" }, ["SYNCED", "JE-1", null, 2]],
    [{ status: "NOT_SYNCED" }, ["NOT_SYNCED", null, null, 2]],
  ];
  for (const [body, expected] of reports) {
    const { status, externalId, lastError, attempts } = (await report(body)).body.payload;
    assert.deepEqual([status, externalId, lastError, attempts], expected);
  }
  const rejected = await report({ status: "SYNCED", error: "Busy." });
  assert.deepEqual([rejected.status, rejected.body.error.details.issues[0].path], [400, "/error"]);
});

test("the same report again is no new attempt, and each failed attempt has one event", async () => {
  const client = await closedBook();
  const [{ id }] = (await client.ok("GET", "/v3/journal-entries")).data;
  const report = async (body: object) => (await client.send("PUT", `/v3/sync/JOURNAL_ENTRY/${id}`, body)).body.payload;
  const [busy, synced] = [
    { status: "SYNC_FAILED", error: "Busy." },
    { status: "SYNCED", externalId: "JE-1" },
  ];
  const first = await report(busy);
  assert.match(first.lastUpdatedAt, /^2026-06-10T00:00:00\.\d{3}Z$/);
  assert.deepEqual(await report(busy), first);
  const attempts: number[] = [first.attempts];
  for (const body of [{ ...busy, error: "Full." }, { status: "SYNCING" }, busy, synced, synced]) {
    attempts.push((await report(body)).attempts);
  }
  assert.deepEqual(attempts, [1, 2, 2, 3, 4, 4]);
  const facts = await api.platform.db.transaction().execute(async (tx) => {
    await sql`set local accord.merchant_id = ${sql.lit(client.merchant.merchantId)}`.execute(tx);
    return tx.selectFrom("outbox_event").select(["data", "contract_id"]).where("type", "=", "sync.failed").execute();
  });
  const reported = { data: { entityType: "JOURNAL_ENTRY", entityId: id }, contract_id: null };
  assert.deepEqual(facts, [reported, reported, reported]);
});

test("closing a month closes all open months before it, empty ones too", async () => {
  const client = clientOf(api, await api.newMerchant("2028-01-22T00:00:00Z"));
  await client.ok("POST", `${path}/close-period?month=2027-10`);
  const { closedMonths } = await client.ok("POST", `${path}/close-period?month=2027-12`);
  assert.deepEqual(closedMonths, ["2027-11", "2027-12"]);
  await isSound(client);
});
