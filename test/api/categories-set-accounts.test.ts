import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { type ContractClient, contractClient, rejection } from "../support/contract-client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";
const accounts = { revenueAccount: "4010 Licences", contractLiabilityAccount: "2410 Licences" };

async function clientAt(now: string): Promise<ContractClient & { readonly call: Call }> {
  const merchant = await api.newMerchant(now);
  const client = await contractClient(api, merchant);
  return { ...client, call: callOf(client) };
}

type Call = (method: string, path: string, body?: unknown) => Promise<Json>;

/** A call that must succeed; answers its payload. */
function callOf(client: ContractClient): Call {
  return async (method, path, body) => {
    const answer = await client.send(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.payload;
  };
}

describe("the accounts of a category", () => {
  test("are set with it or later, cleared with null, and trimmed like its name", async () => {
    const { call } = await clientAt("2026-01-15T12:00:00Z");
    const plain = await call("POST", "/v3/categories", { name: "Plain" });
    assert.deepEqual([plain.revenueAccount, plain.contractLiabilityAccount], [null, null]);
    const own = await call("POST", "/v3/categories", { name: "Own", ...accounts, revenueAccount: " 4010 Licences " });
    const { revenueAccount, contractLiabilityAccount } = own;
    assert.deepEqual({ revenueAccount, contractLiabilityAccount }, accounts);

    const changed = await call("PATCH", `/v3/categories/${own.id}`, {
      revenueAccount: "4020",
      contractLiabilityAccount: null,
    });
    assert.deepEqual(changed, {
      ...own,
      revenueAccount: "4020",
      contractLiabilityAccount: null,
      lastUpdatedAt: changed.lastUpdatedAt,
    });
    assert.ok(changed.lastUpdatedAt > own.lastUpdatedAt);
    for (const nothing of [{}, { revenueAccount: "4020" }]) {
      assert.deepEqual(await call("PATCH", `/v3/categories/${own.id}`, nothing), changed);
    }
    assert.deepEqual(await call("GET", `/v3/categories/${own.id}`), changed);

    const audit = await call("GET", `/v3/audit-log?filter=entityId:eq:${own.id}`);
    assert.deepEqual(audit.data.map((row: Json) => [row.action, row.changes]).toReversed(), [
      [
        "category.create",
        [
          { path: "revenueAccount", from: null, to: "4010 Licences" },
          { path: "contractLiabilityAccount", from: null, to: "2410 Licences" },
          { path: "name", from: null, to: "Own" },
        ],
      ],
      [
        "category.update",
        [
          { path: "revenueAccount", from: "4010 Licences", to: "4020" },
          { path: "contractLiabilityAccount", from: "2410 Licences", to: null },
        ],
      ],
      ["category.update", []],
      ["category.update", []],
    ]);
  });

  test("have 1 to 100 characters; unknown, foreign and deleted categories are not found", async () => {
    const { send, call } = await clientAt("2026-01-15T12:00:00Z");
    const { id } = await call("POST", "/v3/categories", { name: "Rejecting" });
    const issuesOf = async (method: string, path: string, body: object) => {
      const answer = await send(method, path, body);
      const { errorCode, details } = answer.body.error;
      return [
        answer.status,
        errorCode,
        ...details.issues.map((issue: Json) => `${issue.path} ${issue.code}`).toSorted(),
      ];
    };
    const wrong = { revenueAccount: " ", contractLiabilityAccount: "x".repeat(101) };
    const issues = ["/contractLiabilityAccount LENGTH", "/revenueAccount LENGTH"];
    assert.deepEqual(await issuesOf("PATCH", `/v3/categories/${id}`, wrong), [400, "VALIDATION_FAILED", ...issues]);
    const created = await issuesOf("POST", "/v3/categories", { name: "New", ...wrong });
    assert.deepEqual(created, [400, "VALIDATION_FAILED", ...issues]);
    assert.deepEqual(await issuesOf("PATCH", `/v3/categories/${id}`, { name: "Renamed", revenueAccount: 4010 }), [
      400,
      "VALIDATION_FAILED",
      "/name UNKNOWN_FIELD",
      "/revenueAccount TYPE",
    ]);
    const longest = "é".repeat(100);
    const changed = await call("PATCH", `/v3/categories/${id}`, { revenueAccount: longest });
    assert.equal(changed.revenueAccount, longest);

    const foreign = await contractClient(api, api.merchants.B);
    assert.equal(rejection(await foreign.send("PATCH", `/v3/categories/${id}`, accounts)), "404 CATEGORY_NOT_FOUND");
    assert.equal(rejection(await send("PATCH", `/v3/categories/${unknownId}`, accounts)), "404 CATEGORY_NOT_FOUND");
    await call("DELETE", `/v3/categories/${id}`);
    assert.equal(rejection(await send("PATCH", `/v3/categories/${id}`, accounts)), "404 CATEGORY_NOT_FOUND");
  });
});

describe("journal entries of a category with accounts", () => {
  const schedule = (amount: string, more: object = {}) => ({
    name: "Service",
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    interval: "YEAR",
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    billingType: "FLAT",
    pricing: [{ amount, amountType: "TOTAL_INVOICE" }],
    ...more,
  });
  const obligation = (amount: string, categoryId: string | null, more: object = {}) => ({
    serviceStartDate: "2026-01-01",
    serviceEndDate: "2026-12-31",
    billingSchedule: schedule(amount, more),
    ...(categoryId === null ? {} : { categoryId }),
  });
  const addTo = (call: Call, contractId: string, body: object) =>
    call("POST", `/v3/contracts/${contractId}/obligations`, body);
  const close = async (call: Call, merchant: TestMerchant, month: string) => {
    await api.drainOutbox(merchant);
    return call("POST", `/v3/month-end-close/close-period?month=${month}`);
  };
  const linesOf = async (call: Call, filter: string): Promise<string[]> => {
    const { data } = await call("GET", `/v3/journal-entries?limit=1000&filter=${filter}`);
    return data
      .toReversed()
      .flatMap((entry: Json) => entry.lines)
      .map((line: Json) => `${line.account}: ${line.debit} ${line.credit}`);
  };
  const balances = async (call: Call, month: string): Promise<Record<string, string>> => {
    const { currencies } = await call("GET", `/v3/reports/trial-balance?month=${month}`);
    assert.equal(currencies[0].totalDebit, currencies[0].totalCredit);
    return Object.fromEntries(currencies[0].accounts.map((row: Json) => [`${row.role} ${row.account}`, row.balance]));
  };

  test("use its accounts; liability posted before the accounts changed is reduced in the account where it is", async () => {
    const { call, create, act, merchant } = await clientAt("2026-01-15T12:00:00Z");
    const category = await call("POST", "/v3/categories", { name: "Licences", ...accounts });
    const { id } = await create();
    await addTo(call, id, obligation("1200.00", category.id));
    await addTo(call, id, obligation("600.00", null));
    await act(id, "APPROVE");
    await api.drainOutbox(merchant);
    assert.deepEqual(await linesOf(call, "type:eq:INVOICE_ISSUED"), [
      "Receivable: 1800.00 0.00",
      "Contract liability: 0.00 600.00",
      "2410 Licences: 0.00 1200.00",
    ]);

    await call("POST", "/v3/test-clock/advance", { to: "2026-02-02T00:00:00Z" });
    await close(call, merchant, "2026-01");
    assert.deepEqual((await linesOf(call, "type:eq:REVENUE_RECOGNIZED")).toSorted(), [
      "2410 Licences: 100.00 0.00",
      "4010 Licences: 0.00 100.00",
      "Contract liability: 50.00 0.00",
      "Revenue: 0.00 50.00",
    ]);
    assert.deepEqual(await balances(call, "2026-01"), {
      "CONTRACT_LIABILITY 2410 Licences": "-1100.00",
      "CONTRACT_LIABILITY Contract liability": "-550.00",
      "RECEIVABLE Receivable": "1800.00",
      "REVENUE 4010 Licences": "-100.00",
      "REVENUE Revenue": "-50.00",
    });

    const later = { revenueAccount: "4011", contractLiabilityAccount: "2411" };
    await call("PATCH", `/v3/categories/${category.id}`, later);
    await addTo(call, id, obligation("120.00", category.id));
    await call("POST", "/v3/test-clock/advance", { to: "2027-01-02T00:00:00Z" });
    await close(call, merchant, "2026-12");
    const ended = await balances(call, "2026-12");
    assert.deepEqual(ended, {
      "CONTRACT_LIABILITY 2410 Licences": "0.00",
      "CONTRACT_LIABILITY 2411": "0.00",
      "CONTRACT_LIABILITY Contract liability": "0.00",
      "RECEIVABLE Receivable": "1920.00",
      "REVENUE 4010 Licences": "-100.00",
      "REVENUE 4011": "-1220.00",
      "REVENUE Revenue": "-600.00",
    });
    assert.ok((await linesOf(call, "month:eq:2026-01")).includes("4010 Licences: 0.00 100.00"), "posted lines stay");
  });

  test("use an account that was set before anything is posted, also for older obligations", async () => {
    const { call, create, act, merchant } = await clientAt("2026-01-15T12:00:00Z");
    const category = await call("POST", "/v3/categories", { name: "Licences" });
    const { id } = await create();
    await addTo(call, id, obligation("1200.00", category.id));
    await call("PATCH", `/v3/categories/${category.id}`, accounts);
    await act(id, "APPROVE");
    await api.drainOutbox(merchant);
    assert.deepEqual(await linesOf(call, "type:eq:INVOICE_ISSUED"), [
      "Receivable: 1200.00 0.00",
      "2410 Licences: 0.00 1200.00",
    ]);
  });

  test("leave in the merchant's account what was billed or recognized before the category had an account", async () => {
    const { call, create, act, merchant } = await clientAt("2026-01-15T12:00:00Z");
    const category = await call("POST", "/v3/categories", { name: "Licences" });
    const { id } = await create();
    const later = { serviceStartDate: "2026-03-01", serviceEndDate: "2026-12-31" };
    await addTo(call, id, { ...obligation("1000.00", category.id), ...later });
    await addTo(call, id, obligation("1200.00", category.id, { invoiceDateStrategy: "ARREARS" }));
    await act(id, "APPROVE");
    await call("POST", "/v3/test-clock/advance", { to: "2026-02-02T00:00:00Z" });
    await close(call, merchant, "2026-01");
    await call("PATCH", `/v3/categories/${category.id}`, accounts);
    await addTo(call, id, obligation("120.00", category.id));
    await call("POST", "/v3/test-clock/advance", { to: "2027-01-02T00:00:00Z" });
    await close(call, merchant, "2026-12");
    assert.deepEqual(await balances(call, "2026-11"), {
      "CONTRACT_LIABILITY 2410 Licences": "-10.00",
      "CONTRACT_LIABILITY Contract liability": "-100.00",
      "RECEIVABLE Receivable": "1120.00",
      "REVENUE 4010 Licences": "-2010.00",
      "REVENUE Revenue": "-100.00",
      "UNBILLED_RECEIVABLE Unbilled receivable": "1100.00",
    });
  });

  test("present and reverse in the account that the amount is in, also after the account changed", async () => {
    const { call, create, act, merchant } = await clientAt("2026-01-15T12:00:00Z");
    const category = await call("POST", "/v3/categories", { name: "Licences", ...accounts });
    const { id } = await create();
    await addTo(call, id, obligation("1200.00", category.id, { invoiceDateStrategy: "ARREARS" }));
    await addTo(call, id, obligation("600.00", null));
    await act(id, "APPROVE");
    await call("POST", "/v3/test-clock/advance", { to: "2026-02-02T00:00:00Z" });
    await api.drainOutbox(merchant);
    const preview = await call("GET", "/v3/month-end-close/preview?month=2026-01");
    await close(call, merchant, "2026-01");
    const presented = ["Unbilled receivable: 100.00 0.00", "2410 Licences: 0.00 100.00"];
    assert.deepEqual(await linesOf(call, "type:eq:PRESENTATION"), presented);
    assert.deepEqual(await linesOf(call, "type:eq:PRESENTATION_REVERSAL"), [
      "Unbilled receivable: 0.00 100.00",
      "2410 Licences: 100.00 0.00",
    ]);
    assert.deepEqual(
      preview.entries[1].lines.map((line: Json) => `${line.account}: ${line.debit} ${line.credit}`),
      presented,
    );
    assert.equal((await balances(call, "2026-01"))["CONTRACT_LIABILITY 2410 Licences"], "0.00");

    await call("PATCH", `/v3/categories/${category.id}`, { contractLiabilityAccount: "2411" });
    await call("POST", "/v3/month-end-close/reopen-period?month=2026-01");
    assert.equal((await close(call, merchant, "2026-01")).entriesPosted, 0);
  });
});
