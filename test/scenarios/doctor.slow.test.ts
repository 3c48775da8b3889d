import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import pg from "pg";
import { signHead } from "../../src/close/signed-head-service.ts";
import { processAwaiting } from "../../src/contracts/processing-service.ts";
import { type DemoMerchant, seedDemo } from "../../src/integrations/demo/service.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { handleAllPending } from "../../src/platform/due-work.ts";
import { readSigningKey } from "../../src/platform/signing-key.ts";
import { invariants } from "../../src/reports/doctor/service.ts";
import { storeMonthEndBalances } from "../../src/reports/month-end-balances-service.ts";
import { refreshStoredRevenue } from "../../src/revenue/stored-revenue-service.ts";
import { startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { obligationBody, priced } from "../support/client.ts";
import { committedTerm } from "../support/commitment-client.ts";
import { runDoctor } from "../support/doctor.ts";
import { pdfOf } from "../support/pdf.ts";
import { rehashChain, rehashInvoices } from "../support/rehash-chain.ts";
import { termBody } from "../support/term-client.ts";
import { usageBody } from "../support/usage-client.ts";

// A sound book, then one corruption after another, each made as the owner of the tables with triggers and foreign keys
// off, and taken back afterwards. The doctor must name the invariants that are broken by it, and no other.

let api: TestApi;
let demo: DemoMerchant;
let other: TestMerchant;
let owner: pg.Client;
let folder: string;

before(async () => {
  api = await startApi();
  demo = await seedDemo(api.platform);
  other = await api.newMerchant();
  await api.request("POST", "/v3/customers", { key: other.writeKey, body: { name: "Another" } });
  await useTheBooks();
  assert.deepEqual(await refreshStoredRevenue(api.platform, demo.merchantId), []);
  await storeMonthEndBalances(api.platform, demo.merchantId);
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  await saveEverything();
  folder = await mkdtemp(join(tmpdir(), "accord-doctor-"));
});
after(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true });
  await owner?.end();
  await api?.close();
});

async function call(method: string, path: string, body?: unknown): Promise<void> {
  const answer = await api.request(method, path, { key: demo.writeKey, ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
}

/** Months reopened and closed again, metadata, a deleted customer: what books that are used have. */
async function useTheBooks(): Promise<void> {
  await call("POST", "/v3/month-end-close/reopen-period?month=2025-10&reason=Audit");
  await call("POST", "/v3/month-end-close/close-period?month=2025-11");
  await call("POST", "/v3/month-end-close/close-period?month=2025-12");
  await call("POST", "/v3/journal-exports", { month: "2025-03", level: "DETAIL", format: "CSV" });
  await call("POST", "/v3/contracts", { name: "With metadata", metadata: { region: "north" } });
  await call("POST", "/v3/customers", { name: "Gone soon" });
  await taskOfClose();
  await useCredit();
  await commitOnUsage();
  await useSomething();
  await changeSomething();
  await addAndUpload();
  await correctSomething();
}

/** A task of the close that says another title by now. */
async function taskOfClose(): Promise<void> {
  const ownerEmail = "closer@example.com";
  await addUser(api.platform.db, demo.merchantId, ownerEmail);
  const task = { title: "Reconcile cash", fromMonth: "2026-01", ownerEmail, dueDays: 3 };
  const made = await api.request("POST", "/v3/month-end-close/task-templates", { key: demo.writeKey, body: task });
  await call("PATCH", `/v3/month-end-close/task-templates/${made.body.payload?.id}`, { title: "Reconcile the bank" });
}

/** A contract with a price that was changed, and a treatment of that which somebody chose. */
async function changeSomething(): Promise<void> {
  const ok = async (method: string, path: string, body?: object) => {
    const answer = await api.request(method, path, { key: demo.writeKey, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.payload;
  };
  const { id: customerId } = await ok("POST", "/v3/customers", { name: "Changed" });
  const path = `/v3/contracts/${(await ok("POST", "/v3/contracts", { name: "Changed", customerId })).id}`;
  const { id } = await ok("POST", `${path}/billing-terms`, termBody({ interval: "MONTH", ...priced("100.00") }));
  await ok("POST", `${path}/actions`, { action: "APPROVE" });
  await ok("PATCH", `${path}/billing-terms/${id}`, priced("120.00"));
  const { data } = await ok("GET", `${path}/modifications`);
  await ok("PATCH", `${path}/modifications/${data[0].id}`, { treatment: "CUMULATIVE_CATCH_UP", reason: "Looked at" });
  await handleAllPending(api.platform, demo.merchantId);
}

/** A contract with a term that was added after approval, so that an obligation follows it, another with an amended price, and a file that was read. */
async function addAndUpload(): Promise<void> {
  const ok = async (method: string, path: string, body?: object) => {
    const answer = await api.request(method, path, { key: demo.writeKey, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.payload;
  };
  const { id: customerId } = await ok("POST", "/v3/customers", { name: "Extended" });
  const { id } = await ok("POST", "/v3/contracts", { name: "Extended", customerId });
  const body = termBody({ interval: "MONTH", ...priced("30.00") });
  const term = await ok("POST", `/v3/contracts/${id}/billing-terms`, body);
  await ok("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });
  await handleAllPending(api.platform, demo.merchantId);
  await ok("POST", `/v3/contracts/${id}/billing-terms`, { ...body, name: "Beside" });
  const amended = { effectiveDate: "2026-03-01", settlement: "CO_TERM", ...priced("40.00") };
  await ok("POST", `/v3/contracts/${id}/billing-terms/${term.id}/amendments`, amended);
  const file = new FormData();
  file.append(
    "file",
    new Blob([new Uint8Array(pdfOf(["Extended agreement"]))], { type: "application/pdf" }),
    "extended.pdf",
  );
  const headers = { authorization: `Bearer ${demo.writeKey}` };
  const { status } = await fetch(`${api.url}/v3/contracts/${id}/file`, { method: "POST", headers, body: file });
  assert.equal(status, 200);
  await processAwaiting(api.platform, demo.merchantId);
  await handleAllPending(api.platform, demo.merchantId);
}

/** A contract whose liability stands in an account of its category, and whose term ends later than it was approved with. */
async function correctSomething(): Promise<void> {
  const ok = async (method: string, path: string, body?: object) => {
    const answer = await api.request(method, path, { key: demo.writeKey, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.payload;
  };
  const { id: customerId } = await ok("POST", "/v3/customers", { name: "Corrected" });
  const category = { name: "Support of the corrected", contractLiabilityAccount: "Deferred support" };
  const { id: categoryId } = await ok("POST", "/v3/categories", { ...category, revenueAccount: "Support revenue" });
  const path = `/v3/contracts/${(await ok("POST", "/v3/contracts", { name: "Corrected", customerId })).id}`;
  const { billingTermId } = await ok("POST", `${path}/obligations`, obligationBody({ categoryId }));
  await ok("POST", `${path}/actions`, { action: "APPROVE" });
  await handleAllPending(api.platform, demo.merchantId);
  await ok("PATCH", `${path}/billing-terms/${billingTermId}`, { endDate: "2027-03-31" });
  await handleAllPending(api.platform, demo.merchantId);
}

/** Two metered contracts of one customer, approved, with usage of one of them; an event of it is taken back. */
async function useSomething(): Promise<void> {
  const ok = async (method: string, path: string, body?: object) => {
    const answer = await api.request(method, path, { key: demo.writeKey, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.payload;
  };
  const { id: customerId } = await ok("POST", "/v3/customers", { name: "Metered" });
  const eventTypeIds: string[] = [];
  for (const name of ["Metered calls", "Metered messages"]) {
    const { id: eventTypeId } = await ok("POST", "/v3/events/types", { name });
    const { id } = await ok("POST", "/v3/contracts", { name, customerId });
    await ok("POST", `/v3/contracts/${id}/billing-terms`, usageBody(eventTypeId, "0.01"));
    await ok("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });
    eventTypeIds.push(eventTypeId);
  }
  const made = [1, 2, 3].map((day) => {
    const event = { idempotencyKey: `call-${day}`, customerId, eventTypeId: eventTypeIds[0] };
    return { ...event, datetime: `2026-01-0${day}T10:00:00Z`, value: `${day}.5`, differentiator: `d${day % 2}` };
  });
  const { results } = await ok("POST", "/v3/events/bulk", { events: made });
  await ok("DELETE", `/v3/events/${results[2].id}`);
  await handleAllPending(api.platform, demo.merchantId);
}

/** A credit memo and a payment, each applied in part to the same invoice. */
async function useCredit(): Promise<void> {
  const { key, issued } = {
    key: demo.writeKey,
    issued: "/v3/invoices?filter=status:eq:ISSUED,issueDate:gte:2026-01-01",
  };
  const { body } = await api.request("GET", issued, { key });
  const { id: invoiceId, customerId, currency } = body.payload.data.at(-1);
  const { body: item } = await api.request("POST", "/v3/items", { key, body: { name: "Goodwill" } });
  const items = [{ itemId: item.payload.id, amount: "9" }];
  const memo = { customerId, currency, issueDate: "2026-01-02", reason: "Goodwill", items };
  await call("POST", "/v3/credit-memos", { ...memo, applyOnCreate: { invoiceId, amount: "4" } });
  await call("POST", "/v3/payments", { customerId, currency, amount: "5", applications: [{ invoiceId, amount: "2" }] });
}

/** A contract with two commitments: one of two schedules with two steps and overage in tiers, and one for the full duration. */
async function commitOnUsage(): Promise<void> {
  const ok = async (path: string, body: object) => {
    const answer = await api.request("POST", path, { key: demo.writeKey, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.payload;
  };
  const contract = { name: "Committed", startDate: "2026-01-01", endDate: "2026-12-31" };
  const path = `/v3/contracts/${(await ok("/v3/contracts", contract)).id}`;
  const termOn = async (name: string) => {
    const { id: eventTypeId } = await ok("/v3/events/types", { name });
    return (await ok(`${path}/billing-terms`, committedTerm(eventTypeId, "0.01"))).id;
  };
  const [calls, messages] = [await termOn("Committed calls"), await termOn("Committed messages")];
  const step = (billingTermId: string) => ({ commitmentValue: "100", billingTermIds: [billingTermId] });
  const tiers = ["0", "50"].map((conditionValue) => ({ conditionValue, price: "1" }));
  const overageConfigs = [{ billingTermId: calls, overagePricings: tiers }];
  const steps = [step(calls), step(calls)];
  const { commitments } = await ok(`${path}/commitments`, {
    commitments: [
      {
        commitmentUnitType: "CURRENCY",
        name: "Calls",
        schedules: [
          { startDate: "2026-01-01", endDate: "2026-03-31", overageConfigs, steps },
          { startDate: "2026-04-01", endDate: "2026-06-30", steps },
        ],
      },
      {
        commitmentUnitType: "CURRENCY",
        name: "Messages",
        isFullDuration: true,
        schedules: [{ commitmentInterval: "QUARTERLY", steps: [step(messages)] }],
      },
    ],
  });
  const [{ id, schedules }] = commitments;
  await ok(`${path}/commitments/${id}/steps`, { scheduleId: schedules[1].id, ...step(calls) });
  const gone = await ok(`${path}/commitments/${id}/steps`, { scheduleId: schedules[1].id, ...step(calls) });
  await call("DELETE", `${path}/commitments/${id}/steps/${gone.id}`);
}

const tables = [
  "merchant",
  "membership",
  "api_key",
  "number_counter",
  "books",
  "accounting_period",
  "close_package",
  "signed_head",
  "close_task_template",
  "close_task_revision",
  "close_hold",
  "held_contract",
  "customer",
  "category",
  "contract",
  "contract_file",
  "billing_term_group",
  "billing_term",
  "billing_term_layer",
  "price_amendment",
  "contract_modification",
  "modification_choice",
  "usage_stream",
  "usage_event_key",
  "usage_event",
  "usage_event_deletion",
  "commitment",
  "commitment_schedule",
  "commitment_step",
  "commitment_step_term",
  "commitment_change",
  "performance_obligation",
  "obligation_liability_account",
  "pob_correction",
  "invoice",
  "invoice_line",
  "credit_memo",
  "credit_memo_item",
  "payment",
  "application",
  "refund",
  "journal_entry",
  "journal_line",
  "journal_export",
  "journal_entry_export",
  "sync_record",
  "revenue_entry",
  "contract_revenue",
  "obligation_revenue",
  "obligation_schedule",
  "recurring_revenue",
  "month_end",
  "month_end_balance",
  "contract_change",
  "list_growth",
  "outbox_event",
  "audit_log",
  "audit_head",
];

async function saveEverything(): Promise<void> {
  await owner.query("create schema saved");
  for (const table of tables) await owner.query(`create table saved.${table} as table public.${table}`);
}

async function restoreEverything(): Promise<void> {
  for (const table of tables) {
    const { rows } = await owner.query<{ columns: string }>(
      `select string_agg(attname, ', ') as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [`public.${table}`],
    );
    const columns = rows[0]?.columns ?? "";
    await owner.query(`delete from public.${table}`);
    await owner.query(`insert into public.${table} (${columns}) select ${columns} from saved.${table}`);
  }
  await owner.query("delete from pgboss.job where name = 'dead-letters' or data ->> 'contractId' = 'none'");
}

test("the doctor finds nothing in sound books, in a partial or a full run", async () => {
  assert.deepEqual(await runDoctor(api.platform.db), []);
  assert.deepEqual(await runDoctor(api.platform.db, { full: true }), []);
});

test("progress is reported to the end", async () => {
  const steps: [number, number][] = [];
  await runDoctor(api.platform.db, {
    merchantId: demo.merchantId,
    onProgress: (done, total) => steps.push([done, total]),
  });
  const last = steps.at(-1) ?? [0, 1];
  assert.equal(last[0], last[1]);
});

type Corruption = {
  readonly what: string;
  /** `$m` is the merchant, `$o` another one; "$hashes" gives every issued invoice the hash of what it says by then. */
  readonly how: string | readonly string[];
  readonly finds: readonly string[];
};

const january = "date >= '2026-01-01'";
const june = "date between '2025-06-01' and '2025-06-30'";
const oneLine = (where: string) =>
  `(merchant_id, entry_id, line_number) = (select merchant_id, entry_id, line_number from journal_line
     where merchant_id = '$m' and ${where} order by entry_id limit 1)`;
const oneRow = (table: string, where: string, order = "id") =>
  `merchant_id = '$m' and id = (select id from ${table} where merchant_id = '$m' and ${where} order by ${order} limit 1)`;
/** A row of a table once more, under another id. */
const again = (table: string) => `insert into ${table}
  select (jsonb_populate_record(row, jsonb_build_object('id', gen_random_uuid()))).* from ${table} as row where ${oneRow(table, "true")}`;
const contractNamed = (name: string) => oneRow("contract", `name like '${name}%'`);
const storedContract = `contract_id = (select contract_id from contract_revenue where merchant_id = '$m' order by contract_id limit 1)`;
const ofContract = (name: string) => `contract_id = (select id from contract where ${contractNamed(name)})`;
const termOf = (name: string) =>
  `(select term.id from billing_term as term join contract on contract.id = term.contract_id
     where term.merchant_id = '$m' and contract.name like '${name}%' limit 1)`;
const lineIn = (name: string, start: string) =>
  `merchant_id = '$m' and billing_term_id = ${termOf(name)} and service_start = '${start}'`;
const invoiceOf = (name: string, where: string) =>
  oneRow("invoice", `${where} and billing_term_ids = array[${termOf(name)}]`, "issue_date");

// The time in a fact's id tells how long it has waited. Only contracts that told facts have a job.
function waitingEvent(contract: string): string {
  return `insert into outbox_event (merchant_id, id, type, contract_id, data, created_at, handled_at)
    select merchant_id, '00000000-0000-7000-8000-000000000001', 'contract.updated', id, '{}',
    now(), null from contract where ${contractNamed(contract)}`;
}

const commitmentOf = (name: string) =>
  `commitment_id = (select id from commitment where merchant_id = '$m' and name = '${name}')`;
const lastSchedule = oneRow("commitment_schedule", commitmentOf("Calls"), "start_date desc");

const corruptions: readonly Corruption[] = [
  {
    what: "two usage events have one key",
    how: `update usage_event set idempotency_key = 'call-2' where merchant_id = '$m' and idempotency_key = 'call-1'`,
    finds: ["INV-18"],
  },
  {
    what: "the last usage event says a key that comes before all others",
    how: "update usage_event set idempotency_key = 'a' where merchant_id = '$m' and idempotency_key = 'call-3'",
    finds: ["INV-18"],
  },
  {
    what: "a usage event that was taken back is there twice",
    how: `insert into usage_event select (jsonb_populate_record(row, jsonb_build_object('datetime', datetime + interval '1 second'))).*
      from usage_event as row where merchant_id = '$m' and idempotency_key = 'call-3'`,
    finds: ["INV-18", "INV-38"],
  },
  {
    what: "a usage event is gone, and its key is not",
    how: "delete from usage_event where merchant_id = '$m' and idempotency_key = 'call-1'",
    finds: ["INV-18", "INV-23", "INV-37", "INV-38"],
  },
  {
    what: "a usage event is of a type that its customer is not known to use",
    how: "delete from usage_stream where merchant_id = '$m'",
    finds: ["INV-18"],
  },
  {
    what: "two terms bill the same usage",
    how: `update billing_term set event_type_id = (select id from event_type where merchant_id = '$m' and name = 'Metered calls')
      where id = ${termOf("Metered messages")}`,
    finds: ["INV-18", "INV-23", "INV-37", "INV-41"],
  },
  {
    what: "a day is missing between the schedules of a commitment",
    how: `update commitment_schedule set start_date = start_date + 1 where ${lastSchedule}`,
    finds: ["INV-13", "INV-14", "INV-41"],
  },
  {
    what: "the only schedule of a commitment is gone, with its steps and what its term knows of it",
    how: [
      `update commitment_schedule set deleted_at = now() where ${commitmentOf("Messages")}`,
      `update commitment_step set deleted_at = now() where ${commitmentOf("Messages")}`,
      `update billing_term set committed = '[]'
        where committed -> 0 ->> 'commitmentId' = (select id::text from commitment where name = 'Messages' and merchant_id = '$m')`,
    ],
    finds: ["INV-13", "INV-41"],
  },
  {
    what: "a contract ends later than a commitment for its full duration",
    how: `update contract set end_date = end_date + 1 where ${contractNamed("Committed")}`,
    finds: ["INV-13", "INV-41"],
  },
  {
    what: "two commitments have one event type",
    how: `update billing_term set event_type_id = (select id from event_type where merchant_id = '$m' and name = 'Committed calls')
      where event_type_id = (select id from event_type where merchant_id = '$m' and name = 'Committed messages')`,
    finds: ["INV-13", "INV-41"],
  },
  {
    what: "a step is missing between two",
    how: `update commitment_step set position = 7 where ${commitmentOf("Calls")} and position = 1`,
    finds: ["INV-14", "INV-41"],
  },
  {
    what: "a step stands in the schedule of another commitment",
    how: `update commitment_step set schedule_id = (select id from commitment_schedule where ${commitmentOf("Messages")}), position = 1
      where id = (select id from commitment_step where ${commitmentOf("Calls")} and position = 1 limit 1)`,
    finds: ["INV-01", "INV-13", "INV-14", "INV-41", "INV-44"],
  },
  {
    what: "a step has no term",
    how: `delete from commitment_step_term where step_id =
      (select id from commitment_step where ${commitmentOf("Calls")} and position = 1 order by id limit 1)`,
    finds: ["INV-14", "INV-41"],
  },
  {
    what: "a tier of overage begins where the one before does",
    how: `update commitment_schedule set overage_configs = jsonb_set(overage_configs, '{0,tiers,1,from}', '"0"')
      where ${commitmentOf("Calls")} and overage_configs <> '[]'`,
    finds: ["INV-14", "INV-41"],
  },
  {
    what: "a term does not know that it is committed",
    how: `update billing_term set committed = '[]' where merchant_id = '$m' and committed <> '[]'`,
    finds: ["INV-14"],
  },
  {
    what: "a change of a commitment is missing",
    how: `delete from commitment_change where ${commitmentOf("Calls")} and number = 1`,
    finds: ["INV-14", "INV-41", "INV-45"],
  },
  {
    what: "a commitment had another name before it was changed",
    how: `update commitment_change set before = jsonb_set(before, '{name}', '"Another"') where ${commitmentOf("Calls")} and number = 2`,
    finds: ["INV-41"],
  },
  {
    what: "a correction has changed one field more",
    how: `update pob_correction set changes = changes || '{"tierScope": {"from": null, "to": null}}' where merchant_id = '$m' and ${ofContract("Corrected")}`,
    finds: ["INV-41"],
  },
  {
    what: "the liability of an obligation stands in an account in which nothing was posted",
    how: "update obligation_liability_account set account = 'Elsewhere' where merchant_id = '$m'",
    finds: ["INV-44"],
  },
  {
    what: "the account of an obligation's liability is not kept",
    how: "delete from obligation_liability_account where merchant_id = '$m'",
    finds: ["INV-44"],
  },
  {
    what: "a contract without a customer is ready to be approved",
    how: "update contract set status = 'PROCESSED' where merchant_id = '$m' and status = 'BLOCKED'",
    finds: ["INV-44"],
  },
  {
    what: "a contract names another merchant's customer",
    how: `update contract set customer_id = (select id from customer where merchant_id = '$o' limit 1)
      where ${contractNamed("Renewal")}`,
    finds: ["INV-01", "INV-41"],
  },
  {
    what: "a category is gone that obligations and revenue name",
    how: "delete from category where merchant_id = '$m' and name = 'Support'",
    finds: ["INV-01", "INV-41"],
  },
  {
    what: "a journal line names another merchant's customer",
    how: `update journal_line set customer_id = (select id from customer where merchant_id = '$o' limit 1)
      where ${oneLine(`role = 'CONTRACT_LIABILITY' and ${june}`)}`,
    finds: ["INV-01", "INV-31", "INV-44"],
  },
  {
    what: "a journal line names an item that is not there",
    how: `update journal_line set item_id = gen_random_uuid() where ${oneLine(`role = 'REVENUE' and ${june}`)}`,
    finds: ["INV-01", "INV-31"],
  },
  {
    what: "a journal line names a class that is not there",
    how: `update journal_line set class_id = gen_random_uuid() where ${oneLine(`role = 'REVENUE' and ${june}`)}`,
    finds: ["INV-01", "INV-31"],
  },
  {
    what: "an invoice names a contract that is gone",
    how: `delete from contract where ${contractNamed("Set-up of")}`,
    finds: ["INV-01", "INV-08", "INV-38", "INV-41"],
  },
  {
    what: "an amount of an open month's entry grew",
    how: `update journal_line set credit_minor = credit_minor + 1
      where ${oneLine(`role = 'CONTRACT_LIABILITY' and credit_minor > 0 and ${january}`)}`,
    finds: ["INV-02"],
  },
  {
    what: "an amount of a closed month's entry grew",
    how: `update journal_line set credit_minor = credit_minor + 1
      where ${oneLine(`role = 'CONTRACT_LIABILITY' and credit_minor > 0 and ${june}`)}`,
    finds: ["INV-02", "INV-09", "INV-11", "INV-31", "INV-32", "INV-42"],
  },
  {
    what: "an entry has another date than its lines",
    how: `update journal_entry set date = date + 1 where ${oneRow("journal_entry", january)}`,
    finds: ["INV-02", "INV-44"],
  },
  {
    what: "an entry lost its lines",
    how: `delete from journal_line where merchant_id = '$m' and entry_id = (select id from journal_entry
      where merchant_id = '$m' and type = 'PRESENTATION_REVERSAL' and ${january} limit 1)`,
    finds: ["INV-02"],
  },
  {
    what: "a line of an issued invoice grew",
    how: `update invoice_line set subtotal_minor = subtotal_minor + 1, total_minor = total_minor + 1
      where ${lineIn("Team plan", "2025-06-01")}`,
    finds: ["INV-03", "INV-10", "INV-23", "INV-44"],
  },
  {
    what: "the total of an issued invoice grew",
    how: `update invoice set subtotal_minor = subtotal_minor + 1, total_minor = total_minor + 1
      where ${invoiceOf("Team plan", "issue_date = '2025-06-01'")}`,
    finds: ["INV-03", "INV-09", "INV-10", "INV-29"],
  },
  {
    what: "an invoice is PAID by nobody",
    how: `update invoice set status = 'PAID' where ${invoiceOf("Team plan", "status = 'ISSUED'")}`,
    finds: ["INV-03", "INV-29", "INV-44"],
  },
  {
    what: "a payment that the journal does not know",
    how: `update invoice set status = 'PAID', amount_paid_minor = total_minor
      where ${invoiceOf("Team plan", "status = 'ISSUED'")}`,
    finds: ["INV-04", "INV-29", "INV-44"],
  },
  {
    what: "a draft's total is not that of its lines",
    how: `update invoice set subtotal_minor = subtotal_minor + 1, total_minor = total_minor + 1
      where ${oneRow("invoice", "status = 'DRAFT'")}`,
    finds: ["INV-03"],
  },
  {
    what: "a line reaches into the next one's days",
    how: `update invoice_line set service_end = service_end + 5 where ${lineIn("Team plan", "2025-06-01")}`,
    finds: ["INV-06", "INV-10", "INV-23"],
  },
  {
    what: "a period in the middle of a term is not billed",
    how: `update invoice_line set is_void = true where ${lineIn("Team plan", "2025-06-01")}`,
    finds: ["INV-07", "INV-44"],
  },
  {
    what: "an issued invoice is gone",
    how: [
      `delete from invoice where ${invoiceOf("Team plan", "issue_date = '2025-06-01'")}`,
      `delete from invoice_line where ${lineIn("Team plan", "2025-06-01")}`,
    ],
    // Its reminders name it as well.
    finds: ["INV-01", "INV-07", "INV-09", "INV-10", "INV-29", "INV-38"],
  },
  {
    what: "posted revenue grew",
    how: `update revenue_entry set amount_minor = amount_minor + 1
      where merchant_id = '$m' and month = '2025-06-01' and ${ofContract("Team plan")}`,
    finds: ["INV-08", "INV-09", "INV-31", "INV-37"],
  },
  {
    what: "posted revenue is gone",
    how: `delete from revenue_entry where merchant_id = '$m' and month = '2025-06-01' and currency = 'JPY'`,
    finds: ["INV-08", "INV-09", "INV-31", "INV-37"],
  },
  {
    what: "revenue belongs to no obligation",
    how: "delete from performance_obligation where merchant_id = '$m' and recognition_pattern = 'POINT_IN_TIME'",
    finds: ["INV-01", "INV-08", "INV-37", "INV-41", "INV-42"],
  },
  {
    what: "the service of an obligation moved without a catch-up",
    how: `update performance_obligation set service_end = service_end + 100
      where merchant_id = '$m' and billing_term_id = ${termOf("Platform Japan")}`,
    finds: ["INV-08", "INV-37", "INV-41"],
  },
  {
    what: "the price of a term moved without anybody being told",
    how: `update billing_term set price = jsonb_set(price, '{pricing,0,amount}', '"851"')
      where merchant_id = '$m' and id = ${termOf("Evergreen")}`,
    finds: ["INV-08", "INV-23", "INV-37", "INV-41"],
  },
  {
    what: "a contract's liability is booked on another contract",
    how: `update journal_line set contract_id = (select id from contract where ${contractNamed("Evergreen")})
      where ${oneLine(`role = 'CONTRACT_LIABILITY' and ${june} and ${ofContract("Team plan")}`)}`,
    finds: ["INV-09", "INV-32", "INV-42", "INV-44"],
  },
  {
    what: "a contract's liability is booked as an unbilled receivable",
    how: `update journal_line set role = 'UNBILLED_RECEIVABLE'
      where ${oneLine(`role = 'CONTRACT_LIABILITY' and credit_minor > 0 and ${june} and ${ofContract("Team plan")}`)}`,
    finds: ["INV-09", "INV-11", "INV-31", "INV-32", "INV-42"],
  },
  {
    what: "the hash of an issued invoice is another one",
    how: `update invoice set content_hash = decode(repeat('00', 32), 'hex') where ${oneRow("invoice", "status = 'ISSUED'")}`,
    finds: ["INV-10", "INV-26"],
  },
  {
    what: "the due date of an issued invoice moved",
    how: `update invoice set due_date = due_date + 30 where ${oneRow("invoice", "status = 'ISSUED'")}`,
    finds: ["INV-10", "INV-44"],
  },
  {
    what: "an invoice number was taken and not used",
    how: "update number_counter set next = next + 1 where merchant_id = '$m' and series = 'INVOICE'",
    finds: ["INV-10", "INV-45"],
  },
  {
    what: "an invoice shows another number than it has",
    how: `update invoice set invoice_number = 'INV-X' where ${oneRow("invoice", "status = 'ISSUED'")}`,
    finds: ["INV-10", "INV-26"],
  },
  {
    what: "the journal has a gap",
    how: `update journal_entry set number = number + 5 where ${oneRow("journal_entry", "true", "number desc")}`,
    finds: ["INV-10", "INV-45"],
  },
  {
    what: "an entry was slipped into a closed month",
    how: [
      `insert into journal_entry select merchant_id, gen_random_uuid(), number + 1, '2025-06-10', type, null, null,
         source_type, 'slipped', null, currency, posted_at + interval '2 days'
       from journal_entry where merchant_id = '$m' order by number desc limit 1`,
      `insert into journal_line select merchant_id, id, side, date, 'CASH', 'Cash', currency, side - 1, 2 - side
       from journal_entry, generate_series(1, 2) as side where source_id = 'slipped'`,
      "update number_counter set next = next + 1 where merchant_id = '$m' and series = 'JOURNAL_ENTRY'",
    ],
    finds: ["INV-11", "INV-31", "INV-38"],
  },
  {
    what: "what was kept of a closed month is another thing",
    how: "update accounting_period set activity = '[]' where merchant_id = '$m' and month = '2025-06-01'",
    finds: ["INV-11"],
  },
  {
    what: "an entry of a closed month was posted long after its close",
    how: `update journal_entry set posted_at = posted_at + interval '400 days' where ${oneRow("journal_entry", june)}`,
    finds: ["INV-11", "INV-31"],
  },
  {
    what: "the books are open where the month is closed",
    how: "update books set closed_through = '2025-11-01' where merchant_id = '$m'",
    finds: ["INV-12"],
  },
  {
    what: "a month among closed ones is open",
    how: "update accounting_period set status = 'REOPENED' where merchant_id = '$m' and month = '2025-06-01'",
    finds: ["INV-12", "INV-41", "INV-42"],
  },
  {
    what: "a closed month is missing",
    how: "delete from accounting_period where merchant_id = '$m' and month = '2025-12-01'",
    finds: ["INV-08", "INV-12", "INV-41"],
  },
  {
    what: "one figure of a close package changed",
    how: `update close_package set manifest = replace(manifest, '"closeCount":1', '"closeCount":7')
      where merchant_id = '$m' and month = '2025-06-01'`,
    finds: ["INV-31"],
  },
  {
    what: "a close package changed together with its hash",
    how: `update close_package set manifest = changed, hash = sha256(convert_to(changed, 'UTF8'))
      from (select replace(manifest, '"accord.close-package/1"', '"accord.close-package/1 "') as changed
        from close_package where merchant_id = '$m' and month = '2025-06-01') as text
      where merchant_id = '$m' and month = '2025-06-01'`,
    finds: ["INV-31"],
  },
  {
    what: "a close package is missing",
    how: "delete from close_package where merchant_id = '$m' and month = '2025-06-01'",
    finds: ["INV-31"],
  },
  {
    what: "the last close package was cut off, and its month has forgotten it",
    how: [
      `delete from close_package where merchant_id = '$m' and sequence =
        (select max(sequence) from close_package where merchant_id = '$m')`,
      "update accounting_period set package_hash = null where merchant_id = '$m' and month = '2025-12-01'",
    ],
    finds: ["INV-31", "INV-41"],
  },
  {
    what: "revenue of a closed month says that it was earned in another",
    how: `update revenue_entry set earned_month = '2025-05-01'
      where merchant_id = '$m' and month = '2025-06-01' and ${ofContract("Team plan")}`,
    finds: ["INV-31", "INV-37", "INV-44"],
  },
  {
    what: "an entry of a closed month was made by another document",
    how: `update journal_entry set source_id = 'another' where ${oneRow("journal_entry", `type = 'PRESENTATION' and ${june}`)}`,
    finds: ["INV-31"],
  },
  {
    what: "what is kept of a closed month has another liability",
    how: `update month_end_balance set liability_minor = liability_minor + 1
      where merchant_id = '$m' and month = '2025-06-01' and ${ofContract("Team plan")}`,
    finds: ["INV-42"],
  },
  {
    what: "a head was made by somebody without the key",
    how: `insert into signed_head select merchant_id, 1, json_build_object('format', 'accord.signed-head/1', 'merchantId', merchant_id,
        'sequence', 1, 'audit', null, 'closePackage', null, 'keyId', '', 'previousHash', null,
        'journal', json_build_object('count', 0, 'lines', 0, 'lastNumber', '0', 'hash', 'ff'))::text, decode(repeat('00', 64), 'hex')
      from audit_head where merchant_id = '$m'`,
    finds: ["INV-40"],
  },
  {
    what: "metadata is a list",
    how: `update contract set metadata = '[]' where ${contractNamed("With metadata")}`,
    finds: ["INV-21", "INV-41"],
  },
  {
    what: "metadata is too large",
    how: `update contract set metadata = jsonb_build_object('k', repeat('é', 8191)) where ${contractNamed("With metadata")}`,
    finds: ["INV-21", "INV-41"],
  },
  {
    what: "metadata is too deep",
    how: `update contract set metadata = (repeat('{"a":', 33) || '1' || repeat('}', 33))::jsonb
      where ${contractNamed("With metadata")}`,
    finds: ["INV-21", "INV-41"],
  },
  {
    what: "a draft is missing",
    how: `delete from invoice where ${oneRow("invoice", "status = 'DRAFT'")}`,
    finds: ["INV-23", "INV-38"],
  },
  {
    what: "a draft says another price than its term",
    how: `update invoice set subtotal_minor = subtotal_minor + 1, total_minor = total_minor + 1,
        draft_lines = jsonb_set(jsonb_set(draft_lines, '{0,subtotal}', to_jsonb((subtotal_minor + 1)::text)),
          '{0,total}', to_jsonb((total_minor + 1)::text))
      where ${invoiceOf("Evergreen", "status = 'DRAFT'")}`,
    finds: ["INV-23"],
  },
  {
    what: "a term does not know how far it is invoiced",
    how: "update billing_term set invoiced_through = null where merchant_id = '$m' and invoiced_through is not null",
    finds: ["INV-23"],
  },
  {
    what: "a contract that nobody approved has a draft",
    how: `update invoice set contract_id = (select id from contract where ${contractNamed("Renewal")})
      where ${invoiceOf("Evergreen", "status = 'DRAFT'")}`,
    finds: ["INV-23"],
  },
  {
    what: "a change waits and no job will do it",
    how: waitingEvent("With metadata"),
    finds: ["INV-24", "INV-24"],
  },
  {
    what: "a change waits although it has a job",
    how: waitingEvent("Team plan"),
    finds: ["INV-24"],
  },
  {
    what: "a job waits that was due eleven minutes ago",
    how: `insert into pgboss.job (name, data, start_after)
      values ('process-contract', jsonb_build_object('merchantId', '$m', 'contractId', 'none'), now() - interval '11 minutes')`,
    finds: ["INV-24"],
  },
  {
    what: "a job failed",
    how: `insert into pgboss.job (name, data) values ('dead-letters', jsonb_build_object('merchantId', '$m'))`,
    finds: ["INV-24"],
  },
  {
    what: "one byte of the audit log changed",
    how: `update audit_log set actor_id = actor_id || 'x' where ${oneRow("audit_log", "action = 'contract.create'")}`,
    finds: ["INV-26"],
  },
  {
    what: "an audit row changed together with its hash",
    how: `update audit_log set hash = decode(repeat('00', 32), 'hex')
      where ${oneRow("audit_log", "action = 'customer.create'")}`,
    finds: ["INV-26"],
  },
  {
    what: "the audit row of an issued invoice is gone",
    how: `delete from audit_log where ${oneRow("audit_log", "action = 'invoice.issue'")}`,
    finds: ["INV-26"],
  },
  {
    what: "the end of the audit log was cut off, and its head set back",
    how: [
      "delete from audit_log where merchant_id = '$m' and sequence > 50",
      `update audit_head set sequence = 50, hash = (select hash from audit_log where merchant_id = '$m' and sequence = 50)
       where merchant_id = '$m'`,
    ],
    finds: ["INV-18", "INV-26", "INV-41", "INV-44"],
  },
  {
    what: "the currency of a contract changed",
    how: `update contract set currency = 'USD' where merchant_id = '$m' and currency = 'EUR'`,
    finds: ["INV-27", "INV-37", "INV-41"],
  },
  {
    what: "a customer's currency is none",
    how: "update customer set default_currency = 'XXX' where merchant_id = '$m'",
    finds: ["INV-27", "INV-41"],
  },
  {
    what: "a contract's currency is none, so that no amount can be made of it",
    how: `update contract set currency = 'XXX' where merchant_id = '$m' and currency = 'JPY'`,
    finds: ["INV-07", "INV-08", "INV-08", "INV-23", "INV-27", "INV-32", "INV-32", "INV-37", "INV-41"],
  },
  {
    what: "an amount of kept revenue grew",
    how: `update obligation_schedule set amounts_minor[1] = amounts_minor[1] + 1
      where (merchant_id, contract_id, place) = (select merchant_id, contract_id, place from obligation_schedule
        where merchant_id = '$m' order by contract_id, place limit 1)`,
    finds: ["INV-37"],
  },
  {
    what: "kept revenue is of another customer",
    how: `update contract_revenue set customer_id = (select id from customer where merchant_id = '$m' and name = 'Gone soon')
      where ${storedContract}`,
    finds: ["INV-37"],
  },
  {
    what: "the revenue of a contract is not kept",
    how: `delete from contract_revenue where ${storedContract}`,
    finds: ["INV-37"],
  },
  {
    what: "revenue is kept of a contract that is not approved",
    how: `insert into contract_revenue select merchant_id, id, customer_id, currency, 0, null, '{}', null, null
      from contract where ${contractNamed("With metadata")}`,
    finds: ["INV-37"],
  },
  {
    what: "what a customer owes is booked as cash",
    how: `update journal_line set role = 'CASH' where ${oneLine(`role = 'RECEIVABLE' and ${january}`)}`,
    finds: ["INV-29"],
  },
  {
    what: "what a customer has to its credit is booked as cash",
    how: `update journal_line set role = 'CASH' where ${oneLine("role = 'CUSTOMER_CREDIT'")}`,
    finds: ["INV-30"],
  },
  {
    what: "an application grew",
    how: `update application set amount_minor = amount_minor + 1 where merchant_id = '$m' and credit_memo_id is not null`,
    finds: ["INV-04"],
  },
  {
    what: "a credit memo was applied on another day",
    how: `update application set applied_on = applied_on + 1 where merchant_id = '$m' and credit_memo_id is not null`,
    finds: ["INV-41"],
  },
  {
    what: "an application says another day than it was posted on",
    how: `update application set posted_on = posted_on + 1 where merchant_id = '$m' and credit_memo_id is not null`,
    finds: ["INV-44"],
  },
  {
    what: "an invoice of which nothing is paid says that a part is",
    how: `update invoice set status = 'PARTIALLY_PAID' where ${oneRow("invoice", "status = 'ISSUED'")}`,
    finds: ["INV-44"],
  },
  {
    what: "a credit memo says that all of it is applied",
    how: `update credit_memo set applied_minor = total_minor where merchant_id = '$m'`,
    finds: ["INV-04", "INV-05", "INV-30"],
  },
  {
    what: "a list says that it has a row more",
    how: `insert into list_growth (merchant_id, list, growth) values ('$m', 'payment', 1)`,
    finds: ["INV-38"],
  },
  {
    what: "an issued line has another name",
    how: `update invoice_line set name = name || ' (renamed)' where ${lineIn("Team plan", "2025-06-01")}`,
    finds: ["INV-10"],
  },
  {
    what: "a line of an issued invoice has another name, and the hash is of what it says now",
    how: [`update invoice_line set name = name || ' (renamed)' where ${lineIn("Team plan", "2025-06-01")}`, "$hashes"],
    finds: ["INV-26"],
  },
  {
    what: "an approved contract is another customer's",
    how: `update contract set customer_id = (select id from customer where merchant_id = '$m' and name = 'Gone soon')
      where ${contractNamed("Evergreen")}`,
    finds: ["INV-37", "INV-41", "INV-42"],
  },
  {
    what: "an obligation has another category",
    how: `update performance_obligation set category_id = (select id from category where merchant_id = '$m' and name = 'Support')
      where merchant_id = '$m' and category_id <> (select id from category where merchant_id = '$m' and name = 'Support')`,
    finds: ["INV-37", "INV-41"],
  },
  {
    what: "somebody else approved a contract",
    how: `update contract set approved_by = 'USER:00000000-0000-7000-8000-000000000000' where ${contractNamed("Evergreen")}`,
    finds: ["INV-41"],
  },
  {
    what: "somebody else closed a month",
    how: "update accounting_period set closed_by = 'USER:somebody' where merchant_id = '$m' and month = '2025-06-01'",
    finds: ["INV-41"],
  },
  {
    what: "a month that was never reopened says by whom it was",
    how: "update accounting_period set reopened_by = 'USER:somebody' where merchant_id = '$m' and month = '2025-06-01'",
    finds: ["INV-44"],
  },
  {
    what: "a month that was never reopened says why it was",
    how: "update accounting_period set reopen_reason = 'Audit' where merchant_id = '$m' and month = '2025-06-01'",
    finds: ["INV-44"],
  },
  {
    what: "a customer is exempt from tax that was not",
    how: `update customer set is_tax_exempt = not is_tax_exempt where ${oneRow("customer", "name = 'Gone soon'")}`,
    finds: ["INV-41"],
  },
  {
    what: "a customer has a value of a custom field that is not there",
    how: `update customer set custom_fields = jsonb_build_object(gen_random_uuid(), 'x') where ${oneRow("customer", "name = 'Gone soon'")}`,
    finds: ["INV-01"],
  },
  {
    what: "a contract has a value of a custom field that is not there",
    how: `update contract set custom_fields = jsonb_build_object(gen_random_uuid(), 'x') where ${oneRow("contract", "deleted_at is null")}`,
    finds: ["INV-01"],
  },
  {
    what: "a usage event counts from a month on that was open when it came",
    how: "update usage_event set book_month = '2026-01-01' where merchant_id = '$m' and idempotency_key = 'call-1'",
    finds: ["INV-44"],
  },
  {
    what: "a change of a commitment counts in a month that was closed by then",
    how: `update commitment_change set book_month = '2025-03-01' where ${commitmentOf("Calls")} and number = 2`,
    finds: ["INV-41", "INV-44"],
  },
  {
    what: "an issued invoice says other terms of payment",
    how: `update invoice set net_payment_terms = net_payment_terms + 1 where ${oneRow("invoice", "status = 'ISSUED'")}`,
    finds: ["INV-44"],
  },
  {
    what: "an issued invoice was planned for another day",
    how: `update invoice set original_issue_date = original_issue_date - 1 where ${oneRow("invoice", "status = 'ISSUED'")}`,
    finds: ["INV-44"],
  },
  {
    what: "an issued invoice has a note that nobody made",
    how: `update invoice set memo = 'Paid in cash' where ${oneRow("invoice", "status = 'ISSUED' and memo is null")}`,
    finds: ["INV-44"],
  },
  {
    what: "a close task goes by what it said before",
    how: "update close_task_template set revision = 1 where merchant_id = '$m' and revision = 2",
    finds: ["INV-41"],
  },
  {
    what: "a close task was due on another day in a month that is closed",
    how: "update close_task_revision set due_days = due_days + 1 where merchant_id = '$m' and revision = 1",
    finds: ["INV-41"],
  },
  {
    what: "a customer came without anybody having made it",
    how: `insert into customer (merchant_id, id, name, default_currency, net_payment_terms, created_at, last_updated_at)
      values ('$m', gen_random_uuid(), 'Slipped in', 'USD', 30, now(), now())`,
    finds: ["INV-38", "INV-41"],
  },
  {
    what: "a customer went without anybody having deleted it",
    how: `update customer set deleted_at = now() where ${oneRow("customer", "name = 'Gone soon'")}`,
    finds: ["INV-38", "INV-41"],
  },
  {
    what: "the next number of a series leaves one out",
    how: "update number_counter set next = next + 1 where merchant_id = '$m' and series = 'JOURNAL_ENTRY'",
    finds: ["INV-10", "INV-45"],
  },
  {
    what: "a usage event says another split of it than was sent",
    how: "update usage_event set differentiator = 'd9' where merchant_id = '$m' and idempotency_key = 'call-3'",
    finds: ["INV-18"],
  },
  {
    what: "a journal export lost an entry",
    how: `delete from journal_entry_export where merchant_id = '$m'
      and journal_entry_id = (select journal_entry_id from journal_entry_export where merchant_id = '$m' limit 1)`,
    finds: ["INV-39"],
  },
  {
    what: "the accounting system said something of a version that is not there",
    how: `insert into sync_record (merchant_id, entity_type, entity_id, status, version, attempts, last_updated_at)
      select merchant_id, 'PAYMENT', id, 'SYNCING', version + 1, 0, now() from payment where ${oneRow("payment", "true")}`,
    finds: ["INV-41", "INV-43"],
  },
  {
    what: "a contract says that its terms are worth more",
    how: `update contract set terms_value_minor = terms_value_minor + 1 where ${oneRow("contract", "status = 'APPROVED' and terms_value_minor is not null and deleted_at is null")}`,
    finds: ["INV-23"],
  },
  {
    what: "a category is found by another name than it has",
    how: `update category set name_key = name_key || 'x' where ${oneRow("category", "true")}`,
    finds: ["INV-44"],
  },
  {
    what: "a price is there twice",
    how: again("billing_term_layer"),
    finds: ["INV-44"],
  },
  {
    what: "a key was made at another time",
    how: "update api_key set created_at = created_at + interval '1 second' where merchant_id = '$m'",
    finds: ["INV-41"],
  },
  {
    what: "a person became a member at another time",
    how: "update membership set created_at = created_at - interval '1 second' where merchant_id = '$m'",
    finds: ["INV-41"],
  },
  {
    what: "a merchant is a fork of another one",
    how: "update merchant set forked_from = array['$o'::uuid] where id = '$m'",
    finds: ["INV-41"],
  },
  {
    what: "a merchant has not the performance obligations that it was created with",
    how: "update merchant set performance_obligations = not performance_obligations where id = '$m'",
    finds: ["INV-41"],
  },
  {
    what: "a billing term group has a name",
    how: `update billing_term_group set name = 'Another' where ${oneRow("billing_term_group", "true")}`,
    finds: ["INV-44"],
  },
  {
    what: "a deleted step of a commitment has no term",
    how: `delete from commitment_step_term where step_id = (select id from commitment_step where ${commitmentOf("Calls")} and deleted_at is not null)`,
    finds: ["INV-14"],
  },
  {
    what: "an amended term was invoiced through another day",
    how: `update price_amendment set invoiced_through = coalesce(invoiced_through, effective_date) + 1 where ${oneRow("price_amendment", "true")}`,
    finds: ["INV-23", "INV-37", "INV-41"],
  },
  {
    what: "a file has another text than was read of it",
    how: `update contract_file set extracted_text = extracted_text || 'x' where merchant_id = '$m' and ${ofContract("Extended")}`,
    finds: ["INV-41"],
  },
  {
    what: "a file has another number of pages than were read",
    how: `update contract_file set page_count = page_count + 1 where merchant_id = '$m' and ${ofContract("Extended")}`,
    finds: ["INV-41"],
  },
  {
    what: "a file has a finding more",
    how: `update contract_file set findings = '[{"code": "FILE_UNREADABLE"}]' where merchant_id = '$m' and ${ofContract("Extended")}`,
    finds: ["INV-41"],
  },
  {
    what: "a file was read at another time",
    how: `update contract_file set processed_at = processed_at + interval '1 second' where merchant_id = '$m' and ${ofContract("Extended")}`,
    finds: ["INV-41"],
  },
  {
    what: "an obligation that follows a term has a name",
    how: `update performance_obligation set name = 'Another' where merchant_id = '$m' and ${ofContract("Extended")} and billing_term_id is not null`,
    finds: ["INV-41"],
  },
  {
    what: "an obligation that follows a term has a price of its own",
    how: `update performance_obligation set transaction_price_minor = 5 where merchant_id = '$m' and ${ofContract("Extended")} and billing_term_id is not null`,
    finds: ["INV-41"],
  },
  {
    what: "an obligation that follows a term earns only what is beyond stated prices",
    how: `update performance_obligation set is_residual = true where merchant_id = '$m' and ${ofContract("Extended")} and billing_term_id is not null`,
    finds: ["INV-41"],
  },
  {
    what: "a draft is held that is not due yet",
    how: `update invoice set is_held = true where ${oneRow("invoice", "status = 'DRAFT'")}`,
    finds: ["INV-44"],
  },
  {
    what: "a draft was created after it was changed",
    how: `update invoice set created_at = last_updated_at + interval '1 second' where ${oneRow("invoice", "status = 'DRAFT'")}`,
    finds: ["INV-44"],
  },
  {
    what: "a term, and so its contract, is invoiced further than its lines",
    how: [
      `update billing_term set invoiced_through = '2026-03-01' where merchant_id = '$m' and ${ofContract("Extended")}`,
      `update contract set invoiced_through = '2026-03-01' where ${contractNamed("Extended")}`,
    ],
    finds: ["INV-23"],
  },
  {
    what: "a category was changed at another time",
    how: `update category set last_updated_at = last_updated_at + interval '1 second' where ${oneRow("category", "true")}`,
    finds: ["INV-41"],
  },
  {
    what: "usage is credited that is not below zero",
    how: `update billing_term set carried_credit_due = '2026-06-30' where id = ${termOf("Metered calls")}`,
    finds: ["INV-23"],
  },
  {
    what: "a fixed price has a day on which its usage is credited",
    how: `update billing_term set carried_credit_due = '2026-06-30' where id = ${termOf("Evergreen")}`,
    finds: ["INV-23", "INV-44"],
  },
  {
    what: "a treatment is there twice",
    how: again("modification_choice"),
    finds: ["INV-44"],
  },
];

for (const { what, how, finds } of corruptions) {
  test(`the doctor finds that ${what}`, async () => {
    await owner.query("set session_replication_role = replica");
    try {
      for (const statement of [how].flat()) {
        if (statement === "$hashes") {
          await rehashInvoices(owner, api.platform.db, demo.merchantId);
          continue;
        }
        const text = statement.replaceAll("$m", demo.merchantId).replaceAll("$o", other.merchantId);
        const { rowCount } = await owner.query(text);
        assert.ok((rowCount ?? 0) > 0, `nothing was corrupted by: ${text}`);
      }
      const findings = await runDoctor(api.platform.db, { merchantId: demo.merchantId });
      assert.deepEqual(
        findings.map(({ id }) => id),
        finds,
        JSON.stringify(findings, null, 1),
      );
      for (const { count, sample } of findings) assert.ok(count >= sample.length && sample.length > 0);
      assert.deepEqual(
        await runDoctor(api.platform.db, { merchantId: other.merchantId }),
        [],
        "the other merchant is sound",
      );
    } finally {
      await restoreEverything();
    }
  });
}

// What hides a change from every check but one: the rows after it are chained anew, as whoever owns the tables can.
const rewrites = {
  "the audit log": [
    `update audit_log set actor_id = actor_id || 'x' where ${oneRow("audit_log", "action = 'contract.create'")}`,
    "$chain",
  ],
  "the journal": [
    `update journal_entry set posted_at = posted_at + interval '1 second' where ${oneRow("journal_entry", january)}`,
  ],
} as const;

for (const [what, how] of Object.entries(rewrites)) {
  test(`a rewrite of ${what} with all hash chains recomputed is found by the heads signed before`, async () => {
    const { merchantId } = demo;
    const { privateKey } = generateKeyPairSync("ed25519");
    const file = join(folder, "key.pem");
    await writeFile(file, privateKey.export({ type: "pkcs8", format: "pem" }));
    const signingKey = readSigningKey(file);
    await owner.query("set session_replication_role = replica");
    try {
      await inTransaction(api.platform.db, merchantId, (tx) =>
        signHead({ tx, merchant: { id: merchantId } }, signingKey),
      );
      assert.deepEqual(await runDoctor(api.platform.db, { merchantId, signingKey }), []);
      for (const statement of how) {
        if (statement === "$chain") await rehashChain(owner, api.platform.db, merchantId);
        else assert.equal((await owner.query(statement.replaceAll("$m", merchantId))).rowCount, 1);
      }
      const findings = await runDoctor(api.platform.db, { merchantId, signingKey });
      assert.deepEqual(
        findings.map(({ id }) => id),
        ["INV-40"],
        JSON.stringify(findings),
      );
      // Without the key nobody can sign what there is now: taking the heads out is found as well.
      await owner.query("delete from signed_head where merchant_id = $1", [merchantId]);
      assert.deepEqual(await runDoctor(api.platform.db, { merchantId }), [], "every other check is deceived");
      const [missing] = await runDoctor(api.platform.db, { merchantId, signingKey });
      assert.equal(missing?.id, "INV-40");
    } finally {
      await restoreEverything();
    }
  });
}

test("when every corruption is undone, the doctor finds nothing", async () => {
  assert.deepEqual(await runDoctor(api.platform.db, { full: true }), []);
});

test("every invariant is violated by at least one corruption", () => {
  const broken = new Set(corruptions.flatMap(({ finds }) => finds));
  assert.deepEqual(
    invariants.filter(({ id }) => !broken.has(id)),
    [],
  );
});
