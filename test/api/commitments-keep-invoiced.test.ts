import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection } from "../support/client.ts";
import {
  type CommitmentClient,
  commitmentBody,
  commitmentsOn,
  committed,
  stepsOf,
} from "../support/commitment-client.ts";

// What is invoiced of a commitment, and what follows for it and for its terms (data model 8.7).

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

const book = async (clock = "2026-01-15T12:00:00Z"): Promise<Client> => clientOf(api, await api.newMerchant(clock));

let numbers = 0;

/** What invoicing does when it issues: a line of a commitment, or of the term alone, on an invoice of its own. */
async function issueLine(
  client: Client,
  { contractId, customerId }: CommitmentClient,
  line: { termId: string; from: string; to: string; type?: string; commitmentId?: string; scheduleId?: string },
): Promise<void> {
  const { merchantId } = client.merchant;
  const invoiceId = crypto.randomUUID();
  await owner.query("begin");
  await owner.query("set local session_replication_role = replica");
  await owner.query(
    `insert into invoice (merchant_id, id, contract_id, customer_id, status, number, invoice_number, content_hash, currency, issue_date, due_date,
       original_issue_date, original_due_date, net_payment_terms, billing_term_ids, subtotal_minor, discount_total_minor,
       tax_total_minor, total_minor, issued_at, created_at, last_updated_at)
     values ($1, $2, $3, $4, 'ISSUED', $7, $8, '\\x00', 'USD', $5, $5, $5, $5, 0, $6, 100, 0, 0, 100, now(), now(), now())`,
    [merchantId, invoiceId, contractId, customerId, line.to, [line.termId], ++numbers, `X-${numbers}`],
  );
  await owner.query(
    `insert into invoice_line (merchant_id, id, invoice_id, line_number, billing_term_id, type, service_start, service_end,
       name, quantity, subtotal_minor, discount_total_minor, total_minor, tax_category, tax_minor,
       commitment_id, commitment_schedule_id, commitment_period_start)
     values ($1, $2, $3, 1, $4, $5, $6, $7, 'Calls', 1, 100, 0, 100, 'S', 0, $8, $9, $10)`,
    [
      ...[merchantId, crypto.randomUUID(), invoiceId, line.termId, line.type ?? "USAGE", line.from, line.to],
      ...[line.commitmentId ?? null, line.scheduleId ?? null, line.commitmentId === undefined ? null : line.from],
    ],
  );
  await owner.query("commit");
}

describe("invoiced days keep their rules", () => {
  test("a term invoiced without the commitment on some days cannot join it for those days", async () => {
    const client = await book();
    const on = await commitmentsOn(client);
    await issueLine(client, on, { termId: on.first, from: "2026-02-01", to: "2026-03-01" });
    const at = "/commitments/0/schedules/0/steps/0/billingTermIds/0 BILLING_TERM_LOCKED";
    assert.deepEqual(rejection(await on.post(commitmentBody(on.first))), [400, "BILLING_TERM_LOCKED", at]);
    await on.create(commitmentBody(on.first, { startDate: "2026-03-01", endDate: "2026-03-31" }));
  });

  async function invoiced(client: Client) {
    const made = await committed(client);
    const { on, view, schedules } = made;
    const of = { termId: on.first, commitmentId: view.id, scheduleId: schedules[0].id };
    await issueLine(client, on, { ...of, from: "2026-01-01", to: "2026-02-01" });
    return made;
  }

  test("interval, true-up, overage and prepayment are locked on the schedule, the step and the flat commitment", async () => {
    const client = await book();
    const { on, path, schedules, view } = await invoiced(client);
    const [first, last] = schedules;
    const gate = ["interval", "true-up", "overage", "prepaid"];
    const patch = {
      ...{ commitmentInterval: "QUARTERLY", trueUpBehavior: "NONE", prepaidEnabled: true, prepaidValue: "10" },
      overageConfigs: [{ eventTypeId: on.eventTypeId, overagePrice: "1" }],
    };
    const rejected = rejection(await client.send("PATCH", `${path}/schedules/${first.id}`, patch));
    assert.equal(rejected.filter((issue) => String(issue).endsWith("SCHEDULE_INVOICE_GATE")).length, gate.length + 1);
    const names = await client.ok("PATCH", `${path}/schedules/${first.id}`, { trueUpName: "Rest", netPaymentTerms: 5 });
    assert.deepEqual([names.trueUpName, names.invoicedThrough], ["Rest", "2026-01-31"]);
    const gated = [400, "SCHEDULE_INVOICE_GATE", " SCHEDULE_INVOICE_GATE"];
    const [one, two] = first.steps;
    assert.deepEqual(rejection(await client.send("PATCH", `${path}/steps/${one.id}`, { commitmentValue: "5" })), gated);
    assert.deepEqual(rejection(await client.send("DELETE", `${path}/steps/${two.id}`)), gated);
    const appended = { scheduleId: first.id, ...stepsOf(on.first)[0] };
    assert.deepEqual(rejection(await client.send("POST", `${path}/steps`, appended)), gated);
    await client.ok("PATCH", `${path}/steps/${one.id}`, { name: "First" });
    const flat = await client.send("PATCH", `/v3/commitments/${view.id}`, { pricePriority: "HIGH" });
    assert.deepEqual(rejection(flat), [400, "COMMITMENT_LOCKED", " COMMITMENT_LOCKED"]);
    const inside = await client.send("POST", `${path}/terminate`, { endDate: "2026-02-15" });
    assert.deepEqual(rejection(inside), [400, "SCHEDULE_ALIGNMENT_INVALID", "/endDate SCHEDULE_ALIGNMENT_INVALID"]);
    await issueLine(client, on, {
      termId: on.first,
      commitmentId: view.id,
      scheduleId: last.id,
      from: "2026-04-01",
      to: "2026-05-01",
    });
    const gone = await client.send("DELETE", `${path}/schedules/${last.id}`);
    assert.deepEqual(rejection(gone), [400, "SCHEDULE_HAS_INVOICED_PERIODS", " SCHEDULE_HAS_INVOICED_PERIODS"]);
    const early = await client.send("POST", `${path}/terminate`, { endDate: "2026-02-28" });
    assert.deepEqual(rejection(early), [400, "SCHEDULE_INVOICE_GATE", "/endDate SCHEDULE_INVOICE_GATE"]);
    const shorter = await client.ok("PATCH", `${path}/schedules/${last.id}`, { endDate: "2026-04-30" });
    assert.equal(shorter.endDate, "2026-04-30");
  });

  test("a period that is over and billed cannot change", async () => {
    const client = await book("2026-02-10T00:00:00Z");
    const on = await commitmentsOn(client);
    const schedule = { endDate: "2026-02-28", commitmentInterval: "MONTHLY", trueUpBehavior: "NONE" };
    const view = await on.create(commitmentBody(on.first, schedule));
    await on.use("2026-01-10", "100");
    const statuses = async () => {
      const { periods } = await client.ok("GET", `/v3/commitments/${view.id}`);
      return periods.map(({ status, isInvoiced, invoiceIds }: Json) => [status, isInvoiced, invoiceIds.length]);
    };
    assert.deepEqual(await statuses(), [
      ["AWAITING_INVOICES", false, 0],
      ["OPEN", false, 0],
    ]);
    const of = { termId: on.first, commitmentId: view.id, scheduleId: view.schedules[0].id };
    await issueLine(client, on, { ...of, from: "2026-01-01", to: "2026-02-01" });
    assert.deepEqual(await statuses(), [
      ["FINALIZED", true, 1],
      ["OPEN", false, 0],
    ]);
  });

  test("prices, start and interval of its terms are locked", async () => {
    const client = await book();
    const { on } = await invoiced(client);
    const path = `${on.path}/billing-terms/${on.first}`;
    const patch = { ...priced("0.02", "PER_ITEM"), interval: "QUARTER", endDate: "2026-05-31" };
    assert.deepEqual(rejection(await client.send("PATCH", path, patch)), [
      ...[400, "BILLING_TERM_LOCKED", "/pricing BILLING_TERM_LOCKED", "/interval BILLING_TERM_LOCKED"],
    ]);
    await client.ok("PATCH", path, { name: "Renamed", endDate: "2027-12-31" });
  });
});

describe("terms of a commitment", () => {
  test("take no fixed discount, minimum or end that the steps do not allow", async () => {
    const client = await book();
    const { on } = await committed(client);
    const path = `${on.path}/billing-terms/${on.first}`;
    const fixed = await client.send("PATCH", path, { discounts: [{ type: "FIXED", amount: "1" }], minimumAmount: "5" });
    assert.deepEqual(rejection(fixed), [
      ...[400, "BILLING_TERM_INELIGIBLE", " BILLING_TERM_INELIGIBLE", " BILLING_TERM_INELIGIBLE"],
    ]);
    const shorter = await client.send("PATCH", path, { endDate: "2026-05-31" });
    assert.equal(shorter.body.error.errorCode, "BILLING_TERM_INELIGIBLE");
    await client.ok("PATCH", path, priced("0.02", "PER_ITEM"));
  });

  test("can end only with a commitment period, and cannot be deleted", async () => {
    const client = await book();
    const { on, path } = await committed(client);
    const term = `${on.path}/billing-terms/${on.first}`;
    const inside = await client.send("PATCH", `${term}/terminate`, { endDate: "2026-02-15" });
    assert.deepEqual(rejection(inside), [400, "SCHEDULE_ALIGNMENT_INVALID", "/endDate SCHEDULE_ALIGNMENT_INVALID"]);
    const deleted = await client.send("DELETE", term);
    assert.equal(deleted.body.error.details.reason, "IN_COMMITMENT");
    assert.equal(deleted.body.error.errorCode, "BILLING_TERM_DELETE_BLOCKED");
    await client.ok("POST", `${path}/terminate`, { endDate: "2026-02-28" });
    await client.ok("PATCH", `${term}/terminate`, { endDate: "2026-02-28" });
  });
});
