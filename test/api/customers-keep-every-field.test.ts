import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { runDoctor } from "../support/doctor.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";
const send = (method: string, path: string, body?: unknown, key?: string): Promise<ApiAnswer> =>
  api.request(method, path, { ...(key === undefined ? {} : { key }), ...(body === undefined ? {} : { body }) });
const get = async (id: string) => (await send("GET", `/v3/customers/${id}`)).body.payload;
const issuesOf = ({ body }: ApiAnswer) =>
  (body.error.details.issues ?? []).map((issue: Json) => `${issue.path} ${issue.code}`);
const withoutRequestId = ({ status, body }: ApiAnswer) => ({
  status,
  text: JSON.stringify(body).replace(/"requestId":"[^"]*"/, ""),
});

async function create(body: object = {}): Promise<Json> {
  const answer = await send("POST", "/v3/customers", { name: "Acme", ...body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.payload;
}

const address = {
  line1: "Main St 1",
  line2: null,
  city: "Berlin",
  state: null,
  postalCode: "10115",
  country: "DE",
  addressee: "Accounts",
};
const whole = {
  name: "Whole",
  companyName: "Whole GmbH",
  defaultCurrency: "EUR",
  netPaymentTerms: 14,
  primaryBillingContactEmail: "billing@whole.example",
  billingAddress: address,
  shippingAddress: { ...address, line1: "Dock 3", addressee: null },
  taxInfo: { vatId: "DE123456789", ein: null, isTaxExempt: true },
  autoCharge: true,
  dunningDisabled: true,
  externalIds: [
    { sourceType: "CRM_A", externalId: "crm-1" },
    { sourceType: "ERP_B", externalId: "erp-1" },
  ],
};

test("a customer keeps every field that is sent, and its e-mail address becomes its primary contact", async () => {
  const customer = await create(whole);
  assert.deepEqual({ ...customer, ...whole }, customer);
  assert.deepEqual(await get(customer.id), customer);
  const { data } = (await send("GET", `/v3/customers/${customer.id}/contacts`)).body.payload;
  assert.deepEqual(
    data.map(({ email, isPrimaryContact }: Json) => [email, isPrimaryContact]),
    [["billing@whole.example", true]],
  );
});

test("every invalid field is an issue of its own", async () => {
  const answer = await send("POST", "/v3/customers", {
    name: "Wrong",
    parentCustomerId: "x",
    primaryBillingContactEmail: "nobody",
    billingAddress: { country: "UK", planet: "Mars" },
    taxInfo: { isTaxExempt: "yes" },
    autoCharge: 1,
    externalIds: [{ sourceType: "FAX", externalId: "" }],
    customFields: [{ id: "x", name: "Region" }],
  });
  assert.equal(answer.status, 400);
  assert.deepEqual(issuesOf(answer).toSorted(), [
    "/autoCharge TYPE",
    "/billingAddress/country ENUM",
    "/billingAddress/planet UNKNOWN_FIELD",
    "/customFields/0/id INVALID_ID",
    "/customFields/0/name UNKNOWN_FIELD",
    "/customFields/0/value REQUIRED",
    "/externalIds/0/externalId LENGTH",
    "/externalIds/0/sourceType ENUM",
    "/parentCustomerId INVALID_ID",
    "/primaryBillingContactEmail FORMAT",
    "/taxInfo/isTaxExempt TYPE",
  ]);
  const twice = [
    { sourceType: "CRM_A", externalId: "1" },
    { sourceType: "CRM_A", externalId: "2" },
  ];
  const repeated = await send("POST", "/v3/customers", { name: "Twice", externalIds: twice });
  assert.deepEqual([repeated.status, issuesOf(repeated)], [400, ["/externalIds/1/sourceType DUPLICATE_SOURCE_TYPE"]]);
});

test("a patch keeps fields it does not name, inside tax info too, and sets external ids by source type", async () => {
  const customer = await create(whole);
  const path = `/v3/customers/${customer.id}`;
  const { payload } = (
    await send("PATCH", path, {
      taxInfo: { ein: "12-3456789" },
      shippingAddress: null,
      externalIds: [{ sourceType: "CRM_A", externalId: "crm-2" }],
      autoCharge: false,
    })
  ).body;
  assert.deepEqual(payload, {
    ...customer,
    taxInfo: { vatId: "DE123456789", ein: "12-3456789", isTaxExempt: true },
    shippingAddress: null,
    externalIds: [
      { sourceType: "CRM_A", externalId: "crm-2" },
      { sourceType: "ERP_B", externalId: "erp-1" },
    ],
    autoCharge: false,
    lastUpdatedAt: payload.lastUpdatedAt,
  });
  const same = (await send("PATCH", path, { billingAddress: address, taxInfo: {}, externalIds: [] })).body.payload;
  assert.deepEqual(same, payload);
});

test("an address, external ids and automatic charging have endpoints of their own", async () => {
  const { id } = await create();
  const steps: [string, string, object][] = [
    ["POST", "address", { billingAddress: address }],
    ["POST", "external-ids", { externalIds: [{ sourceType: "TAX_C", externalId: "t" }] }],
    ["PUT", "autocharge", { autoCharge: true }],
  ];
  for (const [method, part, body] of steps) {
    const answer = await send(method, `/v3/customers/${id}/${part}`, body);
    assert.equal(answer.status, 200, part);
    assert.deepEqual({ ...answer.body.payload, ...body }, answer.body.payload, part);
  }
  const empty = await send("POST", `/v3/customers/${id}/external-ids`, { externalIds: [] });
  assert.equal(empty.status, 400);
  assert.equal((await send("PUT", `/v3/customers/${id}/autocharge`, {})).status, 400);
});

test("a hierarchy has at most five levels and no cycle, and a parent with children cannot be deleted", async () => {
  const chain: string[] = [(await create()).id];
  for (let level = 2; level <= 5; level += 1) {
    const answer = await send("POST", `/v3/customers/${chain.at(-1)}/sub-customers`, { name: `Level ${level}` });
    assert.equal(answer.status, 201);
    assert.equal(answer.body.payload.parentCustomerId, chain.at(-1));
    chain.push(answer.body.payload.id);
  }
  const [top = "", second = ""] = chain;
  const sixth = await send("POST", `/v3/customers/${chain.at(-1)}/sub-customers`, { name: "Level 6" });
  assert.deepEqual([sixth.status, issuesOf(sixth)], [400, ["/parentCustomerId DEPTH"]]);
  const cycle = await send("PATCH", `/v3/customers/${top}`, { parentCustomerId: chain[2] });
  assert.deepEqual([cycle.status, issuesOf(cycle)], [400, ["/parentCustomerId CYCLE"]]);
  const self = await send("PATCH", `/v3/customers/${top}`, { parentCustomerId: top });
  assert.deepEqual([self.status, issuesOf(self)], [400, ["/parentCustomerId CYCLE"]]);
  const above = await create();
  const deeper = await send("PATCH", `/v3/customers/${top}`, { parentCustomerId: above.id });
  assert.deepEqual([deeper.status, issuesOf(deeper)], [400, ["/parentCustomerId DEPTH"]]);

  const inUse = await send("DELETE", `/v3/customers/${second}`);
  assert.deepEqual([inUse.status, inUse.body.error.errorCode], [409, "CUSTOMER_IN_USE"]);
  assert.equal((await send("PATCH", `/v3/customers/${chain[2]}`, { parentCustomerId: null })).status, 200);
  assert.equal((await send("DELETE", `/v3/customers/${second}`)).status, 200);
});

test("two concurrent moves that are each valid never make a cycle together", async () => {
  for (let round = 0; round < 8; round += 1) {
    const [a, b] = [(await create()).id, (await create()).id];
    const answers = await Promise.all([
      send("PATCH", `/v3/customers/${a}`, { parentCustomerId: b }),
      send("PATCH", `/v3/customers/${b}`, { parentCustomerId: a }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
  }
});

test("an unknown parent is 400 on create and 404 on change; a foreign one is the same", async () => {
  const foreign = (await send("POST", "/v3/customers", { name: "B" }, api.merchants.B.writeKey)).body.payload.id;
  const { id } = await create();
  for (const [method, path, status] of [
    ["POST", "/v3/customers", 400],
    ["PATCH", `/v3/customers/${id}`, 404],
  ] as const) {
    const unknown = await send(method, path, { name: "N", parentCustomerId: unknownId });
    assert.deepEqual([unknown.status, unknown.body.error.errorCode], [status, "CUSTOMER_NOT_FOUND"]);
    const other = await send(method, path, { name: "N", parentCustomerId: foreign });
    assert.deepEqual(withoutRequestId(other), withoutRequestId(unknown));
  }
});

test("a customer has at most one primary contact, and no contact is lost when it changes", async () => {
  const customer = await create({ primaryBillingContactEmail: "first@c.example" });
  const path = `/v3/customers/${customer.id}/contacts`;
  const second = await send("POST", path, { email: "second@c.example", firstName: "Ada", isPrimaryContact: true });
  assert.equal(second.status, 201);
  const people = async () =>
    (await send("GET", path)).body.payload.data
      .map(({ email, isPrimaryContact }: Json) => `${email} ${isPrimaryContact}`)
      .toSorted();
  assert.deepEqual(await people(), ["first@c.example false", "second@c.example true"]);
  assert.equal((await get(customer.id)).primaryBillingContactEmail, "second@c.example");

  await send("PATCH", `/v3/customers/${customer.id}`, { primaryBillingContactEmail: "First@c.example" });
  assert.deepEqual(await people(), ["First@c.example true", "second@c.example false"]);
  await send("PATCH", `/v3/customers/${customer.id}`, { primaryBillingContactEmail: null });
  assert.deepEqual(await people(), ["First@c.example false", "second@c.example false"]);

  const first = (await send("GET", path)).body.payload.data.find(({ email }: Json) => email === "First@c.example");
  assert.equal((await send("PATCH", `${path}/${first.id}`, { lastName: "Byron" })).status, 200);
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: api.merchants.A.merchantId }), []);
  const { id } = second.body.payload;
  const changed = await send("PATCH", `${path}/${id}`, {
    lastName: "Lovelace",
    isCCEmail: true,
    isPrimaryContact: true,
  });
  assert.deepEqual(
    [changed.status, changed.body.payload.firstName, changed.body.payload.isCCEmail],
    [200, "Ada", true],
  );
  assert.equal((await send("DELETE", `${path}/${id}`)).status, 200);
  assert.equal((await get(customer.id)).primaryBillingContactEmail, null);
  assert.equal((await send("DELETE", `${path}/${id}`)).status, 404);
});

test("eight concurrent requests for a primary contact leave one", async () => {
  const { id } = await create();
  const path = `/v3/customers/${id}/contacts`;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      send("POST", path, { email: `c${index}@c.example`, isPrimaryContact: true }),
    ),
  );
  for (const { status } of answers) assert.equal(status, 201);
  const { data } = (await send("GET", path)).body.payload;
  assert.equal(data.filter(({ isPrimaryContact }: Json) => isPrimaryContact).length, 1);
});

test("ISO-1, ISO-2: foreign and unknown customers and contacts answer the same", async () => {
  const { id } = await create();
  const otherOwn = await create();
  const own = (await send("POST", `/v3/customers/${otherOwn.id}/contacts`, { email: "own@c.example" })).body.payload.id;
  const key = api.merchants.B.writeKey;
  const foreign = (await send("POST", "/v3/customers", { name: "B" }, key)).body.payload.id;
  const contactOfB = (await send("POST", `/v3/customers/${foreign}/contacts`, { email: "b@b.example" }, key)).body
    .payload.id;

  const parts: [string, string, object | undefined][] = [
    ["GET", "contacts", undefined],
    ["POST", "contacts", { email: "a@a.example" }],
    ["POST", "sub-customers", { name: "Sub" }],
    ["POST", "address", { billingAddress: null }],
    ["POST", "external-ids", { externalIds: [{ sourceType: "CRM_A", externalId: "x" }] }],
    ["PUT", "autocharge", { autoCharge: true }],
    ["PUT", "custom-field", { id: unknownId, value: null }],
  ];
  for (const [method, part, body] of parts) {
    const unknown = await send(method, `/v3/customers/${unknownId}/${part}`, body);
    assert.deepEqual([unknown.status, unknown.body.error.errorCode], [404, "CUSTOMER_NOT_FOUND"], part);
    const other = await send(method, `/v3/customers/${foreign}/${part}`, body);
    assert.deepEqual(withoutRequestId(other), withoutRequestId(unknown), part);
  }
  for (const [method, body] of [
    ["PATCH", { lastName: "X" }],
    ["DELETE", undefined],
  ] as const) {
    const unknown = await send(method, `/v3/customers/${id}/contacts/${unknownId}`, body);
    assert.deepEqual([unknown.status, unknown.body.error.errorCode], [404, "CONTACT_NOT_FOUND"]);
    for (const contact of [contactOfB, own]) {
      const other = await send(method, `/v3/customers/${id}/contacts/${contact}`, body);
      assert.deepEqual(withoutRequestId(other), withoutRequestId(unknown));
    }
  }
});

test("FIL-1: lists can be filtered by external ids; a negative rule means that no external id matches", async () => {
  const { writeKey } = await api.newMerchant();
  const named = async (name: string, externalIds: object[]) => {
    await send("POST", "/v3/customers", { name, externalIds }, writeKey);
  };
  await named("none", []);
  await named("crm", [{ sourceType: "CRM_A", externalId: "x-1" }]);
  await named("both", [
    { sourceType: "CRM_A", externalId: "x-2" },
    { sourceType: "ERP_A", externalId: "y-1" },
  ]);
  const found = async (filter: string) => {
    const { body } = await send("GET", `/v3/customers?filter=${encodeURIComponent(filter)}`, undefined, writeKey);
    return body.payload.data.map(({ name }: Json) => name).toSorted();
  };
  assert.deepEqual(await found("externalIds.sourceType:eq:CRM_A"), ["both", "crm"]);
  assert.deepEqual(await found("externalIds.sourceType:neq:ERP_A"), ["crm", "none"]);
  assert.deepEqual(await found("externalIds.externalId:like:x-"), ["both", "crm"]);
  assert.deepEqual(await found("externalIds.externalId:in:y-1|x-1"), ["both", "crm"]);
  assert.deepEqual(await found("externalIds.externalId:isnull"), ["none"]);
});
