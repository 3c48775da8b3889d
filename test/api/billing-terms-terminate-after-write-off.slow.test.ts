import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody } from "../support/client.ts";
import { withPobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Rules 8: what was billed and not served is not owed and earns nothing, the rest is lost; data model 15.3, 15.4: days that were
// served keep their revenue, and it falls once. 300.00 are billed for the 90 days of the first quarter, and given up on
// 15 February: January and 15 of 28 days of February are served then, 153.57, that day included, and 146.43 are not. So whenever the term is ended, nothing stays in the contract liability.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

type Book = { readonly client: Client; readonly path: string; readonly termId: string; readonly invoiceId: string };

async function billed(clock = "2026-02-15T12:00:00Z"): Promise<Book> {
  const client = clientOf(api, await api.newMerchant(clock));
  const id = await client.contract();
  const { billingTermId } = await client.add(id, obligationBody());
  await client.approve(id);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${id}`);
  return { client, path: `/v3/contracts/${id}`, termId: billingTermId, invoiceId: data[0].id };
}

const pay = ({ client, invoiceId }: Book, amount: string) =>
  client.ok("POST", `/v3/invoices/${invoiceId}/payments`, { amount });
const writeOff = ({ client, invoiceId }: Book) =>
  client.ok("POST", `/v3/invoices/${invoiceId}/actions`, { action: "MARK_UNCOLLECTIBLE" });
const end = ({ client, path, termId }: Book, endDate: string) =>
  client.ok("PATCH", `${path}/billing-terms/${termId}/terminate`, { endDate, creditUnused: true });

/** What the books say at the end of a month that is closed. */
async function closed({ client }: Book, month = "2026-03"): Promise<Record<string, string>> {
  await client.advance("2026-04-02T12:00:00Z");
  await client.ok("POST", `/v3/month-end-close/close-period?month=${month}`);
  const balance = await client.balances(month);
  const roles = ["REVENUE", "BAD_DEBT", "CUSTOMER_CREDIT", "CONTRACT_LIABILITY", "CONTRACT_ASSET", "RECEIVABLE"];
  return Object.fromEntries(roles.map((role) => [role, balance(role)]));
}
const cleared = { CONTRACT_LIABILITY: "0.00", CONTRACT_ASSET: "0.00", RECEIVABLE: "0.00" };

describe("a term is terminated after its invoice was written off", () => {
  for (const [paid, endDate, revenue, badDebt, credit] of [
    // Nothing is paid: service up to the write-off, or to an earlier end, is bad debt.
    ["0.00", "2026-03-31", "-153.57", "153.57", "0.00"],
    ["0.00", "2026-02-28", "-153.57", "153.57", "0.00"],
    ["0.00", "2026-02-14", "-150.00", "150.00", "0.00"],
    ["0.00", "2026-01-31", "-103.33", "103.33", "0.00"],
    // 200.00 are paid: they pay for 60 days, and what is left of them is credited.
    ["200.00", "2026-03-31", "-200.00", "0.00", "0.00"],
    ["200.00", "2026-02-28", "-196.67", "0.00", "-3.33"],
    ["200.00", "2026-02-14", "-150.00", "0.00", "-50.00"],
    ["200.00", "2026-01-31", "-103.33", "0.00", "-96.67"],
    // 120.00 are paid of 153.57 served.
    ["120.00", "2026-03-31", "-153.57", "33.57", "0.00"],
    ["120.00", "2026-02-28", "-153.57", "33.57", "0.00"],
    ["120.00", "2026-02-14", "-150.00", "30.00", "0.00"],
    ["120.00", "2026-01-31", "-103.33", "0.00", "-16.67"],
  ] as const) {
    test(`${paid} paid, terminated on ${endDate}: revenue ${revenue}, bad debt ${badDebt}, credited ${credit}`, async () => {
      const book = await billed();
      if (paid !== "0.00") await pay(book, paid);
      await writeOff(book);
      await end(book, endDate);
      const expected = { ...cleared, REVENUE: revenue, BAD_DEBT: badDebt, CUSTOMER_CREDIT: credit };
      assert.deepEqual(await closed(book), expected);
      const { data: creditMemos } = await book.client.ok("GET", "/v3/credit-memos");
      const given = credit === "0.00" ? [] : [["OPEN", credit.slice(1)]];
      assert.deepEqual(
        creditMemos.map(({ status, total }: Json) => [status, total]),
        given,
      );
    });
  }
});

test("written off after service, then terminated at an earlier day: unserved days are no bad debt", async () => {
  const book = await billed("2026-03-31T12:00:00Z");
  await writeOff(book);
  await end(book, "2026-02-28");
  const { data } = await book.client.ok("GET", "/v3/audit-log?filter=action:eq:invoice.reverse-write-off");
  assert.deepEqual(
    data.map(({ entityId, changes }: Json) => [entityId, changes]),
    [[book.invoiceId, [{ path: "badDebt", from: "300.00", to: "196.67" }]]],
  );
  const expected = { ...cleared, REVENUE: "-196.67", BAD_DEBT: "196.67", CUSTOMER_CREDIT: "0.00" };
  assert.deepEqual(await closed(book), expected);
});

test("written off and terminated over closed months: they stay, and the first open month has the difference", async () => {
  const book = await billed();
  const { client } = book;
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  await writeOff(book);
  await client.advance("2026-03-10T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
  assert.equal((await client.balances("2026-02"))("REVENUE"), "-153.57");
  await end(book, "2026-01-31");
  const expected = { ...cleared, REVENUE: "-103.33", BAD_DEBT: "103.33", CUSTOMER_CREDIT: "0.00" };
  assert.deepEqual(await closed(book), expected);
  await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01");
  const { entriesPosted } = await client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
  assert.equal(entriesPosted, 0);
});

test("terminated, then written off: days after the end are credited, days before it are bad debt", async () => {
  const book = await billed();
  await end(book, "2026-02-28");
  await writeOff(book);
  const expected = { ...cleared, REVENUE: "-153.33", BAD_DEBT: "256.66", CUSTOMER_CREDIT: "-103.33" };
  assert.deepEqual(await closed(book), expected);
});

test("stated prices come to the same revenue as an implied performance obligation", async () => {
  const client = clientOf(api, await withPobs(api, "2026-02-15T12:00:00Z"));
  const id = await client.contract();
  const path = `/v3/contracts/${id}`;
  const { billingSchedule } = obligationBody();
  const { id: termId, billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, billingSchedule);
  const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
  const toCreate = ["900.00", "300.00"].map((transactionPrice) => ({ ...service, transactionPrice }));
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  await client.approve(id);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${id}`);
  const book = { client, path, termId, invoiceId: data[0].id };
  await writeOff(book);
  await end(book, "2026-02-28");
  const expected = { ...cleared, REVENUE: "-153.57", BAD_DEBT: "153.57", CUSTOMER_CREDIT: "0.00" };
  assert.deepEqual(await closed(book), expected);
});

test("a void credit memo of unused days keeps what was billed as revenue, and a later credit lowers it", async () => {
  const book = await billed();
  const { client } = book;
  await end(book, "2026-02-28");
  const creditMemoOf = async () => (await client.ok("GET", "/v3/credit-memos?filter=status:eq:OPEN")).data[0];
  const { id, customerId, items } = await creditMemoOf();
  await client.ok("POST", `/v3/credit-memos/${id}/void`, { reason: "A fee for leaving early" });
  await client.ok("POST", `/v3/month-end-close/close-period?month=2026-01`);
  await client.advance("2026-03-10T12:00:00Z");
  await client.ok("POST", `/v3/month-end-close/close-period?month=2026-02`);
  const balance = await client.balances("2026-02");
  assert.deepEqual(["REVENUE", "CONTRACT_LIABILITY"].map(balance), ["-300.00", "0.00"]);
  // Nothing is left to serve, so what is credited after all is credited of revenue.
  const item = { invoiceLineItemId: items[0].invoiceLineItemId, amount: "103.33" };
  await client.ok("POST", "/v3/credit-memos", { customerId, issueDate: "2026-03-10", reason: "Terms", items: [item] });
  const expected = {
    ...cleared,
    REVENUE: "-196.67",
    BAD_DEBT: "0.00",
    CUSTOMER_CREDIT: "-103.33",
    RECEIVABLE: "300.00",
  };
  assert.deepEqual(await closed(book), expected);
});
