import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Cells, refusedRows, sendBulk } from "../support/bulk-change-client.ts";
import { type Client, clientOf, priced, rejection, unknownId } from "../support/client.ts";
import { type CommitmentClient, commitmentBody, commitmentsOn } from "../support/commitment-client.ts";
import { differences } from "../support/contract-view.ts";
import { digestOf } from "../support/digest.ts";
import { runDoctor } from "../support/doctor.ts";
import { seatBody, termBody } from "../support/term-client.ts";

// One contract with all that hangs on it ended, extended or given other seats by one file (ADR 0039).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

type Whole = {
  readonly client: Client;
  readonly deal: CommitmentClient;
  readonly platform: string;
  readonly seats: string;
  /** A term that begins in September. */
  readonly later: string;
  readonly commitment: Json;
};

/** Usage with a commitment of 1,000.00 a month, a fee of 100.00 and ten seats at 10.00 a month in advance; it is 16 June 2026. */
async function whole(): Promise<Whole> {
  const client = clientOf(api, await api.newMerchant("2026-06-16T00:00:00Z"));
  const deal = await commitmentsOn(client);
  const add = async (body: object) => (await client.ok("POST", `${deal.path}/billing-terms`, body)).id;
  const monthly = { interval: "MONTH", ...priced("100.00") };
  const platform = await add(termBody(monthly));
  const later = await add(termBody({ ...monthly, name: "Later", startDate: "2026-09-01" }));
  const seats = await add(seatBody({ interval: "MONTH", ...priced("10.00", "PER_ITEM") }));
  const year = { endDate: "2026-12-31", commitmentInterval: "MONTHLY" };
  const commitment = await deal.create(commitmentBody(deal.first, year));
  await client.approve(deal.contractId);
  return { client, deal, platform, seats, later, commitment };
}

const ofTerm = ({ deal }: Whole, billingTermId: string, cells: Cells): Cells => ({
  ...{ contractId: deal.contractId, billingTermId, ...cells },
});
const ofCommitment = ({ deal, commitment }: Whole, cells: Cells): Cells => ({
  ...{ contractId: deal.contractId, commitmentId: commitment.id, ...cells },
});

const reason = "Bought by another company";

function endOf(it: Whole): Cells[] {
  const end = { endDate: "2026-06-30", reason };
  const ended = [it.deal.first, it.deal.second, it.platform, it.seats];
  return [
    ofCommitment(it, { action: "COMMITMENT_TERMINATION", ...end }),
    ...ended.map((id) => ofTerm(it, id, { action: "TERMINATION", creditUnused: "true", ...end })),
    ofTerm(it, it.later, { action: "DELETION" }),
  ];
}

/** Invoices, terms and commitments without ids and moments. */
async function stateOf({ client, deal }: Whole): Promise<Json> {
  const at = async (path: string): Promise<Json[]> => (await client.ok("GET", path)).data;
  return {
    invoices: (await at(`${deal.path}/invoice-schedule`)).map(({ issueDate, status, total }: Json) => [
      ...[issueDate, status, total],
    ]),
    terms: (await at(`${deal.path}/billing-terms?sort=startDate:asc`))
      .map(({ name, status, endDate, currentQuantity }: Json) => [name, status, endDate, currentQuantity].join(" "))
      .toSorted(),
    commitments: (await at(`/v3/commitments?filter=contractId:eq:${deal.contractId}`)).map(
      ({ status, commitmentEndDate }: Json) => [status, commitmentEndDate],
    ),
    memos: (await at("/v3/credit-memos")).map(({ total }: Json) => total),
  };
}

const doctor = ({ client }: Whole) => runDoctor(api.platform.db, { merchantId: client.merchant.merchantId });

test("one file terminates a contract with its commitments and deletes terms that have not begun, as single requests do", async () => {
  const [bulk, single] = [await whole(), await whole()];
  const digest = await digestOf(api.connectionString);
  const shown = (await sendBulk(bulk.client, endOf(bulk), "?dryRun=true")).body.payload;
  assert.equal(await digestOf(api.connectionString), digest, "a dry run leaves no byte behind");
  const done = await sendBulk(bulk.client, endOf(bulk), "", { "if-plan": shown.planHash });
  assert.equal(done.status, 201, JSON.stringify(done.body));
  assert.deepEqual(differences(shown.result, done.body.payload), []);
  const { rows } = done.body.payload;
  assert.deepEqual(rows[0].changes, [
    { field: "commitmentEndDate", before: "2026-12-31", after: "2026-06-30" },
    { field: "isTerminated", before: false, after: true },
  ]);
  assert.deepEqual(rows[5].changes, [{ field: "status", before: "ACTIVE", after: null }]);

  const { client, deal, commitment } = single;
  const end = { endDate: "2026-06-30", reason };
  await client.ok("POST", `${deal.path}/commitments/${commitment.id}/terminate`, end);
  await client.drainOutbox();
  for (const id of [deal.first, deal.second, single.platform, single.seats]) {
    await client.ok("PATCH", `${deal.path}/billing-terms/${id}/terminate`, { ...end, creditUnused: true });
    await client.drainOutbox();
  }
  await client.ok("DELETE", `${deal.path}/billing-terms/${single.later}`);
  for (const it of [bulk, single]) await it.client.drainOutbox();
  assert.deepEqual(await stateOf(bulk), await stateOf(single));
  assert.deepEqual((await stateOf(bulk)).commitments, [["TERMINATED", "2026-06-30"]]);
  assert.deepEqual(await doctor(bulk), []);
});

test("one file extends terms and the schedule of their commitment to one day", async () => {
  const it = await whole();
  const last = { endDate: "2027-03-31" };
  const rows = [
    ...[it.deal.first, it.platform].map((id) => ofTerm(it, id, { action: "DATES", reasonCode: "RENEWAL", ...last })),
    ofCommitment(it, { action: "COMMITMENT_DATES", scheduleId: it.commitment.schedules[0].id, ...last }),
  ];
  const { status, body } = await sendBulk(it.client, rows);
  assert.equal(status, 201, JSON.stringify(body));
  await it.client.drainOutbox();
  const { commitments, terms } = await stateOf(it);
  assert.deepEqual(commitments, [["ACTIVE", "2027-03-31"]]);
  assert.equal(terms.filter((term: string) => term.includes("2027-03-31")).length, 2);
  assert.deepEqual(await doctor(it), []);
});

test("seat counts of several days are rows of one file, each applied as a request of its own", async () => {
  const [bulk, single] = [await whole(), await whole()];
  const counts = [
    ["2026-06-16", "14"],
    ["2026-08-01", "12"],
    ["2026-10-01", "20"],
  ] as const;
  const rows = counts.map(([effectiveDate, quantity]) =>
    ofTerm(bulk, bulk.seats, { action: "SEATS", effectiveDate, quantity, trueUpTiming: "IMMEDIATE", reason: "Hiring" }),
  );
  assert.equal((await sendBulk(bulk.client, rows)).status, 201);
  const path = `${single.deal.path}/billing-terms/${single.seats}/seat-amendment`;
  for (const [effectiveDate, quantity] of counts) {
    await single.client.ok("POST", path, { effectiveDate, quantity, trueUpTiming: "IMMEDIATE", note: "Hiring" });
    await single.client.drainOutbox();
  }
  await bulk.client.drainOutbox();
  assert.deepEqual(await stateOf(bulk), await stateOf(single));
  const { data } = await bulk.client.ok("GET", `${bulk.deal.path}/billing-terms/${bulk.seats}/seat-amendments`);
  assert.deepEqual(
    data.map(({ resultingQuantity, note }: Json) => [resultingQuantity, note]),
    [
      ["14", "Hiring"],
      ["12", "Hiring"],
      ["20", "Hiring"],
    ],
  );
  assert.deepEqual(await doctor(bulk), []);
});

test("each row that its own request would reject is rejected at its line, and the contract stays as it was", async () => {
  const it = await whole();
  const { deal, seats, platform, later, commitment } = it;
  const [{ id: scheduleId }] = commitment.schedules;
  const rows = [
    ofTerm(it, deal.first, { action: "TERMINATION", endDate: "2026-06-30" }),
    ofCommitment(it, { action: "COMMITMENT_TERMINATION", endDate: "2026-06-20" }),
    ofCommitment(it, { action: "COMMITMENT_TERMINATION", endDate: "June" }),
    ofCommitment(it, { action: "COMMITMENT_DATES", scheduleId, endDate: "2026-09-15" }),
    ofCommitment(it, { action: "COMMITMENT_DATES", scheduleId }),
    ofCommitment(it, { action: "COMMITMENT_DATES", endDate: "2026-09-30" }),
    ofCommitment(it, { action: "COMMITMENT_DATES", scheduleId: unknownId, endDate: "2026-09-30" }),
    ofTerm(it, seats, { action: "SEATS", effectiveDate: "2026-07-01" }),
    ofTerm(it, seats, { action: "SEATS", effectiveDate: "2027-07-01", quantity: "12" }),
    ofTerm(it, platform, { action: "SEATS", effectiveDate: "2026-07-01", quantity: "12" }),
    ofTerm(it, platform, { action: "DELETION" }),
    ofTerm(it, later, { action: "DELETION", endDate: "2026-09-30" }),
    ofTerm(it, seats, { action: "SEATS", effectiveDate: "2026-07-01", quantity: "12", creditUnused: "true" }),
  ];
  const digest = await digestOf(api.connectionString);
  for (const query of ["?dryRun=true", ""]) {
    const refused = await sendBulk(it.client, rows, query);
    assert.equal(refused.body.error?.errorCode, "BULK_CHANGE_REFUSED", JSON.stringify(refused.body));
    assert.deepEqual(refusedRows(refused), [
      "2 endDate SCHEDULE_ALIGNMENT_INVALID",
      "3 endDate SCHEDULE_ALIGNMENT_INVALID",
      "4 endDate INVALID_DATE",
      // As its own request: what is invoiced, the boundary of a period, and the billing periods of the term.
      ...[
        "5 endDate SCHEDULE_INVOICE_GATE",
        "5 endDate SCHEDULE_ALIGNMENT_INVALID",
        "5 null SCHEDULE_ALIGNMENT_INVALID",
      ],
      "6 startDate REQUIRED",
      "7 scheduleId REQUIRED",
      "8 null SCHEDULE_NOT_FOUND",
      "9 quantity REQUIRED",
      "10 effectiveDate RANGE",
      "11 null BILLING_TERM_INELIGIBLE",
      "12 null BILLING_TERM_DELETE_BLOCKED",
      "13 endDate UNKNOWN_FIELD",
      "14 creditUnused UNKNOWN_FIELD",
    ]);
  }
  assert.equal(await digestOf(api.connectionString), digest, "nothing changed");
});

test("a plan that has changed since it was shown leaves the contract as it is", async () => {
  const it = await whole();
  const { planHash } = (await sendBulk(it.client, endOf(it), "?dryRun=true")).body.payload;
  await it.client.ok("POST", `${it.deal.path}/billing-terms/${it.seats}/seat-amendment`, {
    ...{ effectiveDate: "2026-06-16", quantity: "30" },
  });
  await it.client.drainOutbox();
  const digest = await digestOf(api.connectionString);
  assert.deepEqual(rejection(await sendBulk(it.client, endOf(it), "", { "if-plan": planHash })), [409, "PLAN_CHANGED"]);
  assert.equal(await digestOf(api.connectionString), digest);
});

test("another merchant's commitments, schedules and terms are unknown, also beside an own contract", async () => {
  const [it, other] = [await whole(), await whole()];
  const contractId = it.deal.contractId;
  const { commitment } = other;
  const scheduleId = commitment.schedules[0].id;
  const rows = [
    ofCommitment(other, { action: "COMMITMENT_TERMINATION", endDate: "2026-06-30" }),
    ofCommitment(other, { contractId, action: "COMMITMENT_TERMINATION", endDate: "2026-06-30" }),
    ofCommitment(other, { contractId, action: "COMMITMENT_DATES", scheduleId, endDate: "2026-09-30" }),
    ofCommitment(it, { action: "COMMITMENT_DATES", scheduleId, endDate: "2026-09-30" }),
    ofTerm(other, other.seats, { contractId, action: "SEATS", effectiveDate: "2026-07-01", quantity: "12" }),
    ofTerm(other, other.later, { contractId, action: "DELETION" }),
  ];
  assert.deepEqual(refusedRows(await sendBulk(it.client, rows)), [
    "2 null CONTRACT_NOT_FOUND",
    "3 null COMMITMENT_NOT_FOUND",
    "4 null COMMITMENT_NOT_FOUND",
    "5 null SCHEDULE_NOT_FOUND",
    "6 null BILLING_TERM_NOT_FOUND",
    "7 null BILLING_TERM_NOT_FOUND",
  ]);
  assert.deepEqual(await doctor(other), []);
});
