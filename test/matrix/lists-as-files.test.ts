import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import readXlsxFile from "read-excel-file/node";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, rejection } from "../support/client.ts";
import { expanded } from "../support/expanded-document.ts";
import { fileIn } from "../support/zip.ts";
import { readOperations } from "./operations.ts";
import { createBook, pathWith } from "./records.ts";

// ADR 0068: every list as a file, with the filters and the order of the list.

let api: TestApi;
let client: Client;
before(async () => {
  api = await startApi();
  client = clientOf(api, api.merchants.A);
});
after(() => api.close());

const file = (path: string, key = client.merchant.writeKey) =>
  fetch(new URL(path, api.url), { headers: { authorization: `Bearer ${key}` } });
const lines = async (path: string): Promise<string[]> => {
  const response = await file(path);
  assert.deepEqual([response.status, response.headers.get("content-type")], [200, "text/csv; charset=utf-8"]);
  return (await response.text()).trimEnd().split("\r\n");
};

test("a list as CSV has every filtered row in order, and no formula", async () => {
  const names = ["=1+1", "Beta, Ltd", 'Gamma "G"', "Delta"];
  for (const name of names) await client.ok("POST", "/v3/customers", { name });
  const response = await file("/v3/customers?format=csv&sort=name:asc");
  assert.equal(
    response.headers.get("content-disposition"),
    `attachment; filename="customers.csv"; filename*=UTF-8''customers.csv`,
  );
  const [head, ...rows] = await lines("/v3/customers?format=csv&sort=name:asc");
  assert.ok(head?.startsWith("id,name,"), `${head}`);
  const shown = rows.map((row) => /^("(?:[^"]|"")*"|[^,]*)/.exec(row.slice(37))?.[0]);
  assert.deepEqual(shown, ["'=1+1", '"Beta, Ltd"', "Delta", '"Gamma ""G"""']);
  assert.equal((await lines("/v3/customers?format=csv&filter=name:like:amma")).length, 2);
  assert.deepEqual((await lines("/v3/customers?format=csv&filter=name:eq:nobody")).length, 1, "the heading alone");
});

test("the first line of a CSV file has the field names, or labels for people", async () => {
  const [words = ""] = await lines("/v3/invoices?format=csv&headings=words");
  const [fields] = await lines("/v3/invoices?format=csv");
  assert.ok(words.startsWith("ID,Invoice number,"), `${words}`);
  assert.ok(words.includes(",Issue date,Due date,"), words);
  assert.equal(words.split(",").length, fields?.split(",").length);
  assert.equal(new Set(words.split(",")).size, words.split(",").length, "no two columns have one heading");
  const [ofContracts = ""] = await lines("/v3/contracts?format=csv");
  assert.ok(!ofContracts.includes("created."), `what the answer of a creation alone has: ${ofContracts}`);
  const refused = [
    ["headings=words", "CONFLICT"],
    ["format=xlsx&headings=words", "CONFLICT"],
    ["format=csv&headings=names", "ENUM"],
    ["format=csv&headings=", "ENUM"],
  ] as const;
  for (const [query, code] of refused) {
    const answer = await client.send("GET", `/v3/invoices?${query}`);
    assert.deepEqual(rejection(answer), [400, "VALIDATION_FAILED", `/query/headings ${code}`], query);
  }
});

test("a file has all rows, also more than one page holds", async () => {
  const bulk = await api.newMerchant();
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  const insert = `insert into category (merchant_id, id, name, name_key, created_at, last_updated_at)
    select $1, gen_random_uuid(), 'Category ' || n, 'category ' || n, now(), now() from generate_series(1, 2300) as n`;
  await owner.query(insert, [bulk.merchantId]).finally(() => owner.end());
  const response = await file("/v3/categories?format=csv", bulk.writeKey);
  const text = await response.text();
  const named = new Set(text.match(/Category \d+/g));
  assert.deepEqual([response.status, named.size], [200, 2300]);
});

test("a list as a spreadsheet has amounts and days as typed cells", async () => {
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const response = await file(`/v3/invoices?format=xlsx&filter=contractId:eq:${contractId}&sort=issueDate:asc`);
  assert.equal(response.status, 200);
  const [sheet] = await readXlsxFile(Buffer.from(await response.arrayBuffer()));
  const data = sheet?.data ?? [];
  const at = data.findIndex((row: unknown[]) => row.includes("Issue date"));
  const heads = data[at] as unknown[];
  const value = (row: unknown[], head: string) => row[heads.indexOf(head)];
  const { data: invoices } = await client.ok(
    "GET",
    `/v3/invoices?filter=contractId:eq:${contractId}&sort=issueDate:asc`,
  );
  assert.deepEqual(
    data
      .slice(at + 1)
      .map((row: unknown[]) => [value(row, "Total"), (value(row, "Issue date") as Date).toISOString().slice(0, 10)]),
    invoices.map(({ total, issueDate }: Json) => [Number(total), issueDate]),
  );
});

/** A list as a spreadsheet: the lines above the table, its headings in sight, and its rows by heading. */
async function spreadsheet(path: string, key?: string) {
  const bytes = Buffer.from(await (await file(path, key)).arrayBuffer());
  const [sheet] = await readXlsxFile(bytes);
  const [company, title, asOf, amounts, , headings = [], ...rows] = (sheet?.data ?? []) as unknown[][];
  const columns = fileIn(bytes, "xl/worksheets/sheet1.xml").match(/<col [^>]*>/g) ?? [];
  const inSight = headings.filter((_, index) => !columns[index]?.includes('hidden="1"'));
  const named = rows.map((row) => Object.fromEntries(row.map((cell, index) => [headings[index], cell])));
  return { lines: [company, title, asOf, amounts].map((line) => line?.[0]), inSight, rows: named };
}

test("a spreadsheet names the merchant; columns of ids, nested fields and empty columns are hidden", async () => {
  const own = clientOf(api, await api.newMerchant());
  await own.ok("PATCH", "/v3/merchant", { legalName: "Harbour GmbH" });
  const contractId = await own.contract();
  await own.add(contractId, obligationBody());
  await own.approve(contractId);
  const reason = "The customer disputes the scope.";
  await own.ok("POST", `/v3/contracts/${contractId}/close-hold`, { reason });
  const key = own.merchant.writeKey;
  const contracts = await spreadsheet("/v3/contracts?format=xlsx", key);
  assert.deepEqual(contracts.lines.slice(0, 2), ["Harbour GmbH", "Contracts"]);
  assert.match(String(contracts.lines[2]), /^As of \d{1,2} [A-Z][a-z]+ \d{4}, 1 row$/);
  assert.equal(contracts.lines[3], "Amounts in the currency of each row");
  for (const hidden of ["ID", "Customer ID", "External IDs", "Approved by", "PO number"]) {
    assert.ok(!contracts.inSight.includes(hidden), `${hidden} is out of sight: ${contracts.inSight}`);
  }
  assert.equal(contracts.rows[0]?.Currency, "USD");
  assert.equal(contracts.rows[0]?.Source, "API");
  const holds = await spreadsheet("/v3/month-end-close/holds?format=xlsx", key);
  assert.equal(holds.rows[0]?.Status, "Held");
  assert.ok(!holds.inSight.includes("Held by"));
  const schedules = await spreadsheet("/v3/revenue-schedules?format=xlsx", key);
  assert.ok(schedules.rows[0]?.Timeframe instanceof Date, "a month is a date");
  assert.equal(schedules.rows[0]?.Pinned, "No");
  assert.equal(typeof schedules.rows[0]?.Amount, "number");
  const contract = await own.ok("GET", `/v3/contracts/${contractId}`);
  const names = ["Performance obligation", "Contract", "Customer"].map((head) => schedules.rows[0]?.[head]);
  assert.deepEqual(names, ["Platform", contract.name, contract.customerName], "names where the list has ids alone");
  assert.ok(!schedules.inSight.includes("Contract ID"));
  const classes = await spreadsheet("/v3.1/classes?format=xlsx", key);
  assert.equal(classes.rows[0]?.Name, "There is nothing to show here.");
});

test("a file takes no page parameters, and has one of three formats", async () => {
  for (const query of ["format=pdf", "format=csv&format=csv"]) {
    const answer = await client.send("GET", `/v3/customers?${query}`);
    assert.deepEqual(rejection(answer), [400, "VALIDATION_FAILED", "/query/format ENUM"], query);
  }
  for (const [query, ...others] of [
    ["format=csv&page=2"],
    ["format=xlsx&limit=5"],
    // A cursor that cannot be read is told beside that a file has none.
    ["format=csv&cursor=x", "/query/cursor CURSOR_INVALID"],
  ] as const) {
    const answer = await client.send("GET", `/v3/customers?${query}`);
    assert.deepEqual(rejection(answer), [400, "VALIDATION_FAILED", "/query/format CONFLICT", ...others], query);
    for (const part of query.split("&"))
      assert.ok(answer.body.message.includes(part.replace(/^(page|limit|cursor)=.*/, "$1")));
  }
  assert.equal((await client.send("GET", "/v3/customers?format=json&limit=1")).body.payload.limit, 1);
});

test("every list of the API is available as CSV, with each of its rows and none of another merchant", async () => {
  const book = await createBook(api, api.merchants.B, "Files");
  const { paths }: Json = expanded(await (await fetch(`${api.url}/openapi.json`)).json());
  const isList = ({ name, path }: { name: string; path: string }) =>
    name.startsWith("GET ") && paths[path].get.parameters?.some((each: Json) => each.name === "page");
  const lists = (await readOperations(api.url)).filter(isList);
  assert.ok(lists.length > 40, `${lists.length} lists`);
  for (const operation of lists) {
    const path = pathWith(operation, book.records);
    const { payload } = (await api.request("GET", path, { key: book.client.merchant.writeKey })).body;
    const response = await file(`${path}${path.includes("?") ? "&" : "?"}format=csv`, book.client.merchant.writeKey);
    assert.equal(response.status, 200, `${operation.name}: ${await response.clone().text()}`);
    const text = await response.text();
    const ids = (Array.isArray(payload) ? payload : payload.data).map(({ id }: Json) => id).filter(Boolean);
    for (const id of ids) assert.ok(text.includes(id), `${operation.name} has ${id}`);
  }
});
