import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type MerchantSettings, updateMerchant } from "../../src/platform/merchant/settings-service.ts";
import { write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { clientOf, obligationBody } from "../support/client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const update = ({ merchantId }: TestMerchant, settings: MerchantSettings) =>
  write(api.platform, { merchantId, actor: { kind: "SYSTEM", id: "cli" } }, (ctx) => updateMerchant(ctx, settings));

test("a change of settings is in the audit log", async () => {
  const merchant = await api.newMerchant();
  const client = clientOf(api, merchant);
  await update(merchant, { rounding: "HALF_EVEN", name: "Test Merchant" });
  assert.equal((await client.ok("GET", "/v3/merchant/info")).rounding, "HALF_EVEN");
  const { data } = await client.ok("GET", "/v3/audit-log");
  const [row] = data.filter(({ action }: Json) => action === "merchant.settings");
  assert.deepEqual(
    [row.actor, row.entityId, row.changes],
    [{ kind: "SYSTEM", id: "cli" }, merchant.merchantId, [{ path: "/rounding", from: "HALF_UP", to: "HALF_EVEN" }]],
  );
});

test("rounding is fixed once revenue was recognised, also before the first invoice", async () => {
  const merchant = await api.newMerchant("2026-02-10T00:00:00Z");
  const client = clientOf(api, merchant);
  const id = await client.contract();
  await client.add(id, obligationBody({}, { invoiceDateStrategy: "LAST_OF_PERIOD" }));
  await client.approve(id);
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  const { data } = await client.ok("GET", "/v3/invoices?filter=status:neq:DRAFT");
  assert.deepEqual(data, []);
  await assert.rejects(update(merchant, { rounding: "HALF_EVEN" }), /Rounding is fixed/);
  await update(merchant, { rounding: "HALF_UP", lateInvoiceDate: "TODAY" });
  assert.equal((await client.ok("GET", "/v3/merchant/info")).lateInvoiceDate, "TODAY");
});
