import { deepEqual } from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { required } from "../../src/kernel/assert.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { exported, moved, ranOn } from "../support/exported-book.ts";
import { allOf } from "../support/moved-book.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Contracts on which credits were given, where a book moves: the loaded book has the same credits, and the same balances at each month end.

let api: TestApi;
let root: string;
before(async () => {
  api = await startApi();
  root = await mkdtemp(join(tmpdir(), "accord-export-"));
});
after(async () => {
  await rm(root, { recursive: true });
  await closeWithSoundBooks(api);
});

const year = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" };
const schedule = (name: string, interval: string, more: Json = {}) => ({
  ...{ name, startDate: "2026-01-01", endDate: "2026-12-31", interval, invoiceDateStrategy: "FIRST_OF_PERIOD" },
  ...{ billingType: "FLAT", pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }], ...more },
});
const seats = {
  ...{ billingType: "UNIT", quantity: "10", pricing: [{ amount: "30.00", amountType: "PER_ITEM" }] },
  seatConfig: { defaultProrationPolicy: "DAY", creditOnDecrease: "PRORATED" },
};

async function started() {
  const merchant = await api.newMerchant("2025-12-20T09:00:00Z");
  const client = clientOf(api, merchant);
  const to = async (day: string) => {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  };
  const agreed = async (name: string, billingSchedule: Json, more: Json = {}): Promise<string> => {
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name: `${name} Inc.` });
    const obligations = [{ ...year, ...more, billingSchedule }];
    return (await client.ok("POST", "/v3/contracts", { name, customerId, obligations, approve: true })).id;
  };
  const invoicesOf = (id: string) => allOf(client, `/v3/invoices?filter=contractId:eq:${id},status:neq:DRAFT`);
  const first = async (id: string): Promise<Json> =>
    required((await invoicesOf(id)).toSorted((a, b) => (a.issueDate < b.issueDate ? -1 : 1))[0], "an invoice");
  const credit = async (id: string, amount: string, more: Json = {}) => {
    const { customerId, lineItems, issueDate } = await first(id);
    const [{ id: invoiceLineItemId }] = lineItems;
    const items = [{ invoiceLineItemId, amount, ...more.item }];
    const { item: _item, ...rest } = more;
    const memo = { customerId, items, reason: "Outage", issueDate: rest.issueDate ?? issueDate, ...rest };
    return client.ok("POST", "/v3/credit-memos", memo);
  };
  return { merchant, client, to, agreed, first, credit };
}

const months = ["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];

async function runOn(client: Client) {
  for (const day of ["2026-08-05", "2026-10-05", "2027-01-05"]) {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  }
  await close(client, "2026-12");
  return ranOn(client, { asOf: "2026-06", months });
}

test("credits of paid, open and partly paid invoices lower revenue in the loaded book as in the source", async () => {
  const { merchant, client, to, agreed, first, credit } = await started();
  const paid = await agreed("Paid", schedule("Platform", "YEAR"));
  const applied = await agreed("Applied", schedule("Platform", "YEAR"));
  const open = await agreed("Open credit", schedule("Platform", "YEAR"));
  const daily = await agreed("By the day", schedule("Platform", "QUARTER"), {
    recognitionPattern: "STRAIGHT_LINE_DAILY",
  });
  const evergreen = await agreed("Without an end", schedule("Hosting", "QUARTER", { endDate: null }), {
    serviceEndDate: undefined,
  });
  await to("2026-03-10");
  await client.ok("POST", `/v3/invoices/${(await first(paid)).id}/payments`, { receivedAt: "2026-03-01" });
  const { id: invoiceId } = await first(applied);
  await client.ok("POST", `/v3/invoices/${invoiceId}/payments`, { amount: "500.00", receivedAt: "2026-03-01" });
  const today = { issueDate: "2026-03-10" };
  await credit(paid, "100.00", today);
  await credit(applied, "60.00", { ...today, applyOnCreate: { invoiceId } });
  await credit(open, "33.33", today);
  await credit(daily, "40.00", today);
  await credit(daily, "0.01", today);
  await credit(evergreen, "12.34", today);
  await to("2026-04-10");
  const wrong = await credit(open, "10.00", { issueDate: "2026-04-10" });
  await client.ok("POST", `/v3/credit-memos/${wrong.id}/void`, { reason: "It was wrong" });
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z" });
  const { data: memos } = await there.ok("GET", "/v3/credit-memos?limit=100");
  deepEqual(memos.map(({ total, balance }: Json) => `${total} ${balance}`).toSorted(), [
    ...["100.00 0.00", "12.34 12.34", "33.33 33.33", "40.01 40.01", "60.00 0.00"],
  ]);
  deepEqual(await runOn(there), await runOn(client));
});

test("seats that were removed from invoiced days are credited in the loaded book as in the source", async () => {
  const { merchant, client, to, agreed } = await started();
  const fewer = await agreed("Fewer seats", schedule("Seats", "QUARTER", seats));
  await to("2026-05-18");
  const [term] = await allOf(client, `/v3/contracts/${fewer}/billing-terms`);
  const removed = { effectiveDate: "2026-05-18", quantity: "7" };
  await client.ok("POST", `/v3/contracts/${fewer}/billing-terms/${term?.id}/seat-amendment`, removed);
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z" });
  deepEqual(await runOn(there), await runOn(client));
});

test("the part of a write-off that was not earned is a credit of the loaded book", async () => {
  const { merchant, client, to, agreed, first } = await started();
  const lost = await agreed("Goes on", schedule("Licence", "YEAR"));
  await agreed("Beside it", schedule("Platform", "YEAR"));
  await to("2026-06-30");
  const action = { action: "MARK_UNCOLLECTIBLE", date: "2026-06-30" };
  await client.ok("POST", `/v3/invoices/${(await first(lost)).id}/actions`, action);
  await client.drainOutbox();
  await to("2026-07-05");
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-05T09:00:00Z" });
  deepEqual(await runOn(there), await runOn(client));
});

test("a contract whose credit paid invoices of another one, while its own is open, is left out by name", async () => {
  const { merchant, client, to, agreed, first, credit } = await started();
  const open = await agreed("Open", schedule("Platform", "YEAR"));
  const { customerId } = await client.ok("GET", `/v3/contracts/${open}`);
  const other = { name: "Other", customerId, obligations: [{ ...year, billingSchedule: schedule("Support", "YEAR") }] };
  const { id: second } = await client.ok("POST", "/v3/contracts", { ...other, approve: true });
  await to("2026-03-10");
  const { id: invoiceId } = await first(second);
  await credit(open, "60.00", { issueDate: "2026-03-10", applyOnCreate: { invoiceId } });
  await to("2026-07-05");
  await close(client, "2026-06");
  const { result } = await exported(api, root, merchant);
  const reason = "its credits exceed what its invoices have settled by 60.00, which the customer used elsewhere";
  deepEqual(
    result.notCarried.map(({ name, reason: why }) => `${name}: ${why}`),
    [`Open: ${reason}`],
  );
});
