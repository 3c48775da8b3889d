import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import readXlsx from "read-excel-file/node";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody } from "../support/client.ts";

// Reports as they are handed on: periods, title blocks, names before ids, words for codes. A book of 1,200.00 for 2026, billed by
// the quarter, with January and February closed.

let api: TestApi;
let own: Client;
before(async () => {
  api = await startApi();
  own = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  await own.ok("PATCH", "/v3/merchant", { legalName: "Harbour GmbH" });
  const id = await own.contract();
  await own.add(id, obligationBody());
  await own.approve(id);
  await own.advance("2026-04-10T12:00:00Z");
  await own.drainOutbox();
  await close(own, "2026-02");
});
after(() => api.close());

const report = (name: string, query: string): Promise<Json> => own.ok("GET", `/v3/reports/${name}?${query}`);

async function sheetsOf(client: Client, path: string) {
  const headers = { authorization: `Bearer ${client.merchant.readKey}` };
  const answer = await fetch(`${api.url}/v3/reports/${path}&format=xlsx`, { headers });
  assert.equal(answer.status, 200, path);
  return readXlsx(Buffer.from(await answer.arrayBuffer()));
}

const months = "startMonth=2026-01&endMonth=2026-02";
for (const [path, title, period] of [
  ["trial-balance?month=2026-02", "Trial balance", "As of 28 February 2026"],
  ["waterfall?month=2026-02", "Revenue waterfall by contract", "February 2026 to January 2027"],
  [`revenue?${months}`, "Revenue by month by customer", "January 2026 to February 2026"],
  [
    `contract-liability-roll-forward?${months}`,
    "Roll-forward of the net contract position by contract",
    "January 2026 to February 2026",
  ],
  ["contract-balances?month=2026-02", "Contract balances", "As of 28 February 2026"],
  [
    "remaining-performance-obligations?month=2026-02",
    "Remaining performance obligations by contract",
    "As of 28 February 2026",
  ],
  [
    `disclosures?${months}`,
    "Disclosures of revenue from contracts with customers: Tie-out",
    "January 2026 to February 2026",
  ],
  ["flux?month=2026-02", "Flux of revenue and contract liability: Revenue", "February 2026"],
  [`arr?${months}`, "Annual recurring revenue", "January 2026 to February 2026"],
  ["receivables-ageing?month=2026-02", "Receivables ageing", "As of 28 February 2026"],
  ["journal?month=2026-02", "Journal", "February 2026"],
  ["account-activity?role=RECEIVABLE&month=2026-01", "Account activity", "1 January 2026 to 31 January 2026"],
] as const) {
  test(`${path} is to be had as CSV, workbook and JSON with equal amounts`, async () => {
    const sheets = await sheetsOf(own, path);
    const tables = sheets.slice(0, -1);
    assert.deepEqual(
      tables[0]?.data.slice(0, 5).map(([line]) => line),
      ["Harbour GmbH", title, period, "Amounts in USD", null],
    );
    for (const { sheet, data } of tables) {
      assert.ok(sheet.length <= 31, sheet);
      const header = (data[5] ?? []).filter((label) => typeof label === "string");
      const firstId = header.findIndex((label) => /(^| )id$/i.test(label) || label === "Reverses entry");
      const ids = firstId < 0 ? [] : header.slice(firstId);
      assert.ok(
        ids.every((label) => /(^| )id$/i.test(label) || label === "Reverses entry"),
        `${sheet}: ids come last`,
      );
      assert.ok(firstId !== 0, `${sheet}: names come first`);
      const codes = data.flat().filter((cell) => typeof cell === "string" && /^[A-Z]+_[A-Z_]+$/.test(cell));
      assert.deepEqual(codes, [], `${sheet}: codes are words`);
    }
  });
}

test("`month` sets the period of every report: its end, its days, or the only month of several", async () => {
  const same = async (name: string, query: string, other: string) => {
    const [one, two] = [await report(name, query), await report(name, other)];
    for (const each of [one, two]) delete each.generatedAt;
    assert.deepEqual(one, two, name);
  };
  await same("revenue", "month=2026-02", "startMonth=2026-02&endMonth=2026-02");
  await same("revenue", "", "startMonth=2025-05&endMonth=2026-04");
  await same("contract-liability-roll-forward", "month=2026-02", "startMonth=2026-02&endMonth=2026-02");
  await same("arr", "month=2026-02", "startMonth=2026-02&endMonth=2026-02");
  await same("receivables-ageing", "month=2026-02", "date=2026-02-28");
  await same("account-activity", "role=CASH&month=2026-02", "role=CASH&from=2026-02-01&to=2026-02-28");
});

test("the trial balance has the same total of debits and credits, and a sheet for each currency", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { legalName: "Harbour GmbH" });
  for (const currency of ["USD", "EUR"]) {
    const id = await client.contract({ currency });
    await client.add(id, obligationBody());
    await client.approve(id);
  }
  const sheets = await sheetsOf(client, "trial-balance?month=2026-01");
  assert.deepEqual(
    sheets.map(({ sheet }) => sheet),
    ["Trial balance EUR", "Trial balance USD", "Parameters"],
  );
  for (const [index, currency] of ["EUR", "USD"].entries()) {
    const rows = sheets[index]?.data ?? [];
    assert.deepEqual(
      rows.slice(0, 4).map(([line]) => line),
      ["Harbour GmbH", "Trial balance", "As of 31 January 2026", `Amounts in ${currency}`],
    );
    assert.deepEqual(rows[5]?.slice(0, 4), ["Account", "Role", "Debit balance", "Credit balance"]);
    assert.deepEqual(rows[6]?.slice(0, 4), ["Contract liability", "Contract liability", 0, 300]);
    assert.deepEqual(rows.find(([first]) => first === "Total")?.slice(2, 6), [300, 300, 300, 300]);
  }
});
