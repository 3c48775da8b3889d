import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { committedOf, discountOf, sharingContract } from "../matrix/records.ts";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced } from "../support/client.ts";
import { commitmentBody } from "../support/commitment-client.ts";
import { type DroppingProxy, startDroppingProxy } from "../support/dropping-proxy.ts";
import { withPobs } from "../support/pobs.ts";
import { milestoneBody, seatBody, termBody, termOn } from "../support/term-client.ts";

// Every POST of the OpenAPI document, sent many times with one key. `ACCORD_IDEMPOTENCY_COUNT=600` sends 10,000 in all.
const rounds = Number(process.env.ACCORD_IDEMPOTENCY_COUNT ?? 1);

let api: TestApi;
let proxy: DroppingProxy;
let posts: string[];
before(async () => {
  api = await startApi();
  proxy = await startDroppingProxy(api.url);
  const document: Json = await (await fetch(`${api.url}/openapi.json`)).json();
  posts = Object.entries<Json>(document.paths).flatMap(([path, { post }]) => (post === undefined ? [] : [path]));
});
after(async () => {
  await proxy.close();
  await api.close();
});

type Post = { readonly path: string; readonly body?: unknown; readonly headers?: Record<string, string> };

/** The customer and id of an issued invoice of 300.00 of a contract of its own. */
async function invoiceOf(client: Client): Promise<{ readonly id: string; readonly customerId: string }> {
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`);
  return data[0];
}

/** Requests about credit memos, payments and invoices; what can be done only once is done to a record of its own. */
async function receivableRequestsOf(client: Client): Promise<Readonly<Record<string, Post>>> {
  const { id: invoiceId, customerId } = await invoiceOf(client);
  const { id: unpaidId } = await invoiceOf(client);
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
  const creditMemoBody = { customerId, issueDate: "2026-01-10", reason: "Once", items: [{ itemId, amount: "10.00" }] };
  const paymentBody = { customerId, amount: "10.00" };
  const memo = async () => `/v3/credit-memos/${(await client.ok("POST", "/v3/credit-memos", creditMemoBody)).id}`;
  const payment = async () => `/v3/payments/${(await client.ok("POST", "/v3/payments", paymentBody)).id}`;
  const applied = { invoiceId, amount: "1.00" };
  return {
    "/v3/credit-memos": { path: "/v3/credit-memos", body: creditMemoBody },
    "/v3/credit-memos/{id}/applications": { path: `${await memo()}/applications`, body: applied },
    "/v3/credit-memos/{id}/void": { path: `${await memo()}/void`, body: { reason: "Once" } },
    "/v3/credit-memos/{id}/refunds": { path: `${await memo()}/refunds`, body: { amount: "1.00" } },
    "/v3/payments": { path: "/v3/payments", body: paymentBody },
    "/v3/payments/{id}/applications": { path: `${await payment()}/applications`, body: applied },
    "/v3/payments/{id}/refunds": { path: `${await payment()}/refunds`, body: { amount: "1.00" } },
    "/v3/payments/{id}/return": { path: `${await payment()}/return`, body: { reason: "Once" } },
    "/v3/invoices/{id}/payments": { path: `/v3/invoices/${invoiceId}/payments`, body: { amount: "1.00" } },
    "/v3/invoices/{id}/actions": { path: `/v3/invoices/${unpaidId}/actions`, body: { action: "MARK_UNCOLLECTIBLE" } },
  };
}

/** The same for commitments, each on a contract of its own where one would keep the other from succeeding. */
async function commitmentRequestsOf(client: Client): Promise<Readonly<Record<string, Post>>> {
  const [nested, flat, changed, ended] = [
    await committedOf(client, "Nested"),
    await committedOf(client, "Flat"),
    await committedOf(client, "Changed"),
    await committedOf(client, "Ended"),
  ];
  const days = { commitmentStartDate: "2026-01-01", commitmentEndDate: "2026-03-31" };
  const value = {
    commitmentValue: "1",
    commitmentUnitType: "UNITS",
    prepaidEnabled: false,
    billingTermIds: [flat.free],
  };
  const steps = [{ commitmentValue: "1", billingTermIds: [changed.billingTerm] }];
  const path = `/v3/contracts/${changed.contract}/commitments/${changed.commitment}`;
  return {
    "/v3/contracts/{id}/commitments": {
      path: `/v3/contracts/${nested.contract}/commitments`,
      body: { commitments: [commitmentBody(nested.free)] },
    },
    "/v3/commitments": {
      path: "/v3/commitments",
      body: { contractId: flat.contract, commitments: [{ ...days, ...value }] },
    },
    "/v3/contracts/{id}/commitments/{commitmentId}/schedules": {
      path: `${path}/schedules`,
      body: { endDate: "2026-09-30", steps },
    },
    "/v3/contracts/{id}/commitments/{commitmentId}/steps": {
      path: `${path}/steps`,
      body: { scheduleId: changed.commitmentSchedule, ...steps[0] },
    },
    "/v3/contracts/{id}/commitments/{commitmentId}/terminate": {
      path: `/v3/contracts/${ended.contract}/commitments/${ended.commitment}/terminate`,
      body: { endDate: "2026-03-31" },
    },
  };
}

/** A request for each POST that succeeds once on a new book, by the path of the operation. */
async function requestsOf(client: Client): Promise<Readonly<Record<string, Post>>> {
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Buyer" });
  const contractId = await client.contract();
  const approvable = await client.contract();
  const obligation = await client.add(approvable, obligationBody());
  const bundled = await client.contract();
  const { billingTermGroupId, performanceObligationId: pobId } = await client.add(bundled, obligationBody());
  const sharing = await sharingContract(client, "Sharing");
  const { id: productId } = await client.ok("POST", "/v3/products", { name: "Priced" });
  const terms = `/v3/contracts/${contractId}/billing-terms`;
  const seats = await client.ok("POST", terms, seatBody());
  const milestone = await client.ok("POST", terms, milestoneBody());
  const amendable = await termOn(client, termBody());
  const swappable = await client.ok("POST", terms, termBody());
  await client.ok("POST", "/v3/month-end-close/close-period?month=2025-11");
  const customer = `/v3/customers/${customerId}`;
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Metered" });
  const event = { customerId, eventTypeId, idempotencyKey: "1", datetime: "2026-01-10T00:00:00Z", value: "1" };
  const address = { line1: "1 Main Street", city: "Riga", country: "LV" };
  const items = [{ customerId, processorType: "PROCESSOR_A", processorCustomerRef: "cus_1" }];
  const form =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\r\n--b--\r\n';
  return {
    "/v3/categories": { path: "/v3/categories", body: { name: "Once" } },
    "/v3/items": { path: "/v3/items", body: { name: "Once" } },
    "/v3/products": { path: "/v3/products", body: { name: "Once" } },
    "/v3/customers": { path: "/v3/customers", body: { name: "Once" } },
    "/v3/customers/{id}/sub-customers": { path: `${customer}/sub-customers`, body: { name: "Once" } },
    "/v3/customers/{id}/address": { path: `${customer}/address`, body: { billingAddress: address } },
    "/v3/customers/{id}/external-ids": {
      path: `${customer}/external-ids`,
      body: { externalIds: [{ sourceType: "ERP_A", externalId: "1" }] },
    },
    "/v3/customers/{id}/contacts": { path: `${customer}/contacts`, body: { email: "ada@example.com" } },
    "/v3/payment-accounts/bulk-link": { path: "/v3/payment-accounts/bulk-link", body: { items } },
    "/v3/contracts": { path: "/v3/contracts", body: { name: "Once" } },
    "/v3/contracts/{id}/actions": { path: `/v3/contracts/${approvable}/actions`, body: { action: "APPROVE" } },
    "/v3/contracts/{id}/file": {
      path: `/v3/contracts/${contractId}/file?shouldProcess=false`,
      body: form,
      headers: { "content-type": "multipart/form-data; boundary=b" },
    },
    "/v3/contracts/{id}/obligations": { path: `/v3/contracts/${contractId}/obligations`, body: obligationBody() },
    "/v3/contracts/{id}/obligation/{obligationId}/custom-revenue": {
      path: `/v3/contracts/${approvable}/obligation/${obligation.id}/custom-revenue`,
      body: [{ timeframe: "2026-03", total: "150.00" }],
    },
    "/v3/contracts/{id}/performance-obligations": {
      path: `/v3/contracts/${bundled}/performance-obligations`,
      body: { billingTermGroupId, toUpdate: [{ id: pobId, name: "Once" }] },
    },
    "/v3/performance-obligations/{pobId}/recognized": {
      path: `/v3/performance-obligations/${pobId}/recognized`,
      body: [{ timeframe: "2026-03", total: "1.00" }],
    },
    "/v3/contracts/{id}/billing-terms": { path: terms, body: termBody() },
    "/v3/contracts/{id}/billing-terms/{billingTermId}/milestone": {
      path: `${terms}/${milestone.id}/milestone`,
      body: { reachedOn: "2026-01-10" },
    },
    "/v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendment": {
      path: `${terms}/${seats.id}/seat-amendment`,
      body: { effectiveDate: "2026-04-01", delta: "5" },
    },
    "/v3/contracts/{id}/billing-terms/{billingTermId}/amendments": {
      path: `${amendable.path}/amendments`,
      body: { effectiveDate: "2026-04-01", settlement: "IMMEDIATE", ...priced("1300.00") },
    },
    "/v3/contracts/{id}/billing-terms/{billingTermId}/swap": {
      path: `${terms}/${swappable.id}/swap`,
      body: { effectiveDate: "2026-04-01", newTerm: termBody({ startDate: "2026-04-01" }) },
    },
    "/v3/contracts/{id}/discount-allocations": {
      path: `/v3/contracts/${sharing.contract}/discount-allocations`,
      body: discountOf(sharing.performanceObligation),
    },
    "/v3/products/{id}/standalone-selling-prices": {
      path: `/v3/products/${productId}/standalone-selling-prices`,
      body: { currency: "USD", price: "10.00", validFrom: "2026-01-01" },
    },
    ...(await receivableRequestsOf(client)),
    ...(await commitmentRequestsOf(client)),
    "/v3/events/types": { path: "/v3/events/types", body: { name: "Once" } },
    "/v3/events": { path: "/v3/events", body: event },
    "/v3/events/bulk": { path: "/v3/events/bulk", body: { events: [{ ...event, idempotencyKey: "2" }] } },
    "/v3/month-end-close/reopen-period": { path: "/v3/month-end-close/reopen-period?month=2025-11&reason=Once" },
    "/v3/month-end-close/close-period": { path: "/v3/month-end-close/close-period?month=2025-12" },
    "/v3/test-clock/advance": { path: "/v3/test-clock/advance", body: { to: "2026-02-01T00:00:00Z" } },
  };
}

/** How many requests the audit log has as done, beside those of `known`. */
async function requestsSince(client: Client, known: ReadonlySet<string>): Promise<Set<string>> {
  const { data } = await client.ok("GET", "/v3/audit-log?limit=1000");
  const requestIds: string[] = data.map((entry: Json) => entry.requestId).filter((id: unknown) => id !== null);
  return new Set(requestIds).difference(known);
}

/** The answer when nobody else is at it any more, which has to be the one that was kept. */
async function assertReplayed(send: () => Promise<ApiAnswer>, what: string): Promise<ApiAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    if (answer.status === 409 && answer.body.error.errorCode === "IDEMPOTENCY_IN_PROGRESS" && attempt < 200) {
      await sleep(20);
      continue;
    }
    assert.ok(answer.status < 300, `${what}: ${JSON.stringify(answer.body)}`);
    assert.equal(answer.headers.get("idempotency-replayed"), "true", what);
    return answer;
  }
}

test("every POST of the document has a request here", async () => {
  const client = clientOf(api, await withPobs(api));
  assert.deepEqual(new Set(Object.keys(await requestsOf(client))), new Set(posts));
});

test("IDE-1: of many at once with one key, one is carried out, on every POST", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const client = clientOf(api, await withPobs(api));
    for (const [index, [name, { path, body, headers }]] of Object.entries(await requestsOf(client)).entries()) {
      const known = await requestsSince(client, new Set());
      const keyed = { ...headers, "idempotency-key": `once-${round}-${index}` };
      const send = () => client.send("POST", path, body, keyed);
      const times = index === 0 ? 50 : 2 + ((index * 7) % 12);
      const answers = await Promise.all(Array.from({ length: times }, send));
      const done = answers.filter(({ status }) => status < 300);
      const codes = new Set(answers.flatMap(({ status, body }) => (status < 300 ? [] : [body.error.errorCode])));
      assert.ok(done.length > 0, `${name}: ${JSON.stringify(answers[0]?.body)}`);
      assert.ok(new Set(["IDEMPOTENCY_IN_PROGRESS"]).isSupersetOf(codes), `${name}: ${[...codes]}`);
      const replay = await assertReplayed(send, name);
      for (const answer of done) assert.deepEqual(answer.body, replay.body, name);
      assert.equal((await requestsSince(client, known)).size, 1, `${name} has one effect`);
    }
  }
});

test("IDE-3: when the answer is lost on its way, a retry gets it and nothing is done twice, on every POST", async () => {
  const client = clientOf(api, await withPobs(api));
  for (const [index, [name, { path, body, headers }]] of Object.entries(await requestsOf(client)).entries()) {
    const known = await requestsSince(client, new Set());
    const keyed = { ...headers, "idempotency-key": `lost-${index}` };
    const before = proxy.dropped();
    const lost = fetch(`${proxy.url}${path}`, {
      method: "POST",
      headers: {
        authorization: client.merchant.writeKey,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...keyed,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    await assert.rejects(lost, name);
    assert.equal(proxy.dropped(), before + 1, `${name} was answered`);
    await assertReplayed(() => client.send("POST", path, body, keyed), name);
    assert.equal((await requestsSince(client, known)).size, 1, `${name} has one effect`);
  }
});

test("IDE-5: two keys, none, too long ones and what is not visible ASCII are rejected on every POST", async () => {
  const client = clientOf(api, await withPobs(api));
  const requests = Object.entries(await requestsOf(client));
  const known = await requestsSince(client, new Set());
  for (const [name, { path, body, headers }] of requests) {
    for (const key of ["", "x".repeat(256), "with space", "caf\u00e9", "a\tb", "one, two"]) {
      const answer = await client.send("POST", path, body, { ...headers, "idempotency-key": key });
      const what = `${name} ${JSON.stringify(key)}`;
      assert.deepEqual([answer.status, answer.body.error?.errorCode], [400, "IDEMPOTENCY_KEY_INVALID"], what);
    }
  }
  assert.deepEqual(await requestsSince(client, known), new Set());
  const longest = await client.send(
    "POST",
    "/v3/customers",
    { name: "Longest" },
    { "idempotency-key": "~".repeat(255) },
  );
  assert.equal(longest.status, 201);
});

test("IDE-2, IDE-3: a key that advanced the clock says so later on, and advances it to no other moment", async () => {
  const client = clientOf(api, await api.newMerchant());
  const advance = (to: string, key: string) =>
    client.send("POST", "/v3/test-clock/advance", { to }, { "idempotency-key": key });
  const first = await advance("2026-02-01T00:00:00Z", "first");
  await advance("2026-03-01T00:00:00Z", "second");
  const again = await advance("2026-02-01T00:00:00Z", "first");
  assert.deepEqual([again.status, again.body], [200, first.body]);
  const other = await advance("2026-04-01T00:00:00Z", "first");
  assert.deepEqual([other.status, other.body.error.errorCode], [422, "IDEMPOTENCY_KEY_REUSED"]);
  assert.equal((await client.ok("GET", "/v3/test-clock")).now, "2026-03-01T00:00:00.000Z");
});
