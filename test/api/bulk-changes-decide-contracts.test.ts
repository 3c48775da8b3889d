import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Cells, refusedRows, sendBulk } from "../support/bulk-change-client.ts";
import { type Client, clientOf, priced, rejection, unknownId } from "../support/client.ts";
import { differences } from "../support/contract-view.ts";
import { digestOf } from "../support/digest.ts";
import { runDoctor } from "../support/doctor.ts";
import { termBody } from "../support/term-client.ts";

// Whole contracts approved, held back and deleted by one file: what fails and why is known before anything happens (ADR 0039).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

type Book = {
  readonly client: Client;
  readonly ready: readonly string[];
  readonly empty: string;
  readonly billed: string;
};

/** Three contracts that can be approved, one without a term, and one that is approved and billed; it is 16 June. */
async function book(): Promise<Book> {
  const client = clientOf(api, await api.newMerchant("2026-06-16T00:00:00Z"));
  const contracts: string[] = [];
  for (const currency of ["USD", "USD", "EUR", "USD"]) {
    const contractId = await client.contract({ currency });
    await client.ok(
      "POST",
      `/v3/contracts/${contractId}/billing-terms`,
      termBody({ interval: "MONTH", ...priced("100.00") }),
    );
    contracts.push(contractId);
  }
  const billed = contracts.pop() ?? "";
  await client.approve(billed);
  return { client, ready: contracts, billed, empty: await client.contract() };
}

const approve = (contractId = "", parts: Cells = {}): Cells => ({ action: "CONTRACT_APPROVAL", contractId, ...parts });
const hold = (contractId = "", reason = "Waits for the tax number"): Cells => ({
  ...{ action: "CONTRACT_HOLD", contractId, reason },
});
const remove = (contractId = "", parts: Cells = {}): Cells => ({ action: "CONTRACT_DELETION", contractId, ...parts });

test("a dry run names every contract that cannot be approved with the reason; without those it shows the plan that is then carried out", async () => {
  const { client, ready, empty, billed } = await book();
  const all = [...ready, empty, billed];
  const digest = await digestOf(api.connectionString);
  const refused = await sendBulk(
    client,
    all.map((id) => approve(id)),
    "?dryRun=true",
  );
  assert.match(refused.body.error.message, /^2 of 5 rows are rejected/);
  assert.deepEqual(refusedRows(refused), ["5 null INVALID_CONTRACT_STATE", "6 null INVALID_CONTRACT_STATE"]);
  assert.deepEqual(
    refused.body.error.details.rows.map(({ contractId, issues }: Json) => [contractId, issues[0].message]),
    [
      [empty, "Only a PROCESSED contract can be approved. This one is NEW; add an obligation or a billing term first."],
      [billed, "Only a PROCESSED contract can be approved. This one is APPROVED; there is nothing left to approve."],
    ],
  );
  const rows = ready.map((id) => approve(id, { reason: "Quarter end" }));
  const { status, body } = await sendBulk(client, rows, "?dryRun=true");
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(await digestOf(api.connectionString), digest, "a dry run leaves no byte behind");
  const { planHash, summary, result } = body.payload;
  assert.deepEqual(
    summary.byCurrency.map(({ currency, invoicesDueNow }: Json) => [currency, invoicesDueNow]),
    [
      ["EUR", { count: 6, total: "600.00" }],
      ["USD", { count: 12, total: "1200.00" }],
    ],
  );
  const [status_] = result.rows[0].changes.filter(({ field }: Json) => field === "status");
  assert.deepEqual(status_, { field: "status", before: "PROCESSED", after: "APPROVED" });

  const done = await sendBulk(client, rows, "", { "if-plan": planHash });
  assert.equal(done.status, 201, JSON.stringify(done.body));
  assert.deepEqual(differences(result, done.body.payload), []);
  await client.drainOutbox();
  const { totalItems } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
  assert.equal(totalItems, 24);
  const { data } = await client.ok("GET", "/v3/audit-log?filter=action:eq:contract.approve&limit=10");
  assert.deepEqual(
    data.map(({ reason }: Json) => reason),
    ["Quarter end", "Quarter end", "Quarter end", null],
  );
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId }), []);
});

test("holds with reasons and deletions of contracts are applied all or none", async () => {
  const { client, ready, billed } = await book();
  const [first, second, third] = ready;
  const held = await sendBulk(client, [hold(first), hold(second)]);
  assert.equal(held.status, 201, JSON.stringify(held.body));
  const contract = await client.ok("GET", `/v3/contracts/${first}`);
  assert.deepEqual(
    [contract.status, contract.blockReasons],
    ["BLOCKED", [{ code: "MANUAL_HOLD", message: "Waits for the tax number" }]],
  );
  const digest = await digestOf(api.connectionString);
  const mixed = await sendBulk(client, [remove(first), remove(billed), hold(third)]);
  assert.deepEqual(refusedRows(mixed), ["3 null CONTRACT_INVOICED"]);
  assert.equal(await digestOf(api.connectionString), digest, "nothing changed");
  const done = await sendBulk(client, [remove(first), remove(third)]);
  assert.deepEqual(
    done.body.payload.rows.map(({ changes }: Json) => changes),
    [[{ field: "status", before: "BLOCKED", after: null }], [{ field: "status", before: "PROCESSED", after: null }]],
  );
  const { data } = await client.ok("GET", "/v3/contracts/deleted");
  assert.deepEqual(data.map(({ id }: Json) => id).toSorted(), [first, third].toSorted());
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId }), []);
});

test("a cell that its row does not take, a hold without a reason and an unknown contract are rejected", async () => {
  const [{ client, ready }, other] = [await book(), await book()];
  const [first] = ready;
  const rows = [
    hold(first, ""),
    remove(first, { reason: "No longer wanted" }),
    approve(first, { billingTermId: unknownId }),
    approve(unknownId),
    approve(other.ready[0]),
    remove(other.ready[1]),
    approve("Plan"),
    approve(first),
    remove(first),
    approve(first),
  ];
  assert.deepEqual(refusedRows(await sendBulk(client, rows)), [
    "2 reason REQUIRED",
    "3 reason UNKNOWN_FIELD",
    "4 billingTermId UNKNOWN_FIELD",
    "5 null CONTRACT_NOT_FOUND",
    "6 null CONTRACT_NOT_FOUND",
    "7 null CONTRACT_NOT_FOUND",
    "8 contractId INVALID_ID",
    "10 null CONTRACT_INVOICED",
    "11 null INVALID_CONTRACT_STATE",
  ]);
  assert.equal((await other.client.ok("GET", `/v3/contracts/${other.ready[1]}`)).status, "PROCESSED");
});

test("approvals that need a second person wait as one change request over the whole file", async () => {
  const { client, ready } = await book();
  await client.ok("PUT", "/v3/approval-policies", { kind: "APPROVE_CONTRACT", role: "CONTROLLER" });
  const asked = await sendBulk(
    client,
    ready.map((id) => approve(id)),
  );
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  for (const id of ready) assert.equal((await client.ok("GET", `/v3/contracts/${id}`)).status, "PROCESSED");
});

test("a plan is not carried out when one of its contracts has changed since", async () => {
  const { client, ready } = await book();
  const rows = ready.map((id) => approve(id));
  const { planHash } = (await sendBulk(client, rows, "?dryRun=true")).body.payload;
  const [first] = ready;
  const { data } = await client.ok("GET", `/v3/contracts/${first}/billing-terms`);
  await client.ok("PATCH", `/v3/contracts/${first}/billing-terms/${data[0].id}`, priced("110.00"));
  assert.deepEqual(rejection(await sendBulk(client, rows, "", { "if-plan": planHash })), [409, "PLAN_CHANGED"]);
});
