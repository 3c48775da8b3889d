import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { startApi } from "../support/api.ts";

type Contract = {
  id: string;
  name: string;
  customerId: string | null;
  status: string;
  source: string;
  externalIds: { externalId: string; sourceType: string }[];
  blockReasons: { code: string }[];
  createdAt: string;
  lastUpdatedAt: string;
  metadata: Record<string, unknown> | null;
} & Record<string, unknown>;
type Page = { data: Contract[]; totalItems: number; currentPage: number; limit: number };
type Answer = { readonly status: number; readonly body: unknown };
type Merchant = "A" | "B";

let api: Awaited<ReturnType<typeof startApi>>;
let customerId: string;

before(async () => {
  api = await startApi();
  customerId = await createCustomer({ name: "Acme", defaultCurrency: "EUR", netPaymentTerms: 14 });
});
after(() => api.close());

const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";

const send = (method: string, path: string, body?: unknown, merchant: Merchant = "A") => {
  const key = api.merchants[merchant].writeKey;
  return api.request(method, path, body === undefined ? { key } : { key, body });
};
const payloadOf = <Payload>({ body }: Answer) => (body as { payload: Payload }).payload;
const errorOf = ({ status, body }: Answer) => {
  const { error } = body as {
    error: { errorCode: string; message: string; details: Record<string, unknown> & { issues?: Issue[] } };
  };
  const issues = (error.details.issues ?? []).map(({ path, code }) => `${path} ${code}`).toSorted();
  return { status, code: error.errorCode, message: error.message, details: error.details, issues };
};
type Issue = { path: string; code: string };
const refusal = (answer: Answer) => {
  const { status, code, issues } = errorOf(answer);
  return [status, code, ...issues];
};
const withoutRequestId = ({ status, body }: Answer) => ({
  status,
  text: JSON.stringify(body).replace(/"requestId":"[^"]*"/, ""),
});

async function createCustomer(body: object, merchant: Merchant = "A"): Promise<string> {
  return payloadOf<{ id: string }>(await send("POST", "/v3/customers", body, merchant)).id;
}

async function create(body: object = {}, merchant: Merchant = "A"): Promise<Contract> {
  const answer = await send("POST", "/v3/contracts", { name: "Contract", ...body }, merchant);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return payloadOf<Contract>(answer);
}

const get = async (id: string) => payloadOf<Contract>(await send("GET", `/v3/contracts/${id}`));
const patch = (id: string, body: object) => send("PATCH", `/v3/contracts/${id}`, body);
const approve = (id: string) => send("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });

/** Past the API, for what no endpoint shows or does. */
function inMerchant<T>(work: Parameters<typeof inTransaction<T>>[2]): Promise<T> {
  return inTransaction(api.platform.db, api.merchants.A.merchantId, work);
}

async function auditedActions(contractId: string): Promise<string[]> {
  const rows = await inMerchant((tx) =>
    tx.selectFrom("audit_log").select("action").where("entity_id", "=", contractId).orderBy("id").execute(),
  );
  return rows.map(({ action }) => action);
}

async function addObligation(contractId: string): Promise<void> {
  const answer = await send("POST", `/v3/contracts/${contractId}/obligations`, {
    serviceStartDate: "2026-01-01",
    serviceEndDate: "2026-12-31",
    billingSchedule: {
      name: "Subscription",
      startDate: "2026-01-01",
      endDate: "2026-12-31",
      interval: "YEAR",
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      billingType: "FLAT",
      pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }],
    },
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
}

describe("create, read, change", () => {
  test("a create fills in the defaults, those of the customer first", async () => {
    const { id, createdAt, lastUpdatedAt, ...rest } = await create({
      name: " First ",
      customerId: customerId.toUpperCase(),
    });
    const nothing = {
      startDate: null,
      endDate: null,
      closeDate: null,
      poNumber: null,
      fileName: null,
      fileSha256: null,
      fileUploadedAt: null,
      invoicedThrough: null,
      totalContractValue: null,
      approvedAt: null,
      approvedBy: null,
      jobId: null,
      deletedAt: null,
      metadata: null,
    };
    assert.deepEqual(rest, {
      ...nothing,
      name: "First",
      customerId,
      customerName: "Acme",
      currency: "EUR",
      netPaymentTerms: 14,
      externalIds: [],
      source: "API",
      allocationMethod: "STATED",
      status: "NEW",
      blockReasons: [],
    });
    assert.equal(createdAt, lastUpdatedAt);
    assert.deepEqual(await get(id), { id, createdAt, lastUpdatedAt, ...rest });
    const { currency, netPaymentTerms } = await create();
    assert.deepEqual([currency, netPaymentTerms], ["USD", 30]);
  });

  test("a create keeps what is sent, last days inclusive, and the pair as one more external id", async () => {
    const sent = {
      currency: "JPY",
      startDate: "2026-01-31",
      endDate: "2026-01-31",
      closeDate: "2025-12-24",
      netPaymentTerms: 0,
      source: "CRM",
      poNumber: "PO 1",
      allocationMethod: "RELATIVE_SSP",
      metadata: { a: { b: null }, constructor: "ACME" },
    };
    const contract = await create({
      ...sent,
      startDate: "2026-01-31T00:00:00.000Z",
      externalIds: [{ externalId: "x", sourceType: "ERP_A" }],
      externalId: "y",
      sourceType: "CRM_B",
      shouldProcess: false,
    });
    const { externalIds, ...rest } = await get(contract.id);
    for (const [field, value] of Object.entries(sent)) assert.deepEqual(rest[field], value, field);
    assert.deepEqual(externalIds, [
      { externalId: "y", sourceType: "CRM_B" },
      { externalId: "x", sourceType: "ERP_A" },
    ]);
  });

  for (const [what, body, expected] of [
    ["nothing", {}, ["VALIDATION_FAILED", "/name REQUIRED"]],
    ["a day that is none", { name: "A", closeDate: "2026-02-29" }, ["INVALID_DATE", "/closeDate INVALID_DATE"]],
    ["half a pair", { name: "A", externalId: "x" }, ["VALIDATION_FAILED", "/sourceType REQUIRED"]],
    [
      "mistakes that only show together",
      {
        name: "A",
        startDate: "2026-02-01",
        endDate: "2026-01-31",
        externalIds: [{ externalId: "x", sourceType: "ERP_A" }],
        externalId: "y",
        sourceType: "ERP_A",
        metadata: { "": 1 },
      },
      ["VALIDATION_FAILED", "/endDate RANGE", "/metadata/ LENGTH", "/sourceType DUPLICATE_SOURCE_TYPE"],
    ],
    [
      "many mistakes",
      {
        name: " ",
        customerId: "x",
        currency: "ABC",
        netPaymentTerms: 1.5,
        externalIds: [{ externalId: "", sourceType: "ERP_E" }],
        source: "MAIL",
        poNumber: "x".repeat(49),
        allocationMethod: null,
        metadata: [],
        status: "APPROVED",
        merchantId: unknownId,
      },
      [
        "VALIDATION_FAILED",
        "/allocationMethod ENUM",
        "/allocationMethod TYPE",
        "/currency CURRENCY_INVALID",
        "/customerId INVALID_ID",
        "/externalIds/0/externalId LENGTH",
        "/externalIds/0/sourceType ENUM",
        "/merchantId UNKNOWN_FIELD",
        "/metadata TYPE",
        "/name LENGTH",
        "/netPaymentTerms TYPE",
        "/poNumber LENGTH",
        "/source ENUM",
        "/status UNKNOWN_FIELD",
      ],
    ],
  ] as const) {
    test(`a create with ${what} is refused with every issue`, async () => {
      assert.deepEqual(refusal(await send("POST", "/v3/contracts", body)), [400, ...expected]);
    });
  }

  test("ISO-3: an unknown, foreign or deleted customer is the same 400 on create and 404 on change", async () => {
    const foreign = await createCustomer({ name: "Foreign" }, "B");
    const deleted = await createCustomer({ name: "Deleted" });
    assert.equal((await send("DELETE", `/v3/customers/${deleted}`)).status, 200);
    const { id } = await create();
    for (const unknown of [unknownId, foreign, deleted]) {
      const created = await send("POST", "/v3/contracts", { name: "A", customerId: unknown });
      assert.deepEqual(refusal(created), [400, "CUSTOMER_NOT_FOUND"]);
      const changed = await patch(id, { customerId: unknown });
      assert.deepEqual(refusal(changed), [404, "CUSTOMER_NOT_FOUND"]);
      assert.equal(errorOf(created).message, errorOf(changed).message);
    }
  });

  test("a patch changes what it names, null clears, external ids are set by type and never removed", async () => {
    const externalIds = [{ externalId: "1", sourceType: "ERP_A" }];
    const contract = await create({ endDate: "2026-12-31", poNumber: "PO", externalIds });
    const changed = payloadOf<Contract>(
      await patch(contract.id, {
        name: "Renamed",
        customerId,
        currency: "GBP",
        startDate: "2026-01-01",
        endDate: null,
        poNumber: null,
        externalIds: [{ externalId: "2", sourceType: "BILLING_A" }],
        externalId: "3",
        sourceType: "ERP_A",
      }),
    );
    const { lastUpdatedAt } = changed;
    assert.deepEqual(changed, {
      ...contract,
      name: "Renamed",
      customerId,
      customerName: "Acme",
      currency: "GBP",
      startDate: "2026-01-01",
      endDate: null,
      poNumber: null,
      externalIds: [
        { externalId: "2", sourceType: "BILLING_A" },
        { externalId: "3", sourceType: "ERP_A" },
      ],
      lastUpdatedAt,
    });
    for (const nothing of [{}, { name: "Renamed ", currency: "GBP", externalId: "3", sourceType: "ERP_A" }]) {
      assert.deepEqual(payloadOf(await patch(contract.id, nothing)), changed);
    }
    assert.deepEqual(await get(contract.id), changed);
  });

  test("a patch is refused with every issue and changes nothing", async () => {
    const contract = await create({ startDate: "2026-06-01" });
    const body = { customerId: null, metadata: {}, source: "CRM", name: null, endDate: "soon" };
    assert.deepEqual(refusal(await patch(contract.id, body)), [
      400,
      "VALIDATION_FAILED",
      "/customerId TYPE",
      "/endDate INVALID_DATE",
      "/metadata UNKNOWN_FIELD",
      "/name TYPE",
      "/source UNKNOWN_FIELD",
    ]);
    const early = await patch(contract.id, { endDate: "2026-05-31" });
    assert.deepEqual(refusal(early), [400, "VALIDATION_FAILED", "/endDate RANGE"]);
    assert.deepEqual(await get(contract.id), contract);
  });
});

describe("readiness and approval", () => {
  test("a first obligation makes it PROCESSED, or BLOCKED while it has no customer", async () => {
    const { id } = await create();
    await addObligation(id);
    const blocked = await get(id);
    assert.equal(blocked.status, "BLOCKED");
    assert.deepEqual(
      blocked.blockReasons.map(({ code }) => code),
      ["MISSING_CUSTOMER"],
    );
    assert.deepEqual(
      [blocked.startDate, blocked.endDate, blocked.totalContractValue],
      ["2026-01-01", "2026-12-31", "1200.00"],
    );
    const refused = errorOf(await approve(id));
    assert.deepEqual([refused.status, refused.code], [400, "INVALID_CONTRACT_STATE"]);
    assert.equal(refused.details.status, "BLOCKED");
    assert.deepEqual(refused.details.blockReasons, blocked.blockReasons);

    const processed = payloadOf<Contract>(await patch(id, { customerId }));
    assert.deepEqual([processed.status, processed.blockReasons], ["PROCESSED", []]);
    assert.deepEqual(refusal(await patch(id, { currency: "GBP" })), [
      400,
      "INVALID_CONTRACT_STATE",
      "/currency INVALID_CONTRACT_STATE",
    ]);
  });

  test("approval is final and freezes customer and currency", async () => {
    const { id } = await create({ customerId });
    const early = errorOf(await approve(id));
    assert.deepEqual([early.code, early.details.status], ["INVALID_CONTRACT_STATE", "NEW"]);
    await addObligation(id);
    const approved = payloadOf<Contract>(await approve(id));
    assert.equal(approved.status, "APPROVED");
    assert.match(String(approved.approvedBy), /^KEY:[0-9a-f-]{36}$/);
    assert.equal(approved.approvedAt, approved.lastUpdatedAt);
    assert.equal(errorOf(await approve(id)).details.status, "APPROVED");
    const other = await createCustomer({ name: "Other" });
    assert.deepEqual(refusal(await patch(id, { customerId: other, currency: "USD" })), [
      400,
      "INVALID_CONTRACT_STATE",
      "/currency INVALID_CONTRACT_STATE",
      "/customerId INVALID_CONTRACT_STATE",
    ]);
    assert.equal(payloadOf<Contract>(await patch(id, { name: "Still named" })).status, "APPROVED");
  });

  test("an issued invoice shows how far the contract is invoiced, and its end stays behind that", async () => {
    const { id } = await create({ customerId });
    await addObligation(id);
    assert.equal((await approve(id)).status, 200);
    await api.settle(api.merchants.A);
    assert.equal((await get(id)).invoicedThrough, "2026-12-31");
    const early = await patch(id, { endDate: "2026-12-30" });
    assert.deepEqual(refusal(early), [400, "INVALID_CONTRACT_STATE", "/endDate INVALID_CONTRACT_STATE"]);
    assert.match(errorOf(early).message, /2026-12-31/);
    assert.equal((await patch(id, { endDate: "2026-12-31" })).status, 200);
  });

  test("RAC-4: of 16 approvals at once one succeeds, and a patch beside them does not undo it", async () => {
    const { id } = await create({ customerId });
    await addObligation(id);
    const [patched, ...answers] = await Promise.all([
      patch(id, { name: "Beside" }),
      ...Array.from({ length: 16 }, () => approve(id)),
    ]);
    assert.equal(patched.status, 200);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const lost of answers.filter(({ status }) => status !== 200)) {
      assert.deepEqual(refusal(lost), [400, "INVALID_CONTRACT_STATE"]);
    }
    const { status, name } = await get(id);
    assert.deepEqual([status, name], ["APPROVED", "Beside"]);
    assert.deepEqual((await auditedActions(id)).filter((action) => action === "contract.approve").length, 1);
  });

  test("other words are no action, whatever the contract", async () => {
    const { id } = await create();
    for (const action of ["approve", "MARK_AS_PROCESSED", "DELETE"]) {
      const answer = await send("POST", `/v3/contracts/${id}/actions`, { action });
      assert.deepEqual(refusal(answer), [400, "INVALID_ACTION"], action);
    }
    const empty = await send("POST", `/v3/contracts/${id}/actions`, { reason: "" });
    assert.deepEqual(refusal(empty), [400, "VALIDATION_FAILED", "/action REQUIRED", "/reason LENGTH"]);
  });
});

test("ISO-1, UID-1: a foreign id answers what an unknown one does; a malformed one follows the row", async () => {
  const foreign = await create({ name: "Foreign" }, "B");
  const rows = [
    ["GET", "", undefined, "INVALID_ID"],
    ["PATCH", "", { name: "Mine" }, "CONTRACT_NOT_FOUND"],
    ["POST", "/actions", { action: "APPROVE" }, "INVALID_ID"],
    ["GET", "/metadata", undefined, "CONTRACT_NOT_FOUND"],
    ["PATCH", "/metadata", { metadata: { mine: 1 } }, "INVALID_ID"],
    ["DELETE", "/metadata", undefined, "CONTRACT_NOT_FOUND"],
  ] as const;
  for (const [method, path, body, malformed] of rows) {
    const ask = async (id: string) => withoutRequestId(await send(method, `/v3/contracts/${id}${path}`, body));
    const unknown = await ask(unknownId);
    assert.equal(unknown.status, 404, `${method} ${path}`);
    assert.deepEqual(await ask(foreign.id), unknown);
    for (const id of ["abc", `${unknownId}0`, `{${unknownId}}`, "null"]) {
      const answer = await send(method, `/v3/contracts/${id}${path}`, body);
      assert.equal(errorOf(answer).code, malformed, `${method} ${path} ${id}`);
      assert.equal(answer.status, malformed === "INVALID_ID" ? 400 : 404);
      if (malformed !== "INVALID_ID") assert.deepEqual(withoutRequestId(answer), unknown);
    }
    if (method === "GET") continue;
    const key = api.merchants.A.readKey;
    assert.equal((await api.request(method, `/v3/contracts/${foreign.id}${path}`, { key })).status, 403);
  }
  assert.deepEqual(payloadOf(await send("GET", `/v3/contracts/${foreign.id}`, undefined, "B")), foreign);
});

test("ISO-11: a deleted contract is 400 CONTRACT_DELETED where the row lists 400, else 404", async () => {
  const { id } = await create({ name: "Deleted" });
  await inMerchant((tx) =>
    tx.updateTable("contract").set({ deleted_at: "2026-01-15T12:00:00Z" }).where("id", "=", id).execute(),
  );
  for (const [method, path, body, status, code] of [
    ["GET", "", undefined, 400, "CONTRACT_DELETED"],
    ["PATCH", "", { name: "A" }, 404, "CONTRACT_NOT_FOUND"],
    ["POST", "/actions", { action: "APPROVE" }, 400, "CONTRACT_DELETED"],
    ["GET", "/metadata", undefined, 404, "CONTRACT_NOT_FOUND"],
    ["PATCH", "/metadata", { metadata: {} }, 400, "CONTRACT_DELETED"],
    ["DELETE", "/metadata", undefined, 404, "CONTRACT_NOT_FOUND"],
  ] as const) {
    const answer = await send(method, `/v3/contracts/${id}${path}`, body);
    assert.deepEqual(refusal(answer), [status, code], `${method} ${path}`);
    assert.equal((await send(method, `/v3/contracts/${id}${path}`, body, "B")).status, 404);
  }
  const { data } = payloadOf<Page>(await send("GET", "/v3/contracts?limit=1000"));
  assert.ok(data.every((contract) => contract.id !== id));
});

test("AUD-1: every write leaves one audit row, a refused one none", async () => {
  const { id } = await create({ customerId });
  await patch(id, { name: "Audited" });
  await patch(id, { name: null });
  await send("PATCH", `/v3/contracts/${id}/metadata`, { metadata: { a: 1 } });
  await send("DELETE", `/v3/contracts/${id}/metadata`);
  await approve(id);
  assert.deepEqual(await auditedActions(id), [
    "contract.create",
    "contract.update",
    "contract.update-metadata",
    "contract.update-metadata",
  ]);
});

test("a dry run answers what would be and keeps nothing", async () => {
  const before = payloadOf<Page>(await send("GET", "/v3/contracts")).totalItems;
  const created = await send("POST", "/v3/contracts?dryRun=true", { name: "Not kept" });
  assert.equal(created.status, 200);
  const { dryRun, result } = payloadOf<{ dryRun: boolean; result: Contract }>(created);
  assert.deepEqual([dryRun, result.id, result.name], [true, null, "Not kept"]);
  assert.equal(payloadOf<Page>(await send("GET", "/v3/contracts")).totalItems, before);

  const contract = await create();
  assert.equal((await send("PATCH", `/v3/contracts/${contract.id}?dryRun=true`, { name: "Not kept" })).status, 200);
  assert.deepEqual(await get(contract.id), contract);
  const misspelt = await send("PATCH", `/v3/contracts/${contract.id}?dryrun=true`, { name: "Not kept" });
  assert.deepEqual(refusal(misspelt), [400, "VALIDATION_FAILED", "/query/dryrun UNKNOWN_QUERY"]);
});

describe("metadata", () => {
  const path = (id: string) => `/v3/contracts/${id}/metadata`;
  const merge = (id: string, metadata: unknown) => send("PATCH", path(id), { metadata });
  const stored = async (id: string) => payloadOf<{ metadata: unknown }>(await send("GET", path(id))).metadata;

  test("MET-4: the seven rules of the merge", async () => {
    const { id } = await create();
    assert.deepEqual(payloadOf(await send("GET", path(id))), { contractId: id, metadata: null });
    const steps: readonly (readonly [Record<string, unknown>, Record<string, unknown>])[] = [
      [{}, {}],
      [
        { a: 1, b: { x: 1, y: 2 }, c: [1] },
        { a: 1, b: { x: 1, y: 2 }, c: [1] },
      ],
      [
        { b: { x: null }, a: "one" },
        { a: "one", b: { x: null }, c: [1] },
      ],
      [
        { a: null, missing: null },
        { b: { x: null }, c: [1] },
      ],
      [{ b: null, c: null }, {}],
      [
        { constructor: "ACME", toString: 1, "a.b": 1, $ref: 1, "0": 1, "~/": 1 },
        { constructor: "ACME", toString: 1, "a.b": 1, $ref: 1, "0": 1, "~/": 1 },
      ],
    ];
    for (const [sent, expected] of steps) {
      const answer = await merge(id, sent);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual(payloadOf(answer), { contractId: id, metadata: expected });
      assert.deepEqual(await stored(id), expected);
    }
    for (const _ of ["first", "again"]) {
      const cleared = await send("DELETE", path(id));
      assert.deepEqual([cleared.status, payloadOf(cleared)], [200, { contractId: id, metadata: null }]);
    }
    assert.deepEqual(payloadOf<{ metadata: unknown }>(await merge(id, { z: null })).metadata, {});
  });

  for (const character of ["a", "é", "€", "😀", '"', "\n", "\u0001"]) {
    test(`MET-1: 16,384 bytes of ${JSON.stringify(character)} fit and one more does not`, async () => {
      const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
      const unit = size(character) - 2;
      const room = 16_384 - size({ kept: 1, k: "" });
      const text = character.repeat(Math.floor(room / unit)) + "x".repeat(room % unit);
      const { id } = await create({ metadata: { kept: 1 } });
      assert.equal(size({ kept: 1, k: text }), 16_384);
      assert.deepEqual(refusal(await merge(id, { k: `${text}x` })), [400, "METADATA_TOO_LARGE"]);
      assert.deepEqual(await stored(id), { kept: 1 });
      assert.equal((await merge(id, { k: text })).status, 200);
      assert.deepEqual(await stored(id), { kept: 1, k: text });
      assert.deepEqual(refusal(await merge(id, { one: 1 })), [400, "METADATA_TOO_LARGE"]);
      const created = await send("POST", "/v3/contracts", { name: "A", metadata: { kept: 1, k: `${text}x` } });
      assert.deepEqual(refusal(created), [400, "METADATA_TOO_LARGE"]);
    });
  }

  test("MET-2: removals are free, however many", async () => {
    const { id } = await create({ metadata: { key0: 1, stays: 2 } });
    const removals = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`key${index}`, null]));
    assert.ok(JSON.stringify(removals).length > 20_000);
    assert.deepEqual(payloadOf(await merge(id, { ...removals, set: 3 })), {
      contractId: id,
      metadata: { stays: 2, set: 3 },
    });
    assert.equal((await merge(id, removals)).status, 200);
  });

  test("MET-5: JSON values come back as they were", async () => {
    const { id } = await create();
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index]));
    assert.equal((await merge(id, many)).status, 200);
    assert.deepEqual(await stored(id), many);
    await send("DELETE", path(id));
    const body = '{"metadata":{"a":1.10,"b":1e21,"c":-0,"d":1.5e-7,"nested":{"":[true,false,null,{}]}}}';
    assert.equal((await send("PATCH", path(id), JSON.parse(body))).status, 200);
    assert.deepEqual(await stored(id), { a: 1.1, b: 1e21, c: 0, d: 1.5e-7, nested: { "": [true, false, null, {}] } });
  });

  test("what cannot be kept exactly is refused", async () => {
    const { id } = await create({ metadata: { kept: 1 } });
    const key = api.merchants.A.writeKey;
    const raw = async (text: string) => {
      const response = await fetch(`${api.url}${path(id)}`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: text,
      });
      return refusal({ status: response.status, body: await response.json() });
    };
    const nested = (depth: number) => `{"metadata":${'{"a":'.repeat(depth)}1${"}".repeat(depth + 1)}`;
    assert.deepEqual(await raw('{"metadata":{"big":9007199254740993,"in":[1e400]}}'), [
      400,
      "VALIDATION_FAILED",
      "/metadata/big NUMBER_NOT_EXACT",
      "/metadata/in/0 NUMBER_NOT_EXACT",
    ]);
    assert.deepEqual((await raw(nested(33))).slice(0, 2), [400, "JSON_TOO_DEEP"]);
    assert.equal((await raw('{"metadata":{"__proto__":1}}'))[1], "FORBIDDEN_KEY");
    assert.equal((await raw('{"metadata":{"constructor":{"prototype":1}}}'))[1], "FORBIDDEN_KEY");
    assert.deepEqual(await raw('{"metadata":[]}'), [400, "VALIDATION_FAILED", "/metadata TYPE"]);
    assert.deepEqual(await raw('{"metadata":null}'), [400, "VALIDATION_FAILED", "/metadata TYPE"]);
    assert.deepEqual(await raw('{"a":1}'), [400, "VALIDATION_FAILED", "/a UNKNOWN_FIELD", "/metadata REQUIRED"]);
    assert.deepEqual(await raw(`{"metadata":{"":1,"${"x".repeat(256)}":1}}`), [
      400,
      "VALIDATION_FAILED",
      `/metadata/ LENGTH`,
      `/metadata/${"x".repeat(256)} LENGTH`,
    ]);
    assert.deepEqual(await stored(id), { kept: 1 });
    assert.equal((await send("PATCH", path(id), JSON.parse(nested(32)))).status, 200);
  });

  test("MET-6: merges at the same moment lose nothing and never pass the limit", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create();
      const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => merge(id, { [`k${index}`]: index })));
      assert.ok(answers.every(({ status }) => status === 200));
      assert.equal(Object.keys((await stored(id)) as object).length, 16);
    }
    const { id } = await create();
    const half = "x".repeat(9_000);
    const pair = await Promise.all([merge(id, { a: half }), merge(id, { b: half })]);
    assert.deepEqual(pair.map(({ status }) => status).toSorted(), [200, 400]);
    assert.equal(Object.keys((await stored(id)) as object).length, 1);
  });
});

// What each rule means, said independently of SQL. A field without value, and a list without entries, is the empty list.
const stringRules: Readonly<Record<string, (held: readonly string[], value: string) => boolean>> = {
  eq: (held, value) => held.includes(value),
  neq: (held, value) => !held.includes(value),
  like: (held, value) => held.some((text) => text.toLowerCase().includes(value.toLowerCase())),
  nlike: (held, value) => !held.some((text) => text.toLowerCase().includes(value.toLowerCase())),
  in: (held, value) => value.split(";").some((item) => held.includes(item)),
  nin: (held, value) => !value.split(";").some((item) => held.includes(item)),
  isnull: (held) => held.length === 0,
  isnotnull: (held) => held.length > 0,
};
const timeRules: Readonly<Record<string, (value: string, bound: string) => boolean>> = {
  eq: (value, bound) => value === bound,
  neq: (value, bound) => value !== bound,
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

describe("the list", () => {
  const all = async () => payloadOf<Page>(await send("GET", "/v3/contracts?limit=1000")).data;
  const find = async (filter: string) => {
    const answer = await send("GET", `/v3/contracts?limit=1000&filter=${encodeURIComponent(filter)}`);
    assert.equal(answer.status, 200, `${filter} ${JSON.stringify(answer.body)}`);
    const { data, totalItems } = payloadOf<Page>(answer);
    assert.equal(totalItems, data.length);
    return data.map(({ id }) => id);
  };
  const quoted = (value: string) => `"${value}"`;

  before(async () => {
    const other = await createCustomer({ name: "Second" });
    await create({ name: "Plan 50% off", customerId: other, source: "CRM", externalId: "so_1", sourceType: "CRM_A" });
    await create({ name: "plan_x", source: "ERP", externalId: "SO_1", sourceType: "ERP_A" });
    const externalIds = [
      { externalId: "so_1", sourceType: "ERP_A" },
      { externalId: "sox1", sourceType: "CRM_A" },
    ];
    await create({ name: "Acme, Inc.: renewal", customerId: other, externalIds });
    await create({ name: "Hidden", externalId: "so_1", sourceType: "CRM_A" }, "B");
  });

  const fields: Readonly<Record<string, (contract: Contract) => readonly string[]>> = {
    name: ({ name }) => [name],
    source: ({ source }) => [source],
    status: ({ status }) => [status],
    "externalIds.externalId": ({ externalIds }) => externalIds.map(({ externalId }) => externalId),
    "externalIds.sourceType": ({ externalIds }) => externalIds.map(({ sourceType }) => sourceType),
    customerId: (contract) => (contract.customerId === null ? [] : [contract.customerId]),
  };

  for (const [field, held] of Object.entries(fields)) {
    test(`FIL-1, FIL-5: every rule on ${field} agrees with the full list`, async () => {
      const contracts = await all();
      const distinct = [...new Set(contracts.flatMap(held))].slice(0, 12);
      const isId = field === "customerId";
      const others = isId ? [unknownId] : ["none", "so_", "PLAN", "_", "0% O", "rm_a"];
      const pair = distinct.slice(0, 2).join(";");
      for (const [rule, matches] of Object.entries(stringRules)) {
        if (isId && rule.endsWith("like")) continue;
        const isList = rule === "in" || rule === "nin";
        for (const value of [...distinct, ...others, ...(isList ? [pair] : [])]) {
          const written = isList ? value.split(";").map(quoted).join(";") : quoted(value);
          const expected = contracts.filter((contract) => matches(held(contract), value)).map(({ id }) => id);
          const filter = rule.startsWith("is") ? `${field}:${rule}` : `${field}:${rule}:${isId ? value : written}`;
          assert.deepEqual(await find(filter), expected, filter);
        }
      }
    });
  }

  for (const field of ["createdAt", "lastUpdatedAt"] as const) {
    test(`DAT-2: every rule on ${field} agrees with the full list`, async () => {
      const contracts = await all();
      const moments = [contracts[0], contracts[Math.floor(contracts.length / 2)], contracts.at(-1)];
      const days = ["1999-12-31", "2100-01-01", ...moments.map((contract) => contract?.[field].slice(0, 10) ?? "")];
      for (const [rule, matches] of Object.entries(timeRules)) {
        for (const moment of moments.map((contract) => contract?.[field] ?? "")) {
          const expected = contracts.filter((contract) => matches(contract[field], moment)).map(({ id }) => id);
          assert.deepEqual(await find(`${field}:${rule}:${moment}`), expected, `${rule} ${moment}`);
        }
        // Texts of days compare like days.
        for (const day of new Set(days)) {
          const expected = contracts.filter((contract) => matches(contract[field].slice(0, 10), day));
          assert.deepEqual(
            await find(`${field}:${rule}:${day}`),
            expected.map(({ id }) => id),
            `${rule} ${day}`,
          );
        }
      }
    });
  }

  test("filters are joined with and; what is no filter of this list is refused", async () => {
    const contracts = await all();
    const both = contracts.filter(({ source, externalIds }) => source === "API" && externalIds.length > 0);
    assert.ok(both.length > 0);
    assert.deepEqual(
      await find("source:eq:API,externalIds.externalId:isnotnull"),
      both.map(({ id }) => id),
    );
    for (const [filter, code] of [
      ["name:gt:x", "FILTER_RULE_NOT_ALLOWED"],
      ["customerId:like:x", "FILTER_RULE_NOT_ALLOWED"],
      ["createdAt:in:2026-01-01", "FILTER_RULE_NOT_ALLOWED"],
      ["currency:eq:USD", "FILTER_FIELD_UNKNOWN"],
      ["externalIds.merchantId:eq:x", "FILTER_FIELD_UNKNOWN"],
      ["customerId:eq:x", "FILTER_VALUE_INVALID"],
      ["createdAt:eq:tomorrow", "FILTER_VALUE_INVALID"],
      ["name", "FILTER_MALFORMED"],
    ] as const) {
      const answer = await send("GET", `/v3/contracts?filter=${encodeURIComponent(filter)}`);
      assert.deepEqual([answer.status, errorOf(answer).code], [400, code], filter);
    }
  });

  test("ISO-4, PAG-3: pages hold every own contract once, newest first", async () => {
    const contracts = await all();
    assert.ok(contracts.every(({ name }) => name !== "Hidden" && name !== "Foreign"));
    const keys = contracts.map(({ createdAt, id }) => `${createdAt} ${id}`);
    assert.deepEqual(keys, keys.toSorted().toReversed());
    const walked: string[] = [];
    for (let page = 1; walked.length < contracts.length; page += 1) {
      const { data, totalItems } = payloadOf<Page>(await send("GET", `/v3/contracts?limit=9&page=${page}`));
      assert.equal(totalItems, contracts.length);
      assert.ok(data.length > 0);
      walked.push(...data.map(({ id }) => id));
    }
    assert.deepEqual(
      walked,
      contracts.map(({ id }) => id),
    );
  });
});
