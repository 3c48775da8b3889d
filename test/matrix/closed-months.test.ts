import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced } from "../support/client.ts";
import { closedRows } from "../support/closed-rows.ts";
import { runDoctor } from "../support/doctor.ts";
import { enablePobs, usageBody } from "../support/pobs.ts";
import { milestoneBody, seatBody, termBody } from "../support/term-client.ts";
import { type Operation, readOperations } from "./operations.ts";
import { createBook } from "./records.ts";
import { ask, preparedRecords, validRequest } from "./requests.ts";

// PER-1, rules 9: whatever is written, the journal and the revenue of closed months stay what they are, byte by byte. What
// a write means for them is rejected, or posted in the first open month.

let api: TestApi;
let owner: pg.Client;
before(async () => {
  api = await startApi();
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner?.end();
  await api?.close();
});

test("PER-1: no operation of the API changes anything in a closed month", async () => {
  const operations = await readOperations(api.url);
  const merchant = await api.newMerchant("2026-02-15T12:00:00Z");
  const book = await createBook(api, merchant, "Closed");
  await book.client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  const closed = await closedRows(owner, merchant.merchantId);
  const moves = (operation: Operation) =>
    operation.isWrite && !/close-period|reopen-period|\/(?:un)?lock$/.test(operation.path);
  const rejected: string[] = [];
  for (const operation of operations.filter(moves)) {
    const own = { ...book, records: await preparedRecords(operation, book) };
    const { status, body } = await ask(api, operation, own, await validRequest(operation, own));
    if (status >= 300) rejected.push(`${operation.name}: ${body.error.errorCode}`);
    await book.client.drainOutbox();
    assert.equal(await closedRows(owner, merchant.merchantId), closed, operation.name);
  }
  assert.deepEqual(rejected, [], "the others were carried out");
  await book.client.advance("2026-03-02T00:00:00Z");
  await book.client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
  const findings = await runDoctor(api.platform.db, { merchantId: merchant.merchantId });
  // Change requests of the book, the policy that they wait for and its keys are put into the database without a row of the audit log.
  const isOfBook = (each: string) =>
    /^(CHANGE_REQUEST|API_KEY) .*: not in the audit log$|^change_request.*: no such write in the audit log$|^MERCHANT .*: policy\/ADJUSTMENT$/.test(
      each,
    );
  assert.deepEqual(
    findings.filter(({ sample }) => !sample.every(isOfBook)),
    [],
  );
});

/** What a write that reaches into closed months answers: success and a catch-up or nothing, or a rejection. */
type Row = {
  readonly write: string;
  /** Prepares what the write needs while all months are open; answers the write. */
  readonly prepare: (client: Client) => Promise<() => Promise<ApiAnswer>>;
  readonly answers: "accepted" | string;
};

const contractOf = async (client: Client, ...obligations: readonly object[]) => {
  const contract = await client.contract();
  const added: Json[] = [];
  for (const obligation of obligations) added.push(await client.add(contract, obligation));
  await client.approve(contract);
  return { contract, at: `/v3/contracts/${contract}`, added };
};

const monthly = obligationBody({}, { interval: "MONTH", ...priced("100.00") });
const inArrears = obligationBody({}, { interval: "YEAR", invoiceDateStrategy: "ARREARS", ...priced("1200.00") });

async function termOf(client: Client, body: object) {
  const contract = await client.contract();
  const at = `/v3/contracts/${contract}/billing-terms`;
  const term = await client.ok("POST", at, body);
  await client.approve(contract);
  return { contract, term, at: `${at}/${term.id}` };
}

async function invoiceOf(client: Client): Promise<Json> {
  await contractOf(client, monthly);
  return (await client.ok("GET", "/v3/invoices?filter=issueDate:lte:2026-01-31")).data[0];
}

const creditMemoOf = (invoice: Json, issueDate: string) => ({
  ...{ customerId: invoice.customerId, issueDate, reason: "Outage" },
  items: [{ invoiceLineItemId: invoice.lineItems[0].id, amount: "31.00" }],
});

const rows: readonly Row[] = [
  {
    write: "void an invoice dated in it",
    prepare: async (client) => {
      const { id } = await invoiceOf(client);
      return () => client.send("POST", `/v3/invoices/${id}/actions`, { action: "VOID" });
    },
    answers: "400 PERIOD_CLOSED",
  },
  {
    write: "issue a credit memo dated in it",
    prepare: async (client) => {
      const invoice = await invoiceOf(client);
      return () => client.send("POST", "/v3/credit-memos", creditMemoOf(invoice, "2026-01-20"));
    },
    answers: "400 PERIOD_CLOSED",
  },
  {
    write: "void a credit memo dated in it",
    prepare: async (client) => {
      const invoice = await invoiceOf(client);
      const { id } = await client.ok("POST", "/v3/credit-memos", creditMemoOf(invoice, "2026-01-20"));
      return () => client.send("POST", `/v3/credit-memos/${id}/void`, { reason: "Wrong" });
    },
    answers: "400 PERIOD_CLOSED",
  },
  {
    write: "credit its service with a credit memo dated later",
    prepare: async (client) => {
      const invoice = await invoiceOf(client);
      return () => client.send("POST", "/v3/credit-memos", creditMemoOf(invoice, "2026-03-01"));
    },
    answers: "accepted",
  },
  {
    write: "record a payment received in it",
    prepare: async (client) => {
      const { id: invoiceId, customerId } = await invoiceOf(client);
      const payment = { customerId, amount: "10.00", receivedAt: "2026-01-20" };
      return () => client.send("POST", "/v3/payments", { ...payment, applications: [{ invoiceId, amount: "5.00" }] });
    },
    answers: "accepted",
  },
  {
    write: "set revenue of it manually",
    prepare: async (client) => {
      const { at, added } = await contractOf(client, inArrears);
      const manualMonths = [{ timeframe: "2026-01", total: "7.00" }];
      return () => client.send("POST", `${at}/obligation/${added[0].id}/custom-revenue`, manualMonths);
    },
    answers: "400 PERIOD_CLOSED",
  },
  {
    write: "change a price from a day in it",
    prepare: async (client) => {
      const { at } = await termOf(client, termBody({ invoiceDateStrategy: "ARREARS" }));
      return () => client.send("PATCH", at, { ...priced("2400.00"), effectiveDate: "2026-01-01" });
    },
    answers: "accepted",
  },
  {
    write: "change the last day of a term",
    prepare: async (client) => {
      const { at } = await termOf(client, termBody({ invoiceDateStrategy: "ARREARS" }));
      return () => client.send("PATCH", at, { endDate: "2026-09-30" });
    },
    answers: "accepted",
  },
  {
    write: "add a term whose service began in it",
    prepare: async (client) => {
      const { at } = await contractOf(client, monthly);
      return () => client.send("POST", `${at}/billing-terms`, termBody());
    },
    answers: "accepted",
  },
  {
    write: "add an obligation whose service began in it",
    prepare: async (client) => {
      const { at } = await contractOf(client, monthly);
      return () => client.send("POST", `${at}/obligations`, obligationBody());
    },
    answers: "accepted",
  },
  {
    write: "terminate a term on a day in it",
    prepare: async (client) => {
      const { at } = await termOf(client, termBody());
      return () => client.send("PATCH", `${at}/terminate`, { endDate: "2026-01-15", creditUnused: true });
    },
    answers: "accepted",
  },
  {
    write: "reach a milestone on a day in it",
    prepare: async (client) => {
      const { at } = await termOf(client, milestoneBody());
      return () => client.send("POST", `${at}/milestone`, { reachedOn: "2026-01-20" });
    },
    answers: "accepted",
  },
  {
    write: "add seats from a day in it",
    prepare: async (client) => {
      const { at } = await termOf(client, seatBody());
      return () => client.send("POST", `${at}/seat-amendment`, { effectiveDate: "2026-01-10", delta: "5" });
    },
    answers: "accepted",
  },
  {
    write: "record usage of a day in it",
    prepare: async (client) => {
      const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
      const { contract } = await termOf(client, usageBody(eventTypeId));
      const { customerId } = await client.ok("GET", `/v3/contracts/${contract}`);
      const event = { customerId, eventTypeId, idempotencyKey: "late", datetime: "2026-01-20T00:00:00Z", value: "500" };
      return () => client.send("POST", "/v3/events", event);
    },
    answers: "accepted",
  },
  {
    write: "take usage of a day in it back",
    prepare: async (client) => {
      const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
      const { contract } = await termOf(client, usageBody(eventTypeId));
      const { customerId } = await client.ok("GET", `/v3/contracts/${contract}`);
      const event = { customerId, eventTypeId, idempotencyKey: "gone", datetime: "2026-01-20T00:00:00Z", value: "500" };
      const { id } = await client.ok("POST", "/v3/events", event);
      await client.drainOutbox();
      return () => client.send("DELETE", `/v3/events/${id}`);
    },
    answers: "accepted",
  },
  {
    write: "delete an obligation with entries in it",
    prepare: async (client) => {
      const { at, added } = await contractOf(client, inArrears);
      return () => client.send("DELETE", `${at}/obligations/${added[0].id}`);
    },
    answers: "400 OBLIGATION_LOCKED",
  },
  {
    write: "delete a performance obligation with entries in it",
    prepare: async (client) => {
      await enablePobs(api, client.merchant);
      const contract = await client.contract();
      const at = `/v3/contracts/${contract}`;
      const arrears = termBody({ interval: "YEAR", invoiceDateStrategy: "ARREARS" });
      const { billingTermGroupId } = await client.ok("POST", `${at}/billing-terms`, arrears);
      const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
      const pob = { ...service, recognitionPattern: "STRAIGHT_LINE", transactionPrice: "600.00" };
      const toCreate = [pob, { ...pob, name: "Second" }];
      const { created } = await client.ok("POST", `${at}/performance-obligations`, { billingTermGroupId, toCreate });
      await client.approve(contract);
      const batch = { billingTermGroupId, toDelete: [created[0].id] };
      return () => client.send("POST", `${at}/performance-obligations`, batch);
    },
    answers: "400 POB_HAS_RECOGNIZED_REVENUE",
  },
  {
    write: "delete a contract with entries in it",
    prepare: async (client) => {
      const { at } = await contractOf(client, inArrears);
      return () => client.send("DELETE", at);
    },
    answers: "409 CONTRACT_INVOICED",
  },
  {
    write: "change metadata of a contract",
    prepare: async (client) => {
      const { at } = await contractOf(client, monthly);
      return () => client.send("PATCH", `${at}/metadata`, { metadata: { region: "north" } });
    },
    answers: "accepted",
  },
];

describe("PER-1: a write with effects in a closed month", () => {
  for (const { write, prepare, answers } of rows) {
    test(`${write}: ${answers}`, async () => {
      const client = clientOf(api, await api.newMerchant("2026-03-10T00:00:00Z"));
      const { merchantId } = client.merchant;
      const runWrite = await prepare(client);
      await client.drainOutbox();
      await client.advance("2026-03-11T00:00:00Z");
      await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
      const closed = await closedRows(owner, merchantId);
      const { status, body } = await runWrite();
      assert.equal(status < 300 ? "accepted" : `${status} ${body.error.errorCode}`, answers, JSON.stringify(body));
      await client.drainOutbox();
      await client.advance("2026-04-20T00:00:00Z");
      assert.equal(await closedRows(owner, merchantId), closed, "nothing in the closed months moved");
      await client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
      assert.deepEqual(await runDoctor(api.platform.db, { merchantId }), []);
    });
  }
});
