import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { runDoctor } from "../support/doctor.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { linesOf, milestoneBody, payloadOf, revenueOf, termBody, termOn } from "../support/term-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

async function waiting(parts: object = {}) {
  const client: Client = clientOf(api, await api.newMerchant());
  const term = await termOn(client, milestoneBody(parts));
  const reach = async (reachedOn: string, rest: object = {}) => {
    const answer = await client.send("POST", `${term.path}/milestone`, { reachedOn, ...rest });
    await client.drainOutbox();
    return answer;
  };
  return { client, reach, ...term };
}

test("nothing is billed or earned before it is reached", async () => {
  const { client, schedule, contractId, view } = await waiting();
  assert.deepEqual([await schedule(), await revenueOf(client, contractId)], [[], []]);
  const { kind, trigger, reachedOn } = await view();
  assert.deepEqual([kind, trigger, reachedOn], ["ONE_OFF", "MILESTONE", null]);
});

test("the contract price is the same before and after the milestone is reached", async () => {
  const { client, reach, contractPath } = await waiting();
  const worth = async () => (await client.ok("GET", contractPath)).totalContractValue;
  assert.equal(await worth(), "5000.00");
  payloadOf(await reach("2026-01-10"));
  assert.equal(await worth(), "5000.00");
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId }), []);
});

test("a price set while the milestone is open holds even if it is reached before its planned day", async () => {
  const { client, reach, patch, schedule, contractId, contractPath } = await waiting({
    startDate: "2026-01-12",
    endDate: "2026-01-12",
  });
  payloadOf(await patch({ ...priced("4000.00") }));
  payloadOf(await patch({ discounts: [{ type: "PERCENTAGE", amount: "0.1" }] }));
  payloadOf(await reach("2026-01-05"));
  assert.deepEqual(linesOf(await schedule()), ["2026-01-05 | 2026-01-05 – 2026-01-05 | 3600.00"]);
  assert.deepEqual(await revenueOf(client, contractId), ["2026-01 3600.00"]);
  assert.equal((await client.ok("GET", contractPath)).totalContractValue, "3600.00");
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }), []);
});

test("the contract price uses the day on which the milestone is reached: a discount may be over by then", async () => {
  const discounts = [{ type: "PERCENTAGE", amount: "0.1", endDate: "2026-01-07" }];
  const { client, reach, contractPath } = await waiting({ endDate: "2026-01-12", discounts });
  const worth = async () => (await client.ok("GET", contractPath)).totalContractValue;
  assert.equal(await worth(), "4500.00");
  payloadOf(await reach("2026-01-10"));
  assert.equal(await worth(), "5000.00");
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }), []);
});

test("a one-off moved to an earlier day keeps the price that was set last", async () => {
  const client = clientOf(api, await api.newMerchant());
  const dates = { interval: "NONE", startDate: "2026-03-10", endDate: "2026-03-10" };
  const { patch, schedule } = await termOn(client, termBody({ ...dates, ...priced("500.00") }));
  payloadOf(await patch(priced("400.00")));
  payloadOf(await patch({ startDate: "2026-02-10" }));
  payloadOf(await patch(priced("300.00")));
  payloadOf(await patch({ startDate: "2026-02-05" }));
  assert.deepEqual(linesOf(await schedule()), ["2026-02-05 | 2026-02-05 – 2026-02-05 | 300.00"]);
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }), []);
});

for (const [invoiceDateStrategy, issueDate, dueDate] of [
  ["FIRST_OF_PERIOD", "2026-01-10", "2026-02-09"],
  ["ADVANCED_DUE_START", "2025-12-11", "2026-01-10"],
  ["LAST_OF_PERIOD", "2026-01-10", "2026-02-09"],
  ["ARREARS", "2026-01-11", "2026-02-10"],
] as const) {
  test(`the invoice is dated from that day: ${invoiceDateStrategy}`, async () => {
    const { client, reach, schedule, contractId } = await waiting({ invoiceDateStrategy });
    const reached = payloadOf(await reach("2026-01-10", { note: "Signed off" }));
    assert.deepEqual([reached.reachedOn, reached.status], ["2026-01-10", "ACTIVE"]);
    const rows = await schedule();
    assert.deepEqual(linesOf(rows), [`${issueDate} | 2026-01-10 – 2026-01-10 | 5000.00`]);
    // It is made five days late, so its due date counts from the day it is made; the one that was planned is kept.
    assert.deepEqual([rows[0].dueDate, rows[0].status], ["2026-02-14", "ISSUED"]);
    assert.equal((await client.ok("GET", `/v3/invoices/${rows[0].invoiceId}`)).originalDueDate, dueDate);
    assert.deepEqual(await revenueOf(client, contractId), ["2026-01 5000.00"]);
    const [entry] = (await client.ok("GET", "/v3/audit-log?filter=action:eq:billing-term.reach-milestone")).data;
    assert.equal(entry.reason, "Signed off");
  });
}

for (const planned of ["2025-11-20", "2026-06-30"]) {
  test(`it is recognized in the month in which it is reached, not on ${planned} as planned`, async () => {
    const { client, reach, contractId } = await waiting({ startDate: planned, endDate: planned });
    payloadOf(await reach("2026-01-10"));
    assert.deepEqual(await revenueOf(client, contractId), ["2026-01 5000.00"]);
  });
}

test("a one-off that gets a milestone later is billed when that is reached", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const dated = milestoneBody({ trigger: "DATE", startDate: "2026-06-30", endDate: "2026-06-30" });
  const { patch, path, schedule } = await termOn(client, dated);
  assert.equal(payloadOf(await patch({ trigger: "MILESTONE" })).trigger, "MILESTONE");
  assert.deepEqual(linesOf(await schedule()), []);
  payloadOf(await client.send("POST", `${path}/milestone`, { reachedOn: "2026-01-10" }));
  await client.drainOutbox();
  assert.deepEqual(linesOf(await schedule()), ["2026-01-10 | 2026-01-10 – 2026-01-10 | 5000.00"]);
});

test("reaching it on the same day again changes nothing; another day is accepted until it is invoiced", async () => {
  const client = clientOf(api, await api.newMerchant());
  const { path, view, schedule } = await termOn(client, milestoneBody(), { isApproved: false });
  const reach = (reachedOn: string) => client.send("POST", `${path}/milestone`, { reachedOn });
  payloadOf(await reach("2026-01-10"));
  const before = await view();
  payloadOf(await reach("2026-01-10"));
  assert.deepEqual(await view(), before);
  payloadOf(await reach("2026-01-12"));
  assert.deepEqual(linesOf(await schedule()), ["2026-01-12 | 2026-01-12 – 2026-01-12 | 5000.00"]);
});

describe("a rejected request changes nothing", () => {
  test("another day after it is invoiced, a day in the future, and an invalid day", async () => {
    const { reach, schedule } = await waiting();
    for (const [day, ...expected] of [
      ["2026-01-16", 400, "VALIDATION_FAILED", "/reachedOn RANGE"],
      ["2026-02-30", 400, "INVALID_DATE", "/reachedOn INVALID_DATE"],
    ] as const) {
      assert.deepEqual(rejection(await reach(day)), expected);
    }
    payloadOf(await reach("2026-01-10"));
    const before = await schedule();
    const digest = await digestOf(api.connectionString);
    assert.deepEqual(rejection(await reach("2026-01-11")), [400, "BILLING_TERM_LOCKED"]);
    assert.equal(await digestOf(api.connectionString), digest);
    payloadOf(await reach("2026-01-10"));
    assert.deepEqual(await schedule(), before);
  });

  test("a term without a milestone, and a terminated term", async () => {
    const client = clientOf(api, await api.newMerchant());
    const dated = await termOn(client, termBody());
    const reached = { reachedOn: "2026-01-10" };
    const answer = await client.send("POST", `${dated.path}/milestone`, reached);
    assert.deepEqual(rejection(answer), [400, "BILLING_TERM_INELIGIBLE"]);
    const { path, terminate } = await waitingOn(client);
    payloadOf(await terminate({ endDate: "2026-01-01" }));
    const late = await client.send("POST", `${path}/milestone`, reached);
    assert.deepEqual(rejection(late), [400, "BILLING_TERM_TERMINATED"]);
  });

  const waitingOn = (client: Client) => termOn(client, milestoneBody());
});

test("a dry run shows exactly what the request then does", async () => {
  const { client, path, contractId } = await waiting();
  const body = { reachedOn: "2026-01-10" };
  await dryThenReal(api, client, { method: "POST", path: `${path}/milestone`, body, contractId });
});
