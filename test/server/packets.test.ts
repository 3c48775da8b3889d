import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { creditMemoBody, invoiceOf } from "../support/receivable-client.ts";
import { termBody, termOn } from "../support/term-client.ts";

// What a write waits for: statements that are sent before the one before them has its answer leave in one packet (ADR 0051).

let api: TestApi;
let client: Client;

before(async () => {
  api = await startApi();
  client = clientOf(api, api.merchants.A);
});
after(() => api.close());

type Transaction = { readonly statements: string[]; packets: number; hasAnswer: boolean };

/** How many packets the transaction took in which a statement of this text was sent. */
async function packetsOf(marked: RegExp, write: () => Promise<unknown>): Promise<number> {
  return (await transactionOf(marked, write)).packets;
}

/** The transaction in which a statement of this text was sent. */
async function transactionOf(marked: RegExp, write: () => Promise<unknown>): Promise<Transaction> {
  const query = pg.Client.prototype.query;
  const open = new WeakMap<pg.Client, Transaction>();
  const done: Transaction[] = [];
  function noting(this: pg.Client, ...sent: unknown[]): unknown {
    const [given] = sent;
    const text = typeof given === "string" ? given : String((given as { readonly text?: string } | undefined)?.text);
    if (/^begin\b/.test(text)) open.set(this, { statements: [], packets: 1, hasAnswer: false });
    const transaction = open.get(this);
    const answered = () => {
      if (transaction !== undefined) transaction.hasAnswer = true;
    };
    // A prepared statement comes with what is called for its answer; of any other one the answer is a promise.
    const prepared = given as { callback?: (...answer: unknown[]) => void };
    const { callback } = prepared;
    if (typeof callback === "function")
      prepared.callback = (...told) => {
        answered();
        callback(...told);
      };
    const answer = Reflect.apply(query, this, sent);
    if (transaction === undefined) return answer;
    if (transaction.hasAnswer) transaction.packets += 1;
    transaction.hasAnswer = false;
    transaction.statements.push(text);
    if (/^commit\b/.test(text)) {
      open.delete(this);
      done.push(transaction);
    }
    if (typeof callback !== "function") (answer as unknown as Promise<unknown>).then(answered, answered);
    return answer;
  }
  Object.assign(pg.Client.prototype, { query: noting });
  try {
    await write();
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
  const found = done.filter(({ statements }) => statements.some((text) => marked.test(text)));
  const [only] = found;
  assert.ok(only !== undefined && found.length === 1, "one transaction wrote it");
  return only;
}

/** A column compared with a list: for one record such a statement is planned again each time (ADR 0051). */
const listed = /"\w+" = any\(\$\d+::uuid\[\]\)/;

describe("round trips to the database of a write", () => {
  test("that changes a billing term: references, the effective day, the result, and the commit", async () => {
    const { path } = await termOn(client, termBody());
    const changed = /^update "billing_term" set "name"/;
    const rename = (name: string) => packetsOf(changed, () => client.ok("PATCH", path, { name }));
    assert.equal(await rename("While nothing waits"), 5);
    assert.equal(await rename("While the change before waits to be planned"), 6);
  });

  test("that applies a credit memo: all locks, and all stored rows", async () => {
    const invoice = await invoiceOf(api, client);
    const memo = await client.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "90.00"));
    const apply = () =>
      client.ok("POST", `/v3/credit-memos/${memo.id}/applications`, { invoiceId: invoice.id, amount: "1.00" });
    assert.equal(await packetsOf(/^insert into "application"/, apply), 3);
  });

  test("about one record reads single ids and no lists of ids, so that no plan is made for it", async () => {
    const { path } = await termOn(client, termBody());
    const rename = (name: string) => client.ok("PATCH", path, { name });
    await rename("Waits to be planned");
    const renamed = await transactionOf(/^update "billing_term" set "name"/, () => rename("Planned"));
    const invoice = await invoiceOf(api, client);
    const memo = await client.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "90.00"));
    const applied = await transactionOf(/^insert into "application"/, () =>
      client.ok("POST", `/v3/credit-memos/${memo.id}/applications`, { invoiceId: invoice.id, amount: "1.00" }),
    );
    const statements = [...renamed.statements, ...applied.statements];
    assert.deepEqual(
      statements.filter((text) => listed.test(text)),
      [],
    );
  });

  test("that records a usage event: references, the event, and its audit row", async () => {
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
    const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
    const record = (idempotencyKey: string) =>
      client.ok("POST", "/v3/events", {
        ...{ idempotencyKey, customerId, eventTypeId, value: "5", datetime: "2025-12-15T10:00:00Z" },
      });
    const recorded = /insert into usage_event_key/;
    assert.equal(await packetsOf(recorded, () => record("first")), 4);
    assert.equal(await packetsOf(recorded, () => record("first")), 6, "a repeated one and its key are looked up");
  });
});
