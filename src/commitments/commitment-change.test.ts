import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { commitmentOf, overageOf, scheduleOf, stepOf, termsOf, usageTerm } from "../../test/support/commitments.ts";
import { day } from "../../test/support/terms.ts";
import { formatDay } from "../kernel/day.ts";
import type { Commitment, Schedule } from "./commitment.ts";
import {
  appendSchedule,
  type Change,
  type ChangeContext,
  deleteSchedule,
  type IssuedDays,
  invoicedThrough,
  patchSchedule,
  type SchedulePatch,
} from "./commitment-change.ts";
import { type CommitmentPatch, terminateCommitment, updateCommitment } from "./commitment-update.ts";
import { appendStep, deleteStep, updateStep } from "./step-change.ts";

const terms = termsOf(
  usageTerm("a", "1"),
  usageTerm("b", "2"),
  usageTerm("yearly", "1", { interval: "YEAR" }),
  usageTerm("messages", "1", { eventTypeId: "messages" }),
);
const contract = { start: day("2026-01-01"), end: day("2027-01-01") };

const first = scheduleOf({
  interval: "MONTHLY",
  prepaid: { value: "600", scheduleType: "PER_COMMITMENT_PERIOD", lineName: null, itemId: null },
  steps: [stepOf("1", "500", "a"), stepOf("2", "500", "b")],
});
const second = scheduleOf({ id: "second", start: day("2026-04-01"), end: day("2026-07-01"), interval: "MONTHLY" });
const third = scheduleOf({ id: "third", start: day("2026-07-01"), end: day("2026-10-01"), interval: "MONTHLY" });
const one = commitmentOf({ schedules: [first] });
const two = commitmentOf({ schedules: [first, second] });

function context(issuedMonths: readonly string[] = [], type: IssuedDays["type"] = "USAGE"): ChangeContext {
  const issued = issuedMonths.map((month) => ({
    type,
    service: { start: day(`${month}-01`), end: day(`${month}-28`) },
  }));
  return { contract, terms, others: [], issuedOf: new Map(), issued };
}

const found = ({ issues }: Change) => issues.map(({ path, code }) => `${code} ${path}`);
const days = ({ commitment }: Change) =>
  commitment.schedules.map(({ start, end }) => `${formatDay(start)} ${formatDay(end)}`);

describe("appending a schedule", () => {
  test("is accepted from the day after the last one", () => {
    const change = appendSchedule(two, third, context(["2026-01"]));
    assert.deepEqual(found(change), []);
    assert.deepEqual(change.commitment.schedules, [first, second, third]);
  });

  const rejections: readonly [
    what: string,
    parts: Partial<Schedule>,
    issues: readonly string[],
    Partial<Commitment>?,
  ][] = [
    ["later", { start: day("2026-08-01") }, ["SCHEDULE_NOT_CONTIGUOUS /startDate"]],
    [
      "in parts of periods",
      { end: day("2026-09-15") },
      ["SCHEDULE_ALIGNMENT_INVALID /endDate", "SCHEDULE_ALIGNMENT_INVALID /steps/0/billingTermIds/0"],
    ],
    [
      "with years of billing in months",
      { steps: [stepOf("x", "1", "yearly")] },
      ["SCHEDULE_ALIGNMENT_INVALID /steps/0/billingTermIds/0"],
    ],
    ["past the contract", { end: day("2027-02-01") }, ["SCHEDULE_STRUCTURE_INVALID /endDate"]],
    [
      "of other event types",
      { steps: [stepOf("x", "1", "messages")] },
      ["SCHEDULE_EVENT_TYPE_MISMATCH /steps/0/billingTermIds", "SCHEDULE_EVENT_TYPE_MISMATCH /steps/0/billingTermIds"],
    ],
    [
      "with an unknown term",
      { steps: [stepOf("x", "1", "unknown")] },
      ["SCHEDULE_EVENT_TYPE_MISMATCH /steps/0/billingTermIds", "BILLING_TERM_INELIGIBLE /steps/0/billingTermIds/0"],
    ],
  ];
  for (const [what, parts, issues] of rejections) {
    test(`is rejected for ${what}`, () => {
      assert.deepEqual(found(appendSchedule(two, { ...third, ...parts }, context())), issues);
    });
  }

  test("is rejected where the full duration is covered, and for terms with an invoice", () => {
    const full = { ...two, isFullDuration: true, schedules: [first, { ...second, end: contract.end }] };
    const after = { ...third, start: contract.end, end: day("2027-02-01") };
    assert.deepEqual(found(appendSchedule(full, after, context())), [
      ...["SCHEDULE_STRUCTURE_INVALID /startDate", "SCHEDULE_STRUCTURE_INVALID /endDate"],
      "SCHEDULE_STRUCTURE_INVALID /endDate",
    ]);
    const issuedOf = new Map([["a", [{ start: day("2026-07-01"), end: day("2026-08-01") }]]]);
    assert.deepEqual(found(appendSchedule(two, third, { ...context(), issuedOf })), [
      "BILLING_TERM_LOCKED /steps/0/billingTermIds/0",
    ]);
  });
});

describe("patching a schedule", () => {
  const prepaid = first.prepaid ?? assert.fail();
  const trueUp = (behavior: "NONE" | "EACH_PERIOD", name: string | null = null) => ({ behavior, name, itemId: null });
  const free: readonly SchedulePatch[] = [
    { start: day("2026-02-01") },
    { end: day("2026-06-01") },
    { interval: null },
    { trueUp: trueUp("NONE") },
    { prepaid: null },
    { overageConfigs: [overageOf("1")] },
    { netPaymentTerms: 10 },
  ];
  for (const patch of free) {
    test(`before it is invoiced changes ${Object.keys(patch)}`, () => {
      const change = patchSchedule(one, "schedule", patch, context());
      assert.deepEqual(found(change), []);
      assert.deepEqual(change.commitment.schedules, [{ ...first, ...patch }]);
    });
  }

  const gated: readonly [patch: SchedulePatch, issues: readonly string[]][] = [
    [{ end: day("2026-03-01") }, []],
    [{ end: day("2026-08-01") }, []],
    [{ end: day("2026-02-01") }, ["SCHEDULE_INVOICE_GATE /endDate"]],
    [
      { end: day("2026-03-15") },
      [
        "SCHEDULE_INVOICE_GATE /endDate",
        "SCHEDULE_ALIGNMENT_INVALID /endDate",
        "SCHEDULE_ALIGNMENT_INVALID /steps/0/billingTermIds/0",
        "SCHEDULE_ALIGNMENT_INVALID /steps/1/billingTermIds/0",
      ],
    ],
    [{ start: day("2026-02-01") }, ["SCHEDULE_INVOICE_GATE /startDate"]],
    [{ interval: "QUARTERLY" }, ["SCHEDULE_INVOICE_GATE /commitmentInterval"]],
    [{ trueUp: trueUp("NONE") }, ["SCHEDULE_INVOICE_GATE /trueUpBehavior"]],
    [{ trueUp: trueUp("EACH_PERIOD", "Shortfall"), netPaymentTerms: 10 }, []],
    [{ prepaid: { ...prepaid, lineName: "Deposit" } }, []],
    [{ prepaid: { ...prepaid, value: "601" } }, ["SCHEDULE_INVOICE_GATE /prepaidValue"]],
    [{ overageConfigs: [overageOf("1")] }, ["SCHEDULE_INVOICE_GATE /overageConfigs"]],
    [
      { interval: null, start: day("2026-02-01") },
      ["SCHEDULE_INVOICE_GATE /startDate", "SCHEDULE_INVOICE_GATE /commitmentInterval"],
    ],
  ];
  for (const [patch, issues] of gated) {
    test(`invoiced through February, with ${JSON.stringify(patch)}`, () => {
      assert.deepEqual(found(patchSchedule(one, "schedule", patch, context(["2026-02"]))), issues);
    });
  }

  test("cannot change the days of an invoiced single period", () => {
    const single = commitmentOf({ schedules: [{ ...first, interval: null }] });
    const change = patchSchedule(single, "schedule", { end: day("2026-06-01") }, context(["2026-01"]));
    assert.deepEqual(found(change), ["SCHEDULE_INVOICE_GATE /endDate"]);
  });

  test("cannot rename prepayments that are all issued", () => {
    const upfront = { ...first, prepaid: { ...prepaid, scheduleType: "FULL_UPFRONT" } } as const;
    const patch = { prepaid: { ...upfront.prepaid, lineName: "Deposit" } };
    const issued = context(["2026-01", "2026-02", "2026-03"], "PREPAYMENT");
    assert.deepEqual(found(patchSchedule(commitmentOf({ schedules: [upfront] }), "schedule", patch, issued)), [
      "SCHEDULE_INVOICE_GATE /prepaymentInvoiceLineName",
    ]);
    assert.equal(invoicedThrough(upfront, issued.issued), upfront.end);
  });

  test("cannot move inner boundaries, or days onto another commitment", () => {
    assert.deepEqual(found(patchSchedule(two, "schedule", { end: day("2026-03-01") }, context())), [
      "SCHEDULE_STRUCTURE_INVALID /endDate",
    ]);
    assert.deepEqual(found(patchSchedule(two, "second", { start: day("2026-05-01") }, context())), [
      "SCHEDULE_STRUCTURE_INVALID /startDate",
      "SCHEDULE_NOT_CONTIGUOUS /startDate",
    ]);
    assert.deepEqual(found(patchSchedule(two, "elsewhere", {}, context())), ["SCHEDULE_NOT_IN_COMMITMENT /scheduleId"]);
  });
});

describe("deleting a schedule", () => {
  const remove = (commitment: Commitment, id: string, extendPrevious = false, issued: readonly string[] = []) =>
    deleteSchedule(commitment, id, { extendPrevious }, context(issued));

  test("is accepted for the last one: the commitment ends earlier, or the schedule before it gets the days", () => {
    assert.deepEqual(days(remove(two, "second")), ["2026-01-01 2026-04-01"]);
    const extended = remove(two, "second", true, ["2026-01"]);
    assert.deepEqual([found(extended), days(extended)], [[], ["2026-01-01 2026-07-01"]]);
  });

  test("is rejected for any other, the only one, an invoiced one and one of a full duration", () => {
    assert.deepEqual(found(remove(two, "schedule")), ["SCHEDULE_NOT_LAST "]);
    assert.deepEqual(found(remove(one, "schedule", true, ["2026-01"])), [
      "SCHEDULE_ONLY_ONE ",
      "SCHEDULE_HAS_INVOICED_PERIODS ",
    ]);
    assert.deepEqual(found(remove(two, "second", false, ["2026-06"])), ["SCHEDULE_HAS_INVOICED_PERIODS "]);
    assert.deepEqual(found(remove({ ...two, isFullDuration: true }, "second")), ["SCHEDULE_STRUCTURE_INVALID "]);
    assert.deepEqual(found(remove(two, "elsewhere")), ["SCHEDULE_NOT_IN_COMMITMENT /scheduleId"]);
  });

  test("is rejected where its days are no whole periods of the schedule before it", () => {
    const years = { ...first, interval: "QUARTERLY" as const };
    const odd = commitmentOf({ schedules: [years, { ...second, end: day("2026-06-01") }] });
    assert.deepEqual(found(remove(odd, "second", true))[0], "SCHEDULE_ALIGNMENT_INVALID /endDate");
  });
});

describe("steps", () => {
  const invoiced = context(["2026-01"]);

  test("can be appended", () => {
    const change = appendStep(one, "schedule", stepOf("3", "100", "a"), context());
    assert.deepEqual(found(change), []);
    assert.deepEqual(
      change.commitment.schedules[0]?.steps.map(({ id }) => id),
      ["1", "2", "3"],
    );
    assert.deepEqual(found(appendStep(one, "elsewhere", stepOf("3", "1", "a"), context())), [
      "SCHEDULE_NOT_IN_COMMITMENT /scheduleId",
    ]);
    assert.deepEqual(found(appendStep(one, "schedule", stepOf("3", "0", "messages", "a"), invoiced)), [
      "SCHEDULE_INVOICE_GATE ",
      "STEP_CONFIG_INVALID /commitmentValue",
      "STEP_EVENT_TYPE_MISMATCH /billingTermIds",
    ]);
    assert.deepEqual(found(appendStep(one, "schedule", stepOf("3", "1", "yearly"), context())), [
      "BILLING_TERM_INELIGIBLE /billingTermIds/0",
      "BILLING_TERM_INELIGIBLE /billingTermIds/0",
    ]);
  });

  test("can change their value and terms within the same event types, and at any time their name", () => {
    const change = updateStep(one, "2", { value: "700", billingTermIds: ["a"], name: "second" }, context());
    assert.deepEqual(found(change), []);
    assert.deepEqual(change.commitment.schedules[0]?.steps[1], { ...stepOf("2", "700", "a"), name: "second" });
    assert.deepEqual(found(updateStep(one, "2", { name: "second" }, invoiced)), []);
    assert.deepEqual(found(updateStep(one, "2", { value: "700" }, invoiced)), ["SCHEDULE_INVOICE_GATE "]);
    assert.deepEqual(found(updateStep(one, "2", { value: "99" }, context())), ["STEP_CONFIG_INVALID /commitmentValue"]);
    assert.deepEqual(found(updateStep(one, "2", { billingTermIds: ["messages"] }, context())), [
      "STEP_EVENT_TYPE_MISMATCH /billingTermIds",
      "STEP_EVENT_TYPE_MISMATCH /billingTermIds",
    ]);
    assert.deepEqual(found(updateStep(two, "elsewhere", {}, context())), ["STEP_NOT_IN_COMMITMENT /stepId"]);
  });

  test("of a later schedule can change: a mismatch of event types is an issue of the step", () => {
    const later = { ...second, steps: [stepOf("later", "10", "a")] };
    const change = updateStep(
      commitmentOf({ schedules: [first, later] }),
      "later",
      { billingTermIds: ["messages"] },
      context(),
    );
    assert.deepEqual(found(change), Array(2).fill("STEP_EVENT_TYPE_MISMATCH /billingTermIds"));
  });

  test("can be deleted, the last one first", () => {
    const light = commitmentOf({ schedules: [{ ...first, prepaid: null }] });
    const change = deleteStep(light, "2", context());
    assert.deepEqual([found(change), change.commitment.schedules[0]?.steps.length], [[], 1]);
    assert.deepEqual(found(deleteStep(light, "1", context())), ["STEP_NOT_LAST "]);
    assert.deepEqual(found(deleteStep(change.commitment, "1", invoiced)), ["SCHEDULE_INVOICE_GATE ", "STEP_ONLY_ONE "]);
    assert.deepEqual(found(deleteStep(one, "2", context())), ["STEP_CONFIG_INVALID /commitmentValue"]);
    assert.deepEqual(found(deleteStep(one, "elsewhere", context())), ["STEP_NOT_IN_COMMITMENT /stepId"]);
  });
});

describe("a flat commitment", () => {
  const plain = commitmentOf({ schedules: [scheduleOf({ interval: "MONTHLY" })] });

  test("can change value, days, interval, priority, true-up and add event types", () => {
    const patch: CommitmentPatch = {
      ...{ value: "200", start: day("2026-02-01"), end: day("2026-08-01"), interval: "QUARTERLY" },
      ...{ pricePriority: "HIGH", trueUpBehavior: "NONE", billingTermsToAdd: ["messages"] },
    };
    const change = updateCommitment(plain, patch, context());
    assert.deepEqual([found(change), change.commitment.pricePriority], [[], "HIGH"]);
    const [schedule] = change.commitment.schedules;
    assert.deepEqual(days(change), ["2026-02-01 2026-08-01"]);
    assert.deepEqual([schedule?.interval, schedule?.trueUp.behavior], ["QUARTERLY", "NONE"]);
    assert.deepEqual(schedule?.steps, [stepOf("step", "200", "a", "messages")]);
  });

  const nested = { value: "1", start: 0, end: 1, interval: null, billingTermsToAdd: [] };
  test("cannot change its overage, anything once invoiced, or single schedules and steps", () => {
    assert.deepEqual(found(updateCommitment(plain, { overageConfigs: [] }, context(["2026-01"]))), [
      "OVERAGE_CONFIG_IMMUTABLE /overageConfigs",
      "COMMITMENT_LOCKED ",
    ]);
    for (const commitment of [one, two]) {
      assert.deepEqual(
        found(updateCommitment(commitment, nested, context())),
        ["Value", "StartDate", "EndDate", "Interval"]
          .map((field) => `USE_NESTED_ENDPOINTS /commitment${field}`)
          .concat("USE_NESTED_ENDPOINTS /billingTermsToAdd"),
      );
    }
    assert.deepEqual(found(updateCommitment(plain, { value: "0" }, context())), [
      "STEP_CONFIG_INVALID /schedules/0/steps/0/commitmentValue",
    ]);
    assert.deepEqual(found(updateCommitment(two, { trueUpBehavior: "END_OF_SCHEDULE" }, context())), []);
  });

  test("can be terminated at the end of a period that is not before an invoiced one", () => {
    const ended = terminateCommitment({ ...two, isFullDuration: true }, day("2026-03-01"), context(["2026-02"]));
    assert.deepEqual([found(ended), days(ended)], [[], ["2026-01-01 2026-03-01"]]);
    assert.equal(ended.commitment.isFullDuration, false);
    assert.deepEqual(found(terminateCommitment(two, day("2026-03-02"), context())), [
      "SCHEDULE_ALIGNMENT_INVALID /endDate",
    ]);
    assert.deepEqual(found(terminateCommitment(two, day("2026-02-01"), context(["2026-02"]))), [
      "SCHEDULE_INVOICE_GATE /endDate",
    ]);
    assert.deepEqual(found(terminateCommitment(two, day("2025-02-01"), context())), [
      "SCHEDULE_ALIGNMENT_INVALID /endDate",
    ]);
  });
});
