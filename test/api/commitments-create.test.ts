import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection, unknownId } from "../support/client.ts";
import {
  type CommitmentClient,
  commitmentBody,
  commitmentsOn,
  committedTerm,
  newEventType,
} from "../support/commitment-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const book = async (clock = "2026-01-15T12:00:00Z"): Promise<Client> => clientOf(api, await api.newMerchant(clock));
const read = (client: Client, id: string): Promise<Json> => client.ok("GET", `/v3/commitments/${id}`);
/** A view without what the moment decides. */
const facts = ({ updatedAt: _updatedAt, periods, ...view }: Json) => ({
  ...view,
  periods: periods.map(({ lastCalculatedAt: _at, ...period }: Json) => period),
});

/** The commitment of the data model's example (8.10). */
const example = ({ first, second, eventTypeId }: CommitmentClient) =>
  commitmentBody(first, {
    commitmentInterval: "QUARTERLY",
    prepaidEnabled: true,
    prepaidValue: "600.00",
    prepaymentScheduleType: "PER_COMMITMENT_PERIOD",
    steps: [
      { commitmentValue: "600.00", billingTermIds: [first] },
      { commitmentValue: "600.00", billingTermIds: [second] },
    ],
    overageConfigs: [
      {
        eventTypeId,
        overagePricings: [
          { name: "First", tier: 0, conditionValue: "0", price: "0.009" },
          { tier: 1, conditionValue: "50000", price: "0.007", currency: "USD" },
        ],
      },
    ],
  });

test("the example of the data model: periods are computed from the usage", async () => {
  const client = await book("2026-04-20T00:00:00Z");
  const on = await commitmentsOn(client);
  await on.use("2026-01-10", "40000");
  await on.use("2026-02-10", "50000");
  await on.use("2026-03-10", "120000");
  const created = await on.create(example(on));
  const view = await read(client, created.id);
  assert.deepEqual(facts(view), facts(created));
  const [period] = view.periods;
  assert.deepEqual(
    [period.periodStart, period.periodEnd, period.status, period.isInvoiced, period.invoiceIds, period.finalizedAt],
    ["2026-01-01", "2026-03-31", "AWAITING_INVOICES", false, [], null],
  );
  assert.deepEqual(period.amounts, {
    committed: "1200.00",
    consumed: "1200.00",
    remaining: "0.00",
    cumulative: { amount: "1825.00", units: "210000" },
    overage: "625.00",
    trueUp: "0.00",
    prepaid: { opening: "600.00", drawn: "600.00", lapsed: "0.00", balance: "0.00" },
  });
  assert.deepEqual(
    period.steps.map((step: Json) => [step.committed, step.consumed, step.remaining]),
    [
      ["600.00", "600.00", "0.00"],
      ["600.00", "600.00", "0.00"],
    ],
  );
  assert.deepEqual(period.eventTypes[0].overages, { amount: "625.00", units: "75000" });
  assert.deepEqual(view.totals, {
    committed: "1200.00",
    consumed: "1200.00",
    overages: "625.00",
    trueUps: "0.00",
    prepaid: "600.00",
    prepaidLapsed: "0.00",
  });
  assert.equal(view.currentCumulative.amount, "0.00");
});

test("lists of a contract's and a customer's commitments leave the periods out", async () => {
  const client = await book();
  const [on, other] = [await commitmentsOn(client), await commitmentsOn(client)];
  const [a, b] = [await on.create(commitmentBody(on.first)), await other.create(commitmentBody(other.first))];
  const idsOf = async (filter: string) =>
    (await client.ok("GET", `/v3/commitments?filter=${filter}`)).data.map(({ id }: Json) => id);
  assert.deepEqual(await idsOf(`contractId:eq:${on.contractId}`), [a.id]);
  assert.deepEqual(await idsOf(`customerId:neq:${on.customerId}`), [b.id]);
  const [listed] = (await client.ok("GET", "/v3/commitments")).data;
  const { periods: _periods, ...view } = await read(client, b.id);
  assert.deepEqual(listed, view);
});

test("the list of a contract has its own commitments, in pages", async () => {
  const client = await book();
  const [on, other] = [await commitmentsOn(client), await commitmentsOn(client)];
  const { id } = await on.create(commitmentBody(on.first));
  await other.create(commitmentBody(other.first));
  const { periods: _periods, ...view } = await read(client, id);
  const list = await client.ok("GET", `${on.path}/commitments`);
  assert.deepEqual(list, { data: [view], currentPage: 1, limit: 50, totalItems: 1, nextCursor: null });
  assert.deepEqual((await client.ok("GET", `${on.path}/commitments?page=2&limit=1`)).data, []);
  for (const id of [unknownId, "x"]) {
    const answer = await client.send("GET", `/v3/contracts/${id}/commitments`);
    assert.deepEqual(rejection(answer), [404, "CONTRACT_NOT_FOUND"]);
  }
  await client.ok("DELETE", other.path);
  assert.deepEqual(rejection(await client.send("GET", `${other.path}/commitments`)), [400, "CONTRACT_DELETED"]);
});

test("a commitment in UNITS shows its values in units and its charges in money", async () => {
  const client = await book("2026-02-01T00:00:00Z");
  const on = await commitmentsOn(client);
  await on.use("2026-01-20", "1500.5");
  const schedule = {
    prepaidEnabled: true,
    prepaidValue: "2000",
    steps: [{ commitmentValue: "3000", billingTermIds: [on.first] }],
  };
  const view = await on.create(commitmentBody(on.first, schedule, { commitmentUnitType: "UNITS" }));
  assert.deepEqual([view.commitmentValue, view.prepaidValue, view.trueUpBehavior], ["3000", "2000", "EACH_PERIOD"]);
  const { consumed, remaining, trueUp, prepaid } = view.periods[0].amounts;
  assert.deepEqual([consumed, remaining, trueUp], ["1500.5", "1499.5", "10.00"]);
  assert.deepEqual(prepaid, { opening: "20.00", drawn: "15.01", lapsed: "0.00", balance: "4.99" });
  assert.deepEqual(view.currentCumulative, { amount: "15.01", units: "1500.5" });
});

test("aliases: DOLLARS for CURRENCY, patterns in lower case, the overage price on the term", async () => {
  const on = await commitmentsOn(await book());
  const overageConfigs = [{ billingTermId: on.first, overagePrice: 0.02 }];
  const parts = { commitmentUnitType: "DOLLARS", revenueRecognitionPattern: "straight_line" };
  const view = await on.create(commitmentBody(on.first, { overageConfigs }, parts));
  assert.deepEqual([view.commitmentUnitType, view.revenueRecognitionPattern], ["CURRENCY", "STRAIGHT_LINE"]);
  const [overage] = view.schedules[0].overageConfigs;
  const flat = { name: null, tier: 0, conditionValue: "0", price: "0.02" };
  assert.deepEqual([overage.overagePrice, overage.overagePricings], ["0.02", [flat]]);
});

describe("deleting what was just added restores the commitment exactly as it was", () => {
  test("a schedule on days of its own", async () => {
    const client = await book();
    const on = await commitmentsOn(client);
    const before = await on.create(commitmentBody(on.first));
    const path = `${on.path}/commitments/${before.id}/schedules`;
    const schedule = await client.ok("POST", path, {
      endDate: "2026-06-30",
      steps: [{ commitmentValue: "500.00", billingTermIds: [on.second] }],
    });
    assert.deepEqual([schedule.startDate, schedule.commitmentValue], ["2026-04-01", "500.00"]);
    const appended = await read(client, before.id);
    assert.deepEqual([appended.commitmentEndDate, appended.schedules.length], ["2026-06-30", 2]);
    assert.equal(await commitmentOfTerm(client, on, on.second), before.id);
    const deleted = await client.ok("DELETE", `${path}/${schedule.id}`);
    assert.deepEqual(deleted, schedule);
    assert.deepEqual(facts(await read(client, before.id)), facts(before));
    assert.equal(await commitmentOfTerm(client, on, on.second), null);
    const gone = await client.send("PATCH", `${path}/${schedule.id}`, { endDate: "2026-06-30" });
    assert.deepEqual(rejection(gone), [404, "SCHEDULE_NOT_FOUND"]);
  });

  test("a schedule whose days go to the one before it", async () => {
    const client = await book();
    const on = await commitmentsOn(client);
    const before = await on.create(commitmentBody(on.first, { endDate: "2026-06-30" }));
    const path = `${on.path}/commitments/${before.id}/schedules`;
    await client.ok("PATCH", `${path}/${before.schedules[0].id}`, { endDate: "2026-03-31" });
    const body = { endDate: "2026-06-30", steps: [{ commitmentValue: "1", billingTermIds: [on.first] }] };
    const { id } = await client.ok("POST", path, body);
    await client.ok("DELETE", `${path}/${id}`, { extendPreviousSchedule: true, reason: "Agreed by mistake" });
    assert.deepEqual(facts(await read(client, before.id)), facts(before));
  });

  test("a step", async () => {
    const client = await book();
    const on = await commitmentsOn(client);
    const before = await on.create(commitmentBody(on.first));
    const path = `${on.path}/commitments/${before.id}/steps`;
    const body = { scheduleId: before.schedules[0].id, commitmentValue: "250", billingTermIds: [on.second] };
    const step = await client.ok("POST", path, body);
    assert.deepEqual(step, { ...body, id: step.id, name: null, commitmentValue: "250.00" });
    assert.equal((await read(client, before.id)).commitmentValue, "1250.00");
    assert.deepEqual(await client.ok("DELETE", `${path}/${step.id}`), step);
    assert.deepEqual(facts(await read(client, before.id)), facts(before));
  });
});

test("a patch of a schedule or a step changes the fields that are sent", async () => {
  const client = await book();
  const on = await commitmentsOn(client);
  const { id, schedules } = await on.create(example(on));
  const [schedule] = schedules;
  const changed = await client.ok("PATCH", `${on.path}/commitments/${id}/schedules/${schedule.id}`, {
    commitmentInterval: "MONTHLY",
    prepaidValue: "500",
    trueUpBehavior: "END_OF_SCHEDULE",
    trueUpName: "Rest of the quarter",
    netPaymentTerms: 60,
    overageConfigs: [],
  });
  assert.deepEqual(changed, {
    ...schedule,
    commitmentInterval: "MONTHLY",
    prepaidValue: "500.00",
    trueUpBehavior: "END_OF_SCHEDULE",
    trueUpName: "Rest of the quarter",
    netPaymentTerms: 60,
    overageConfigs: [],
  });
  assert.equal((await read(client, id)).periods.length, 3);
  const [, second] = schedule.steps;
  const step = await client.ok("PATCH", `${on.path}/commitments/${id}/steps/${second.id}`, {
    name: "Rest",
    commitmentValue: "700",
  });
  assert.deepEqual(step, { ...second, scheduleId: schedule.id, name: "Rest", commitmentValue: "700.00" });
});

test("a commitment is terminated at the end of a period, and cannot be changed again", async () => {
  const client = await book();
  const on = await commitmentsOn(client);
  const { id } = await on.create(commitmentBody(on.first, { commitmentInterval: "MONTHLY" }));
  const path = `${on.path}/commitments/${id}`;
  const view = await client.ok("POST", `${path}/terminate`, { endDate: "2026-02-28", reason: "Bought out" });
  assert.deepEqual([view.status, view.commitmentEndDate, view.periods.length], ["TERMINATED", "2026-02-28", 2]);
  assert.deepEqual(rejection(await client.send("POST", `${path}/terminate`, { endDate: "2026-01-31" })), [
    400,
    "COMMITMENT_LOCKED",
  ]);
  const [entry] = (await client.ok("GET", "/v3/audit-log?filter=action:eq:commitment.terminate")).data;
  assert.deepEqual([entry.entityType, entry.entityId, entry.reason], ["COMMITMENT", id, "Bought out"]);
});

test("a commitment whose last day is over has the status ended", async () => {
  const on = await commitmentsOn(await book("2026-05-01T00:00:00Z"));
  const view = await on.create(commitmentBody(on.first));
  assert.deepEqual([view.status, view.totals.trueUps], ["ENDED", "1000.00"]);
});

describe("the deprecated endpoints", () => {
  const flat = (billingTermId: string, parts: object = {}) => ({
    ...{
      commitmentValue: "1000.00",
      commitmentUnitType: "CURRENCY",
      prepaidEnabled: false,
      billingTermIds: [billingTermId],
    },
    ...{ commitmentStartDate: "2026-01-01", commitmentEndDate: "2026-03-31" },
    ...parts,
  });

  test("create a commitment of one schedule with one step", async () => {
    const client = await book();
    const on = await commitmentsOn(client);
    const prepaid = { prepaidEnabled: true, prepaidValue: "400", prePaidWholeCommitment: false };
    const body = { contractId: on.contractId, commitments: [flat(on.first, { ...prepaid, name: "Calls" })] };
    const { commitmentIds } = await client.ok("POST", "/v3/commitments", body);
    const view = await read(client, commitmentIds[0]);
    assert.deepEqual(
      [view.name, view.prepaidValue, view.prepaymentScheduleType, view.commitmentStartDate, view.commitmentEndDate],
      ["Calls", "400.00", "SPLIT_ACROSS_BILLING_PERIODS", "2026-01-01", "2026-03-31"],
    );
    assert.deepEqual([view.schedules.length, view.schedules[0].steps.length], [1, 1]);
  });

  test("update that schedule and step, and add event types", async () => {
    const client = await book();
    const on = await commitmentsOn(client);
    const { id } = await on.create(commitmentBody(on.first));
    const eventTypeId = await newEventType(client);
    const added = (await client.ok("POST", `${on.path}/billing-terms`, committedTerm(eventTypeId, "0.02"))).id;
    const view = await client.ok("PATCH", `/v3/commitments/${id}`, {
      ...{ commitmentValue: "1500", commitmentEndDate: "2026-06-30", commitmentInterval: "QUARTERLY" },
      ...{ pricePriority: "HIGH", trueUpBehavior: "NONE", billingTermsToAdd: [added] },
    });
    assert.deepEqual(
      [view.commitmentValue, view.commitmentEndDate, view.commitmentInterval, view.pricePriority, view.trueUpBehavior],
      ["1500.00", "2026-06-30", "QUARTERLY", "HIGH", "NONE"],
    );
    assert.deepEqual(
      view.eventTypesIncluded.map((each: Json) => each.id).toSorted(),
      [on.eventTypeId, eventTypeId].toSorted(),
    );
  });

  test("follow the days of the contract where fullDuration is set", async () => {
    const client = await book();
    const on = await commitmentsOn(client, { startDate: "2026-01-01", endDate: "2026-06-30" });
    const { commitmentStartDate: _start, commitmentEndDate: _end, ...rest } = flat(on.first);
    const commitment = { ...rest, isFullDuration: true, commitmentInterval: "QUARTERLY" };
    const body = { contractId: on.contractId, commitments: [commitment] };
    const { commitmentIds } = await client.ok("POST", "/v3/commitments", body);
    await client.ok("PATCH", on.path, { endDate: "2026-09-30" });
    const view = await read(client, commitmentIds[0]);
    assert.deepEqual(
      [view.commitmentStartDate, view.commitmentEndDate, view.periods.length],
      ["2026-01-01", "2026-09-30", 3],
    );
    const odd = await client.send("PATCH", on.path, { endDate: "2026-10-31" });
    const at = `/commitments/${view.id}/schedules/0`;
    assert.deepEqual(rejection(odd).slice(0, 3), [
      400,
      "SCHEDULE_ALIGNMENT_INVALID",
      `${at}/endDate SCHEDULE_ALIGNMENT_INVALID`,
    ]);
    assert.equal((await client.ok("GET", on.path)).endDate, "2026-09-30");
    await client.ok("PATCH", `/v3/commitments/${view.id}`, { isFullDuration: false });
    await client.ok("PATCH", on.path, { endDate: "2026-12-31" });
    const again = await client.ok("PATCH", `/v3/commitments/${view.id}`, { isFullDuration: true });
    assert.deepEqual([again.commitmentEndDate, again.periods.length], ["2026-12-31", 4], "alone it says the days");
    await client.ok("PATCH", on.path, { endDate: "2026-09-30" });
    await client.ok("PATCH", `/v3/commitments/${view.id}`, { isFullDuration: false });
    await client.ok("PATCH", on.path, { endDate: "2026-10-31" });
    const shorter = await client.send("PATCH", on.path, { endDate: "2026-06-30" });
    assert.deepEqual(rejection(shorter), [
      400,
      "SCHEDULE_STRUCTURE_INVALID",
      `${at}/endDate SCHEDULE_STRUCTURE_INVALID`,
    ]);
  });
});

test("a dry run returns the commitment and keeps nothing", async () => {
  const client = await book();
  const on = await commitmentsOn(client);
  const body = { commitments: [commitmentBody(on.first)] };
  const preview = await client.ok("POST", `${on.path}/commitments?dryRun=true`, body);
  assert.deepEqual([preview.dryRun, preview.result.commitments[0].commitmentValue], [true, "1000.00"]);
  assert.equal((await client.ok("GET", "/v3/commitments")).totalItems, 0);
});

test("the forecast extends the usage of the observed days", async () => {
  const client = await book("2026-02-01T00:00:00Z");
  const on = await commitmentsOn(client);
  for (let day = 1; day <= 30; day++) await on.use(`2026-01-${String(day).padStart(2, "0")}`, "1000");
  const { id } = await on.create(commitmentBody(on.first));
  const path = `/v3/commitments/${id}/forecast`;
  const flat = await client.ok("GET", `${path}?observedFrom=2026-01-01&observedTo=2026-01-30`);
  assert.deepEqual([flat.method, flat.observedFrom, flat.observedTo], ["FLAT", "2026-01-01", "2026-01-30"]);
  const [period] = flat.periods;
  // 300.00 in January, 10.00 on each of the 59 days to come.
  assert.deepEqual(
    [period.consumed, period.expectedConsumed, period.expectedTrueUp, period.exhaustedBy],
    ["300.00", "890.00", "110.00", null],
  );
  assert.deepEqual(period.burnDown.at(0), { date: "2026-01-31", consumed: "300.00", remaining: "700.00" });
  const standard = await client.ok("GET", path);
  assert.deepEqual([standard.observedFrom, standard.observedTo], ["2025-11-03", "2026-01-31"]);
  const trend = await client.ok("GET", `${path}?method=TREND&observedTo=2026-01-30`);
  assert.equal(trend.method, "TREND");
  assert.deepEqual(rejection(await client.send("GET", `${path}?observedTo=2026-02-01`)), [
    400,
    "VALIDATION_FAILED",
    "/observedTo RANGE",
  ]);
  assert.deepEqual(rejection(await client.send("GET", `/v3/commitments/${unknownId}/forecast`)), [
    404,
    "COMMITMENT_NOT_FOUND",
  ]);
});

test("STANDALONE terms of one commitment share the days of its steps; other terms on the same days are billed beside them", async () => {
  const client = await book();
  const on = await commitmentsOn(client);
  const half = { usageScope: "STANDALONE", endDate: "2026-03-31" };
  const [first, second] = [await on.term(half), await on.term(half)];
  const statusOf = async () => (await client.ok("GET", on.path)).status;
  assert.equal(await statusOf(), "BLOCKED");
  const steps = [first, second].map((id) => ({ commitmentValue: "100", billingTermIds: [id] }));
  const { id, schedules } = await on.create(commitmentBody(first, { steps }));
  assert.equal(await statusOf(), "PROCESSED");
  await client.approve(on.contractId);
  const path = `${on.path}/commitments/${id}/steps/${schedules[0].steps[1].id}`;
  assert.deepEqual(rejection(await client.send("DELETE", path)).slice(0, 2), [400, "VALIDATION_FAILED"]);
});

test("deleting a contract deletes its commitments", async () => {
  const client = await book();
  const on = await commitmentsOn(client);
  const { id } = await on.create(commitmentBody(on.first));
  await client.ok("DELETE", on.path);
  assert.deepEqual(rejection(await client.send("GET", `/v3/commitments/${id}`)), [404, "COMMITMENT_NOT_FOUND"]);
  const patched = await client.send("PATCH", `/v3/commitments/${id}`, { commitmentValue: "1" });
  assert.deepEqual(rejection(patched), [404, "COMMITMENT_NOT_FOUND"]);
  assert.deepEqual(rejection(await on.post(commitmentBody(on.first))), [400, "CONTRACT_DELETED"]);
});

async function commitmentOfTerm(client: Client, on: CommitmentClient, termId: string): Promise<string | null> {
  const { data } = await client.ok("GET", `${on.path}/billing-terms`);
  return data.find(({ id }: Json) => id === termId).commitmentId;
}
