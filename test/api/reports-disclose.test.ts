import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import readXlsx from "read-excel-file/node";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody } from "../support/client.ts";

// A book whose disclosures of the first quarter of 2026 can be worked out by hand, closed through March on 10 April:
//
// - Alpha: 1,200.00 for 2026, 300.00 a quarter in advance; Software. 100.00 a month.
// - Beta: 2,400.00 billed once in January 2026 for 2026 and 2027; Support. 100.00 a month.
// - Gamma: a licence of 500.00, delivered and billed on 20 January; Software.
// - Delta: 3,600.00 billed once for 2026 to 2028. 100.00 a month.
let api: TestApi;
let client: Client;

before(async () => {
  api = await startApi();
  client = clientOf(api, await api.newMerchant("2026-01-20T12:00:00Z"));
  const category = async (name: string) => (await client.ok("POST", "/v3/categories", { name })).id;
  const [software, support] = [await category("Software"), await category("Support")];
  const sign = async (name: string, obligation: object) => {
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name });
    const id = await client.contract({ name: `${name} plan`, customerId });
    await client.add(id, obligation);
    await client.approve(id);
  };
  const once = (amount: string, endDate: string, startDate = "2026-01-01") => ({
    ...{ startDate, endDate, interval: "NONE", pricing: [{ amount, amountType: "TOTAL_INVOICE" }] },
  });
  await sign("Alpha", obligationBody({ categoryId: software }));
  const two = obligationBody({ categoryId: support, serviceEndDate: "2027-12-31" }, once("2400.00", "2027-12-31"));
  await sign("Beta", two);
  const day = "2026-01-20";
  const delivered = { serviceStartDate: day, serviceEndDate: day, recognitionPattern: "POINT_IN_TIME" };
  await sign("Gamma", obligationBody({ ...delivered, categoryId: software }, once("500.00", day, day)));
  await sign("Delta", obligationBody({ serviceEndDate: "2028-12-31" }, once("3600.00", "2028-12-31")));
  await client.advance("2026-04-10T12:00:00Z");
  await client.drainOutbox();
  await close(client, "2026-03");
});
after(() => api.close());

const disclosures = (query: string): Promise<Json> => client.ok("GET", `/v3/reports/disclosures?${query}`);
const amounts = (rows: readonly Json[], ...keys: string[]) => rows.map((row) => keys.map((key) => row[key]));

function assertTied({ rows }: Json): void {
  assert.ok(rows.length >= 13);
  for (const row of rows) assert.match(row.difference, /^0(\.0+)?$/, JSON.stringify(row));
}

test("revenue by category and timing, contract balances and their changes", async () => {
  const answer = await disclosures("startMonth=2026-01&endMonth=2026-03");
  assertTied(answer);
  const { revenue, contractBalances, changes } = answer.sections;
  assert.deepEqual(amounts(revenue.rows, "category", "overTime", "pointInTime", "total"), [
    ["Software", "300.00", "500.00", "800.00"],
    ["Support", "300.00", "0.00", "300.00"],
    ["Without category", "300.00", "0.00", "300.00"],
  ]);
  assert.deepEqual(amounts(contractBalances.rows, "name", "opening", "closing"), [
    ["Receivables", "0.00", "6800.00"],
    ["Unbilled receivables", "0.00", "0.00"],
    ["Contract assets", "0.00", "0.00"],
    ["Contract liabilities", "0.00", "5400.00"],
    ["of which current", "0.00", "2400.00"],
    ["of which non-current", "0.00", "3000.00"],
  ]);
  assert.deepEqual(amounts([changes.totals], "opening", "billed", "recognized", "closing"), [
    ["0.00", "6800.00", "1400.00", "5400.00"],
  ]);
  const by = await disclosures("startMonth=2026-01&endMonth=2026-03&groupBy=customer,category");
  assert.deepEqual(amounts(by.sections.revenue.rows, "category", "customer", "total", "contract")[0], [
    ...["Software", "Alpha", "300.00", null],
  ]);
});

test("revenue from the opening liability, and remaining performance obligations in time bands with expedients", async () => {
  const answer = await disclosures("startMonth=2026-02&endMonth=2026-03");
  assertTied(answer);
  const { openingLiability, remaining, leftOut } = answer.sections;
  assert.deepEqual(amounts(openingLiability.rows, "name", "opening", "recognized", "left"), [
    ["Alpha plan", "200.00", "200.00", "0.00"],
    ["Beta plan", "2300.00", "200.00", "2100.00"],
    ["Delta plan", "3500.00", "200.00", "3300.00"],
  ]);
  const bands = ["name", "total", "within12Months", "months13To24", "after24Months"];
  assert.deepEqual(amounts(remaining.rows, ...bands), [
    ["Alpha plan", "900.00", "900.00", "0.00", "0.00"],
    ["Beta plan", "2100.00", "1200.00", "900.00", "0.00"],
    ["Delta plan", "3300.00", "1200.00", "1200.00", "900.00"],
  ]);
  assert.deepEqual(leftOut.rows, []);
  const short = await disclosures("startMonth=2026-02&endMonth=2026-03&expedients=ONE_YEAR,USAGE");
  assertTied(short);
  assert.deepEqual(amounts(short.sections.leftOut.rows, ...bands), [
    ["Alpha plan", "900.00", "900.00", "0.00", "0.00"],
  ]);
  assert.equal(short.sections.remaining.totals.total, "5400.00");
});

test("a credit of earlier service is revenue of earlier periods, and not from the opening liability", async () => {
  const filter = "total:eq:2400.00";
  const [invoice] = (await client.ok("GET", `/v3/invoices?filter=${filter}`)).data;
  // 240.00 of 2,400.00: 30.00 of January to March, 10.00 of April, 200.00 of the twenty months after it.
  await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId: invoice.customerId, issueDate: "2026-04-10", reason: "Late start" },
    items: [{ invoiceLineItemId: invoice.lineItems[0].id, amount: "240.00" }],
  });
  await client.advance("2026-05-05T12:00:00Z");
  await client.drainOutbox();
  await close(client, "2026-04");
  const answer = await disclosures("month=2026-04");
  assertTied(answer);
  const { earlierPeriods, openingLiability } = answer.sections;
  assert.deepEqual(amounts(earlierPeriods.rows, "name", "increase", "decrease", "total"), [
    ["Beta plan", "0.00", "-30.00", "-30.00"],
  ]);
  const beta = openingLiability.rows.find(({ name }: Json) => name === "Beta plan");
  assert.deepEqual(amounts([beta], "opening", "credited", "recognized", "left"), [
    ["2100.00", "240.00", "60.00", "1800.00"],
  ]);
});

test("the workbook has a sheet for each disclosure and its tie-out; the CSV file has every amount", async () => {
  const file = (format: string) =>
    fetch(`${api.url}/v3/reports/disclosures?startMonth=2026-01&endMonth=2026-03&format=${format}`, {
      headers: { authorization: `Bearer ${client.merchant.readKey}` },
    });
  const sheets = await readXlsx(Buffer.from(await (await file("xlsx")).arrayBuffer()));
  assert.deepEqual(
    sheets.map(({ sheet }) => sheet),
    [
      ...["Tie-out", "Revenue", "Contract balances", "Opening liability", "Earlier periods", "Changes"],
      ...["Remaining obligations", "Left out", "Parameters"],
    ],
  );
  const tied = sheets[0]?.data ?? [];
  assert.deepEqual(
    tied.slice(0, 4).map(([line]) => line),
    [
      "Test Merchant",
      "Disclosures of revenue from contracts with customers: Tie-out",
      "January 2026 to March 2026",
      "Amounts in USD",
    ],
  );
  assert.deepEqual(tied[6]?.slice(0, 5), ["Revenue", "Trial balance", 1400, 1400, 0]);
  const lines = (await (await file("csv")).text()).split("\r\n");
  assert.equal(lines[0], "Table,Line,Id,Figure,Amount");
  const support = lines.filter((line) => line.startsWith("Disaggregation of revenue,Support,"));
  assert.deepEqual(
    support.map((line) => line.split(",").slice(3)),
    [
      ["Over time", "300.00"],
      ["At a point in time", "0.00"],
      ["Other", "0.00"],
      ["Total", "300.00"],
    ],
  );
});

for (const query of [
  "groupBy=class",
  "groupBy=category,",
  "expedients=TWO_YEARS",
  "month=2026-01&startMonth=2026-01",
]) {
  test(`rejected: ${query}`, async () => {
    assert.equal((await client.send("GET", `/v3/reports/disclosures?${query}`)).status, 400);
  });
}
