import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CustomFieldDraft } from "../../src/catalog/custom-field.ts";
import { importCustomFields } from "../../src/catalog/custom-field-service.ts";
import { write } from "../../src/platform/write.ts";
import { type ApiAnswer, type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";

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

function importRecords({ merchantId }: TestMerchant, drafts: readonly CustomFieldDraft[]) {
  const options = { merchantId, actor: { kind: "SYSTEM", id: "test" } } as const;
  return write(api.platform, options, (ctx) => importCustomFields(ctx, drafts));
}

/** Custom fields as the accounting system hands them over: "Region" and "Tier" of customers, "Order" of invoices. */
async function customFieldsOf(merchant: TestMerchant): Promise<{ region: string; tier: string; order: string }> {
  const drafts = [
    { externalId: "1", name: "Region", appliesTo: "CUSTOMER" },
    { externalId: "2", name: "Tier", appliesTo: "CUSTOMER" },
    { externalId: "3", name: "Order", appliesTo: "INVOICE" },
  ] as const;
  await importRecords(merchant, drafts);
  const { data } = (await send("GET", "/v3.1/custom-fields", undefined, merchant.writeKey)).body.payload;
  const idOf = (name: string): string => data.find((field: Json) => field.name === name).id;
  return { region: idOf("Region"), tier: idOf("Tier"), order: idOf("Order") };
}

const named = (fields: Json[]) => fields.map(({ name, value }) => `${name}: ${value}`).toSorted();

test("custom field values are set one by one, shown with their names and cleared by null", async () => {
  const { region, tier } = await customFieldsOf(api.merchants.A);
  const created = await create({ customFields: [{ id: region.toUpperCase(), value: "EMEA" }] });
  assert.deepEqual(created.customFields, [{ id: region, name: "Region", value: "EMEA" }]);
  assert.deepEqual(await get(created.id), created);
  const path = `/v3/customers/${created.id}`;
  const patched = await send("PATCH", path, { customFields: [{ id: tier, value: "Gold" }] });
  assert.deepEqual(named(patched.body.payload.customFields), ["Region: EMEA", "Tier: Gold"]);
  assert.deepEqual((await send("PATCH", path, { name: "Acme", customFields: [] })).body, {
    ...patched.body,
    payload: await get(created.id),
  });
  const put = await send("PUT", `${path}/custom-field`, { id: region, value: null });
  assert.deepEqual([put.status, named(put.body.payload.customFields)], [200, ["Tier: Gold"]]);
  await send("PUT", `${path}/custom-field`, { id: tier, value: "Silver" });
  assert.deepEqual(named((await get(created.id)).customFields), ["Tier: Silver"]);
  const sub = await send("POST", `${path}/sub-customers`, {
    name: "Sub",
    customFields: [{ id: tier, value: "Bronze" }],
  });
  assert.deepEqual(named(sub.body.payload.customFields), ["Tier: Bronze"]);
});

test("custom fields that are unknown, foreign, repeated or of other record types are rejected", async () => {
  const { region, order } = await customFieldsOf(api.merchants.A);
  const foreign = (await customFieldsOf(api.merchants.B)).region;
  const { id } = await create();
  const path = `/v3/customers/${id}`;
  const fields = [order, foreign, unknownId, region].map((field) => ({ id: field, value: "x" }));
  const rejected = await send("POST", "/v3/customers", { name: "N", customFields: fields });
  assert.deepEqual(
    [rejected.status, issuesOf(rejected)],
    [400, [0, 1, 2].map((at) => `/customFields/${at}/id UNKNOWN_CUSTOM_FIELD`)],
  );
  const ofOthers = await send("PATCH", path, { customFields: [fields[0], fields[3]] });
  assert.deepEqual([ofOthers.status, issuesOf(ofOthers)], [400, ["/customFields/0/id UNKNOWN_CUSTOM_FIELD"]]);
  const twice = await send("PATCH", path, { customFields: [fields[3], { id: region, value: null }] });
  assert.deepEqual([twice.status, issuesOf(twice)], [400, ["/customFields/1/id DUPLICATE"]]);
  const put = await send("PUT", `${path}/custom-field`, { id: order, value: "x" });
  assert.deepEqual(issuesOf(put), ["/id UNKNOWN_CUSTOM_FIELD"]);
  const wrong = await send("PUT", `${path}/custom-field`, { id: "x", value: "" });
  assert.deepEqual(issuesOf(wrong).toSorted(), ["/id INVALID_ID", "/value LENGTH"]);
  assert.deepEqual((await get(id)).customFields, []);
});

test("an unknown or foreign record in a change is 404 with the same message; on create it is 400", async () => {
  const { region } = await customFieldsOf(api.merchants.A);
  const foreign = {
    field: (await customFieldsOf(api.merchants.B)).region,
    customer: (await send("POST", "/v3/customers", { name: "Foreign" }, api.merchants.B.writeKey)).body.payload.id,
  };
  const { id } = await create();
  const path = `/v3/customers/${id}`;
  const values = (field: string) => [
    { id: region, value: "x" },
    { id: field, value: "x" },
  ];
  const requests = [
    ["PATCH", path, (field: string) => ({ customFields: values(field) }), foreign.field, "CUSTOM_FIELD_NOT_FOUND"],
    ["PUT", `${path}/custom-field`, (field: string) => values(field)[1], foreign.field, "CUSTOM_FIELD_NOT_FOUND"],
    [
      "POST",
      `${path}/sub-customers`,
      (field: string) => ({ name: "Sub", customFields: values(field) }),
      foreign.field,
      "CUSTOM_FIELD_NOT_FOUND",
    ],
    ["PATCH", path, (parentCustomerId: string) => ({ parentCustomerId }), foreign.customer, "CUSTOMER_NOT_FOUND"],
  ] as const;
  for (const [method, url, bodyWith, foreignId, code] of requests) {
    const [ofOther, ofNobody] = [
      await send(method, url, bodyWith(foreignId)),
      await send(method, url, bodyWith(unknownId)),
    ];
    assert.deepEqual([ofOther.status, ofOther.body.error.errorCode], [404, code], `${method} ${url}`);
    assert.deepEqual(withoutRequestId(ofOther), withoutRequestId(ofNobody));
  }
  const created = await send("POST", "/v3/customers", { name: "N", parentCustomerId: foreign.customer });
  assert.deepEqual([created.status, created.body.error.errorCode], [400, "CUSTOMER_NOT_FOUND"]);
  assert.deepEqual((await get(id)).customFields, []);
});

test("a custom field that no longer applies to customers keeps its values, which can only be cleared", async () => {
  const merchant = await api.newMerchant();
  const key = merchant.writeKey;
  const { region } = await customFieldsOf(merchant);
  const body = { name: "Kept", customFields: [{ id: region, value: "EMEA" }] };
  const { id } = (await send("POST", "/v3/customers", body, key)).body.payload;
  await importRecords(merchant, [{ externalId: "1", name: "Area", appliesTo: "CONTRACT" }]);
  const kept = (await send("GET", `/v3/customers/${id}`, undefined, key)).body.payload;
  assert.deepEqual(kept.customFields, [{ id: region, name: "Area", value: "EMEA" }]);
  const path = `/v3/customers/${id}/custom-field`;
  assert.equal((await send("PUT", path, { id: region, value: "APAC" }, key)).status, 400);
  assert.deepEqual((await send("PUT", path, { id: region, value: null }, key)).body.payload.customFields, []);
});
