import assert from "node:assert/strict";
import { importClasses } from "../../src/catalog/class-service.ts";
import { write } from "../../src/platform/write.ts";
import type { Json, TestApi } from "./api.ts";
import { type Client, clientOf, close, obligationBody, priced } from "./client.ts";

/** Accounts of a general ledger by role, and the other settings of its formats. */
export const chart = {
  accounts: [
    { role: "RECEIVABLE", number: "1200", name: "Receivable from Accord" },
    { role: "CONTRACT_LIABILITY", number: "3900", name: "Deferred revenue" },
    { role: "CONTRACT_LIABILITY", account: "Deferred support", number: "3901" },
    { role: "CONTRACT_ASSET", number: "1250" },
    { role: "UNBILLED_RECEIVABLE", number: "1260" },
    { role: "REVENUE", number: "4400", name: "Sales:Subscriptions" },
    { role: "BREAKAGE_REVENUE", number: "4410" },
    { role: "CONTRA_REVENUE", number: "4490" },
    { role: "TAX_PAYABLE", number: "3806" },
    { role: "CUSTOMER_CREDIT", number: "3250" },
    { role: "CASH", number: "1800" },
    { role: "BAD_DEBT", number: "6930" },
    { role: "BAD_DEBT_RECOVERED", number: "4925" },
  ],
  formats: {
    xero: { taxRate: "Tax Exempt", classTracking: "Region" },
    netSuite: { subsidiary: "Parent Company" },
    sageIntacct: { journal: "GJ", locationId: "100" },
    datev: {
      ...{
        consultantNumber: 1001,
        clientNumber: 1,
        accountLength: 4,
        fiscalYearStartMonth: 1,
        clearingAccount: "1590",
      },
    },
  },
} as const;

/**
 * A book on 10 March 2026, closed through February: a support category with its own accounts, a class, a customer whose name is
 * difficult for CSV, quotes and Windows-1252, tax, a payment, a credit memo, a contract in euro, and in February an adjustment of
 * two lines on both sides.
 */
export async function ledgerBook(api: TestApi): Promise<{ readonly client: Client; readonly contractId: string }> {
  const client = clientOf(api, await api.newMerchant("2026-01-05T12:00:00Z"));
  const { ok, merchant } = client;
  await write(api.platform, { merchantId: merchant.merchantId, actor: { kind: "SYSTEM", id: "test" } }, (ctx) =>
    importClasses(ctx, [{ externalId: "EMEA-1", name: "EMEA" }]),
  );
  const [{ id: classId }] = (await ok("GET", "/v3.1/classes")).data;
  const category = await ok("POST", "/v3/categories", {
    ...{ name: "Support", revenueAccount: "Support revenue", contractLiabilityAccount: "Deferred support" },
  });
  await ok("PATCH", "/v3/merchant", {
    taxRates: [{ country: "DE", category: "S", rate: "0.19", validFrom: "2020-01-01" }],
  });
  const customer = await ok("POST", "/v3/customers", {
    name: '=Müller & "Söhne", 東京 €',
    billingAddress: { line1: "1 Main Street", city: "Berlin", country: "DE" },
  });
  const contractId = await client.contract({ customerId: customer.id });
  await client.add(contractId, obligationBody({ classId }));
  await client.add(contractId, obligationBody({ categoryId: category.id }, { name: "Support", ...priced("90.00") }));
  await client.approve(contractId);
  const euro = await client.contract({ currency: "EUR", customerId: customer.id });
  await client.add(euro, obligationBody({}, priced("1500.00")));
  await client.approve(euro);
  const { data } = await ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`);
  await ok("POST", "/v3/payments", {
    ...{ customerId: customer.id, amount: "100.00", receivedAt: "2026-01-05" },
    applications: [{ invoiceId: data[0].id, amount: "60.00" }],
  });
  await client.advance("2026-03-10T12:00:00Z");
  await client.drainOutbox();
  await ok("POST", "/v3/adjustments", {
    ...{ date: "2026-02-15", currency: "USD", reason: "Shown wrong" },
    lines: [
      { role: "REVENUE", debit: "1.10" },
      { role: "REVENUE", debit: "2.20", categoryId: category.id },
      { role: "CONTRA_REVENUE", credit: "3.00" },
      { role: "BREAKAGE_REVENUE", credit: "0.30" },
    ],
  });
  await close(client, "2026-02");
  return { client, contractId };
}

/** The bytes of a batch's file. */
export async function fileOf(api: TestApi, { merchant }: Client, id: string, format?: string): Promise<Response> {
  const headers = { authorization: `Bearer ${merchant.readKey}` };
  const query = format === undefined ? "" : `?format=${format}`;
  const answer = await fetch(`${api.url}/v3/journal-exports/${id}/file${query}`, { headers });
  assert.equal(answer.status, 200);
  return answer;
}

/**
 * The movements of a month in the trial balance, in minor units by account number of the chart and currency; the support category
 * has its own account.
 */
export async function movedBy(client: Client, month: string, currency: string): Promise<Map<string, bigint>> {
  const { currencies } = await client.ok("GET", `/v3/reports/trial-balance?month=${month}`);
  const own: Json[] = currencies.find((each: Json) => each.currency === currency).accounts;
  const moved = new Map<string, bigint>();
  for (const { role, account, activityDebit, activityCredit } of own) {
    const number = account === "Deferred support" ? "3901" : chart.accounts.find((each) => each.role === role)?.number;
    assert.ok(number !== undefined, role);
    const minor = BigInt(activityDebit.replace(".", "")) - BigInt(activityCredit.replace(".", ""));
    moved.set(number, (moved.get(number) ?? 0n) + minor);
  }
  return new Map([...moved].filter(([, minor]) => minor !== 0n).toSorted());
}
