import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { createKey } from "../../src/platform/auth/keys.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, rejection, unknownId } from "../support/client.ts";
import { committedTerm, newEventType } from "../support/commitment-client.ts";
import { digestOf } from "../support/digest.ts";
import { usageBody, withPobs } from "../support/pobs.ts";

// ADR 0064: a contract with all that hangs on it, in one request.

let api: TestApi;
let client: Client;
before(async () => {
  api = await startApi();
  client = clientOf(api, api.merchants.A);
});
after(() => api.close());

const id = (last: number) => `0197f1a0-5c1e-7b9a-9a55-${String(last).padStart(12, "0")}`;
const path = "/v3/contracts";
const categoryOf = async (of: Client): Promise<string> => {
  return (await of.ok("POST", "/v3/categories", { name: `Services ${crypto.randomUUID()}` })).id;
};

/** A contract with a usage commitment, beside what is billed by quarter. */
async function wholeBody(of: Client, parts: object = {}) {
  const eventTypeId = await newEventType(of);
  const categoryId = await categoryOf(of);
  return {
    name: "Acme 2026",
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    customer: { name: "Acme GmbH", netPaymentTerms: 14, defaultCurrency: "EUR" },
    billingTerms: [
      committedTerm(eventTypeId, "0.010", { localId: id(1) }),
      { ...committedTerm(eventTypeId, "0.008", { localId: id(2) }), name: "Calls at 0.008" },
    ],
    obligations: [obligationBody({ categoryId })],
    commitments: [
      {
        commitmentUnitType: "CURRENCY",
        schedules: [
          {
            startDate: "2026-01-01",
            endDate: "2026-12-31",
            commitmentInterval: "QUARTERLY",
            overageConfigs: [{ billingTermId: id(1), overagePrice: "0.012" }],
            steps: [
              { commitmentValue: "100.00", billingTermIds: [id(1)] },
              { commitmentValue: "50.00", billingTermIds: [id(2)] },
            ],
          },
        ],
      },
    ],
    ...parts,
  };
}

test("terms, obligations and commitments are created as by separate requests, and one dry run shows them", async () => {
  const body = await wholeBody(client, { approve: true });
  const digest = await digestOf(api.connectionString);
  const dry = await client.ok("POST", `${path}?dryRun=true`, body);
  assert.equal(await digestOf(api.connectionString), digest, "a dry run leaves no byte behind");
  assert.equal((await client.ok("POST", `${path}?dryRun=true`, body)).planHash, dry.planHash);
  assert.deepEqual([dry.result.status, dry.result.id, dry.summary.invoicesDueNow.total], ["APPROVED", null, "300.00"]);
  const stale = await client.send("POST", path, { ...body, netPaymentTerms: 60 }, { "if-plan": dry.planHash });
  assert.deepEqual([stale.status, stale.body.error.errorCode], [409, "PLAN_CHANGED"]);
  const real = await client.send("POST", path, body, { "if-plan": dry.planHash });
  assert.equal(real.status, 201, JSON.stringify(real.body));
  const made = real.body.payload;
  await client.drainOutbox();
  assert.deepEqual([made.status, made.currency, made.customerName], ["APPROVED", "EUR", "Acme GmbH"]);
  const { created } = made;
  assert.equal(created.customerId, made.customerId);
  const terms = (await client.ok("GET", `/v3/billing-terms?filter=contractId:eq:${made.id}`)).data;
  const own = terms.filter(({ name }: Json) => name.startsWith("Calls")).map(({ id: termId }: Json) => termId);
  assert.deepEqual(created.billingTerms.map((term: Json) => term.id).sort(), own.sort());
  const [obligation] = (await client.ok("GET", `${path}/${made.id}/obligations`)).data;
  assert.equal(created.obligations[0].id, obligation.id);
  const commitment = await client.ok("GET", `/v3/commitments/${created.commitmentIds[0]}`);
  const [schedule] = commitment.schedules;
  assert.deepEqual(
    schedule.steps.map(({ billingTermIds }: Json) => billingTermIds),
    created.billingTerms.map((term: Json) => [term.id]),
  );
  const { data } = await client.ok("GET", `/v3/audit-log?limit=100&filter=entityId:in:${ids(made).join("|")}`);
  assert.deepEqual(data.map(({ action }: Json) => action).sort(), [
    "billing-term.create",
    "billing-term.create",
    "commitment.create",
    "contract.approve",
    "contract.create",
    "customer.create",
    "invoice.issue",
    "obligation.create",
  ]);
});

const ids = ({ id: contractId, created }: Json): string[] => [
  contractId,
  created.customerId,
  ...[...created.billingTerms, ...created.obligations].map((part: Json) => part.id),
  ...created.commitmentIds,
];

test("performance obligations refer to the billing term group that the same request creates", async () => {
  const own = clientOf(api, await withPobs(api));
  const [eventTypeId, categoryId] = [await newEventType(own), await categoryOf(own)];
  const flat = { ...obligationBody().billingSchedule, billingTermGroupId: id(9) };
  const earns = { categoryId, serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
  const body = {
    name: "In one group",
    customer: { name: "Acme" },
    billingTerms: [flat, usageBody(eventTypeId, { billingTermGroupId: id(9) })],
    performanceObligations: [
      { ...earns, billingTermGroupId: id(9), name: "Platform", transactionPrice: "1000.00" },
      { ...earns, billingTermGroupId: id(9), name: "Onboarding", transactionPrice: "200.00" },
      { categoryId, billingTermGroupId: id(9), recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId },
    ],
    approve: true,
  };
  const { created, status, id: contractId } = await own.ok("POST", path, body);
  assert.equal(status, "APPROVED");
  const groups = new Set(created.billingTerms.map((term: Json) => term.billingTermGroupId));
  assert.equal(groups.size, 1);
  const { data } = await own.ok("GET", `${path}/${contractId}/performance-obligations`);
  assert.deepEqual(
    created.performanceObligationIds.map((pob: string) => data.find((each: Json) => each.id === pob).transactionPrice),
    ["1000.00", "200.00", "0.00"],
  );

  // Stated prices that differ from the billing block the approval, and nothing is stored.
  const [platform, , usage] = body.performanceObligations;
  const short = {
    ...body,
    name: "Short",
    performanceObligations: [platform, usage, { ...usage, billingTermGroupId: id(8) }],
  };
  assert.deepEqual(rejection(await own.send("POST", path, short)), [
    400,
    "VALIDATION_FAILED",
    "/performanceObligations/2/billingTermGroupId NOT_FOUND",
  ]);
  short.performanceObligations.pop();
  const refused = await own.send("POST", path, short);
  assert.deepEqual(
    [
      refused.body.error.errorCode,
      refused.body.error.details.blockReasons.map(({ code, path: at }: Json) => `${at} ${code}`),
    ],
    ["INVALID_CONTRACT_STATE", ["/billingTerms/1 TRANSACTION_PRICE_UNALLOCATED"]],
  );
  assert.equal((await own.ok("GET", `${path}?filter=name:eq:Short`)).totalItems, 0);
});

test("issues of all parts are listed at once, and nothing is kept", async () => {
  const body = await wholeBody(client, { approve: true, name: "Wrong" });
  const [first, second] = body.billingTerms;
  const [commitment] = body.commitments;
  const wrong = {
    ...body,
    customerId: unknownId,
    customer: { name: "Acme", parentCustomerId: unknownId },
    billingTerms: [{ ...first, productId: unknownId }, second, { ...second, localId: id(2) }],
    obligations: [obligationBody(), obligationBody({ serviceEndDate: "2025-12-31" })],
    commitments: [commitment, { ...commitment, schedules: [] }],
  };
  const shape = await client.send("POST", path, wrong);
  assert.deepEqual(rejection(shape).slice(0, 2), [400, "VALIDATION_FAILED"]);
  wrong.commitments.pop();
  const answer = await client.send("POST", path, wrong);
  assert.deepEqual(rejection(answer), [
    400,
    "VALIDATION_FAILED",
    "/customer/parentCustomerId CUSTOMER_NOT_FOUND",
    "/customerId CONFLICT",
    "/billingTerms/0 PRODUCT_NOT_FOUND",
    "/billingTerms/2/localId DUPLICATE",
    "/obligations/1/serviceEndDate RANGE",
  ]);
  assert.equal((await client.ok("GET", `${path}?filter=name:eq:Wrong`)).totalItems, 0);

  // A customer that is only named has the place of its field, among what is wrong with the parts.
  const { customer: _made, ...named } = wrong;
  const unknown = await client.send("POST", path, { ...named, billingTerms: wrong.billingTerms.slice(0, 2) });
  assert.deepEqual(rejection(unknown), [
    400,
    "VALIDATION_FAILED",
    "/customerId CUSTOMER_NOT_FOUND",
    "/billingTerms/0 PRODUCT_NOT_FOUND",
    "/obligations/1/serviceEndDate RANGE",
  ]);

  const lone = { name: "Wrong", commitments: [commitment] };
  assert.deepEqual(rejection(await client.send("POST", path, lone)), [
    400,
    "VALIDATION_FAILED",
    "/commitments BILLING_TERM_NOT_FOUND",
  ]);
});

test("a blocked approval rejects the whole request, with the reasons at their places in the body", async () => {
  const { merchantId } = client.merchant;
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  await owner
    .query("update merchant set require_category = true where id = $1", [merchantId])
    .finally(() => owner.end());
  const body = {
    name: "Blocked",
    obligations: [obligationBody({ categoryId: await categoryOf(client) }), obligationBody()],
  };
  const refused = await client.send("POST", path, { ...body, approve: true });
  const reasons = refused.body.error.details.blockReasons.map(({ code, path: at }: Json) => `${at} ${code}`);
  assert.deepEqual(
    [refused.status, refused.body.error.errorCode, refused.body.error.details.status, reasons],
    [
      400,
      "INVALID_CONTRACT_STATE",
      "BLOCKED",
      ["/customerId MISSING_CUSTOMER", "/obligations/1/categoryId MISSING_CATEGORY"],
    ],
  );
  assert.equal((await client.ok("GET", `${path}?filter=name:eq:Blocked`)).totalItems, 0);
  const kept = await client.ok("POST", path, body);
  assert.equal(kept.status, "BLOCKED");
});

test("an approval policy makes the whole request wait for a second person", async () => {
  const merchant = await api.newMerchant("2026-06-10T00:00:00Z");
  const asking = clientOf(api, merchant);
  await asking.ok("PUT", "/v3/approval-policies", { kind: "APPROVE_CONTRACT", role: "CONTROLLER" });
  const body = { name: "Asked for", customer: { name: "Acme" }, obligations: [obligationBody()] };
  const held = await asking.send("POST", path, { ...body, approve: true });
  assert.equal(held.status, 202, JSON.stringify(held.body));
  assert.equal((await asking.ok("GET", path)).totalItems, 0);
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await addUser(api.platform.db, merchant.merchantId, email, "CONTROLLER");
  const options = { merchantId: merchant.merchantId, userId, access: "WRITE", name: "second" } as const;
  const second = clientOf(api, { ...merchant, writeKey: (await createKey(api.platform.db, options)).key });
  const { result } = await second.ok("POST", `/v3/change-requests/${held.body.payload.id}/approve`);
  assert.equal(result.status, "APPROVED");
  assert.equal((await asking.ok("GET", path)).totalItems, 1);
  assert.equal((await asking.send("POST", path, body)).status, 201, "without approval nobody is asked");
});

test("one request takes at most half the statements of the separate requests", async () => {
  const [customer, obligation] = [{ name: "Acme" }, obligationBody()];
  const apart = async (name: string) => {
    const { id: customerId } = await client.ok("POST", "/v3/customers", customer);
    const contract = await client.ok("POST", path, { name, customerId });
    await client.add(contract.id, { ...obligation, categoryId });
    await client.ok("POST", `${path}/${contract.id}/actions`, { action: "APPROVE" });
  };
  const together = async (name: string) => {
    await client.ok("POST", path, { name, customer, obligations: [{ ...obligation, categoryId }], approve: true });
  };
  const categoryId = await categoryOf(client);
  await apart("Warm");
  await together("Warm");
  const [four, one] = [await statementsOf(() => apart("Four")), await statementsOf(() => together("One"))];
  assert.ok(one * 2 <= four, `${one} statements for one request, ${four} for four`);
});

/** How many statements the program sends to the database during some work. */
async function statementsOf(work: () => Promise<void>): Promise<number> {
  const { query } = pg.Client.prototype;
  let sent = 0;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...all: unknown[]) {
      sent += 1;
      return Reflect.apply(query, this, all);
    },
  });
  try {
    await work();
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
  return sent;
}
