import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { formatMonth } from "../../src/kernel/day.ts";
import { read } from "../../src/platform/write.ts";
import { storedThrough } from "../../src/reports/month-end-balances-store.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody } from "../support/client.ts";

// What is kept of closed months against the journal itself: a report as of the end of today reads the journal alone.

let api: TestApi;
let own: Client;
let today = "2026-01-10";

before(async () => {
  api = await startApi();
  own = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
});
after(() => api?.close());

const close = (month: string) => own.ok("POST", `/v3/month-end-close/close-period?month=${month}`);

async function advance(day: string): Promise<void> {
  await own.advance(`${day}T12:00:00Z`);
  today = day;
}

async function sign(name: string, terms: object): Promise<string> {
  const { id: customerId } = await own.ok("POST", "/v3/customers", { name });
  const id = await own.contract({ name: `${name} plan`, customerId });
  await own.add(id, obligationBody({}, terms));
  await own.approve(id);
  return id;
}

const questions = ["2025-12", "2026-01", "2026-02", "2026-03", "2026-04"].flatMap((month) => [
  `contract-balances?month=${month}`,
  `flux?month=${month}`,
  ...["contract", "customer"].flatMap((by) =>
    ["2025-12", "2026-01", "2026-02"]
      .filter((first) => first <= month)
      .map((first) => `contract-liability-roll-forward?startMonth=${first}&endMonth=${month}&groupBy=${by}`),
  ),
]);

/** The reports are the same by what is kept and by the journal, and so many months are kept. */
async function tie(through: string | null): Promise<void> {
  for (const question of questions) {
    const { generatedAt: _now, parameters: _asked, ...kept } = await own.ok("GET", `/v3/reports/${question}`);
    const {
      generatedAt: _then,
      parameters: _,
      ...computed
    } = await own.ok("GET", `/v3/reports/${question}&asOf=${today}`);
    assert.deepEqual(kept, computed, question);
  }
  const last = await read(api.platform, own.merchant.merchantId, ({ tx }) =>
    storedThrough(tx, own.merchant.merchantId),
  );
  assert.equal(last === null ? null : formatMonth(last), through);
}

test("balances and activity are equal from stored months and from the journal, after any closes and reopenings", async () => {
  await sign("Advance", {});
  const once = { interval: "NONE", pricing: [{ amount: "2400.00", amountType: "TOTAL_INVOICE" }] };
  const arrears = { ...once, invoiceDateStrategy: "ARREARS" };
  const credited = await sign("Once", once);
  await sign("Arrears", arrears);
  await tie(null);

  await advance("2026-03-10");
  await close("2026-02");
  await tie("2026-02");

  const [invoice] = (await own.ok("GET", `/v3/invoices?filter=contractId:eq:${credited},status:eq:ISSUED`)).data;
  await own.ok("POST", "/v3/credit-memos", {
    ...{ customerId: invoice.customerId, issueDate: "2026-03-05", reason: "Service was down" },
    items: [{ invoiceLineItemId: invoice.lineItems[0].id, amount: "120.00" }],
  });
  await tie("2026-02");

  await own.ok("POST", "/v3/month-end-close/reopen-period?month=2026-02&reason=Late");
  await tie("2026-01");
  await sign("Late", once);
  await tie("2026-01");
  await close("2026-02");
  await tie("2026-02");

  await advance("2026-04-10");
  await close("2026-03");
  await tie("2026-03");
  await own.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01&reason=Audit");
  await tie(null);
  await close("2026-03");
  await tie("2026-03");
});
