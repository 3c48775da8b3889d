import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Cells, placeOf, refusedRows, sendBulk } from "../support/bulk-change-client.ts";
import { type Client, clientOf, close, priced, rejection, unknownId } from "../support/client.ts";
import { differences } from "../support/contract-view.ts";
import { digestOf } from "../support/digest.ts";
import { runDoctor } from "../support/doctor.ts";
import { type TermClient, termBody, termOn } from "../support/term-client.ts";

// Many contracts changed by one file: prices, dates, treatments and terminations, all of them or none (ADR 0039).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const monthly = { interval: "MONTH", ...priced("100.00") };

type Book = {
  readonly client: Client;
  readonly first: TermClient;
  readonly second: TermClient;
  readonly third: TermClient;
};

/** Three terms of 100.00 a month for 2026 in advance; it is 16 June, and June is invoiced. */
async function book(): Promise<Book> {
  const client = clientOf(api, await api.newMerchant("2026-06-16T00:00:00Z"));
  const [first, second, third] = [
    await termOn(client, termBody(monthly)),
    await termOn(client, termBody(monthly)),
    await termOn(client, termBody(monthly)),
  ];
  return { client, first, second, third };
}

const upgrade = (term: TermClient, parts: Cells = {}): Cells => ({
  ...{ action: "PRICE", ...placeOf(term), effectiveDate: "2026-06-16", amount: "160.00" },
  ...{ settlement: "IMMEDIATE", reason: "Larger", ...parts },
});
const ending = (term: TermClient, parts: Cells = {}): Cells => ({
  ...{ action: "TERMINATION", ...placeOf(term), endDate: "2026-06-15", creditUnused: "true", reason: "Not renewed" },
  ...parts,
});
const doctor = ({ merchant }: Client) => runDoctor(api.platform.db, { merchantId: merchant.merchantId });

test("a dry run shows each contract and one hash of the whole plan, and the real run does what was shown", async () => {
  const { client, first, second, third } = await book();
  const rows = [upgrade(first), ending(second), { action: "DATES", ...placeOf(third), endDate: "2026-09-30" }];
  const digest = await digestOf(api.connectionString);
  const { body, status } = await sendBulk(client, rows, "?dryRun=true");
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(await digestOf(api.connectionString), digest, "a dry run leaves no byte behind");
  const { planHash, summary, plan, result } = body.payload;
  const [usd] = summary.byCurrency;
  assert.deepEqual(
    [summary.contracts, usd.currency, usd.invoicesDueNow, usd.creditsDueNow],
    [3, "USD", { count: 1, total: "30.00" }, { count: 1, total: "50.00" }],
  );
  const plans = new Map<string, Json>(plan.contracts.map((each: Json) => [each.contractId, each]));
  assert.deepEqual(
    plans.get(second.contractId).creditMemos.map(({ total }: Json) => total),
    ["50.00"],
  );
  assert.deepEqual(
    plans.get(first.contractId).invoices.added[0].lineItems.map(({ total }: Json) => total),
    ["30.00"],
  );
  assert.deepEqual(
    result.rows.map(({ line, action }: Json) => `${line} ${action}`),
    ["2 PRICE", "3 TERMINATION", "4 DATES"],
  );
  const [end] = result.rows[2].changes.filter(({ field }: Json) => field === "endDate");
  assert.deepEqual(end, { field: "endDate", before: "2026-12-31", after: "2026-09-30" });

  const done = await sendBulk(client, rows, "", { "if-plan": planHash });
  assert.equal(done.status, 201, JSON.stringify(done.body));
  assert.deepEqual(differences(result, done.body.payload), []);
  await client.drainOutbox();
  assert.deepEqual(
    (await client.ok("GET", "/v3/credit-memos")).data.map(({ total }: Json) => total),
    ["50.00"],
  );
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${first.contractId}&limit=100`);
  assert.equal(data.filter(({ total }: Json) => total === "30.00").length, 1);
  assert.deepEqual(await doctor(client), []);
});

test("every rejected row is listed with line, column and code, and nothing changes", async () => {
  const { client, first, second, third } = await book();
  const rows = [
    upgrade(first),
    upgrade(second, { amount: "much" }),
    ending(third, { endDate: "2027-06-30" }),
    ending(third, { reasonCode: "RENEWAL", endDate: "" }),
    { action: "PRICE", ...placeOf(third), reasonCode: "RENEWAL" },
    { action: "DATES", ...placeOf(third) },
    { action: "UPGRADE", ...placeOf(third) },
    upgrade(third, { contractId: unknownId }),
    { ...upgrade(third), billingTermId: unknownId },
    {
      action: "TREATMENT",
      contractId: third.contractId,
      modificationId: unknownId,
      treatment: "PROSPECTIVE",
      reason: "x",
    },
    upgrade(first, { effectiveDate: "2027-01-01" }),
  ];
  const digest = await digestOf(api.connectionString);
  for (const query of ["?dryRun=true", ""]) {
    const refused = await sendBulk(client, rows, query);
    assert.deepEqual([refused.status, refused.body.error.errorCode], [400, "BULK_CHANGE_REFUSED"]);
    assert.match(refused.body.error.message, /^10 of 11 rows are rejected/);
    assert.deepEqual(refusedRows(refused), [
      "3 amount AMOUNT_INVALID",
      "4 null TERMINATION_DATE_INVALID",
      "5 endDate REQUIRED",
      "5 reasonCode UNKNOWN_FIELD",
      "6 amount REQUIRED",
      "6 effectiveDate REQUIRED",
      "7 startDate REQUIRED",
      "8 action ENUM",
      "9 null CONTRACT_NOT_FOUND",
      "10 null BILLING_TERM_NOT_FOUND",
      "11 null MODIFICATION_NOT_FOUND",
      "12 effectiveDate RANGE",
    ]);
  }
  assert.equal(await digestOf(api.connectionString), digest, "nothing changed");
});

test("rows about one contract are applied in their order, with the effects of single requests", async () => {
  const { client, first } = await book();
  const rows = [upgrade(first), ending(first, { endDate: "2026-06-20" })];
  const { body } = await sendBulk(client, rows);
  assert.equal(body.success, true, JSON.stringify(body));
  await client.drainOutbox();
  const { data } = await client.ok("GET", "/v3/credit-memos");
  assert.deepEqual(
    data.map(({ total }: Json) => total),
    ["53.33"],
    "160.00 × 10/30 of June, of which 30.00 was trued up by the row before",
  );
  const again = await sendBulk(client, [upgrade(first)]);
  assert.deepEqual(refusedRows(again), ["2 null BILLING_TERM_TERMINATED"]);
  assert.deepEqual(await doctor(client), []);
});

test("a row chooses a treatment as a single request does, and closed months catch up", async () => {
  const { client, first } = await book();
  await close(client, "2026-05");
  await first.patch({ effectiveDate: "2026-07-01", ...priced("150.00") });
  await client.drainOutbox();
  const [modification] = (await client.ok("GET", `/v3/contracts/${first.contractId}/modifications`)).data;
  const row = (treatment: string) => ({
    ...{ action: "TREATMENT", contractId: first.contractId, modificationId: modification.id, treatment },
    reason: "Agreed with the auditor",
  });
  const { body } = await sendBulk(client, [row("CUMULATIVE_CATCH_UP")]);
  assert.deepEqual(body.payload.rows[0].changes, [
    { field: "treatment", before: modification.treatment, after: "CUMULATIVE_CATCH_UP" },
  ]);
  assert.deepEqual(refusedRows(await sendBulk(client, [row("OTHERWISE")])), ["2 treatment ENUM"]);
  assert.deepEqual(await doctor(client), []);
});

test("a changed plan is rejected under If-Plan, and agreedOn applies to every row", async () => {
  const { client, first, second } = await book();
  const rows = [upgrade(first), upgrade(second)];
  const { planHash } = (await sendBulk(client, rows, "?dryRun=true")).body.payload;
  await second.terminate({ endDate: "2026-08-31" });
  await client.drainOutbox();
  const stale = await sendBulk(client, [upgrade(first)], "", { "if-plan": planHash });
  assert.deepEqual(rejection(stale), [409, "PLAN_CHANGED"]);
  const csv = "action,contractId,billingTermId,effectiveDate,amount,settlement\n".concat(
    Object.values({ action: "PRICE", ...placeOf(first) }).join(","),
    ",2026-06-16,160.00,NONE",
  );
  const ahead = await client.send("POST", "/v3/bulk-changes", { csv, agreedOn: "2026-06-17" });
  assert.deepEqual(rejection(ahead), [400, "INVALID_DATE", "/agreedOn RANGE"]);
  assert.equal((await client.send("POST", "/v3/bulk-changes", { csv, agreedOn: "2026-06-10" })).status, 201);
});

test("another merchant's contracts, terms and modifications are unknown", async () => {
  const [{ client, first }, other] = [await book(), await book()];
  const foreign = other.first;
  const rows = [
    upgrade(foreign),
    { ...upgrade(first), billingTermId: placeOf(foreign).billingTermId },
    {
      action: "TREATMENT",
      contractId: foreign.contractId,
      modificationId: unknownId,
      treatment: "PROSPECTIVE",
      reason: "x",
    },
  ];
  const codes = ["2 null CONTRACT_NOT_FOUND", "3 null BILLING_TERM_NOT_FOUND", "4 null CONTRACT_NOT_FOUND"];
  assert.deepEqual(refusedRows(await sendBulk(client, rows)), codes);
  assert.deepEqual(await doctor(other.client), []);
});

test("one audit row names all rows of the file, and the audit rows of their changes share its request id", async () => {
  const { client, first, second } = await book();
  const { body } = await sendBulk(client, [upgrade(first), ending(second)]);
  const { data } = await client.ok("GET", "/v3/audit-log?limit=10");
  const whole = data.find(({ action }: Json) => action === "bulk-change.apply");
  assert.equal(whole.entityId, body.payload.id);
  assert.deepEqual(
    whole.changes[0].to.map(({ line, action, contractId }: Json) => [line, action, contractId]),
    [
      [2, "PRICE", first.contractId],
      [3, "TERMINATION", second.contractId],
    ],
  );
  const together = data.filter(({ requestId }: Json) => requestId === whole.requestId);
  assert.deepEqual(
    // The effect of each change on earlier months is stored and shown as well.
    together.map(({ action }: Json) => action).filter((action: string) => action !== "correction.record"),
    [
      ...[
        "credit-memo.issue",
        "contract-modification.record",
        "billing-term.terminate",
        "performance-obligation.follow",
      ],
      ...["billing-term.amend", "contract-modification.record", "bulk-change.apply"],
    ],
  );
});

test("a malformed file of bulk changes is rejected with the line", async () => {
  const { client, first } = await book();
  const read = async (csv: string) => refusedRows(await client.send("POST", "/v3/bulk-changes", { csv }));
  const { contractId } = first;
  assert.deepEqual(await read("action,contractId"), ["1 null NO_ROWS"]);
  assert.deepEqual(await read("action,contractId,price\nPRICE,x,1"), ["1 price CSV_HEADER_INVALID"]);
  assert.deepEqual(await read("action,action\nPRICE,PRICE"), ["1 action CSV_HEADER_INVALID"]);
  assert.deepEqual(await read("action\nPRICE"), ["1 contractId CSV_HEADER_INVALID"]);
  assert.deepEqual(await read(`action,contractId\nDATES,${contractId},2026-01-01`), ["2 null CELL_COUNT"]);
  assert.deepEqual(await read('action,contractId\nDATES,"abc'), ["2 null CSV_MALFORMED"]);
  const many = ["action,contractId", ...Array.from({ length: 101 }, () => `DATES,${contractId}`)].join("\n");
  const refused = await client.send("POST", "/v3/bulk-changes", { csv: many });
  assert.deepEqual(rejection(refused), [400, "TOO_MANY_ITEMS", "/csv TOO_MANY_ITEMS"]);
});

test("a file may have two price changes of one term, and two treatments of one modification", async () => {
  const { client, first, second } = await book();
  const later = { effectiveDate: "2026-10-01", amount: "180.00", settlement: "NONE" };
  const priced = await sendBulk(client, [upgrade(first), upgrade(first, later), upgrade(second)]);
  assert.equal(priced.status, 201, JSON.stringify(priced.body));
  assert.deepEqual(await doctor(client), []);
  const { data } = await client.ok("GET", `/v3/contracts/${second.contractId}/modifications`);
  const treated = (treatment: string): Cells => ({
    ...{
      action: "TREATMENT",
      contractId: second.contractId,
      modificationId: data[0].id,
      treatment,
      reason: "Looked at",
    },
  });
  const chosen = await sendBulk(client, [treated("CUMULATIVE_CATCH_UP"), treated("PROSPECTIVE")]);
  assert.equal(chosen.status, 201, JSON.stringify(chosen.body));
  assert.deepEqual(await doctor(client), []);
});
