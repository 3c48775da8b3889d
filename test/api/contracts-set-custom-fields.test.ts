import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { CustomFieldDraft } from "../../src/catalog/custom-field.ts";
import { importCustomFields } from "../../src/catalog/custom-field-service.ts";
import { write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { type ContractClient, contractClient } from "../support/contract-client.ts";
import { runDoctor } from "../support/doctor.ts";
import { exported, imported } from "../support/exported-book.ts";

let api: TestApi;
let client: ContractClient;
/** Ids of custom fields: "Region" and "Segment" of contracts, "Tier" of customers. */
let fields: Readonly<Record<string, string>>;
before(async () => {
  api = await startApi();
  client = await contractClient(api, api.merchants.A);
  fields = await customFieldsOf(api.merchants.A);
});
after(() => api.close());

const handedOver = [
  { externalId: "1", name: "Region", appliesTo: "CONTRACT" },
  { externalId: "2", name: "Segment", appliesTo: "CONTRACT" },
  { externalId: "3", name: "Tier", appliesTo: "CUSTOMER" },
] as const;

/** Hands custom fields over, as the accounting system does, and returns their ids by name. */
async function customFieldsOf(
  { merchantId, writeKey }: TestMerchant,
  drafts: readonly CustomFieldDraft[] = handedOver,
): Promise<Readonly<Record<string, string>>> {
  await write(api.platform, { merchantId, actor: { kind: "SYSTEM", id: "test" } }, (ctx) =>
    importCustomFields(ctx, drafts),
  );
  const { body } = await api.request("GET", "/v3.1/custom-fields", { key: writeKey });
  return Object.fromEntries(body.payload.data.map(({ name, id }: Json) => [name, id]));
}

const named = ({ customFields }: Json) => customFields.map(({ name, value }: Json) => `${name}: ${value}`).toSorted();
const patch = async (id: string, body: object): Promise<Json> => {
  const answer = await client.send("PATCH", `/v3/contracts/${id}`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.payload;
};

test("values are set one by one, before and after the approval, shown with their names and cleared by null", async () => {
  const created = await client.create({ customFields: [{ id: fields.Region?.toUpperCase(), value: "EMEA" }] });
  assert.deepEqual(created.customFields, [{ id: fields.Region, name: "Region", value: "EMEA" }]);
  assert.deepEqual(await client.get(created.id), created);
  await client.addObligation(created.id);
  await client.act(created.id, "APPROVE");

  const changed = await patch(created.id, { customFields: [{ id: fields.Segment, value: "Mid-market" }] });
  assert.deepEqual(named(changed), ["Region: EMEA", "Segment: Mid-market"]);
  assert.deepEqual(named(await patch(created.id, { name: "Renamed", customFields: [] })), named(changed));
  const cleared = await patch(created.id, { customFields: [{ id: fields.Region, value: null }] });
  assert.deepEqual(named(cleared), ["Segment: Mid-market"]);
  const { body } = await client.send("GET", `/v3/contracts?filter=name:eq:Renamed`);
  assert.deepEqual(body.payload.data.map(named), [["Segment: Mid-market"]]);
  const log = await client.send("GET", `/v3/audit-log?filter=entityId:eq:${created.id}`);
  assert.deepEqual(
    log.body.payload.data[0].changes.filter(({ path }: Json) => path === "customFields"),
    [{ path: "customFields", from: changed.customFields, to: cleared.customFields }],
  );
});

test("a contract that comes whole has values, and its dry run shows them and keeps nothing", async () => {
  const body = {
    name: "Whole",
    customer: { name: "Northwind" },
    customFields: [{ id: fields.Region, value: "APAC" }],
  };
  const preview = await client.send("POST", "/v3/contracts?dryRun=true", body);
  assert.equal(preview.status, 200, JSON.stringify(preview.body));
  assert.deepEqual(named(preview.body.payload.result), ["Region: APAC"]);
  const { data } = (await client.send("GET", "/v3/contracts?filter=name:eq:Whole")).body.payload;
  assert.deepEqual(data, []);
  assert.deepEqual(named((await client.send("POST", "/v3/contracts", body)).body.payload), ["Region: APAC"]);
});

test("fields that are unknown, foreign, repeated or of customers are rejected, each by its path, and nothing is changed", async () => {
  const foreign = (await customFieldsOf(api.merchants.B)).Region;
  const unknown = "0197f1a0-5c1e-7b9a-9a55-000000000000";
  const before = await client.create();
  const wrong = [foreign, unknown, fields.Tier, fields.Region].map((id) => ({ id, value: "x" }));
  const twice = [fields.Region, fields.Segment, fields.Region].map((id) => ({ id, value: "x" }));
  for (const [method, path, base] of [
    ["POST", "/v3/contracts", { name: "Rejected" }],
    ["POST", "/v3/contracts", { name: "Rejected", customer: { name: "Rejected" } }],
    ["PATCH", `/v3/contracts/${before.id}`, {}],
  ] as const) {
    const issuesOf = async (customFields: unknown[]) => {
      const { status, body } = await client.send(method, path, { ...base, customFields });
      return [status, ...body.error.details.issues.map((issue: Json) => `${issue.path} ${issue.code}`)];
    };
    const paths = [0, 1, 2].map((at) => `/customFields/${at}/id UNKNOWN_CUSTOM_FIELD`);
    assert.deepEqual(await issuesOf(wrong), [400, ...paths]);
    assert.deepEqual(await issuesOf(twice), [400, "/customFields/2/id DUPLICATE"]);
    assert.deepEqual(await issuesOf([{ id: fields.Region, value: "" }]), [400, "/customFields/0/value LENGTH"]);
  }
  assert.deepEqual(await client.get(before.id), before);
  const { data } = (await client.send("GET", "/v3/contracts?filter=name:eq:Rejected")).body.payload;
  assert.deepEqual(data, []);
});

test("a field that the accounting system renames is shown by its new name, and doctor finds the values as they were written", async () => {
  const merchant = await api.newMerchant();
  const own = await contractClient(api, merchant);
  const ids = await customFieldsOf(merchant);
  const { id } = await own.create({ customFields: [{ id: ids.Region, value: "EMEA" }] });
  const customer = await own.send("POST", "/v3/customers", {
    name: "Contoso",
    customFields: [{ id: ids.Tier, value: "Gold" }],
  });
  await customFieldsOf(
    merchant,
    handedOver.map((draft) => ({ ...draft, name: `${draft.name} of sales` })),
  );
  assert.deepEqual(named(await own.get(id)), ["Region of sales: EMEA"]);
  assert.deepEqual(named((await own.send("GET", `/v3/customers/${customer.body.payload.id}`)).body.payload), [
    "Tier of sales: Gold",
  ]);
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: merchant.merchantId }), []);
});

test("an export carries the fields and their values", async (t) => {
  const merchant = await api.newMerchant();
  const own = await contractClient(api, merchant);
  const ids = await customFieldsOf(merchant);
  await own.create({ name: "Carried", customFields: [{ id: ids.Segment, value: "Public, and large" }] });
  const root = await mkdtemp(join(tmpdir(), "accord-custom-fields-"));
  t.after(() => rm(root, { recursive: true }));
  const { folder, result } = await exported(api, root, merchant);
  assert.deepEqual(result.notCarried, []);
  const other = await api.newMerchant();
  assert.deepEqual((await imported(api, other, folder)).refused, []);
  const there = await contractClient(api, other);
  const { body } = await there.send("GET", "/v3/contracts?filter=name:eq:Carried");
  assert.deepEqual(body.payload.data.map(named), [["Segment: Public, and large"]]);
});
