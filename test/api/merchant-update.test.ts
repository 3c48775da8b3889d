import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addUser, deactivateUser, listMembers } from "../../src/platform/auth/users.ts";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const get = async (path = "/v3/merchant", key = api.merchants.A.writeKey) => api.request("GET", path, { key });
const patch = (body: unknown, key = api.merchants.A.writeKey) => api.request("PATCH", "/v3/merchant", { key, body });
const issuesOf = ({ body }: ApiAnswer) => body.error.details.issues.map((issue: Json) => `${issue.path} ${issue.code}`);

/** A file that begins as a PNG does, of any length. */
const png = (length: number) => {
  const bytes = Buffer.alloc(length);
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(bytes);
  return bytes.toString("base64");
};
const profile = {
  legalName: "Acme Cloud GmbH",
  address: {
    line1: "Main St 1",
    line2: null,
    city: "Berlin",
    state: null,
    postalCode: "10115",
    country: "DE",
    addressee: null,
  },
  vatId: "DE123456789",
  registrationNumber: "HRB 1234",
  bankAccount: { iban: "DE89370400440532013000", bic: "COBADEFFXXX", name: "Acme" },
  email: "billing@acme.example",
  logo: png(200),
  taxRates: [
    { country: "DE", region: null, category: "S", rate: "0.16", validFrom: "2020-07-01" },
    { country: "DE", region: null, category: "S", rate: "0.19", validFrom: "2021-01-01" },
    { country: "US", region: "NY", category: "S", rate: "0.08875", validFrom: "2020-01-01" },
  ],
};

test("a new merchant has an empty profile; a patch fills it, and another one keeps the fields it does not name", async () => {
  const { writeKey } = await api.newMerchant();
  const empty = (await get("/v3/merchant", writeKey)).body.payload;
  assert.deepEqual(
    [empty.legalName, empty.logo, empty.taxRates, empty.defaultProcessor],
    [null, null, [], "PROCESSOR_A"],
  );
  const filled = await patch({ ...profile, taxRates: profile.taxRates.toReversed() }, writeKey);
  assert.equal(filled.status, 200);
  assert.deepEqual(filled.body.payload, { ...empty, ...profile });
  assert.deepEqual((await get("/v3/merchant", writeKey)).body.payload, filled.body.payload);
  const cleared = await patch({ vatId: null, bankAccount: null, taxRates: [] }, writeKey);
  assert.deepEqual(cleared.body.payload, { ...filled.body.payload, vatId: null, bankAccount: null, taxRates: [] });
});

test("an IBAN is accepted with spaces and in any case, and stored in one spelling", async () => {
  const { body } = await patch({ bankAccount: { iban: "gb29 NWBK 6016 1331 9268 19", bic: "nwbkgb2l" } });
  assert.deepEqual(body.payload.bankAccount, { iban: "GB29NWBK60161331926819", bic: "NWBKGB2L", name: null });
});

test("every invalid field is named", async () => {
  const before = (await get()).body.payload;
  const wrong = await patch({
    legalName: "",
    address: { country: "Germany" },
    bankAccount: { bic: "X" },
    email: "no",
    taxRates: [{ country: "DE", category: "XX", rate: "19", validFrom: "2020-02-30" }],
    name: "x",
  });
  assert.equal(wrong.status, 400);
  assert.deepEqual(issuesOf(wrong).toSorted(), [
    "/address/country ENUM",
    "/bankAccount/iban REQUIRED",
    "/email FORMAT",
    "/legalName LENGTH",
    "/name UNKNOWN_FIELD",
    "/taxRates/0/category ENUM",
    "/taxRates/0/rate AMOUNT_INVALID",
    "/taxRates/0/validFrom INVALID_DATE",
  ]);
  const rate = { country: "DE", category: "Z", rate: "0", validFrom: "2020-01-01" };
  const impossible = await patch({
    bankAccount: { iban: "DE89370400440532013001", bic: "ABC" },
    logo: Buffer.from("GIF89a").toString("base64"),
    taxRates: [rate, rate, { ...rate, category: "AE", rate: "0.1" }],
  });
  assert.deepEqual(issuesOf(impossible), [
    "/bankAccount/iban FORMAT",
    "/bankAccount/bic FORMAT",
    "/logo FORMAT",
    "/taxRates/1 DUPLICATE",
    "/taxRates/2/rate RANGE",
  ]);
  assert.deepEqual((await get()).body.payload, before);
});

test("a logo has at most 200 kB", async () => {
  assert.equal((await patch({ logo: png(200 * 1024) })).status, 200);
  const large = await patch({ logo: png(200 * 1024 + 1) });
  assert.deepEqual([large.status, issuesOf(large)], [400, ["/logo LENGTH"]]);
  assert.deepEqual(issuesOf(await patch({ logo: `${png(30)}!` })), ["/logo FORMAT"]);
});

test("settings can be read with any key; each merchant sees and changes its own alone", async () => {
  const { A, B } = api.merchants;
  const { payload } = (await get("/v3/merchant/info", A.readKey)).body;
  assert.equal(payload.id, A.merchantId);
  assert.deepEqual(
    [payload.defaultCurrency, payload.features, payload.isSandbox],
    ["USD", { performanceObligations: false }, true],
  );
  await patch({ legalName: "Only A" });
  assert.equal((await get("/v3/merchant", B.writeKey)).body.payload.legalName, null);
  const rejected = await patch({ legalName: "X" }, A.readKey);
  assert.deepEqual([rejected.status, rejected.body.error.errorCode], [403, "KEY_READ_ONLY"]);
});

test("a payment account is on the default processor if the merchant's setting says so", async () => {
  const { writeKey: key } = await api.newMerchant();
  const id = (await api.request("POST", "/v3/customers", { key, body: { name: "C" } })).body.payload.id;
  const items = [{ customerId: id, processorType: "PROCESSOR_A", processorCustomerRef: "cus_1" }];
  const isDefault = async () =>
    (await api.request("POST", "/v3/payment-accounts/bulk-link", { key, body: { items } })).body.payload.items[0]
      .isDefaultProcessor;
  assert.equal(await isDefault(), true);
  await patch({ defaultProcessor: null }, key);
  assert.equal(await isDefault(), false);
});

test("a member keeps the role until it is changed, also after removal and return", async () => {
  const { merchantId, userId, readKey } = await api.newMerchant();
  const { db } = api.platform;
  const add = (role?: "OWNER" | "EDITOR") => addUser(db, merchantId, "Grace@example.com", role);
  const grace = await add();
  const membership = async () => {
    const { role, status } = (await listMembers(db, merchantId)).find((member) => member.userId === grace) ?? {};
    return `${role} ${status}`;
  };
  assert.equal(await membership(), "EDITOR ACTIVE");
  await add("OWNER");
  await deactivateUser(db, grace);
  assert.equal(await membership(), "OWNER REMOVED");
  assert.equal(await addUser(db, merchantId, "grace@EXAMPLE.com"), grace);
  assert.equal(await membership(), "OWNER ACTIVE");
  assert.deepEqual(
    (await listMembers(db, merchantId)).map((member) => member.userId),
    [userId, grace],
  );
  await assert.rejects(listMembers(db, grace), /Manufacturer not found/);
  const log = await api.request("GET", `/v3/audit-log?filter=entityId:eq:${grace}`, { key: readKey });
  assert.deepEqual(
    log.body.payload.data.map(({ action, actor }: Json) => `${action} ${actor.id}`),
    ["membership.add cli", "membership.remove cli", "membership.add cli", "membership.add cli"],
  );
});
