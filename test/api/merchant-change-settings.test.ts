import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SettingsPatch } from "../../src/platform/merchant/settings.ts";
import { updateMerchant } from "../../src/platform/merchant/settings-service.ts";
import { write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { clientOf, obligationBody, rejection } from "../support/client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const update = ({ merchantId }: TestMerchant, settings: SettingsPatch) =>
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

const changesOf = async (client: ReturnType<typeof clientOf>) => {
  const { data } = await client.ok("GET", "/v3/audit-log");
  const isChange = ({ action }: Json) => action.startsWith("merchant.") && action !== "merchant.create";
  return data.filter(isChange).map(({ changes }: Json) => changes);
};

test("days of grace, prefixes and account names are changed through the API, shown in both views, and audited", async () => {
  const client = clientOf(api, await api.newMerchant());
  const before = await client.ok("GET", "/v3/merchant");
  const { usageGraceDays, invoicePrefix, creditMemoPrefix, accountMap } = before;
  assert.deepEqual([usageGraceDays, invoicePrefix, creditMemoPrefix], [3, "INV-", "CM-"]);
  assert.deepEqual(Object.keys(accountMap).length, 13);
  assert.equal(accountMap.CONTRACT_LIABILITY, "Contract liability");

  const names = { REVENUE: " 4000 Subscriptions ", BREAKAGE_REVENUE: "4000 Subscriptions", CASH: "Cash" };
  const sent = { usageGraceDays: 0, invoicePrefix: "2026/", creditMemoPrefix: "GS-" };
  const after = await client.ok("PATCH", "/v3/merchant", { ...sent, accountMap: names });
  const named = { ...accountMap, REVENUE: "4000 Subscriptions", BREAKAGE_REVENUE: "4000 Subscriptions" };
  assert.deepEqual(after, { ...before, ...sent, accountMap: named });
  assert.deepEqual(await client.ok("GET", "/v3/merchant"), after);
  const info = await client.ok("GET", "/v3/merchant/info");
  for (const field of ["usageGraceDays", "invoicePrefix", "creditMemoPrefix", "accountMap"]) {
    assert.deepEqual(info[field], after[field], field);
  }
  assert.deepEqual(await changesOf(client), [
    [
      { path: "/usageGraceDays", from: 3, to: 0 },
      { path: "/invoicePrefix", from: "INV-", to: "2026/" },
      { path: "/creditMemoPrefix", from: "CM-", to: "GS-" },
      { path: "/accountMap/REVENUE", from: "Revenue", to: "4000 Subscriptions" },
      { path: "/accountMap/BREAKAGE_REVENUE", from: "Breakage revenue", to: "4000 Subscriptions" },
    ],
  ]);

  // What is read can be sent back, roles that are not sent keep their names, and null takes the default back.
  assert.deepEqual(await client.ok("PATCH", "/v3/merchant", { accountMap: after.accountMap }), after);
  const back = await client.ok("PATCH", "/v3/merchant", { accountMap: { REVENUE: null } });
  assert.deepEqual(back.accountMap, { ...named, REVENUE: "Revenue" });
  const together = await client.ok("PATCH", "/v3/merchant", { legalName: "Northwind Ltd", usageGraceDays: 30 });
  assert.deepEqual([together.legalName, together.usageGraceDays], ["Northwind Ltd", 30]);
});

test("invalid settings are rejected, each by name, and change nothing", async () => {
  const client = clientOf(api, await api.newMerchant());
  const before = await client.ok("GET", "/v3/merchant");
  const long = "x".repeat(101);
  const accountMap = { SALES: "4000", REVENUE: " ", CASH: long, TAX_PAYABLE: "" };
  const body = { usageGraceDays: 31, invoicePrefix: "INV-1", creditMemoPrefix: "", accountMap };
  const rejected = rejection(await client.send("PATCH", "/v3/merchant", { legalName: "X", ...body }));
  assert.deepEqual(rejected.slice(0, 2), [400, "VALIDATION_FAILED"]);
  assert.deepEqual(rejected.slice(2).toSorted(), [
    "/accountMap/CASH LENGTH",
    "/accountMap/REVENUE LENGTH",
    "/accountMap/SALES UNKNOWN_FIELD",
    "/accountMap/TAX_PAYABLE LENGTH",
    "/creditMemoPrefix LENGTH",
    "/invoicePrefix FORMAT",
    "/usageGraceDays RANGE",
  ]);
  for (const [wrong, issue] of [
    [{ usageGraceDays: -1 }, "/usageGraceDays RANGE"],
    [{ usageGraceDays: 1.5 }, "/usageGraceDays TYPE"],
    [{ usageGraceDays: null }, "/usageGraceDays TYPE"],
    [{ invoicePrefix: "x".repeat(21) }, "/invoicePrefix LENGTH"],
    [{ invoicePrefix: "RE " }, "/invoicePrefix FORMAT"],
    [{ creditMemoPrefix: "INV-" }, "/creditMemoPrefix DUPLICATE"],
    [{ legalName: "X", invoicePrefix: "CM-" }, "/creditMemoPrefix DUPLICATE"],
    [{ accountMap: null }, "/accountMap TYPE"],
  ] as const) {
    assert.deepEqual(rejection(await client.send("PATCH", "/v3/merchant", wrong)), [400, "VALIDATION_FAILED", issue]);
  }
  assert.deepEqual(await client.ok("GET", "/v3/merchant"), before);
  // The command line comes without the checks of a body.
  await assert.rejects(update(client.merchant, { usageGraceDays: 31, name: " ", creditMemoPrefix: "7" }), (error) => {
    const { issues } = (error as Json).details;
    return issues.map(({ path }: Json) => path).join() === "/name,/usageGraceDays,/creditMemoPrefix";
  });
});

test("new account names apply to later entries; posted lines and balances stay in the old accounts", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-15T00:00:00Z"));
  const id = await client.contract();
  await client.add(id, obligationBody());
  await client.approve(id);
  const accountMap = { RECEIVABLE: "1200 Debtors", CONTRACT_LIABILITY: "2400 Deferred" };
  await client.ok("PATCH", "/v3/merchant", { accountMap, invoicePrefix: "RE-" });
  await client.advance("2026-04-01T00:00:00Z");

  const { data } = await client.ok("GET", "/v3/journal-entries?filter=type:eq:INVOICE_ISSUED");
  assert.deepEqual(
    data.map(({ lines }: Json) => lines.map(({ account, role }: Json) => `${role} ${account}`)),
    [
      ["RECEIVABLE 1200 Debtors", "CONTRACT_LIABILITY 2400 Deferred"],
      ["RECEIVABLE Receivable", "CONTRACT_LIABILITY Contract liability"],
    ],
  );
  const invoices = (await client.ok("GET", "/v3/invoices?filter=status:neq:DRAFT")).data;
  assert.deepEqual(invoices.map(({ invoiceNumber }: Json) => invoiceNumber).toSorted(), ["INV-000001", "RE-000002"]);

  const preview = await client.ok("GET", "/v3/month-end-close/preview?month=2026-01");
  const shown = preview.entries.flatMap(({ lines }: Json) => lines.map(({ account }: Json) => account));
  assert.deepEqual(new Set(shown), new Set(["2400 Deferred", "Revenue"]));
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  const [balance] = (await client.ok("GET", "/v3/reports/trial-balance?month=2026-04")).currencies;
  assert.deepEqual(
    balance.accounts.map((row: Json) => [row.account, row.role, row.balance]),
    [
      ["2400 Deferred", "CONTRACT_LIABILITY", "-200.00"],
      ["Contract liability", "CONTRACT_LIABILITY", "-300.00"],
      ["1200 Debtors", "RECEIVABLE", "300.00"],
      ["Receivable", "RECEIVABLE", "300.00"],
      ["Revenue", "REVENUE", "-100.00"],
    ],
  );
  assert.equal(balance.totalDebit, balance.totalCredit);
});
