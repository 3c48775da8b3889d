import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { type Metering, meteringOn, usageBody } from "../support/usage-client.ts";

// Changes of a commitment over months that are closed move none of them (rules 7, "bookMonth").

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const reopen = (client: Client, month: string) => client.ok("POST", `/v3/month-end-close/reopen-period?month=${month}`);

type Book = Metering & { readonly client: Client; readonly terms: readonly Json[]; readonly path: string };

const stepOf = (billingTermId: string, commitmentValue: string) => ({
  commitmentValue,
  billingTermIds: [billingTermId],
});

/** Usage at 1.00 and at 0.50, billed each quarter, and a month after it at the earliest. */
async function book(interval = "QUARTER", usageScope = "COMMITMENT"): Promise<Book> {
  const client = clientOf(api, await api.newMerchant("2026-01-31T00:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 30 });
  const metering = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  const terms: Json[] = [];
  for (const price of usageScope === "COMMITMENT" ? ["1", "0.5"] : ["1"]) {
    terms.push(await metering.addTerm(price, { name: `Calls at ${price}`, usageScope, interval }));
  }
  return { ...metering, client, terms, path: `/v3/contracts/${metering.contractId}/commitments` };
}

/** A commitment for the first quarter, 100.00 at 1.00, and whatever a test wants else. */
function commit({ client, terms, path }: Book, schedule: object = {}): Promise<Json> {
  const steps = [stepOf(terms[0]?.id, "100.00")];
  const days = { startDate: "2026-01-01", endDate: "2026-03-31", commitmentInterval: "QUARTERLY" };
  const schedules = [{ ...days, trueUpBehavior: "NONE", steps, ...schedule }];
  return client
    .ok("POST", path, { commitments: [{ commitmentUnitType: "CURRENCY", schedules }] })
    .then(({ commitments }) => commitments[0]);
}

/** Sixty units in the middle of each month of the quarter, all of which is closed while nothing is invoiced yet. */
async function quarterClosed({ client, use }: Book): Promise<void> {
  for (const month of ["01", "02", "03"]) {
    await client.advance(`2026-${month}-31T00:00:00Z`.replace("02-31", "02-28"));
    await use([`2026-${month}-15`, "60"]);
  }
  await client.advance("2026-04-02T00:00:00Z");
  await close(client, "2026-03");
}

/** Closing the months again from the first on posts nothing, and what was posted stays. */
async function closesUnmoved({ client, revenue }: Book, last: string, first = "2026-01"): Promise<void> {
  const months = async () => [await client.balances(first), await client.balances(last)];
  const shown = async () =>
    (await months()).flatMap((of) =>
      ["REVENUE", "BREAKAGE_REVENUE", "UNBILLED_RECEIVABLE", "CONTRACT_LIABILITY"].map(of),
    );
  const before = [await shown(), (await revenue()).filter((text) => text.endsWith("POSTED"))];
  await reopen(client, first);
  const { entriesPosted } = await close(client, last);
  assert.equal(entriesPosted, 0);
  assert.deepEqual([await shown(), (await revenue()).filter((text) => text.endsWith("POSTED"))], before);
}

// 60 units a month at 1.00: with 100.00 in the first step nothing has another price, so overage too is at 1.00.
const posted = ["2026-01 CONSUMED 60.00 POSTED", "2026-02 CONSUMED 60.00 POSTED", "2026-03 CONSUMED 60.00 POSTED"];

describe("a change over closed months catches up in the first open month, and leaves the closed months as posted", () => {
  const changes: readonly [
    what: string,
    change: (book: Book, commitment: Json) => Promise<unknown>,
    catchUp: readonly string[],
  ][] = [
    [
      "overage has a price of its own",
      ({ client, path, eventTypeId }, { id, schedules }) =>
        client.ok("PATCH", `${path}/${id}/schedules/${schedules[0].id}`, {
          overageConfigs: [{ eventTypeId, overagePrice: "0.25" }],
        }),
      // 80 units of overage at 0.25.
      ["2026-04 CATCH_UP -60.00 ACCRUED"],
    ],
    [
      "the schedule is prepaid and drawn down, and lapses",
      ({ client, path }, { id, schedules }) =>
        client.ok("PATCH", `${path}/${id}/steps/${schedules[0].steps[0].id}`, { commitmentValue: "200.00" }).then(() =>
          client.ok("PATCH", `${path}/${id}/schedules/${schedules[0].id}`, {
            ...{ prepaidEnabled: true, prepaidValue: "200.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" },
          }),
        ),
      // 180.00 of 200.00 are drawn.
      ["2026-04 BREAKAGE 20.00 ACCRUED"],
    ],
    [
      "a step is added",
      ({ client, path, terms }, { id, schedules }) =>
        client.ok("POST", `${path}/${id}/steps`, { scheduleId: schedules[0].id, ...stepOf(terms[1]?.id, "100.00") }),
      // 80 units at 0.50, of the other term.
      ["2026-04 CATCH_UP -80.00 ACCRUED", "2026-04 CATCH_UP 40.00 ACCRUED"],
    ],
    [
      "what is not used is owed",
      ({ client, path }, { id, schedules }) =>
        client
          .ok("PATCH", `${path}/${id}/steps/${schedules[0].steps[0].id}`, { commitmentValue: "250.00" })
          .then(() =>
            client.ok("PATCH", `${path}/${id}/schedules/${schedules[0].id}`, { trueUpBehavior: "EACH_PERIOD" }),
          ),
      ["2026-04 CATCH_UP 70.00 ACCRUED"],
    ],
  ];
  for (const [what, change, catchUp] of changes) {
    test(what, async () => {
      const of = await book();
      const commitment = await commit(of);
      await of.approve();
      await quarterClosed(of);
      assert.deepEqual(await of.revenue(), posted);
      await change(of, commitment);
      await of.client.drainOutbox();
      assert.deepEqual(await of.revenue(), [...posted, ...catchUp]);
      await closesUnmoved(of, "2026-03");
      assert.deepEqual(await of.revenue(), [...posted, ...catchUp]);

      await of.client.advance("2026-05-02T00:00:00Z");
      await close(of.client, "2026-04");
      assert.deepEqual(await of.revenue(), [...posted, ...catchUp.map((text) => text.replace("ACCRUED", "POSTED"))]);
      await closesUnmoved(of, "2026-04");
    });
  }

  test("a commitment that is shortened", async () => {
    const of = await book("WEEK");
    const commitment = await commit(of, { endDate: "2026-03-25", commitmentInterval: "WEEKLY" });
    await of.approve();
    await of.use(["2026-01-10", "60"], ["2026-01-20", "40"]);
    await of.client.advance("2026-02-01T00:00:00Z");
    await close(of.client, "2026-01");
    await of.client.ok("POST", `${of.path}/${commitment.id}/terminate`, { endDate: "2026-01-14" });
    const shown = ["2026-01 CONSUMED 100.00 POSTED", "2026-02 CATCH_UP -40.00 ACCRUED"];
    assert.deepEqual(await of.revenue(), shown);
    await closesUnmoved(of, "2026-01");
    assert.deepEqual(await of.revenue(), shown);
  });

  test("a commitment added on usage that a term has already earned", async () => {
    const of = await book("QUARTER", "STANDALONE");
    await of.approve();
    await quarterClosed(of);
    assert.deepEqual((await of.revenue()).slice(0, 3), posted);
    await commit(of, { overageConfigs: [{ eventTypeId: of.eventTypeId, overagePrice: "0.25" }] });
    const catchUp = "2026-04 CATCH_UP -60.00 ACCRUED";
    assert.ok((await of.revenue()).includes(catchUp));
    await closesUnmoved(of, "2026-03");
    assert.ok((await of.revenue()).includes(catchUp));
  });

  test("a commitment that gets a term of another event type", async () => {
    const of = await book();
    const { client, contractId } = of;
    const { id: texts } = await client.ok("POST", "/v3/events/types", { name: "Texts" });
    const body = usageBody(texts, "1", { name: "Texts", interval: "QUARTER" });
    const { id: added } = await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, body);
    const { id } = await commit(of, { steps: [stepOf(of.terms[0]?.id, "250.00")], trueUpBehavior: "EACH_PERIOD" });
    await of.approve();
    await of.use(["2026-01-10", "30", { eventTypeId: texts }]);
    await quarterClosed(of);
    const owed = ["2026-01 CONSUMED 30.00 POSTED", "2026-03 CONSUMED 130.00 POSTED"];
    const before = [...posted.slice(0, 2), ...owed].toSorted();
    assert.deepEqual(await of.revenue(), before);
    await client.ok("PATCH", `/v3/commitments/${id}`, { billingTermsToAdd: [added] });
    await client.drainOutbox();
    const after = [...before, "2026-04 CATCH_UP -30.00 ACCRUED"];
    assert.deepEqual(await of.revenue(), after, "what is used of the other is owed no more");
    await closesUnmoved(of, "2026-03");
    assert.deepEqual(await of.revenue(), after);
  });
});

test("a change made while a month is reopened applies from that month on, with the earlier changes", async () => {
  const of = await book();
  const commitment = await commit(of);
  await of.approve();
  await quarterClosed(of);
  const schedule = `${of.path}/${commitment.id}/schedules/${commitment.schedules[0].id}`;
  const price = (overagePrice: string) =>
    of.client.ok("PATCH", schedule, { overageConfigs: [{ eventTypeId: of.eventTypeId, overagePrice }] });
  await price("0.25");
  await reopen(of.client, "2026-03");
  await price("0.50");
  await close(of.client, "2026-03");
  // 20 units of overage in February, 60 in March, 0.50 less for each.
  const shown = [
    "2026-01 CONSUMED 60.00 POSTED",
    "2026-02 CONSUMED 60.00 POSTED",
    "2026-03 CATCH_UP -10.00 POSTED",
    "2026-03 CONSUMED 30.00 POSTED",
  ];
  assert.deepEqual(await of.revenue(), shown);
  await closesUnmoved(of, "2026-03");
});

test("a term removed from a commitment still prices the months that were closed with it", async () => {
  const of = await book();
  const [first, second] = of.terms;
  const steps = [stepOf(first?.id, "500.00"), stepOf(second?.id, "100.00")];
  const commitment = await commit(of, { steps });
  await of.approve();
  await quarterClosed(of);
  await of.client.ok("DELETE", `${of.path}/${commitment.id}/steps/${commitment.schedules[0].steps[1].id}`);
  await of.client.ok("DELETE", `/v3/contracts/${of.contractId}/billing-terms/${second?.id}`);
  await of.client.drainOutbox();
  assert.deepEqual(await of.revenue(), posted);
  await closesUnmoved(of, "2026-03");
});

test("a dry run of a change shows the catch-up and keeps nothing", async () => {
  const of = await book();
  const commitment = await commit(of);
  await of.approve();
  await quarterClosed(of);
  const path = `${of.path}/${commitment.id}/steps/${commitment.schedules[0].steps[0].id}`;
  await of.client.ok("PATCH", `${path}?dryRun=true`, { commitmentValue: "500.00" });
  await closesUnmoved(of, "2026-03");
  assert.deepEqual(await of.revenue(), posted);
});

test("the decision log lists the changes of commitments, for which no other treatment can be chosen", async () => {
  const of = await book();
  const { client, path, contractId } = of;
  const { id, schedules } = await commit(of);
  await of.approve();
  const log = async () => (await client.ok("GET", `/v3/contracts/${contractId}/modifications`)).data as Json[];
  assert.deepEqual(await log(), [], "what was agreed before the approval is no modification");
  await quarterClosed(of);

  await client.ok("PATCH", `${path}/${id}/schedules/${schedules[0].id}`, { trueUpName: "Unused calls" });
  assert.deepEqual(await log(), [], "nor is a name");
  const step = `${path}/${id}/steps/${schedules[0].steps[0].id}`;
  const { plan } = await client.ok("PATCH", `${step}?dryRun=true`, { commitmentValue: "200.00" });
  assert.deepEqual(
    plan.modifications.map(({ kind, treatment }: Json) => [kind, treatment]),
    [["COMMITMENT_CHANGED", "CUMULATIVE_CATCH_UP"]],
  );
  await client.ok("PATCH", step, { commitmentValue: "200.00" });
  const later = { startDate: "2026-04-01", endDate: "2026-06-30", commitmentInterval: "QUARTERLY" };
  const steps = [stepOf(of.terms[0]?.id, "300.00")];
  await client.ok("POST", `${path}/${id}/schedules`, { ...later, trueUpBehavior: "NONE", steps });
  await client.ok("POST", `${path}/${id}/terminate`, { endDate: "2026-03-31" });

  const listed = await log();
  assert.deepEqual(
    listed.map(({ kind, commitmentId, effectiveDate, treatment, bookMonth }) => {
      return [kind, commitmentId === id, effectiveDate, treatment, bookMonth];
    }),
    [
      ["COMMITMENT_CHANGED", true, "2026-01-01", "CUMULATIVE_CATCH_UP", "2026-04"],
      ["COMMITMENT_CHANGED", true, "2026-04-01", "CUMULATIVE_CATCH_UP", "2026-04"],
      ["COMMITMENT_TERMINATED", true, "2026-04-01", "CUMULATIVE_CATCH_UP", "2026-04"],
    ],
  );
  const values = listed[0]?.changes.filter(({ path: field }: Json) => field.endsWith("commitmentValue"));
  assert.deepEqual(
    values.map(({ from, to }: Json) => [from, to]),
    [["100.00", "200.00"]],
  );
  const rejected = await client.send("PATCH", `/v3/contracts/${contractId}/modifications/${listed[0]?.id}`, {
    ...{ treatment: "PROSPECTIVE", reason: "So it was meant." },
  });
  assert.deepEqual([rejected.status, rejected.body.error.errorCode], [400, "TREATMENT_NOT_POSSIBLE"]);
});

describe("a true-up that no request stated follows the prepayment (data model 8.2)", () => {
  const prepaid = { prepaidEnabled: true, prepaidValue: "100.00" };
  const behavior = async ({ client, path }: Book, { id, schedules }: Json, patch: object) => {
    await client.ok("PATCH", `${path}/${id}/schedules/${schedules[0].id}`, patch);
    const { schedules: changed } = await client.ok("GET", `/v3/commitments/${id}`);
    return changed[0].trueUpBehavior;
  };
  const unstated = { trueUpBehavior: undefined };

  test("a commitment that is no longer prepaid bills the shortfall", async () => {
    const of = await book();
    const commitment = await commit(of, { ...unstated, ...prepaid });
    assert.equal(commitment.schedules[0].trueUpBehavior, "NONE");
    assert.equal(await behavior(of, commitment, { prepaidEnabled: false }), "EACH_PERIOD");
    assert.equal(await behavior(of, commitment, prepaid), "NONE");
    assert.equal(await behavior(of, commitment, { prepaidValue: "90.00" }), "EACH_PERIOD");
  });

  test("a commitment whose value rises above its prepaid value bills the shortfall", async () => {
    const of = await book();
    const { id, schedules } = await commit(of, { ...unstated, ...prepaid });
    const [{ id: stepId }] = schedules[0].steps;
    await of.client.ok("PATCH", `${of.path}/${id}/steps/${stepId}`, { commitmentValue: "150.00" });
    const { trueUpBehavior } = await of.client.ok("GET", `/v3/commitments/${id}`);
    assert.equal(trueUpBehavior, "EACH_PERIOD");
  });

  test("a stated true-up stays as it is", async () => {
    const of = await book();
    const stated = await commit(of, { ...prepaid, trueUpBehavior: "NONE" });
    assert.equal(await behavior(of, stated, { prepaidEnabled: false }), "NONE");
  });
});
