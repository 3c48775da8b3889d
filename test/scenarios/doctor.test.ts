import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { examine, invariants } from "../../src/reports/doctor/service.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf, close, priced } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { withPobs } from "../support/pobs.ts";
import { termBody } from "../support/term-client.ts";
import { meteringOn } from "../support/usage-client.ts";

// That each corruption of a book is found is seen in doctor.slow.test.ts.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

test("every invariant has a description for people", () => {
  for (const { id, sentence } of invariants) {
    assert.match(id, /^INV-\d\d$/);
    assert.match(sentence, /^[A-Z].*[.?]$/);
  }
});

test("an unknown merchant is rejected", async () => {
  const merchantId = "00000000-0000-7000-8000-000000000000";
  await assert.rejects(() => runDoctor(api.platform.db, { merchantId }), { code: "MERCHANT_NOT_FOUND" });
});

test("only the requested invariants are checked", async () => {
  const { merchantId } = await api.newMerchant("2026-01-10T12:00:00Z");
  const steps: number[] = [];
  const onProgress = (done: number, total: number) => steps.push(done, total);
  const outcomes = await examine(api.platform.db, { merchantId, only: ["INV-10", "INV-44"], onProgress });
  const ids = outcomes.map(({ invariant }) => invariant.id);
  assert.deepEqual([...new Set(ids)].toSorted(), ["INV-10", "INV-44"]);
  assert.equal(steps.at(-1), steps.at(-2), "the last step is the last of all that are taken");
  assert.ok(steps.length / 2 < invariants.length / 2);
});

test("a merchant whose own row is unreadable violates all its invariants, and other merchants none", async () => {
  const [broken, sound] = [
    await api.newMerchant("2026-01-10T12:00:00Z"),
    await api.newMerchant("2026-01-10T12:00:00Z"),
  ];
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  const zoneOf = (zone: string) =>
    owner.query("update merchant set time_zone = $2 where id = $1", [broken.merchantId, zone]);
  try {
    await zoneOf("Europe/Atlantis");
    const found = await runDoctor(api.platform.db, {});
    const idsOf = (all: readonly { readonly id: string }[]) => [...new Set(all.map(({ id }) => id))];
    assert.deepEqual(idsOf(found), idsOf(invariants));
    assert.deepEqual([...new Set(found.flatMap(({ sample }) => sample))], [broken.merchantId]);
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId: sound.merchantId }), []);
  } finally {
    await zoneOf("UTC");
    await owner.end();
  }
});

for (const kind of ["usage", "prepaid commitment"] as const) {
  test(`a draft with ${kind} and a fixed charge equals the plan of its contract, whichever term was added first`, async () => {
    const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
    await client.ok("PATCH", "/v3/merchant", { usageGraceDays: kind === "usage" ? 0 : 2 });
    const metering = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
    const term = await metering.addTerm("1", kind === "usage" ? {} : { usageScope: "COMMITMENT" });
    const schedule = {
      ...{ startDate: "2026-01-01", endDate: "2026-06-30", commitmentInterval: "MONTHLY", prepaidEnabled: true },
      ...{ prepaidValue: "100", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" },
      steps: [{ commitmentValue: "100", billingTermIds: [term.id] }],
    };
    const commitments = [{ commitmentUnitType: "CURRENCY", schedules: [schedule] }];
    const at = `/v3/contracts/${metering.contractId}`;
    if (kind !== "usage") await client.ok("POST", `${at}/commitments`, { commitments });
    await client.ok("POST", `${at}/billing-terms`, termBody({ interval: "MONTH", ...priced("100") }));
    await metering.approve();
    await metering.use(["2026-01-10T11:00:00Z", "5"]);
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }), []);
    const planned = (await metering.schedule()).filter(({ lineItems }) => lineItems.length > 1);
    assert.ok(planned.length > 0);
    for (const { lineItems } of planned) assert.notEqual(lineItems[0].type, "FLAT", "lines are in the order of terms");
  });
}

test("service that is over with progress not reported, or held, is a warning with the remaining price", async () => {
  const client = clientOf(api, await withPobs(api, "2026-01-05T12:00:00Z"));
  const ids: string[] = [];
  const said = (asOf: string, percentComplete: string) => ({ asOf, percentComplete });
  const days = { startDate: "2026-01-01", endDate: "2026-01-31" };
  const served = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-01-31", transactionPrice: "1200.00" };
  for (const progress of [[said("2026-01-04", "0.4")], [said("2026-01-03", "1")], undefined]) {
    const id = await client.contract();
    const path = `/v3/contracts/${id}`;
    const body = termBody({ ...days, interval: "NONE", ...priced("1200.00") });
    const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, body);
    const pattern = progress === undefined ? "STRAIGHT_LINE" : "PERCENT_COMPLETE";
    const pob = { name: "Work", ...served, recognitionPattern: pattern, ...(progress ? { progress } : {}) };
    const { created } = await client.ok("POST", `${path}/performance-obligations`, {
      billingTermGroupId,
      toCreate: [pob],
    });
    await client.approve(id);
    if (progress?.[0]?.percentComplete === "1") {
      const less = { progress: [...progress, said("2026-01-04", "0.7")], correction: true };
      await client.ok("PATCH", `${path}/performance-obligations/${created[0].id}`, less);
    }
    ids.push(id);
  }
  const [measured, lessThanSaid, held] = ids;
  await client.ok("POST", `/v3/contracts/${held}/close-hold`, { reason: "The order form is disputed" });
  await client.advance("2026-03-10T12:00:00Z");
  await close(client, "2026-02");
  const findings = await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId });
  assert.deepEqual(
    findings.map(({ id, severity, sample }) => [id, severity, ...sample]),
    [
      ["INV-08", "warning", `${held} 1200.00 USD`],
      ["INV-32", "warning", `${measured} 720.00 USD`, `${lessThanSaid} 360.00 USD`, `${held} 1200.00 USD`],
    ],
  );
});

test("performance obligations that come, move and go with their terms match the audit log", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  const terms = `/v3/contracts/${await client.contract()}/billing-terms`;
  const { billingTermGroupId } = await client.ok("POST", terms, termBody());
  const { id } = await client.ok("POST", terms, termBody({ billingTermGroupId }));
  await client.ok("PATCH", `${terms}/${id}`, { endDate: "2026-11-30" });
  await client.ok("DELETE", `${terms}/${id}`);
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId }), []);
});

test("a residual that comes, changes its category and goes with stated prices matches the audit log", async () => {
  const client = clientOf(api, await withPobs(api, "2026-01-10T12:00:00Z"));
  const { merchantId } = client.merchant;
  const path = `/v3/contracts/${await client.contract()}`;
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, termBody());
  const stated = { recognitionPattern: "STRAIGHT_LINE", transactionPrice: "5.00" };
  const days = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
  const save = (batch: object) =>
    client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, ...batch });
  const { created } = await save({ toCreate: [{ ...stated, ...days }] });
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId }), []);
  const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Support" });
  await save({ toUpdate: [{ id: created[0].id, categoryId }] });
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId }), []);
  await save({ toDelete: [created[0].id] });
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId }), []);
});
