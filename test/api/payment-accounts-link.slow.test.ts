import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { resolvePaymentMethod } from "../../src/customers/payment-method-service.ts";
import { processorA } from "../../src/customers/processor-a.ts";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { type ProcessorEmulator, startProcessorEmulator } from "../support/processor-emulator.ts";
import { execute } from "../support/template.ts";

const secret = "rk_test_emulated_0123456789";
const processorType = "PROCESSOR_A";
let emulator: ProcessorEmulator;
let api: TestApi;
before(async () => {
  emulator = await startProcessorEmulator(secret);
  api = await startApi({ processorA: { url: emulator.url, key: secret } });
});
after(async () => {
  await api.close();
  await emulator.close();
});
beforeEach(() => {
  emulator.accounts.clear();
  emulator.next.length = 0;
  emulator.requests.length = 0;
});

const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";
const processor = (timeoutMilliseconds = 1_000) => processorA({ url: emulator.url, key: secret, timeoutMilliseconds });
const link = (items: unknown, key?: string): Promise<ApiAnswer> =>
  api.request("POST", "/v3/payment-accounts/bulk-link", { body: { items }, ...(key === undefined ? {} : { key }) });
const itemsOf = ({ status, body }: ApiAnswer): Json[] => {
  assert.equal(status, 202, JSON.stringify(body));
  return body.payload.items;
};
const entry = (customerId: string, processorCustomerRef: string, defaultPaymentMethodId?: string) => ({
  customerId,
  processorType,
  processorCustomerRef,
  ...(defaultPaymentMethodId === undefined ? {} : { defaultPaymentMethodId }),
});
/** What is on record, as an entry that changes nothing shows it. */
const recorded = async (customerId: string, ref: string) => {
  const [item] = itemsOf(await link([entry(customerId, ref)]));
  return [item.defaultPaymentMethod, item.defaultPaymentMethodType];
};
const job = (customerId: string) => ({ merchantId: api.merchants.A.merchantId, customerId, processorType });
const resolve = (customerId: string, by = processor()) => resolvePaymentMethod(api.platform, by, job(customerId));

async function create(key?: string): Promise<string> {
  const answer = await api.request("POST", "/v3/customers", { body: { name: "Linked" }, ...(key && { key }) });
  return answer.body.payload.id;
}

/** Rows as the owner of the schema sees them. */
async function rowsOf(query: string, values: readonly unknown[]): Promise<Json[]> {
  const client = new pg.Client({ connectionString: api.connectionString });
  await client.connect();
  try {
    return (await client.query(query, [...values])).rows;
  } finally {
    await client.end();
  }
}

const linkRow = async (customerId: string): Promise<Json> =>
  (await rowsOf("select * from payment_account_link where customer_id = $1", [customerId]))[0];

async function waitingJobs(customerId: string): Promise<number> {
  const rows = await rowsOf(
    "select data from pgboss.job where name = 'resolve-payment-method' and data ->> 'customerId' = $1",
    [customerId],
  );
  for (const { data } of rows) {
    assert.deepEqual(Object.keys(data).toSorted(), ["customerId", "merchantId", "processorType"]);
  }
  return rows.length;
}

const card = { methods: [{ id: "pm_card", type: "card" }], defaultMethod: "pm_card" };

test("a link is recorded at once, and its default method is read afterwards", async () => {
  const id = await create();
  emulator.accounts.set("cus_1", card);
  assert.deepEqual(itemsOf(await link([entry(id, "cus_1")])), [
    {
      customerId: id,
      processorType,
      status: "LINKED",
      processorCustomerRef: "cus_1",
      defaultPaymentMethod: null,
      defaultPaymentMethodType: null,
      isDefaultProcessor: true,
    },
  ]);
  assert.equal(emulator.requests.length, 0, "the call does not wait for the processor");
  assert.equal(await waitingJobs(id), 1);
  await resolve(id);
  assert.deepEqual(await recorded(id, "cus_1"), ["pm_card", "CREDIT_CARD"]);
});

test("every kind of payment method has its type, or none", async () => {
  const kinds = [
    ["card", "CREDIT_CARD"],
    ["us_bank_account", "ACH_DEBIT"],
    ["customer_balance", "ACH_CREDIT"],
    ["link", "LINK"],
    ["sepa_debit", null],
  ] as const;
  for (const [type, word] of kinds) {
    const id = await create();
    emulator.accounts.set("cus_kind", { methods: [{ id: "pm_kind", type }], defaultMethod: "pm_kind" });
    await link([entry(id, "cus_kind")]);
    await resolve(id);
    assert.deepEqual(await recorded(id, "cus_kind"), ["pm_kind", word]);
  }
});

test("an account without default method, and an unknown one, stay linked without a default", async () => {
  emulator.accounts.set("cus_empty", { methods: card.methods });
  for (const ref of ["cus_empty", "cus_missing"]) {
    const id = await create();
    await link([entry(id, ref)]);
    await resolve(id);
    assert.deepEqual(await recorded(id, ref), [null, null]);
  }
});

test("a chosen method is stored at once; its type is read later, and it has to belong to the account", async () => {
  emulator.accounts.set("cus_1", { ...card, methods: [...card.methods, { id: "pm_bank", type: "us_bank_account" }] });
  const id = await create();
  const [item] = itemsOf(await link([entry(id, "cus_1", "pm_bank")]));
  assert.deepEqual([item.defaultPaymentMethod, item.defaultPaymentMethodType], ["pm_bank", null]);
  await resolve(id);
  assert.deepEqual(await recorded(id, "cus_1"), ["pm_bank", "ACH_DEBIT"]);

  const other = await create();
  await link([entry(other, "cus_1", "pm_of_somebody")]);
  await resolve(other);
  assert.deepEqual(await recorded(other, "cus_1"), [null, null]);
});

test("each entry of a request has its own result, in order, whether or not others fail", async () => {
  const [first, second] = [await create(), await create()];
  const items = itemsOf(
    await link([
      entry(first, "cus_1"),
      entry(unknownId, "cus_1"),
      entry("not an id", "cus_1"),
      entry("", "cus_1"),
      entry(second, "../cus_1"),
      entry(second, ""),
      entry(second, "cus_2", "p m"),
      entry(second.toUpperCase(), "cus_2"),
    ]),
  );
  assert.deepEqual(
    items.map(({ status }) => status),
    ["LINKED", "NOT_FOUND", "NOT_FOUND", "NOT_FOUND", "FAILED", "FAILED", "FAILED", "LINKED"],
  );
  assert.deepEqual(items[1], { customerId: unknownId, processorType, status: "NOT_FOUND" });
  assert.equal(items[7].customerId, second.toUpperCase());
  for (const { status, error } of items) {
    assert.equal(error !== undefined, status === "FAILED");
    if (status === "FAILED") assert.match(error, /^INVALID_REFERENCE: /);
  }
});

test("an entry that the database rejects does not fail the others", async () => {
  await execute(
    api.connectionString,
    "alter table payment_account_link add constraint poison check (processor_customer_ref <> 'cus_poison')",
  );
  const ids = [await create(), await create(), await create()];
  const refs = ["cus_a", "cus_poison", "cus_c"];
  const items = itemsOf(await link(ids.map((id, index) => entry(id, refs[index] ?? ""))));
  assert.deepEqual(
    items.map(({ status }) => status),
    ["LINKED", "FAILED", "LINKED"],
  );
  assert.match(items[1].error, /^INTERNAL: /);
  const repaired = itemsOf(await link(ids.map((id) => entry(id, "cus_a"))));
  assert.ok(repaired.every(({ status }) => status === "LINKED"));
});

test("BOD-13: 1 to 100 entries; a malformed one rejects the whole call and applies nothing", async () => {
  const id = await create();
  const many = (count: number) => Array.from({ length: count }, () => entry(id, "cus_many"));
  assert.equal(itemsOf(await link(many(100))).length, 100);
  const tooMany = await link(many(101));
  assert.deepEqual([tooMany.status, tooMany.body.error.errorCode], [400, "TOO_MANY_ITEMS"]);
  const other = await create();
  const good = entry(other, "cus_good");
  for (const items of [
    [],
    undefined,
    {},
    [good, { ...good, processorType: "PROCESSOR_B" }],
    [good, { customerId: other, processorType }],
    [good, { ...good, processorCustomerRef: null }],
    [good, { ...good, defaultPaymentMethodId: null }],
    [good, { ...good, customerId: 7 }],
    [good, { ...good, status: "LINKED" }],
  ]) {
    const answer = await link(items);
    assert.deepEqual([answer.status, answer.body.error.errorCode], [400, "VALIDATION_FAILED"], JSON.stringify(items));
  }
  assert.equal(await waitingJobs(other), 0);
});

test("ISO-5: another merchant's customer is unknown, and its link stays as it is", async () => {
  const key = api.merchants.B.writeKey;
  const [mine, foreign, deleted] = [await create(), await create(key), await create()];
  await api.request("DELETE", `/v3/customers/${deleted}`);
  await link([entry(foreign, "cus_of_b")], key);
  const items = itemsOf(await link([foreign, mine, unknownId, deleted].map((id) => entry(id, "cus_of_a"))));
  assert.deepEqual(
    items.map(({ status }) => status),
    ["NOT_FOUND", "LINKED", "NOT_FOUND", "NOT_FOUND"],
  );
  assert.deepEqual({ ...items[0], customerId: "" }, { ...items[2], customerId: "" });
  const [ofB] = itemsOf(await link([entry(foreign, "cus_of_b")], key));
  assert.equal(ofB.processorCustomerRef, "cus_of_b");
});

test("CRA-1, rule 5: the same reference keeps its default method, another one clears it and reads it again", async () => {
  emulator.accounts.set("cus_1", card);
  emulator.accounts.set("cus_2", { methods: [{ id: "pm_two", type: "link" }], defaultMethod: "pm_two" });
  const id = await create();
  await link([entry(id, "cus_1")]);
  await resolve(id);
  assert.deepEqual(await recorded(id, "cus_1"), ["pm_card", "CREDIT_CARD"]);
  assert.deepEqual(await recorded(id, "cus_2"), [null, null]);
  await resolve(id);
  assert.deepEqual(await recorded(id, "cus_2"), ["pm_two", "LINK"]);
});

test("RAC-12: the same customer twice in a request: both are applied in order", async () => {
  const id = await create();
  const items = itemsOf(await link([entry(id, "cus_1", "pm_1"), entry(id, "cus_2"), entry(id, "cus_3", "pm_3")]));
  assert.deepEqual(
    items.map((item) => [item.processorCustomerRef, item.defaultPaymentMethod]),
    [
      ["cus_1", "pm_1"],
      ["cus_2", null],
      ["cus_3", "pm_3"],
    ],
  );
  assert.deepEqual(await recorded(id, "cus_3"), ["pm_3", null]);
});

test("RAC-12: of 8 concurrent requests the last one applied holds, with the default method of its account", async () => {
  const ids = [await create(), await create(), await create()];
  for (let ref = 0; ref < 8; ref += 1) {
    const method = { id: `pm_${ref}`, type: "card" };
    emulator.accounts.set(`cus_${ref}`, { methods: [method], defaultMethod: method.id });
  }
  const answers = await Promise.all(
    Array.from({ length: 8 }, async (_, ref) => {
      // Every request has its own order; none may wait for another in a circle.
      const order = ref % 2 === 0 ? ids : ids.toReversed();
      const answer = await link(order.map((id) => entry(id, `cus_${ref}`)));
      await Promise.all(ids.map((id) => resolve(id)));
      return answer;
    }),
  );
  for (const answer of answers) assert.ok(itemsOf(answer).every(({ status }) => status === "LINKED"));
  for (const id of ids) {
    await resolve(id);
    const row = await linkRow(id);
    assert.equal(row.default_payment_method, row.processor_customer_ref.replace("cus", "pm"));
  }
});

test("RAC-12: a late answer for an older reference is not stored, not even after coming back to it", async () => {
  emulator.accounts.set("cus_old", card);
  emulator.accounts.set("cus_new", { methods: [{ id: "pm_new", type: "card" }], defaultMethod: "pm_new" });
  const id = await create();
  await link([entry(id, "cus_old")]);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  emulator.next.push({ after: released });
  const late = resolve(id, processor(10_000));
  await emulator.arrived(1);
  await link([entry(id, "cus_new")]);
  await link([entry(id, "cus_old", "pm_chosen")]);
  release();
  await late;
  const row = await linkRow(id);
  assert.deepEqual([row.processor_customer_ref, row.default_payment_method], ["cus_old", "pm_chosen"]);
});

test("a failing processor is asked again; if it stays down the job fails, without references or keys in its error", async () => {
  emulator.accounts.set("cus_flaky", card);
  const id = await create();
  await link([entry(id, "cus_flaky")]);
  emulator.next.push({ status: 500 }, { status: 503 });
  await resolve(id);
  assert.equal(emulator.requests.length, 3);
  assert.deepEqual(await recorded(id, "cus_flaky"), ["pm_card", "CREDIT_CARD"]);

  const isSilent = (error: unknown) => {
    const text = `${String(error)} ${error instanceof Error ? `${error.stack} ${String(error.cause)}` : ""}`;
    return /payment processor/.test(text) && !text.includes("cus_") && !text.includes(secret);
  };
  const down = await create();
  await link([entry(down, "cus_down")]);
  emulator.next.push({ status: 500 }, { status: 500 }, { status: 500 });
  await assert.rejects(resolve(down), isSilent);
  const wrongKey = processorA({ url: emulator.url, key: "rk_wrong", timeoutMilliseconds: 500 });
  await assert.rejects(resolve(down, wrongKey), isSilent);
  assert.deepEqual(await recorded(down, "cus_down"), [null, null]);
});

test("a slow processor is waited for a limited time, and no lock is held meanwhile", async () => {
  emulator.accounts.set("cus_slow", card);
  const id = await create();
  await link([entry(id, "cus_slow")]);
  const never = new Promise<void>(() => undefined);
  emulator.next.push({ after: never }, { after: never }, { after: never });
  const slow = assert.rejects(resolve(id, processor(2_000)));
  await emulator.arrived(1);
  // Linking that waited for the lock of a job that asks would be rejected after four seconds.
  const [item] = itemsOf(await link([entry(id, "cus_slow")]));
  assert.equal(item.status, "LINKED");
  await slow;
  assert.equal(emulator.requests.length, 3, "three tries and two pauses");
});

test("a wrong answer is never stored: another customer, another method, no customer", async () => {
  emulator.accounts.set("cus_1", card);
  const id = await create();
  await link([entry(id, "cus_1")]);
  for (const body of [
    { id: "cus_other", object: "customer" },
    {},
    { id: "cus_1", invoice_settings: { default_payment_method: { id: 7 } } },
  ]) {
    emulator.next.push({ body });
    await assert.rejects(resolve(id), /payment processor/);
  }
  const chosen = await create();
  await link([entry(chosen, "cus_1", "pm_card")]);
  emulator.next.push({ body: { id: "pm_card", object: "payment_method", type: "card", customer: "cus_other" } });
  await resolve(chosen);
  assert.deepEqual(await recorded(chosen, "cus_1"), [null, null]);
});

test("a changed default method at the processor is stored when it is read again", async () => {
  emulator.accounts.set("cus_1", card);
  const id = await create();
  await link([entry(id, "cus_1")]);
  await resolve(id);
  emulator.accounts.set("cus_1", { ...card, methods: [{ id: "pm_other", type: "link" }], defaultMethod: "pm_other" });
  await resolve(id);
  assert.deepEqual(await recorded(id, "cus_1"), ["pm_other", "LINK"]);
  emulator.accounts.set("cus_1", {});
  await resolve(id);
  assert.deepEqual(await recorded(id, "cus_1"), [null, null]);
});

test("a repeated idempotency key returns the first answer and leaves one job", async () => {
  const id = await create();
  const request = { body: { items: [entry(id, "cus_1")] }, headers: { "idempotency-key": "link-once" } };
  const [first, second] = [
    await api.request("POST", "/v3/payment-accounts/bulk-link", request),
    await api.request("POST", "/v3/payment-accounts/bulk-link", request),
  ];
  assert.equal(second.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(second.body, first.body);
  assert.equal(await waitingJobs(id), 1);
});

test("the worker reads the default method; without a processor the link is recorded and nothing is asked", async (t) => {
  emulator.accounts.set("cus_1", card);
  const working = await startApi({ works: true, processorA: { url: emulator.url, key: secret } });
  t.after(() => working.close());
  const alone = await startApi({ works: true });
  t.after(() => alone.close());
  const linkAt = async (at: TestApi, customerId: string) => {
    const body = { items: [entry(customerId, "cus_1")] };
    const [item] = itemsOf(await at.request("POST", "/v3/payment-accounts/bulk-link", { body }));
    return item;
  };
  const createAt = async (at: TestApi) =>
    (await at.request("POST", "/v3/customers", { body: { name: "Linked" } })).body.payload.id;

  const [withOne, without] = [await createAt(working), await createAt(alone)];
  await linkAt(alone, without);
  let item = await linkAt(working, withOne);
  for (let tries = 0; item.defaultPaymentMethod === null && tries < 300; tries += 1) {
    await sleep(100);
    item = await linkAt(working, withOne);
  }
  assert.deepEqual([item.defaultPaymentMethod, item.defaultPaymentMethodType], ["pm_card", "CREDIT_CARD"]);
  const still = await linkAt(alone, without);
  assert.deepEqual([still.status, still.defaultPaymentMethod], ["LINKED", null]);
});
