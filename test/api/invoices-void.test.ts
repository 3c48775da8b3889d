import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { payloadOf, type TermClient, termBody, termOn } from "../support/term-client.ts";
import { meteringOn } from "../support/usage-client.ts";

// A void frees the periods of its invoice (data model 13.3). What they bill comes back as a draft at once, so nothing that is
// owed is out of sight; the draft waits for the next regeneration, so that the terms can be changed before it is issued.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

type Book = TermClient & { readonly client: Client };

async function termFrom(clock: string, parts: object): Promise<Book> {
  const client = clientOf(api, await api.newMerchant(clock));
  return { ...(await termOn(client, termBody({ interval: "MONTH", ...priced("100"), ...parts }))), client };
}

const january = { startDate: "2026-01-01", endDate: "2026-01-31" };
const quarter = { startDate: "2026-01-01", endDate: "2026-03-31" };

async function invoicesOf(client: Client, filter = ""): Promise<Json[]> {
  return (await client.ok("GET", `/v3/invoices?limit=100${filter}`)).data;
}

/** What each invoice is, the oldest date first. */
async function reported(client: Client): Promise<string[]> {
  const invoices = await invoicesOf(client);
  return invoices.map(({ issueDate, status, total }) => `${issueDate} ${status} ${total}`).toSorted();
}

const act = (client: Client, id: string, action: string) => client.ok("POST", `/v3/invoices/${id}/actions`, { action });

async function voidFirst({ client }: Book): Promise<void> {
  const [first] = (await invoicesOf(client, "&filter=status:eq:ISSUED")).toReversed();
  await act(client, first?.id, "VOID");
  await client.drainOutbox();
}

async function assertSound({ merchant }: Client): Promise<void> {
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: merchant.merchantId, full: true }), []);
}

test("the last invoice: its period is a held draft, and the month cannot be closed without it", async () => {
  const book = await termFrom("2026-01-01T12:00:00Z", january);
  const { client } = book;
  await voidFirst(book);
  assert.deepEqual(await reported(client), ["2026-01-01 DRAFT 100.00", "2026-01-01 VOID 100.00"]);
  await client.advance("2026-02-10T12:00:00Z");
  assert.deepEqual(
    await reported(client),
    ["2026-01-01 DRAFT 100.00", "2026-01-01 VOID 100.00"],
    "nobody meant to send it",
  );
  const [draft] = await invoicesOf(client, "&filter=status:eq:DRAFT");
  const { body } = await client.send("POST", "/v3/month-end-close/close-period?month=2026-01");
  assert.deepEqual(
    body.error.details.checks.map(({ code, ids }: Json) => [code, ids]),
    [["DRAFT_INVOICES", [draft?.id]]],
  );
  const issued = await act(client, draft?.id, "ISSUE");
  assert.deepEqual([issued.id, issued.status, issued.issueDate], [draft?.id, "ISSUED", "2026-01-01"]);
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  assert.deepEqual(await reported(client), ["2026-01-01 ISSUED 100.00", "2026-01-01 VOID 100.00"]);
  await assertSound(client);
});

test("one of several invoices: its period is issued again with the next invoice", async () => {
  const book = await termFrom("2026-01-01T12:00:00Z", quarter);
  const { client } = book;
  await voidFirst(book);
  const open = ["2026-01-01 DRAFT 100.00", "2026-01-01 VOID 100.00", "2026-02-01 DRAFT 100.00"];
  assert.deepEqual(await reported(client), open);
  await client.advance("2026-01-31T12:00:00Z");
  assert.deepEqual(await reported(client), open);
  await client.advance("2026-02-01T12:00:00Z");
  assert.deepEqual(await reported(client), [
    "2026-01-01 ISSUED 100.00",
    "2026-01-01 VOID 100.00",
    "2026-02-01 ISSUED 100.00",
    "2026-03-01 DRAFT 100.00",
  ]);
  await assertSound(client);
});

test("a freed period can be changed before it is billed again, or never be billed again", async () => {
  const changed = await termFrom("2026-01-01T12:00:00Z", january);
  await voidFirst(changed);
  payloadOf(await changed.patch({ ...priced("90"), effectiveDate: "2026-01-01" }));
  assert.deepEqual(await reported(changed.client), ["2026-01-01 ISSUED 90.00", "2026-01-01 VOID 100.00"]);

  const deleted = await termFrom("2026-01-01T12:00:00Z", january);
  await voidFirst(deleted);
  await deleted.client.advance("2026-01-20T12:00:00Z");
  assert.equal((await deleted.client.send("DELETE", deleted.contractPath)).status, 200);
  assert.deepEqual(await reported(deleted.client), ["2026-01-01 VOID 100.00"]);
  await deleted.client.advance("2026-02-01T12:00:00Z");
  await deleted.client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
});

test("two voids of one date are one draft, which can be issued and voided again", async () => {
  const book = await termFrom("2026-03-01T12:00:00Z", quarter);
  const { client } = book;
  for (let left = 3; left > 0; left--) await voidFirst(book);
  const drafts = ["2026-01-01 DRAFT 100.00", "2026-02-01 DRAFT 100.00", "2026-03-01 DRAFT 100.00"];
  assert.deepEqual(
    (await reported(client)).filter((each) => each.includes("DRAFT")),
    drafts,
  );
  const [draft] = await invoicesOf(client, "&filter=status:eq:DRAFT");
  await act(client, draft?.id, "ISSUE");
  assert.equal((await invoicesOf(client, "&filter=status:eq:ISSUED")).length, 3, "one issue brings all in line");
  await voidFirst(book);
  const again = await reported(client);
  assert.deepEqual([again.filter((each) => each.includes("DRAFT")).length, again.length], [1, 7]);
  await assertSound(client);
});

test("a void usage invoice is a draft as well, marked as usage where it waited for late events", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-01T12:00:00Z"));
  const metering = await meteringOn(client);
  await metering.addTerm("1", { endDate: "2026-01-31" });
  await metering.approve();
  await client.advance("2026-01-06T12:00:00Z");
  await metering.use(["2026-01-05", "4"]);
  await client.advance("2026-02-20T12:00:00Z");
  const [made] = await invoicesOf(client, "&filter=status:eq:ISSUED");
  await act(client, made?.id, "VOID");
  await client.advance("2026-03-05T12:00:00Z");
  const [draft] = await invoicesOf(client, "&filter=status:eq:DRAFT");
  assert.equal(draft?.total, "4.00");
  const { body } = await client.send("POST", "/v3/month-end-close/close-period?month=2026-02");
  assert.deepEqual(
    body.error.details.checks.map(({ code, ids }: Json) => [code, ids]),
    [["USAGE_NOT_INVOICED", [draft?.id]]],
  );
  await act(client, draft?.id, "ISSUE");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
});
