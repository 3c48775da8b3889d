import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced, rejection } from "../support/client.ts";
import { sessionsWaiting } from "../support/lock-waits.ts";
import { enablePobs, meteredContract, usageBody } from "../support/pobs.ts";
import { allowTriggers, execute } from "../support/template.ts";
import { termBody } from "../support/term-client.ts";

// Data model 17: what is looked at before a month is closed, all of it, and each check made to fail.

let api: TestApi;
let owner: pg.Client;
before(async () => {
  api = await startApi();
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner?.end();
  await api?.close();
});

const path = "/v3/month-end-close";

async function newClient(clock = "2026-03-10T00:00:00Z"): Promise<Client> {
  return clientOf(api, await api.newMerchant(clock));
}

async function approvedContract(client: Client, parts: object = {}): Promise<string> {
  const id = await client.contract();
  await client.add(id, obligationBody({}, parts));
  await client.approve(id);
  return id;
}

const preview = (client: Client, month: string): Promise<Json> => client.ok("GET", `${path}/preview?month=${month}`);

async function checkOf(client: Client, month: string, code: string): Promise<Json> {
  const { checks } = await preview(client, month);
  return checks.find((check: Json) => check.code === code);
}

/** The close is rejected over this check alone, and says of it what the preview says. */
async function rejectedOver(client: Client, month: string, code: string): Promise<Json> {
  const { canClose, checks } = await preview(client, month);
  const failed = checks.filter(({ status }: Json) => status === "FAILED");
  assert.deepEqual([canClose, failed.map((check: Json) => check.code)], [false, [code]]);
  const { status, body } = await client.send("POST", `${path}/close-period?month=${month}`);
  assert.deepEqual([status, body.error.errorCode], [400, "PERIOD_CANNOT_CLOSE"]);
  assert.deepEqual(body.error.details.checks, failed);
  assert.match(failed[0].action, /^[A-Z].*\.$/);
  return failed[0];
}

test("the preview of a month shows every check, and the earlier months that would be closed with it", async () => {
  const client = await newClient();
  await approvedContract(client);
  const { canClose, checks, months } = await preview(client, "2026-02");
  assert.equal(canClose, true);
  const earlier = (all: Json[]) => all.find(({ code }) => code === "EARLIER_MONTHS")?.message;
  assert.equal(earlier(checks), "1 earlier month is still open and is closed along, in order.");
  assert.match(earlier((await preview(client, "2026-03")).checks), /^2 earlier months are still open and are closed /);
  assert.deepEqual(
    checks.map(({ code, status }: Json) => [code, status]),
    [
      ["ALREADY_CLOSED", "PASSED"],
      ["MONTH_NOT_OVER", "PASSED"],
      ["EARLIER_MONTHS", "PASSED"],
      ["DRAFT_INVOICES", "PASSED"],
      ["USAGE_NOT_INVOICED", "NOT_APPLICABLE"],
      ["GROUP_UNBALANCED", "NOT_APPLICABLE"],
      ["EVENT_TYPE_UNCOVERED", "NOT_APPLICABLE"],
      ["FAILED_JOBS", "PASSED"],
      ["WORK_PENDING", "PASSED"],
      ["TRIAL_BALANCE_NOT_ZERO", "PASSED"],
      ["TIE_OUT", "NOT_APPLICABLE"],
      ["TASKS_DONE", "NOT_APPLICABLE"],
    ],
  );
  assert.deepEqual(months, ["2026-01", "2026-02"]);
  assert.deepEqual(checks[2].ids, ["2026-01"]);
});

const isBefore = ({ code }: Json) => code !== "PROOF";

test("a closed month keeps its checks, also for the months that were closed with it", async () => {
  const client = await newClient();
  await approvedContract(client);
  const { checks } = await preview(client, "2026-02");
  await client.ok("POST", `${path}/close-period?month=2026-02`);
  // Besides the checks that come before it, a close keeps the proof of what it posted.
  const kept = async (): Promise<Json[]> => {
    const { data } = await client.ok("GET", `${path}/periods`);
    return data.map((period: Json) => ({ ...period, checks: period.checks.filter(isBefore) }));
  };
  assert.deepEqual(
    (await kept()).map((period) => [period.month, period.checks]),
    [
      ["2026-02", checks],
      ["2026-01", checks],
    ],
  );
  await client.ok("POST", `${path}/reopen-period?month=2026-02`);
  assert.deepEqual((await kept())[0].checks, checks, "and when it is reopened");
});

test("all failed checks are listed at once", async () => {
  const client = await newClient("2026-01-15T12:00:00Z");
  await approvedContract(client);
  const { body } = await client.send("POST", `${path}/close-period?month=2026-04`);
  assert.deepEqual(
    body.error.details.checks.map(({ code, total }: Json) => [code, total]),
    [
      ["MONTH_NOT_OVER", 1],
      ["DRAFT_INVOICES", 1],
    ],
  );
});

test("pending events are handled before the preview, as before the close", async () => {
  const client = await newClient();
  const id = await approvedContract(client);
  await client.ok("POST", `/v3/contracts/${id}/billing-terms`, termBody({ name: "Added" }));
  const { canClose, checks, totalEntries } = await preview(client, "2026-02");
  assert.deepEqual(
    [canClose, checks.find(({ code }: Json) => code === "WORK_PENDING").status, totalEntries],
    [true, "PASSED", 2],
  );
  const { entriesPosted } = await client.ok("POST", `${path}/close-period?month=2026-02`);
  assert.equal(entriesPosted, totalEntries);
});

test("a preview of a month after the current one is rejected", async () => {
  const client = await newClient();
  const id = await client.contract();
  await client.ok("POST", `/v3/contracts/${id}/billing-terms`, termBody({ interval: "MONTH", endDate: null }));
  await client.approve(id);
  const far = await preview(client, "2199-12");
  const failed = far.checks.filter(({ status }: Json) => status === "FAILED");
  assert.deepEqual(failed.map(({ code }: Json) => code).slice(0, 1), ["MONTH_NOT_OVER"]);
  assert.deepEqual([far.canClose, far.months], [false, ["2026-01", "2026-02", "2026-03"]]);
  const now = await preview(client, "2026-03");
  assert.deepEqual([now.canClose, now.months], [false, far.months]);
  assert.deepEqual(far.entries, now.entries);
});

/** Waits until a session of the program waits for a lock. */
async function untilOneWaits(): Promise<void> {
  while ((await sessionsWaiting(api.connectionString)) === 0) await setTimeout(20);
}

test("a preview waits only briefly for locks, and is rejected while another one runs", async () => {
  const client = await newClient();
  await approvedContract(client);
  await owner.query("begin");
  try {
    await owner.query("select from books where merchant_id = $1 for update", [client.merchant.merchantId]);
    const one = client.send("GET", `${path}/preview?month=2026-02`);
    await untilOneWaits();
    const another = await client.send("GET", `${path}/preview?month=2026-02`);
    assert.deepEqual(rejection(another), [429, "RATE_LIMITED"]);
    assert.deepEqual(rejection(await one), [503, "LOCK_TIMEOUT"]);
  } finally {
    await owner.query("rollback");
  }
});

test("the dry run of a close does not mark the books as being closed, and keeps the mark of a running close", async () => {
  const client = await newClient();
  await approvedContract(client);
  const { merchantId } = client.merchant;
  const written = async () =>
    (await owner.query("select xmin::text as by from books where merchant_id = $1", [merchantId])).rows[0].by;
  await client.drainOutbox();
  const before = await written();
  await client.ok("POST", `${path}/close-period?month=2026-01&dryRun=true`);
  await client.ok("POST", `${path}/close-period/preview?month=2026-01`);
  assert.equal(await written(), before, "nobody was told of a close, not even for a while");
});

test("a closed month cannot be closed again", async () => {
  const client = await newClient();
  await client.ok("POST", `${path}/close-period?month=2026-02`);
  assert.deepEqual((await rejectedOver(client, "2026-02", "ALREADY_CLOSED")).ids, ["2026-02"]);
  const { months, totalEntries } = await preview(client, "2026-01");
  assert.deepEqual([months, totalEntries], [[], 0]);
});

test("due drafts are counted, and at most 100 of them are named", async () => {
  const client = await newClient("2026-01-15T12:00:00Z");
  const first = await client.contract();
  const { customerId } = await client.ok("GET", `/v3/contracts/${first}`);
  const approveOne = async () => {
    const { id } = await client.ok("POST", "/v3/contracts", { name: "Plan", customerId });
    await client.add(id, obligationBody({}, { interval: "MONTH" }));
    await client.ok("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });
  };
  for (let count = 0; count < 102; count += 6) await Promise.all(Array.from({ length: 6 }, approveOne));
  await client.drainOutbox();
  // The clock alone moves; what became due by it is not issued yet.
  await owner.query("update sandbox_clock set now = '2026-03-10' where merchant_id = $1", [client.merchant.merchantId]);
  const { ids, total, recordType } = await rejectedOver(client, "2026-02", "DRAFT_INVOICES");
  assert.deepEqual([ids.length, total, recordType], [100, 102, "INVOICE"]);
  const drafts = await client.ok("GET", "/v3/invoices?limit=1000&filter=status:eq:DRAFT");
  assert.ok(ids.every((id: string) => drafts.data.some((draft: Json) => draft.id === id)));
});

for (const [invoiceDateStrategy, issueDate] of [
  ["LAST_OF_PERIOD", "2026-01-31"],
  ["ARREARS", "2026-02-01"],
]) {
  test(`USAGE_NOT_INVOICED: ${invoiceDateStrategy}: usage blocks the close once its days of grace are over, not before`, async () => {
    const client = await newClient("2026-01-15T00:00:00Z");
    const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
    const contract = await client.contract();
    const { customerId } = await client.ok("GET", `/v3/contracts/${contract}`);
    const usage = usageBody(eventTypeId, { invoiceDateStrategy });
    await client.ok("POST", `/v3/contracts/${contract}/billing-terms`, usage);
    await client.approve(contract);
    await client.advance("2026-02-02T00:00:00Z");
    const event = { customerId, eventTypeId, datetime: "2026-01-20T00:00:00Z", value: "1000", idempotencyKey: "1" };
    await client.ok("POST", "/v3/events", event);
    await client.drainOutbox();
    const [draft] = (await client.ok("GET", `/v3/invoices?filter=status:eq:DRAFT,issueDate:eq:${issueDate}`)).data;
    assert.ok(draft !== undefined, "January's usage waits in a draft");
    assert.equal((await preview(client, "2026-01")).canClose, true);
    assert.equal((await checkOf(client, "2026-01", "USAGE_NOT_INVOICED")).status, "PASSED");
    // The clock alone moves; what became due by it is not issued yet.
    const { merchantId } = client.merchant;
    await owner.query("update sandbox_clock set now = '2026-02-20' where merchant_id = $1", [merchantId]);
    assert.deepEqual((await rejectedOver(client, "2026-01", "USAGE_NOT_INVOICED")).ids, [draft.id]);
    await client.advance("2026-02-21T00:00:00Z");
    await client.ok("POST", `${path}/close-period?month=2026-01`);
  });
}

/**
 * A merchant with performance-obligation features and a contract whose price is stated for one performance obligation.
 */
async function statedContract() {
  const client = await newClient();
  await enablePobs(api, client.merchant);
  const contract = await client.contract();
  const at = `/v3/contracts/${contract}`;
  const { billingTermGroupId } = await client.ok(
    "POST",
    `${at}/billing-terms`,
    termBody({ interval: "MONTH", ...priced("300.00") }),
  );
  const toCreate = [
    {
      ...{ name: "Platform", transactionPrice: "3600.00", recognitionPattern: "STRAIGHT_LINE" },
      ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
    },
  ];
  await client.ok("POST", `${at}/performance-obligations`, { billingTermGroupId, toCreate });
  await client.approve(contract);
  return { client, contract, billingTermGroupId: billingTermGroupId as string };
}

test("GROUP_UNBALANCED: a group that earns more than it bills blocks the close", async () => {
  const { client, contract, billingTermGroupId } = await statedContract();
  assert.equal((await checkOf(client, "2026-02", "GROUP_UNBALANCED")).status, "PASSED");
  await owner.query(
    `update performance_obligation set transaction_price_minor = transaction_price_minor + 1
     where contract_id = $1 and billing_term_id is null`,
    [contract],
  );
  const { ids, total } = await rejectedOver(client, "2026-02", "GROUP_UNBALANCED");
  assert.deepEqual([ids, total], [[billingTermGroupId], 1]);
});

test("GROUP_UNBALANCED: billing beyond the stated prices in later months never blocks a close", async () => {
  const { client, contract } = await statedContract();
  const [term] = (await client.ok("GET", `/v3/contracts/${contract}/billing-terms`)).data;
  await client.ok("PATCH", `/v3/contracts/${contract}/billing-terms/${term.id}`, {
    ...priced("777.00"),
    effectiveDate: "2026-04-01",
  });
  await client.ok("PATCH", `/v3/contracts/${contract}/billing-terms/${term.id}/terminate`, { endDate: "2026-09-30" });
  await client.drainOutbox();
  assert.equal((await checkOf(client, "2026-02", "GROUP_UNBALANCED")).status, "PASSED");
  await client.ok("POST", `${path}/close-period?month=2026-02`);
});

test("GROUP_UNBALANCED: stated prices above the billing of a group block the close until lowered or more is billed", async () => {
  const { client, contract, billingTermGroupId } = await statedContract();
  const at = `/v3/contracts/${contract}`;
  const [term] = (await client.ok("GET", `${at}/billing-terms`)).data;
  const [pob] = (await client.ok("GET", `${at}/performance-obligations`)).data;
  const state = (transactionPrice: string) =>
    client.ok("PATCH", `${at}/performance-obligations/${pob.id}`, { transactionPrice });
  const { warnings } = await state("3960.00");
  assert.deepEqual(
    warnings.map(({ code }: Json) => code),
    ["GROUP_UNBALANCED"],
  );
  await client.drainOutbox();
  const { ids } = await rejectedOver(client, "2026-02", "GROUP_UNBALANCED");
  assert.deepEqual(ids, [billingTermGroupId]);

  await state("3600.00");
  assert.equal((await checkOf(client, "2026-02", "GROUP_UNBALANCED")).status, "PASSED");
  await state("3960.00");
  await client.ok("PATCH", `${at}/billing-terms/${term.id}`, { ...priced("340.00"), effectiveDate: "2026-04-01" });
  await client.drainOutbox();
  assert.equal((await checkOf(client, "2026-02", "GROUP_UNBALANCED")).status, "PASSED");
  await client.ok("POST", `${path}/close-period?month=2026-02`);
});

test("EVENT_TYPE_UNCOVERED: usage that is billed and not recognized by any performance obligation blocks the close", async () => {
  const client = await newClient();
  await enablePobs(api, client.merchant);
  const [first, second] = [
    (await client.ok("POST", "/v3/events/types", { name: "Calls" })).id,
    (await client.ok("POST", "/v3/events/types", { name: "Texts" })).id,
  ];
  const { contract, billingTermGroup } = await meteredContract(client, first);
  const at = `/v3/contracts/${contract}`;
  const another = usageBody(second, { billingTermGroupId: billingTermGroup, name: "Texts" });
  await client.ok("POST", `${at}/billing-terms`, another);
  const toCreate = [{ recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId: second }];
  await client.ok("POST", `${at}/performance-obligations`, { billingTermGroupId: billingTermGroup, toCreate });
  await client.approve(contract);
  assert.equal((await checkOf(client, "2026-02", "EVENT_TYPE_UNCOVERED")).status, "PASSED");
  await owner.query(
    "update performance_obligation set deleted_at = now() where contract_id = $1 and event_type_id = $2",
    [...[contract, second]],
  );
  assert.deepEqual((await rejectedOver(client, "2026-02", "EVENT_TYPE_UNCOVERED")).ids, [billingTermGroup]);
});

test("FAILED_JOBS: failed jobs are listed apart from running ones", async () => {
  const failing = await startApi();
  try {
    const client = clientOf(failing, await failing.newMerchant("2026-03-10T00:00:00Z"));
    const [id, other] = [await client.contract(), await client.contract()];
    for (const contract of [id, other]) {
      await client.add(contract, obligationBody());
      await client.ok("POST", `/v3/contracts/${contract}/actions`, { action: "APPROVE" });
    }
    await execute(
      failing.connectionString,
      allowTriggers,
      "create function poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$",
      "create trigger poison before insert on invoice for each row execute function poison()",
    );
    const job = { merchantId: client.merchant.merchantId, contractId: id };
    await execute(
      failing.connectionString,
      `insert into pgboss.job (name, source_name, data)
       values ('dead-letters', 'regenerate-invoices', '${JSON.stringify(job)}'::jsonb)`,
    );
    const { body } = await client.send("POST", `${path}/close-period?month=2026-02`);
    assert.deepEqual(
      body.error.details.checks.map(({ code, ids, total }: Json) => [code, ids, total]),
      [
        ["FAILED_JOBS", [id], 1],
        ["WORK_PENDING", [other], 1],
      ],
    );
    await execute(failing.connectionString, allowTriggers, "drop trigger poison on invoice");
    await client.ok("POST", `${path}/close-period?month=2026-02`);
  } finally {
    await failing.close();
  }
});

test("TRIAL_BALANCE_NOT_ZERO: an unbalanced journal blocks the close", async () => {
  const client = await newClient();
  await approvedContract(client);
  await owner.query("set session_replication_role = replica");
  await owner.query(
    `update journal_line set debit_minor = debit_minor + 1 where merchant_id = $1 and debit_minor > 0`,
    [client.merchant.merchantId],
  );
  await owner.query("set session_replication_role = origin");
  assert.deepEqual((await rejectedOver(client, "2026-02", "TRIAL_BALANCE_NOT_ZERO")).ids, ["USD"]);
});
