import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

test("a contract becomes invoices, revenue and balanced books", async () => {
  const m = await api.newMerchant("2026-01-15T12:00:00Z");
  const call = (method: string, path: string, body?: unknown) =>
    api.request(method, path, { key: m.writeKey, ...(body === undefined ? {} : { body }) });
  const customer = await call("POST", "/v3/customers", { name: "Northwind" });
  assert.equal(customer.status, 201, JSON.stringify(customer.body));
  const contract = await call("POST", "/v3/contracts", { name: "Annual plan", customerId: customer.body.payload.id });
  assert.equal(contract.status, 201, JSON.stringify(contract.body));
  const id = contract.body.payload.id;
  const body = {
    serviceStartDate: "2026-01-01",
    serviceEndDate: "2026-12-31",
    billingSchedule: {
      name: "Platform",
      startDate: "2026-01-01",
      endDate: "2026-12-31",
      interval: "QUARTER",
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      billingType: "FLAT",
      pricing: [{ amount: "300.00", amountType: "TOTAL_INVOICE" }],
    },
  };
  const preview = await call("POST", `/v3/contracts/${id}/obligations?dryRun=true`, body);
  assert.equal(preview.status, 200, JSON.stringify(preview.body));
  const obligation = await call("POST", `/v3/contracts/${id}/obligations`, body);
  assert.equal(obligation.status, 201, JSON.stringify(obligation.body));
  const approve = await call("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });
  assert.equal(approve.status, 200, JSON.stringify(approve.body));
  await api.settle(m);
  const invoices = await call("GET", "/v3/invoices");
  const adv = await call("POST", "/v3/test-clock/advance", { to: "2026-05-10T00:00:00Z" });
  assert.equal(adv.status, 200, JSON.stringify(adv.body));
  const close = await call("POST", "/v3/month-end-close/close-period?month=2026-04");
  assert.equal(close.status, 200, JSON.stringify(close.body));
  const tb = await call("GET", "/v3/reports/trial-balance?month=2026-04");
  const re = await call("POST", "/v3/month-end-close/reopen-period?month=2026-03&reason=check");
  assert.equal(re.status, 201, JSON.stringify(re.body));
  const again = await call("POST", "/v3/month-end-close/close-period?month=2026-04");
  assert.equal(again.body.payload.entriesPosted, 0);
  const sched = await call("GET", `/v3/contracts/${id}/invoice-schedule`);
  assert.equal(sched.body.payload.data.length, 4);
});
