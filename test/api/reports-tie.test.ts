import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import readXlsx from "read-excel-file/node";
import { version } from "../../src/platform/version.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, rejection } from "../support/client.ts";

// A small book whose figures can be worked out by hand, closed through March 2026 on 10 April:
//
// - Alpha: 1,200.00 for 2026, 300.00 a quarter in advance; category Software. 30.00 of the first invoice is credited.
// - Beta: 2,400.00 once for 2026 and 2027; category Support. 1,000.00 is paid on 20 February.
// - Gamma: 1,200.00 for 2026, billed at the end of the year.
let api: TestApi;
let own: Client;
const contracts: Record<string, string> = {};

before(async () => {
  api = await startApi();
  own = clientOf(api, api.merchants.A);
  const category = async (name: string) => (await own.ok("POST", "/v3/categories", { name })).id;
  const { id: itemId } = await own.ok("POST", "/v3/items", { name: "Goodwill" });
  const [software, support] = [await category("Software"), await category("Support")];
  const sign = async (name: string, obligation: object) => {
    const { id: customerId } = await own.ok("POST", "/v3/customers", { name });
    const id = await own.contract({ name: `${name} plan`, customerId });
    await own.add(id, obligation);
    await own.approve(id);
    contracts[name] = id;
    return customerId;
  };
  const alpha = await sign("Alpha", obligationBody({ categoryId: software }));
  const once = {
    endDate: "2027-12-31",
    interval: "NONE",
    pricing: [{ amount: "2400.00", amountType: "TOTAL_INVOICE" }],
  };
  const beta = await sign("Beta", obligationBody({ categoryId: support, serviceEndDate: "2027-12-31" }, once));
  const yearly = {
    interval: "YEAR",
    invoiceDateStrategy: "ARREARS",
    pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }],
  };
  await sign("Gamma", obligationBody({}, yearly));

  const invoiceOf = async (name: string) =>
    (await own.ok("GET", `/v3/invoices?filter=contractId:eq:${contracts[name]},status:eq:ISSUED`)).data[0];
  const credited = await invoiceOf("Alpha");
  await own.ok("POST", "/v3/credit-memos", {
    ...{ customerId: alpha, issueDate: "2026-01-10", reason: "Service was down" },
    items: [{ invoiceLineItemId: credited.lineItems[0].id, amount: "30.00" }],
  });
  await own.ok("POST", "/v3/credit-memos", {
    ...{ customerId: alpha, issueDate: "2026-01-12", reason: "Goodwill", items: [{ itemId, amount: "5.00" }] },
  });
  await own.advance("2026-02-20T12:00:00Z");
  const paid = await invoiceOf("Beta");
  await own.ok("POST", "/v3/payments", {
    ...{ customerId: beta, amount: "1000.00", receivedAt: "2026-02-20" },
    applications: [{ invoiceId: paid.id, amount: "1000.00" }],
  });
  await own.advance("2026-04-10T12:00:00Z");
  await own.drainOutbox();
  await own.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
});
after(() => api.close());

const report = (name: string, query: string): Promise<Json> => own.ok("GET", `/v3/reports/${name}?${query}`);
const row = (answer: Json, name: string): Json => answer.rows.find((each: Json) => each.name.startsWith(name));
const cents = (text: string): bigint => BigInt(text.replace(".", ""));
const total = (...texts: string[]): bigint => texts.reduce((sum, text) => sum + cents(text), 0n);

/** The balance of the accounts of some roles at a month end, debits positive. */
async function balance(month: string, ...roles: string[]): Promise<bigint> {
  const of = await own.balances(month);
  return total(...roles.map(of));
}

test("waterfall: recognized before + total is the price, and posted months equal the journal", async () => {
  const answer = await report("waterfall", "month=2026-03");
  assert.deepEqual(
    answer.rows.map((each: Json) => [each.name, each.recognized, each.values["2026-03"], each.thereafter, each.total]),
    [
      ["Alpha plan", "180.00", "90.00", "0.00", "990.00"],
      ["Beta plan", "200.00", "100.00", "1000.00", "2200.00"],
      ["Gamma plan", "200.00", "100.00", "0.00", "1000.00"],
    ],
  );
  assert.deepEqual([answer.months.length, answer.months[0], answer.months[11]], [12, "2026-03", "2027-02"]);
  // 1,170.00 after the credit, 2,400.00 and 1,200.00.
  assert.equal(total(answer.totals.recognized, answer.totals.total), 4770_00n);
  const beforeMarch = await balance("2026-02", "REVENUE");
  assert.equal(total(answer.totals.recognized), -beforeMarch);
  assert.equal(total(answer.totals.values["2026-03"]), beforeMarch - (await balance("2026-03", "REVENUE")));
  for (const groupBy of ["customer", "category", "product"]) {
    const other = await report("waterfall", `month=2026-03&groupBy=${groupBy}`);
    assert.deepEqual(other.totals, answer.totals, groupBy);
  }
});

test("revenue has the same total by every dimension, equal to the activity of the revenue accounts", async () => {
  const totals = [];
  for (const groupBy of ["customer", "category", "product", "contract"]) {
    const answer = await report("revenue", `startMonth=2026-01&endMonth=2026-03&groupBy=${groupBy}`);
    totals.push(answer.totals);
    assert.equal(total(answer.totals.total), -(await balance("2026-03", "REVENUE", "CONTRA_REVENUE")));
  }
  assert.deepEqual(totals[0], {
    values: { "2026-01": "285.00", "2026-02": "290.00", "2026-03": "290.00" },
    total: "865.00",
  });
  for (const each of totals) assert.deepEqual(each, totals[0]);

  const byCategory = await report("revenue", "startMonth=2026-03&endMonth=2026-04&groupBy=category&basis=ALL");
  assert.deepEqual(
    byCategory.rows.map((each: Json) => [each.name, each.values]),
    [
      ["Software", { "2026-03": "90.00", "2026-04": "100.00" }],
      ["Support", { "2026-03": "100.00", "2026-04": "100.00" }],
      ["Without category", { "2026-03": "100.00", "2026-04": "100.00" }],
    ],
  );
});

test("roll-forward: opening and closing equal the contract balances, and movements the documents", async () => {
  const answer = await report("contract-liability-roll-forward", "startMonth=2026-01&endMonth=2026-03");
  assert.deepEqual(
    answer.rows.map(({ id: _, ...each }: Json) => Object.values(each)),
    [
      ["Alpha plan", "0.00", "300.00", "30.00", "0.00", "270.00", "0.00", "0.00", "0.00"],
      ["Beta plan", "0.00", "2400.00", "0.00", "0.00", "300.00", "0.00", "0.00", "2100.00"],
      ["Gamma plan", "0.00", "0.00", "0.00", "0.00", "300.00", "0.00", "0.00", "-300.00"],
    ],
  );
  const roles = ["CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE"];
  assert.equal(total(answer.totals.closing), -(await balance("2026-03", ...roles)));
  const balances = await report("contract-balances", "month=2026-03");
  assert.equal(balances.totals.net, answer.totals.closing);
  assert.equal(-total(answer.totals.recognized), await balance("2026-03", "REVENUE"));
  const second = await report("contract-liability-roll-forward", "startMonth=2026-02&endMonth=2026-02");
  const first = await report("contract-liability-roll-forward", "startMonth=2026-01&endMonth=2026-01");
  assert.equal(second.totals.opening, first.totals.closing);
  for (const groupBy of ["customer", "category"]) {
    const other = await report(
      "contract-liability-roll-forward",
      `startMonth=2026-01&endMonth=2026-03&groupBy=${groupBy}`,
    );
    assert.deepEqual(other.totals, answer.totals, groupBy);
  }
});

test("contract balances: each contract is an asset or a liability, and the liability splits at twelve months", async () => {
  const answer = await report("contract-balances", "month=2026-03");
  assert.deepEqual(
    answer.rows.map(({ id: _, ...each }: Json) => Object.values(each)),
    [
      ["Beta plan", "Beta", "2100.00", "1200.00", "900.00", "0.00", "0.00", "0.00", "2100.00"],
      ["Gamma plan", "Gamma", "0.00", "0.00", "0.00", "0.00", "0.00", "300.00", "-300.00"],
    ],
  );
  assert.equal(total(answer.totals.contractLiability), -(await balance("2026-03", "CONTRACT_LIABILITY")));
  assert.equal(total(answer.totals.unbilledReceivable), await balance("2026-03", "UNBILLED_RECEIVABLE"));
  assert.deepEqual(answer.notes, []);
  assert.match((await report("contract-balances", "month=2026-04")).notes[0], /^2026-04 is not closed/);
});

test("remaining performance obligations equal the waterfall after the month", async () => {
  const answer = await report("remaining-performance-obligations", "month=2026-03");
  const after = await report("waterfall", "month=2026-04");
  assert.deepEqual(
    answer.rows.map((each: Json) => [each.name, each.within12Months, each.later, each.total]),
    after.rows.map((each: Json) => [each.name, String(within(each)), each.thereafter, each.total]),
  );
  assert.deepEqual(answer.years, ["2026", "2027"]);
  assert.deepEqual(answer.totals.values, { "2026": "2700.00", "2027": "1200.00" });
  assert.deepEqual((await report("remaining-performance-obligations", "month=2025-12")).rows, [], "nothing was signed");
});

const within = (each: Json): string => {
  const sum = total(...Object.values<string>(each.values));
  return `${sum / 100n}.00`;
};

test("annual recurring revenue leaves out one-offs, and its movements lead from opening to closing", async () => {
  const { rows } = await report("arr", "startMonth=2025-12&endMonth=2027-01");
  assert.deepEqual(
    rows
      .map((each: Json) => [each.month, each.new, each.churn, each.closing, each.mrr, each.customers])
      .filter((_: Json, i: number) => [0, 1, 2, 13].includes(i)),
    [
      ["2025-12", "0.00", "0.00", "0.00", "0.00", 0],
      ["2026-01", "2400.00", "0.00", "2400.00", "200.00", 2],
      ["2026-02", "0.00", "0.00", "2400.00", "200.00", 2],
      ["2027-01", "0.00", "-2400.00", "0.00", "0.00", 0],
    ],
  );
  const lastTwelve = await report("arr", "");
  assert.deepEqual(lastTwelve.parameters, { startMonth: "2025-05", endMonth: "2026-04" });
});

test("ageing sums to the receivable account, by days past due", async () => {
  const today = await report("receivables-ageing", "");
  assert.deepEqual(
    today.rows.map(({ id: _, ...each }: Json) => Object.values(each)),
    [
      ["Alpha", 2, "300.00", "0.00", "300.00", "0.00", "0.00", "600.00"],
      ["Beta", 1, "0.00", "0.00", "1400.00", "0.00", "0.00", "1400.00"],
    ],
  );
  for (const [month, date] of [
    ["2026-01", "2026-01-31"],
    ["2026-02", "2026-02-28"],
    ["2026-04", "2026-04-10"],
  ] as const) {
    const { totals } = await report("receivables-ageing", `date=${date}`);
    assert.equal(total(totals.total), await balance(month, "RECEIVABLE"), date);
  }
});

test("ageing puts invoices on the edges of its buckets right, with and without rows", async () => {
  // Beta's invoice was due on 14 February.
  for (const [date, column] of [
    ["2026-02-14", "current"],
    ["2026-02-15", "days1To30"],
    ["2026-03-16", "days1To30"],
    ["2026-03-17", "days31To60"],
    ["2026-04-15", "days31To60"],
    ["2026-04-16", "days61To90"],
    ["2026-05-15", "days61To90"],
    ["2026-05-16", "daysOver90"],
  ] as const) {
    const { rows, totals } = await report("receivables-ageing", `date=${date}`);
    const { [column]: late, total: all } = rows.find(({ name }: Json) => name === "Beta");
    assert.equal(late, all, date);
    const none = await report("receivables-ageing", `date=${date}&groupBy=none`);
    assert.deepEqual([none.rows, none.totals], [[], totals], date);
  }
});

test("the journal of a month equals its activity in the trial balance; account activity leads to the balance", async () => {
  const journal = await report("journal", "month=2026-03");
  const [{ accounts }] = (await own.ok("GET", "/v3/reports/trial-balance?month=2026-03")).currencies;
  const sum = (key: string) => accounts.reduce((all: bigint, each: Json) => all + cents(each[key]), 0n);
  assert.deepEqual(
    [total(journal.totals.debit), total(journal.totals.credit)],
    [sum("activityDebit"), sum("activityCredit")],
  );
  const revenue = journal.rows.find((each: Json) => each.role === "REVENUE" && each.contractName === "Alpha plan");
  assert.deepEqual(
    [revenue.account, revenue.credit, revenue.debit, revenue.customerName, revenue.categoryName],
    ["Revenue", "90.00", null, "Alpha", "Software"],
  );
  const activity = await report("account-activity", "role=RECEIVABLE&from=2026-02-01&to=2026-04-30");
  assert.deepEqual(
    activity.rows.map((each: Json) => [each.type, each.date, each.debit, each.credit, each.balance]),
    [
      ["OPENING", "2026-02-01", null, null, "2700.00"],
      ["PAYMENT_RECEIVED", "2026-02-20", null, "1000.00", "1700.00"],
      ["INVOICE_ISSUED", "2026-04-01", "300.00", null, "2000.00"],
      ["CLOSING", "2026-04-30", null, null, "2000.00"],
    ],
  );
  const named = await report("account-activity", "account=Receivable&from=2026-02-01&to=2026-04-30");
  assert.deepEqual(named.rows, activity.rows);
  await report("account-activity", "role=RECEIVABLE&from=2026-02-28&to=2027-02-27");
});

test("revenue by customer and month: posted with balances in closed months, planned without them in open ones", async () => {
  const { data, totalItems } = await own.ok("GET", "/v3.1/revenue?startMonth=2026-03&endMonth=2026-04&limit=4");
  assert.equal(totalItems, 6);
  assert.deepEqual(
    data.map((each: Json) => [each.month, each.customerName, each.total, each.deferredTotal, each.unbilledTotal]),
    [
      ["2026-03", "Alpha", "90.00", "0.00", "0.00"],
      ["2026-03", "Beta", "100.00", "2100.00", "0.00"],
      ["2026-03", "Gamma", "100.00", "0.00", "300.00"],
      ["2026-04", "Alpha", "100.00", null, null],
    ],
  );
  assert.deepEqual(
    data[0].categories.map((each: Json) => [each.name, each.revenue]),
    [["Software", "90.00"]],
  );
  const only = await own.ok(
    "GET",
    `/v3.1/revenue?startMonth=2026-03&endMonth=2026-03&customerId=${data[1].customerId}`,
  );
  assert.deepEqual(
    only.data.map((each: Json) => each.customerName),
    ["Beta"],
  );
});

test("reports as of an earlier day have what was recorded by the end of that day", async () => {
  // On 19 February the payment was not there; on 31 March no month was closed yet.
  const ageing = await report("receivables-ageing", "date=2026-02-28&asOf=2026-02-19");
  assert.equal(ageing.totals.total, "2700.00");
  assert.equal((await report("receivables-ageing", "date=2026-02-28&asOf=2026-02-20")).totals.total, "1700.00");
  assert.deepEqual(
    (await report("revenue", "startMonth=2026-01&endMonth=2026-03&asOf=2026-03-31")).totals.total,
    "-5.00",
  );
  const rolled = await report("contract-liability-roll-forward", "startMonth=2026-01&endMonth=2026-03&asOf=2026-03-31");
  assert.deepEqual([rolled.totals.recognized, rolled.totals.closing], ["0.00", "2670.00"]);
  const byCategory = "startMonth=2026-01&endMonth=2026-03&groupBy=category&asOf=2026-03-31";
  assert.deepEqual((await report("contract-liability-roll-forward", byCategory)).totals, rolled.totals);
  const balances = await report("contract-balances", "month=2026-03&asOf=2026-03-31");
  assert.deepEqual([balances.totals.net, balances.totals.currentLiability], ["2670.00", "1470.00"]);
  assert.equal((await report("journal", "month=2026-03&asOf=2026-03-31")).rows.length, 0);
  const activity = await report("account-activity", "role=CASH&from=2026-02-01&to=2026-02-28&asOf=2026-02-19");
  assert.equal(activity.rows.length, 2, "the balances alone");
  const { currencies } = await own.ok("GET", "/v3/reports/trial-balance?month=2026-03&asOf=2026-03-31");
  assert.ok(!currencies[0].accounts.some((each: Json) => each.role === "REVENUE"));
  const now = await report("revenue", "startMonth=2026-01&endMonth=2026-03&asOf=2026-04-10");
  assert.equal(now.totals.total, "865.00");
});

const file = (path: string) =>
  fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${own.merchant.readKey}` } });

test("a spreadsheet has numbers as numbers, and names its report and day", async () => {
  const answer = await file("/v3/reports/receivables-ageing?date=2026-03-31&format=xlsx");
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-type") ?? "", /spreadsheetml/);
  assert.match(answer.headers.get("content-disposition") ?? "", /filename="receivables-ageing-2026-03-31.xlsx"/);
  const [sheet, about] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
  assert.deepEqual(
    sheet?.data.slice(0, 4).map(([line]) => line),
    ["Test Merchant", "Receivables ageing", "As of 31 March 2026", "Amounts in USD"],
  );
  // Alpha's 300.00 were due on 14 February.
  assert.deepEqual(sheet?.data[6]?.slice(0, -1), ["Alpha", 1, 0, 0, 300, 0, 0, 300]);
  assert.deepEqual(Object.fromEntries(about?.data ?? []), {
    Report: "Receivables ageing",
    Merchant: "Test Merchant",
    Date: "2026-03-31",
    Currency: "USD",
    "As of": "2026-04-10",
    "Generated at": "2026-04-10T12:00:00.000Z",
    "Time zone": "UTC",
    Version: version,
  });
});

test("every report is a CSV file too", async () => {
  const months = "startMonth=2026-01&endMonth=2026-03";
  for (const [name, query, lines] of [
    ["trial-balance", "month=2026-03", 8],
    ["waterfall", "month=2026-03", 4],
    ["revenue", months, 4],
    ["contract-liability-roll-forward", months, 4],
    ["contract-balances", "month=2026-03", 3],
    ["remaining-performance-obligations", "month=2026-03", 4],
    ["arr", months, 4],
    ["receivables-ageing", "date=2026-03-31", 3],
    ["account-activity", "role=CASH&from=2026-02-01&to=2026-02-28", 4],
  ] as const) {
    const answer = await file(`/v3/reports/${name}?${query}&format=csv`);
    assert.equal(answer.headers.get("content-type"), "text/csv; charset=utf-8");
    assert.equal((await answer.text()).trimEnd().split("\r\n").length, lines, name);
  }
});

test("a report is in one currency and names the other currencies", async () => {
  const customerId = (await own.ok("POST", "/v3/customers", { name: "Delta" })).id;
  const euros = await own.contract({ name: "Delta plan", customerId, currency: "EUR" });
  await own.add(euros, obligationBody());
  await own.approve(euros);
  const dollars = await report("waterfall", "month=2026-04");
  assert.deepEqual([dollars.currency, dollars.otherCurrencies, dollars.rows.length], ["USD", ["EUR"], 3]);
  const answer = await report("waterfall", "month=2026-04&currency=EUR");
  assert.deepEqual([answer.currency, answer.otherCurrencies, answer.rows.length], ["EUR", ["USD"], 1]);
  assert.equal(row(answer, "Delta").total, "1200.00");
});

test("currencies of entries without a contract are named too, those of drafts and of later days are not", async () => {
  const client = clientOf(api, await api.newMerchant("2026-02-10T12:00:00Z"));
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Omega" });
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
  const credit = async (currency: string) => {
    const memo = {
      customerId,
      currency,
      issueDate: "2026-02-01",
      reason: "Goodwill",
      items: [{ itemId, amount: "5.00" }],
    };
    await client.ok("POST", "/v3/credit-memos", memo);
  };
  const others = async (query = "") =>
    (await client.ok("GET", `/v3/reports/waterfall?month=2026-02${query}`)).otherCurrencies;
  await client.contract({ currency: "CHF" });
  assert.deepEqual(await others(), []);
  for (const currency of ["USD", "GBP", "EUR", "GBP"]) await credit(currency);
  await client.advance("2026-02-12T12:00:00Z");
  await credit("JPY");
  assert.deepEqual(await others(), ["EUR", "GBP", "JPY"]);
  assert.deepEqual(await others("&asOf=2026-02-10"), ["EUR", "GBP"]);
});

test("voids, write-offs and reopened months: reports still tie to the journal and to each other", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const ask = (name: string, query: string): Promise<Json> => client.ok("GET", `/v3/reports/${name}?${query}`);
  const invoices: Json[] = [];
  for (const name of ["Voided", "Lost", "Credited"]) {
    const id = await client.contract({ name });
    await client.add(id, obligationBody());
    await client.approve(id);
    invoices.push((await client.ok("GET", `/v3/invoices?filter=contractId:eq:${id},status:eq:ISSUED`)).data[0]);
  }
  const [voided, lost, credited] = invoices;
  await client.advance("2026-01-20T12:00:00Z");
  await client.ok("POST", `/v3/invoices/${voided.id}/actions`, { action: "VOID" });
  const memo = await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId: credited.customerId, issueDate: "2026-01-20", reason: "Mistake" },
    items: [{ invoiceLineItemId: credited.lineItems[0].id, amount: "40.00" }],
  });
  await client.ok("POST", `/v3/credit-memos/${memo.id}/applications`, { invoiceId: credited.id, amount: "40.00" });
  await client.drainOutbox();
  await client.advance("2026-02-10T12:00:00Z");
  const drafts = `/v3/invoices?filter=contractId:eq:${voided.contractId},status:eq:DRAFT,issueDate:eq:2026-01-01`;
  const { data: freed } = await client.ok("GET", drafts);
  await client.ok("POST", `/v3/invoices/${freed[0].id}/actions`, { action: "ISSUE" });
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  await client.ok("POST", `/v3/invoices/${lost.id}/actions`, { action: "MARK_UNCOLLECTIBLE" });
  await client.drainOutbox();
  await client.advance("2026-03-10T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
  await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-02&reason=Late");

  const months = "startMonth=2026-01&endMonth=2026-02";
  for (const asOf of ["2026-01-19", "2026-01-20", "2026-02-10", "2026-03-10"]) {
    const { currencies } = await client.ok("GET", `/v3/reports/trial-balance?month=2026-02&asOf=${asOf}`);
    const sumOf = (...roles: string[]): bigint =>
      total(
        ...currencies[0].accounts.filter(({ role }: Json) => roles.includes(role)).map((each: Json) => each.balance),
      );
    const byContract = await ask("contract-liability-roll-forward", `${months}&asOf=${asOf}`);
    const byCategory = await ask("contract-liability-roll-forward", `${months}&groupBy=category&asOf=${asOf}`);
    assert.deepEqual(byCategory.totals, byContract.totals, asOf);
    const net = -sumOf("CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE");
    assert.equal(total(byContract.totals.closing), net, asOf);
    const balances = await ask("contract-balances", `month=2026-02&asOf=${asOf}`);
    assert.equal(total(balances.totals.net), net, asOf);
    const ageing = await ask("receivables-ageing", `date=2026-02-28&asOf=${asOf}`);
    assert.equal(total(ageing.totals.total), sumOf("RECEIVABLE"), asOf);
    const revenue = await ask("revenue", `${months}&asOf=${asOf}`);
    assert.equal(total(revenue.totals.total), -sumOf("REVENUE", "CONTRA_REVENUE"), asOf);
    assert.equal(revenue.totals.total, byContract.totals.recognized, asOf);
  }
  const { rows } = await ask("contract-liability-roll-forward", months);
  // Lost on 10 February: January and 10 of 28 days of February are earned, 135.71 of 300.00.
  assert.deepEqual(
    rows.map((each: Json) => [each.name, each.billed, each.credited, each.writtenOff]),
    [
      ["Credited", "300.00", "40.00", "0.00"],
      ["Lost", "300.00", "0.00", "164.29"],
      ["Voided", "300.00", "0.00", "0.00"],
    ],
  );
  // A reopened month shows what it will have, not what it had and will have.
  const open = await ask("revenue", `${months}&basis=ALL&groupBy=contract`);
  const waterfall = await ask("waterfall", "month=2026-01");
  assert.deepEqual(
    open.rows.map((each: Json) => [each.name, each.values["2026-02"]]),
    waterfall.rows.map((each: Json) => [each.name, each.values["2026-02"]]),
  );
});

for (const [query, expected] of [
  ["waterfall", [400, "VALIDATION_FAILED", "/query/month REQUIRED"]],
  ["waterfall?month=2026-13", [400, "INVALID_MONTH", "/query/month INVALID_MONTH"]],
  ["waterfall?month=2036-05", [400, "INVALID_MONTH", "/query/month INVALID_MONTH"]],
  ["waterfall?month=2036-04&asOf=2026-03-31", [400, "INVALID_MONTH", "/query/month INVALID_MONTH"]],
  ["remaining-performance-obligations?month=2190-01", [400, "INVALID_MONTH", "/query/month INVALID_MONTH"]],
  ["trial-balance?month=2190-01", [400, "INVALID_MONTH", "/query/month INVALID_MONTH"]],
  ["revenue?startMonth=2190-01&endMonth=2190-02", [400, "INVALID_MONTH", "/query/startMonth INVALID_MONTH"]],
  ["arr?startMonth=2036-01&endMonth=2036-05", [400, "INVALID_MONTH", "/query/endMonth INVALID_MONTH"]],
  ["waterfall?month=2026-03&groupBy=class", [400, "VALIDATION_FAILED", "/query/groupBy ENUM"]],
  ["waterfall?month=2026-03&asOf=2026-04-11", [400, "INVALID_DATE", "/query/asOf INVALID_DATE"]],
  ["arr?asOf=2026-04-31", [400, "INVALID_DATE", "/query/asOf INVALID_DATE"]],
  ["remaining-performance-obligations?month=2026-03&asOf=x", [400, "INVALID_DATE", "/query/asOf INVALID_DATE"]],
  ["revenue?startMonth=2026-03&endMonth=2026-02", [400, "INVALID_MONTH", "/query/endMonth INVALID_MONTH"]],
  ["revenue?startMonth=2020-01&endMonth=2025-01", [400, "INVALID_MONTH", "/query/endMonth INVALID_MONTH"]],
  [
    "revenue?startMonth=2026-01&endMonth=2026-03&basis=ALL&asOf=2026-04-11",
    [400, "INVALID_DATE", "/query/asOf INVALID_DATE"],
  ],
  ["contract-balances?month=2026-03&asOf=2026-04-11", [400, "INVALID_DATE", "/query/asOf INVALID_DATE"]],
  ["contract-balances?month=2026-03&format=pdf", [400, "VALIDATION_FAILED", "/query/format ENUM"]],
  ["contract-balances?month=2026-03&currency=XXY", [400, "CURRENCY_INVALID", "/query/currency CURRENCY_INVALID"]],
  ["account-activity?role=CASH", [400, "VALIDATION_FAILED", "/query/from REQUIRED", "/query/to REQUIRED"]],
  ["account-activity?account=Nowhere&month=2026-02", [404, "ACCOUNT_NOT_FOUND"]],
  ["account-activity?role=CASH&month=2026-02&from=2026-02-01", [400, "VALIDATION_FAILED", "/query/month CONFLICT"]],
  ["revenue?month=2026-02&endMonth=2026-02", [400, "VALIDATION_FAILED", "/query/month CONFLICT"]],
  ["receivables-ageing?month=2026-02&date=2026-02-28", [400, "VALIDATION_FAILED", "/query/month CONFLICT"]],
  ["account-activity?from=2026-02-01&to=2026-02-28", [400, "VALIDATION_FAILED", "/query/account REQUIRED"]],
  ["account-activity?role=CASH&from=2026-02-28&to=2026-02-01", [400, "INVALID_DATE", "/query/to INVALID_DATE"]],
  ["account-activity?role=CASH&from=2026-02-28&to=2027-02-28", [400, "INVALID_DATE", "/query/to INVALID_DATE"]],
  ["account-activity?role=BANK&from=2026-02-01&to=2026-02-28", [400, "VALIDATION_FAILED", "/query/role ENUM"]],
] as const) {
  test(`rejected: ${query}`, async () => {
    assert.deepEqual(rejection(await own.send("GET", `/v3/reports/${query}`)), expected);
  });
}

test("the last month that reports take is ten years ahead", async () => {
  for (const query of [
    "waterfall?month=2036-04",
    "waterfall?month=2036-03&asOf=2026-03-31",
    "trial-balance?month=2036-04",
  ]) {
    await own.ok("GET", `/v3/reports/${query}`);
  }
  const rejected = await own.send("GET", "/v3.1/revenue?startMonth=2036-01&endMonth=2036-05");
  assert.deepEqual(rejection(rejected), [400, "INVALID_MONTH", "/query/endMonth INVALID_MONTH"]);
});
