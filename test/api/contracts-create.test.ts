import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  approve,
  auditedActions,
  type Contract,
  create,
  createCustomer,
  customerId,
  errorOf,
  get,
  type Page,
  patch,
  payloadOf,
  rejection,
  send,
  unknownId,
  useContractRecords,
} from "../support/contract-records.ts";

useContractRecords();

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
      consolidationKey: null,
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
      customFields: [],
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

  test("a create keeps every field that is sent, last days inclusive, and externalId with sourceType as one more external id", async () => {
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
    test(`a create with ${what} is rejected with every issue`, async () => {
      assert.deepEqual(rejection(await send("POST", "/v3/contracts", body)), [400, ...expected]);
    });
  }

  test("ISO-3: an unknown, foreign or deleted customer is the same 400 on create and 404 on change", async () => {
    const foreign = await createCustomer({ name: "Foreign" }, "B");
    const deleted = await createCustomer({ name: "Deleted" });
    assert.equal((await send("DELETE", `/v3/customers/${deleted}`)).status, 200);
    const { id } = await create();
    for (const unknown of [unknownId, foreign, deleted]) {
      const created = await send("POST", "/v3/contracts", { name: "A", customerId: unknown });
      assert.deepEqual(rejection(created), [400, "CUSTOMER_NOT_FOUND", "/customerId CUSTOMER_NOT_FOUND"]);
      const changed = await patch(id, { customerId: unknown });
      assert.deepEqual(rejection(changed), [404, "CUSTOMER_NOT_FOUND"]);
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

  test("a patch is rejected with every issue and changes nothing", async () => {
    const contract = await create({ startDate: "2026-06-01" });
    const body = { customerId: null, metadata: {}, source: "CRM", name: null, endDate: "soon" };
    assert.deepEqual(rejection(await patch(contract.id, body)), [
      400,
      "VALIDATION_FAILED",
      "/customerId TYPE",
      "/endDate INVALID_DATE",
      "/metadata UNKNOWN_FIELD",
      "/name TYPE",
      "/source UNKNOWN_FIELD",
    ]);
    const early = await patch(contract.id, { endDate: "2026-05-31" });
    assert.deepEqual(rejection(early), [400, "VALIDATION_FAILED", "/endDate RANGE"]);
    assert.deepEqual(await get(contract.id), contract);
  });
});

test("AUD-1: every write leaves one audit row, a rejected one none", async () => {
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

test("a dry run returns the contract as it would be and keeps nothing", async () => {
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
  assert.deepEqual(rejection(misspelt), [400, "VALIDATION_FAILED", "/query/dryrun UNKNOWN_QUERY"]);
});
