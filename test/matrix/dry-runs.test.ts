import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { formatDay } from "../../src/kernel/day.ts";
import { type ApiAnswer, type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { runs } from "../support/case-counts.ts";
import { clientOf } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { dryThenReal, type Write } from "../support/dry-run.ts";
import { day } from "../support/terms.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const pob = (parts: object = {}, schedule: object = {}) => ({
  serviceStartDate: "2026-01-01",
  serviceEndDate: "2026-12-31",
  ...parts,
  billingSchedule: {
    name: "Platform",
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    interval: "QUARTER",
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    billingType: "FLAT",
    pricing: [{ amount: "300.00", amountType: "TOTAL_INVOICE" }],
    ...schedule,
  },
});

/** Sends a write for real or as a dry run. */
function send(
  merchant: TestMerchant,
  write: Write,
  query = "",
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const { method, path, body } = write;
  return api.request(method, `${path}${query}`, {
    key: merchant.writeKey,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

async function done(merchant: TestMerchant, write: Write): Promise<Json> {
  const answer = await send(merchant, write);
  assert.ok(answer.status < 300, `${write.method} ${write.path}: ${JSON.stringify(answer.body)}`);
  await api.drainOutbox(merchant);
  return answer.body.payload;
}

const post = (path: string, body: unknown): Write => ({ method: "POST", path, body });
const approval = (id: string) => post(`/v3/contracts/${id}/actions`, { action: "APPROVE" });
const addition = (id: string, body: unknown): Write => post(`/v3/contracts/${id}/obligations`, body);

/** A contract with the obligations given, approved or not. */
async function contractWith(merchant: TestMerchant, bodies: readonly unknown[], isApproved: boolean, currency = "USD") {
  const customer = await done(merchant, post("/v3/customers", { name: "Northwind" }));
  const { id } = await done(merchant, post("/v3/contracts", { name: "Plan", customerId: customer.id, currency }));
  const added: Json[] = [];
  for (const body of bodies) added.push(await done(merchant, addition(id, body)));
  if (isApproved) await done(merchant, approval(id));
  return { id: id as string, obligations: added };
}

const compareWithReal = (merchant: TestMerchant, write: Write): Promise<Json> =>
  dryThenReal(api, clientOf(api, merchant), write);

describe("a dry run shows what the real call then does, and changes nothing", () => {
  test("contract create", async () => {
    const merchant = await api.newMerchant();
    const { result, plan } = await compareWithReal(merchant, post("/v3/contracts", { name: "New", poNumber: "7" }));
    assert.deepEqual([result.id, result.name, result.status], [null, "New", "NEW"]);
    assert.equal(plan.totals.invoicesAdded, 0);
  });

  for (const [name, isApproved, write] of [
    [
      "contract patch",
      false,
      (id: string): Write => ({ method: "PATCH", path: `/v3/contracts/${id}`, body: { poNumber: "8" } }),
    ],
    [
      "contract patch after approval",
      true,
      (id: string): Write => ({ method: "PATCH", path: `/v3/contracts/${id}`, body: { name: "B" } }),
    ],
    ["approval", false, approval],
    [
      "metadata patch",
      true,
      (id: string): Write => ({ method: "PATCH", path: `/v3/contracts/${id}/metadata`, body: { metadata: { a: 1 } } }),
    ],
    ["metadata delete", true, (id: string): Write => ({ method: "DELETE", path: `/v3/contracts/${id}/metadata` })],
    ["obligation create", false, (id: string) => addition(id, pob())],
    ["obligation create after approval", true, (id: string) => addition(id, pob())],
    [
      "obligation create for the same dates as an invoice that is issued",
      true,
      (id: string) =>
        addition(id, pob({}, { name: "Second", pricing: [{ amount: "30.00", amountType: "TOTAL_INVOICE" }] })),
    ],
    [
      "obligation create with an invoice of the draft's date",
      true,
      (id: string) => addition(id, pob({ serviceStartDate: "2026-04-01" }, { startDate: "2026-04-01" })),
    ],
    [
      "evergreen obligation create",
      true,
      (id: string) => addition(id, pob({ serviceEndDate: null }, { endDate: null })),
    ],
  ] as const) {
    test(name, async () => {
      const merchant = await api.newMerchant();
      const { id } = await contractWith(merchant, [pob()], isApproved);
      await compareWithReal(merchant, { ...write(id), contractId: id });
    });
  }

  for (const isApproved of [false, true]) {
    test(`obligation delete ${isApproved ? "after" : "before"} approval`, async () => {
      const merchant = await api.newMerchant();
      const arrears = pob({}, { invoiceDateStrategy: "ARREARS", name: "Arrears" });
      const { id, obligations } = await contractWith(merchant, [pob(), arrears], isApproved);
      const path = `/v3/contracts/${id}/obligations/${obligations[1].id}`;
      const { plan } = await compareWithReal(merchant, { method: "DELETE", path, contractId: id });
      assert.equal(plan.invoices.removed.length + plan.invoices.changed.length, 4);
    });
  }

  test("obligation added late: catch-up in the first open month, no invoice in a closed month", async () => {
    const merchant = await api.newMerchant("2026-05-10T00:00:00Z");
    const { id } = await contractWith(merchant, [pob()], true);
    await done(merchant, post("/v3/month-end-close/close-period?month=2026-04", undefined));
    const { summary, plan } = await compareWithReal(merchant, { ...addition(id, pob()), contractId: id });
    assert.deepEqual(summary.invoicesDueNow, { count: 2, total: "600.00" });
    assert.deepEqual(summary.revenueThisMonth, { before: "100.00", after: "600.00" });
    assert.deepEqual(summary.revenueNextTwelveMonths, { before: "700.00", after: "1400.00" });
    assert.deepEqual(
      plan.journal.map(({ date }: Json) => date),
      ["2026-05-10", "2026-05-10"],
    );
  });
});

describe("If-Plan", () => {
  test("with a plan that has changed is 409, and nothing changes", async () => {
    const merchant = await api.newMerchant();
    const { id } = await contractWith(merchant, [pob()], true);
    const write = addition(id, pob({}, { name: "Second" }));
    const { planHash } = (await send(merchant, write, "?dryRun=true")).body.payload;
    await done(merchant, addition(id, pob({}, { name: "Meanwhile" })));
    const digest = await digestOf(api.connectionString);
    const rejected = await send(merchant, write, "", { "if-plan": planHash });
    assert.deepEqual([rejected.status, rejected.body.error.errorCode], [409, "PLAN_CHANGED"]);
    assert.equal(await digestOf(api.connectionString), digest);
    const now = rejected.body.error.details.planHash;
    assert.equal((await send(merchant, write, "?dryRun=true")).body.payload.planHash, now);
    assert.equal((await send(merchant, write, "", { "if-plan": now })).status, 201);
  });

  test("is accepted after unrelated changes, and after time that changes nothing", async () => {
    const merchant = await api.newMerchant();
    const { id } = await contractWith(merchant, [pob()], false);
    const { planHash } = (await send(merchant, approval(id), "?dryRun=true")).body.payload;
    await contractWith(merchant, [pob()], true);
    await done(merchant, post("/v3/test-clock/advance", { to: "2026-01-15T20:00:00Z" }));
    assert.equal((await send(merchant, approval(id), "", { "if-plan": planHash })).status, 200);
  });
});

describe("what a dry run rejects", () => {
  let merchant: TestMerchant;
  let id: string;
  let obligationId: string;
  before(async () => {
    merchant = await api.newMerchant();
    const contract = await contractWith(merchant, [pob()], true);
    id = contract.id;
    obligationId = contract.obligations[0].id;
  });

  test("a read key, a value that is not true or false, a misspelt name", async () => {
    const write = addition(id, pob());
    const digest = await digestOf(api.connectionString);
    const { body } = write;
    const byReader = await api.request("POST", `${write.path}?dryRun=true`, { key: merchant.readKey, body });
    assert.deepEqual([byReader.status, byReader.body.error.errorCode], [403, "KEY_READ_ONLY"]);
    for (const [query, code] of [
      ["?dryRun=yes", "TYPE"],
      ["?dryRun=", "TYPE"],
      ["?dryRun=true&dryRun=true", "REPEATED"],
      ["?dryrun=true", "UNKNOWN_QUERY"],
      ["?dry_run=true", "UNKNOWN_QUERY"],
      ["?preview=true", "UNKNOWN_QUERY"],
    ] as const) {
      const { status, body: rejected } = await send(merchant, write, query);
      assert.deepEqual([status, rejected.error.details.issues?.[0]?.code], [400, code], query);
    }
    assert.equal(await digestOf(api.connectionString), digest, "nothing is written by mistake");
  });

  test("what the real call rejects, with the same answer", async () => {
    const unknown = "0197f1a0-5c1e-7b9a-9a55-000000000000";
    const digest = await digestOf(api.connectionString);
    for (const [write, status, code] of [
      [addition(id, pob({ serviceEndDate: "2025-12-31" })), 400, "VALIDATION_FAILED"],
      [addition(id, pob({ categoryId: unknown })), 400, "CATEGORY_NOT_FOUND"],
      [addition(unknown, pob()), 404, "CONTRACT_NOT_FOUND"],
      [addition(id, { ...pob(), colour: "red" }), 400, "VALIDATION_FAILED"],
      [addition(id, pob({}, { interval: "DAY", endDate: "2190-12-31" })), 400, "TERM_TOO_LONG"],
      [approval(id), 400, "INVALID_CONTRACT_STATE"],
      [{ method: "DELETE", path: `/v3/contracts/${id}/obligations/${obligationId}` }, 400, "OBLIGATION_LOCKED"],
      [{ method: "DELETE", path: `/v3/contracts/${id}/obligations/${unknown}` }, 400, "OBLIGATION_NOT_FOUND"],
      [{ method: "PATCH", path: `/v3/contracts/${id}`, body: { currency: "EUR" } }, 400, "INVALID_CONTRACT_STATE"],
      [post("/v3/contracts", { name: "" }), 400, "VALIDATION_FAILED"],
      [post("/v3/contracts", { name: "A", customerId: unknown }), 400, "CUSTOMER_NOT_FOUND"],
      [{ method: "DELETE", path: `/v3/contracts/${unknown}/metadata` }, 404, "CONTRACT_NOT_FOUND"],
    ] as const) {
      const texts = [];
      for (const query of ["?dryRun=true", "?dryRun=false", ""]) {
        const { status: got, body } = await send(merchant, write, query);
        assert.deepEqual([got, body.error.errorCode], [status, code], `${write.method} ${write.path}${query}`);
        const { requestId: _requestId, ...details } = body.error.details;
        texts.push(JSON.stringify([body.message, body.error.message, details]));
      }
      assert.equal(new Set(texts).size, 1, texts.join("\n"));
    }
    assert.equal(await digestOf(api.connectionString), digest);
  });

  test("concurrent dry runs: each gets its plan, or 429 with Retry-After", async () => {
    const write = addition(id, pob());
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(merchant, write, "?dryRun=true")));
    const hashes = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.payload.planHash));
    assert.equal(hashes.size, 1);
    for (const { status, headers } of answers) {
      assert.ok(status === 200 || status === 429, String(status));
      if (status === 429) assert.ok(Number(headers.get("retry-after")) > 0);
    }
  });
});

const anyBody = fc
  .record({
    start: fc.integer({ min: day("2025-10-01"), max: day("2026-08-31") }),
    days: fc.option(fc.integer({ min: 1, max: 500 })),
    interval: fc.constantFrom("NONE", "MONTH", "QUARTER", "YEAR", "SEMI_MONTH"),
    invoiceDateStrategy: fc.constantFrom("FIRST_OF_PERIOD", "ADVANCED_DUE_START", "LAST_OF_PERIOD", "ARREARS"),
    netPaymentTerms: fc.constantFrom(undefined, 0, 14),
    invoiceGroup: fc.constantFrom(undefined, "a"),
    cents: fc.integer({ min: 0, max: 200_000 }),
    pattern: fc.constantFrom(undefined, "STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "POINT_IN_TIME"),
    discount: fc.option(fc.constantFrom("0.1", "0.333333", "1")),
  })
  .map(({ start, days, cents, pattern, discount, interval, ...schedule }) => {
    const isOpen = days === null && interval !== "NONE";
    const last = formatDay(start + (days ?? 1) - 1);
    return pob(
      {
        serviceStartDate: formatDay(start),
        serviceEndDate: isOpen ? null : last,
        ...(isOpen && pattern === "POINT_IN_TIME" ? {} : { recognitionPattern: pattern }),
        discounts: discount === null ? [] : [{ type: "PERCENTAGE", amount: discount }],
      },
      {
        ...schedule,
        interval,
        startDate: formatDay(start),
        endDate: isOpen ? null : last,
        pricing: [{ amount: String(cents), amountType: "TOTAL_INVOICE" }],
      },
    );
  });

for (const [name, isApproved, closed] of [
  ["an unapproved contract", false, false],
  ["an approved contract", true, false],
  ["an approved contract with closed months", true, true],
] as const) {
  test(`property: a random obligation on ${name} does what its dry run said`, async () => {
    const merchant = await api.newMerchant("2026-05-10T00:00:00Z");
    const { id } = await contractWith(merchant, [pob()], isApproved, closed ? "JPY" : "USD");
    if (closed) await done(merchant, post("/v3/month-end-close/close-period?month=2026-03", undefined));
    for (const body of fc.sample(anyBody, {
      numRuns: runs(6),
      seed: 20_260_510 + Number(isApproved) + Number(closed),
    })) {
      await compareWithReal(merchant, { ...addition(id, body), contractId: id });
    }
  });
}
