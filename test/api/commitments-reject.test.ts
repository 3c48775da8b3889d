import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection, unknownId } from "../support/client.ts";
import {
  commitmentBody,
  commitmentsOn,
  committed,
  committedTerm,
  contractOf,
  newEventType,
  stepsOf,
} from "../support/commitment-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const book = async (clock = "2026-01-15T12:00:00Z"): Promise<Client> => clientOf(api, await api.newMerchant(clock));

test("a prepaymentScheduleType without prepayment is accepted and dropped", async () => {
  const on = await commitmentsOn(await book(), { startDate: "2026-01-01", endDate: "2026-12-31" });
  // The value alone is there "iff prepaid" (data model 8.2).
  const when = { prepaidEnabled: false, prepaymentScheduleType: "PER_COMMITMENT_PERIOD" };
  const { status, body } = await on.post(commitmentBody(on.first, when));
  assert.equal(status, 201);
  const [made] = body.payload.commitments;
  assert.deepEqual([made.prepaidEnabled, made.prepaidValue, made.prepaymentScheduleType], [false, null, null]);
});

describe("a commitment that cannot be created is rejected with every issue", () => {
  test("of its structure", async () => {
    const on = await commitmentsOn(await book(), { startDate: "2026-01-01", endDate: "2026-12-31" });
    const answer = await on.post(
      commitmentBody(on.first, {
        ...{ endDate: "2026-02-15", commitmentInterval: "MONTHLY", prepaidEnabled: true, prepaidValue: "1000.001" },
        overageConfigs: [
          { billingTermId: on.first, overagePricings: [{ tier: 1, conditionValue: "5", price: "1", currency: "EUR" }] },
          { eventTypeId: on.eventTypeId, overagePrice: "1" },
        ],
      }),
      {
        commitmentUnitType: "CURRENCY",
        isFullDuration: true,
        schedules: [
          { startDate: "2026-04-01", endDate: "2026-06-30", steps: stepsOf(on.second) },
          { startDate: "2026-08-01", endDate: "2027-01-31", steps: stepsOf(on.second) },
        ],
      },
    );
    const first = "/commitments/0/schedules/0";
    assert.deepEqual(rejection(answer), [
      400,
      "VALIDATION_FAILED",
      `${first}/overageConfigs/0/overagePricings/0/tier TIER_INVALID`,
      `${first}/overageConfigs/0/overagePricings/0/currency CURRENCY_INVALID`,
      `${first}/endDate SCHEDULE_ALIGNMENT_INVALID`,
      `${first}/prepaidValue SCHEDULE_STRUCTURE_INVALID`,
      `${first}/prepaidValue SCHEDULE_STRUCTURE_INVALID`,
      `${first}/overageConfigs/0/overagePricings/0/conditionValue TIER_INVALID`,
      `${first}/overageConfigs/1 SCHEDULE_STRUCTURE_INVALID`,
      `${first}/steps/0/billingTermIds/0 BILLING_TERM_INELIGIBLE`,
      "/commitments/1/schedules/1/startDate SCHEDULE_NOT_CONTIGUOUS",
      "/commitments/1/schedules/0/startDate SCHEDULE_STRUCTURE_INVALID",
      "/commitments/1/schedules/1/endDate SCHEDULE_STRUCTURE_INVALID",
      "/commitments/1/schedules/1/endDate SCHEDULE_STRUCTURE_INVALID",
      "/commitments/1/schedules/1/steps/0/billingTermIds/0 BILLING_TERM_INELIGIBLE",
    ]);
    assert.equal((await clientOf(api, api.merchants.A).ok("GET", "/v3/commitments")).totalItems, 0);
  });

  test("of fields that are missing or contradict each other", async () => {
    const on = await commitmentsOn(await book());
    const overageConfigs = [
      { overagePrice: "1" },
      { eventTypeId: on.eventTypeId, billingTermId: on.first, overagePrice: "1" },
    ];
    const answer = await on.post({
      commitmentUnitType: "CURRENCY",
      schedules: [{ prepaidEnabled: true, overageConfigs, steps: stepsOf(on.first) }],
    });
    const at = "/commitments/0/schedules/0";
    assert.deepEqual(rejection(answer), [
      ...[
        400,
        "VALIDATION_FAILED",
        `${at}/startDate REQUIRED`,
        `${at}/endDate REQUIRED`,
        `${at}/prepaidValue REQUIRED`,
      ],
      ...[`${at}/overageConfigs/0/eventTypeId REQUIRED`, `${at}/overageConfigs/1/eventTypeId CONFLICT`],
    ]);
    const off = await on.post(commitmentBody(on.first, { prepaidEnabled: false, prepaidValue: "5" }));
    assert.deepEqual(rejection(off), [400, "VALIDATION_FAILED", `${at}/prepaidValue CONFLICT`]);
    const daily = await on.post(commitmentBody(on.first, { endDate: "2099-12-31", commitmentInterval: "DAILY" }));
    assert.deepEqual(rejection(daily), [400, "SCHEDULE_STRUCTURE_INVALID", `${at}/endDate SCHEDULE_STRUCTURE_INVALID`]);
    const mantissa = [
      { eventTypeId: on.eventTypeId, overagePricings: [{ conditionValue: "0", price: "1", mantissa: "9" }] },
    ];
    const unclear = await on.post(commitmentBody(on.first, { overageConfigs: mantissa }));
    assert.equal(unclear.status, 400);
  });

  test("of its value, when all periods together are more than the books can hold", async () => {
    const client = await book();
    const on = await commitmentsOn(client, { startDate: "2026-01-01", endDate: "2026-12-31" });
    const most = [{ commitmentValue: "999999999999999", billingTermIds: [on.first] }];
    const monthly = { endDate: "2026-12-31", commitmentInterval: "MONTHLY", steps: most };
    const at = "/commitments/0/schedules/0/steps/0/commitmentValue AMOUNT_INVALID";
    assert.deepEqual(rejection(await on.post(commitmentBody(on.first, monthly))), [400, "AMOUNT_INVALID", at]);
    const term = await on.term({ ...priced("100", "PER_ITEM"), name: "Dear calls" });
    const inUnits = { endDate: "2026-12-31", steps: [{ commitmentValue: "999999999999999", billingTermIds: [term] }] };
    const units = await on.post(commitmentBody(term, inUnits, { commitmentUnitType: "UNITS" }));
    assert.deepEqual(rejection(units), [400, "AMOUNT_INVALID", at]);

    const view = await on.create(commitmentBody(on.first, { steps: most }));
    const path = `${on.path}/commitments/${view.id}`;
    const later = { endDate: "2026-06-30", steps: most };
    const appended = await client.send("POST", `${path}/schedules`, later);
    assert.deepEqual(rejection(appended), [400, "AMOUNT_INVALID", "/steps/0/commitmentValue AMOUNT_INVALID"]);
    const step = await client.send("POST", `${path}/steps`, { scheduleId: view.schedules[0].id, ...most[0] });
    assert.deepEqual(rejection(step), [400, "AMOUNT_INVALID", "/commitmentValue AMOUNT_INVALID"]);
  });

  test("of its terms, every reason of every term", async () => {
    const client = await book();
    const on = await commitmentsOn(client);
    const maximum = await newEventType(client, "MAX");
    const [flat, odd] = [
      (
        await client.ok("POST", `${on.path}/billing-terms`, {
          ...committedTerm(on.eventTypeId, "1"),
          eventTypeId: null,
          usageScope: undefined,
          quantity: "1",
        })
      ).id,
      await on.term({
        eventTypeId: maximum,
        endDate: "2026-02-28",
        interval: "YEAR",
        pricingType: "VOLUME",
        pricing: ["1", "2"].map((amount, tier) => ({ tier, amount, amountType: "PER_ITEM", tierMinimum: `${tier}` })),
        discounts: [{ type: "FIXED", amount: "5" }],
        minimumAmount: "10",
      }),
    ];
    const answer = await on.post(commitmentBody(flat, { commitmentInterval: "QUARTERLY", steps: stepsOf(flat, odd) }));
    const [status, code, ...issues] = rejection(answer);
    assert.deepEqual([status, code], [400, "BILLING_TERM_INELIGIBLE"]);
    const ofOdd = "/commitments/0/schedules/0/steps/1/billingTermIds/0 BILLING_TERM_INELIGIBLE";
    assert.equal(issues.filter((issue) => issue === ofOdd).length, 5, JSON.stringify(answer.body.error.details));
    assert.ok(issues.includes("/commitments/0/schedules/0/steps/0/billingTermIds/0 BILLING_TERM_INELIGIBLE"));
    assert.ok(issues.includes("/commitments/0/schedules/0/steps/1/billingTermIds STEP_EVENT_TYPE_MISMATCH"));
  });

  test("of event types that differ between steps, naming missing and extra ones", async () => {
    const client = await book();
    const on = await commitmentsOn(client);
    const other = await newEventType(client);
    const wrong = await on.term({ eventTypeId: other });
    const answer = await on.post(commitmentBody(on.first, { steps: stepsOf(on.first, wrong) }));
    assert.equal(answer.body.error.errorCode, "STEP_EVENT_TYPE_MISMATCH");
    const { missing, extra } = answer.body.error.details;
    assert.deepEqual([missing, extra], [[on.eventTypeId], [other]]);
  });

  test("of days and event types that overlap another commitment of the customer", async () => {
    const client = await book();
    const on = await commitmentsOn(client);
    await on.create(commitmentBody(on.first));
    const other = await contractOf(client, on.customerId, on.eventTypeId);
    const answer = await other.post(commitmentBody(other.first));
    const at = "/commitments/0/schedules/0/steps/0/billingTermIds/0 BILLING_TERM_INELIGIBLE";
    assert.deepEqual(rejection(answer), [400, "BILLING_TERM_INELIGIBLE", at]);
    const together = await other.post(
      commitmentBody(other.first, { startDate: "2026-04-01", endDate: "2026-04-30" }),
      commitmentBody(other.second, { startDate: "2026-04-15", endDate: "2026-05-14" }),
    );
    assert.equal(together.body.error.errorCode, "BILLING_TERM_INELIGIBLE");
    assert.ok(
      rejection(together).includes("/commitments/1/schedules/0/steps/0/billingTermIds/0 BILLING_TERM_INELIGIBLE"),
    );
  });

  test("of unknown records and of records of another contract", async () => {
    const client = await book();
    const on = await commitmentsOn(client);
    assert.deepEqual(rejection(await on.post(commitmentBody(unknownId))), [404, "BILLING_TERM_NOT_FOUND"]);
    const item = { trueUpIntegrationItem: unknownId };
    assert.deepEqual(rejection(await on.post(commitmentBody(on.first, item))), [404, "ITEM_NOT_FOUND"]);
    const overage = { overageConfigs: [{ eventTypeId: unknownId, overagePrice: "1" }] };
    assert.deepEqual(rejection(await on.post(commitmentBody(on.first, overage))), [404, "EVENT_TYPE_NOT_FOUND"]);
    const body = { contractId: unknownId, commitments: [commitmentBody(on.first)] };
    assert.deepEqual(rejection(await client.send("POST", `${on.path}/commitments`, body)), [
      400,
      "VALIDATION_FAILED",
      "/contractId CONFLICT",
    ]);
    const other = await commitmentsOn(client);
    const foreign = rejection(await on.post(commitmentBody(other.first)));
    assert.deepEqual(foreign.slice(0, 2), [400, "BILLING_TERM_INELIGIBLE"]);
  });
});

describe("schedules and steps", () => {
  test("of another own commitment are 400, unknown ones 404", async () => {
    const client = await book();
    const [a, b] = [await committed(client), await committed(client)];
    const [schedule, step] = [b.schedules[1].id, b.schedules[1].steps[1].id];
    const patch = (id: string) => client.send("PATCH", `${a.path}/schedules/${id}`, { netPaymentTerms: 5 });
    assert.deepEqual(rejection(await patch(schedule)), [
      400,
      "SCHEDULE_NOT_IN_COMMITMENT",
      "/scheduleId SCHEDULE_NOT_IN_COMMITMENT",
    ]);
    assert.deepEqual(rejection(await patch(unknownId)), [404, "SCHEDULE_NOT_FOUND"]);
    const rename = (id: string) => client.send("PATCH", `${a.path}/steps/${id}`, { name: "x" });
    assert.deepEqual(rejection(await rename(step)), [400, "STEP_NOT_IN_COMMITMENT", "/stepId STEP_NOT_IN_COMMITMENT"]);
    assert.deepEqual(rejection(await rename(unknownId)), [404, "STEP_NOT_FOUND"]);
    const append = (scheduleId: string) =>
      client.send("POST", `${a.path}/steps`, { scheduleId, ...stepsOf(a.on.first)[0] });
    assert.deepEqual(rejection(await append(schedule)).slice(0, 2), [400, "SCHEDULE_NOT_IN_COMMITMENT"]);
    assert.deepEqual(rejection(await append(unknownId)), [404, "SCHEDULE_NOT_FOUND"]);
    const elsewhere = await client.send("PATCH", `${b.on.path}/commitments/${a.view.id}/steps/${step}`, { name: "x" });
    assert.deepEqual(rejection(elsewhere), [404, "COMMITMENT_NOT_FOUND"]);
  });

  test("can be appended only after the last schedule, in whole periods, within the contract", async () => {
    const client = await book();
    const { on, path } = await committed(client);
    const append = async (parts: object) =>
      rejection(
        await client.send("POST", `${path}/schedules`, { endDate: "2026-09-30", steps: stepsOf(on.first), ...parts }),
      );
    const gap = await append({ startDate: "2026-08-01" });
    assert.deepEqual(gap, [400, "SCHEDULE_NOT_CONTIGUOUS", "/startDate SCHEDULE_NOT_CONTIGUOUS"]);
    const odd = await append({ endDate: "2026-09-15", commitmentInterval: "MONTHLY" });
    assert.deepEqual(odd.slice(0, 2), [400, "SCHEDULE_ALIGNMENT_INVALID"]);
    const late = await append({ endDate: "2027-09-30" });
    assert.deepEqual(late, [400, "BILLING_TERM_INELIGIBLE", "/steps/0/billingTermIds/0 BILLING_TERM_INELIGIBLE"]);
    const wrong = await append({ steps: stepsOf(await on.term({ eventTypeId: await newEventType(client) })) });
    assert.equal(wrong[1], "SCHEDULE_EVENT_TYPE_MISMATCH");
  });

  test("keep their inner boundaries, and only the last one can be deleted", async () => {
    const client = await book();
    const { path, schedules } = await committed(client);
    const [first, last] = schedules;
    const inner = await client.send("PATCH", `${path}/schedules/${first.id}`, { endDate: "2026-02-28" });
    assert.ok(rejection(inner).includes("/endDate SCHEDULE_STRUCTURE_INVALID"), JSON.stringify(rejection(inner)));
    const start = await client.send("PATCH", `${path}/schedules/${last.id}`, { startDate: "2026-05-01" });
    assert.ok(rejection(start).includes("/startDate SCHEDULE_STRUCTURE_INVALID"), JSON.stringify(rejection(start)));
    assert.deepEqual(rejection(await client.send("DELETE", `${path}/schedules/${first.id}`)), [
      400,
      "SCHEDULE_NOT_LAST",
      " SCHEDULE_NOT_LAST",
    ]);
    assert.deepEqual(rejection(await client.send("DELETE", `${path}/steps/${last.steps[0].id}`)), [
      400,
      "STEP_NOT_LAST",
      " STEP_NOT_LAST",
    ]);
    await client.ok("DELETE", `${path}/steps/${last.steps[1].id}`);
    assert.deepEqual(rejection(await client.send("DELETE", `${path}/steps/${last.steps[0].id}`)), [
      400,
      "STEP_ONLY_ONE",
      " STEP_ONLY_ONE",
    ]);
    await client.ok("DELETE", `${path}/schedules/${last.id}`);
    assert.deepEqual(rejection(await client.send("DELETE", `${path}/schedules/${first.id}`)), [
      400,
      "SCHEDULE_ONLY_ONE",
      " SCHEDULE_ONLY_ONE",
    ]);
  });

  test("need a value above zero, and at least the prepaid value", async () => {
    const client = await book();
    const on = await commitmentsOn(client);
    const view = await on.create(commitmentBody(on.first, { prepaidEnabled: true, prepaidValue: "900" }));
    const step = `${on.path}/commitments/${view.id}/steps/${view.schedules[0].steps[0].id}`;
    const low = await client.send("PATCH", step, { commitmentValue: "899.99" });
    assert.deepEqual(rejection(low), [400, "STEP_CONFIG_INVALID", "/commitmentValue STEP_CONFIG_INVALID"]);
    assert.deepEqual(rejection(await client.send("PATCH", step, { commitmentValue: "0" })).slice(0, 1), [400]);
    const wrong = await on.term({ eventTypeId: await newEventType(client) });
    const append = { scheduleId: view.schedules[0].id, ...stepsOf(wrong)[0] };
    const mismatch = await client.send("POST", `${on.path}/commitments/${view.id}/steps`, append);
    assert.deepEqual(rejection(mismatch).slice(0, 2), [400, "STEP_EVENT_TYPE_MISMATCH"]);
  });
});

describe("the deprecated endpoints", () => {
  test("name the nested endpoints where a commitment has several schedules or steps", async () => {
    const client = await book();
    const { on, view } = await committed(client);
    const flat = {
      commitmentValue: "1",
      commitmentUnitType: "UNITS",
      prepaidEnabled: false,
      billingTermIds: [on.first],
    };
    const sequence = [{ ...flat, isSequential: true, previousCommitmentId: view.id }];
    assert.deepEqual(
      rejection(await client.send("POST", "/v3/commitments", { contractId: on.contractId, commitments: sequence })),
      [
        ...[400, "USE_NESTED_ENDPOINTS", "/commitments/0/isSequential USE_NESTED_ENDPOINTS"],
        "/commitments/0/previousCommitmentId USE_NESTED_ENDPOINTS",
      ],
    );
    const open = await client.send("POST", "/v3/commitments", { contractId: on.contractId, commitments: [flat] });
    const at = "/commitments/0";
    const dates = [`${at}/commitmentStartDate REQUIRED`, `${at}/commitmentEndDate REQUIRED`];
    assert.deepEqual(rejection(open), [400, "VALIDATION_FAILED", ...dates]);
    const span = { commitmentStartDate: "2026-01-01", commitmentEndDate: "2026-02-15" };
    const commitments = [{ ...flat, ...span, commitmentInterval: "MONTHLY", prepaidEnabled: true, prepaidValue: "2" }];
    const odd = await client.send("POST", "/v3/commitments", { contractId: on.contractId, commitments });
    const [, , ...places] = rejection(odd);
    assert.deepEqual(
      new Set(places.map((place) => String(place).split(" ")[0])),
      new Set([`${at}/commitmentEndDate`, `${at}/prepaidValue`, `${at}/billingTermIds/0`]),
    );
    const patch = (body: object) => client.send("PATCH", `/v3/commitments/${view.id}`, body);
    assert.deepEqual(rejection(await patch({ commitmentValue: "5", commitmentInterval: null })), [
      ...[
        400,
        "USE_NESTED_ENDPOINTS",
        "/commitmentValue USE_NESTED_ENDPOINTS",
        "/commitmentInterval USE_NESTED_ENDPOINTS",
      ],
    ]);
    const overage = await patch({ overageConfigs: [{ eventTypeId: on.eventTypeId, overagePrice: "1" }] });
    assert.deepEqual(rejection(overage), [400, "OVERAGE_CONFIG_IMMUTABLE", "/overageConfigs OVERAGE_CONFIG_IMMUTABLE"]);
    const unknown = await client.send("PATCH", `/v3/commitments/${unknownId}`, {});
    assert.deepEqual(rejection(unknown), [404, "COMMITMENT_NOT_FOUND"]);
    const contract = await client.send("POST", "/v3/commitments", { contractId: unknownId, commitments: [flat] });
    assert.deepEqual(rejection(contract), [404, "CONTRACT_NOT_FOUND"]);
  });
});
