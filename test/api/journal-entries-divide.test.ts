import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import readXlsx from "read-excel-file/node";
import { importClasses } from "../../src/catalog/class-service.ts";
import { write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { meteringOn } from "../support/usage-client.ts";

// Lines of the journal say which item and class of the accounting system their revenue is of (data model 16).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const closes = "/v3/month-end-close";
/** A merchant in March 2026 with a class, a category and two items, and a contract of 100.00 a month for each obligation. */
async function book(parts: (known: Record<"europe" | "software" | "licence" | "support", string>) => object[][]) {
  const client = clientOf(api, await api.newMerchant("2026-03-15T12:00:00Z"));
  const { merchantId } = client.merchant;
  await write(api.platform, { merchantId, actor: { kind: "SYSTEM", id: "test" } }, (ctx) =>
    importClasses(ctx, [{ externalId: "10", name: "Europe" }]),
  );
  const { data: classes } = await client.ok("GET", "/v3.1/classes");
  const item = async (name: string) => (await client.ok("POST", "/v3/items", { name })).id;
  const known = {
    europe: classes[0].id,
    software: (await client.ok("POST", "/v3/categories", { name: "Software" })).id,
    licence: await item("Licence"),
    support: await item("Support"),
  };
  const contractId = await client.contract();
  const obligations: Json[] = [];
  for (const [body = {}, schedule = {}] of parts(known)) {
    obligations.push(await client.add(contractId, obligationBody(body, schedule)));
  }
  await client.approve(contractId);
  const path = (index: number) => `/v3.1/contracts/${contractId}/obligation/${obligations[index].id}`;
  return { client, known, path };
}

/** Two items and one class in one category, and an obligation that has none of them. */
const mixedBook = () =>
  book(({ europe, software, licence, support }) => [
    [{ categoryId: software, classId: europe }, { itemId: licence }],
    [{ categoryId: software, classId: europe }, { itemId: support }],
    [{ categoryId: software, classId: europe }, { itemId: support }],
    [{ categoryId: software }],
  ]);

/** Each line of the revenue of a month, by role. */
async function revenueLines(client: Client, month: string) {
  const { data } = await client.ok("GET", `/v3/journal-entries?filter=month:eq:${month},type:eq:REVENUE_RECOGNIZED`);
  const lines = data.flatMap((entry: Json) => entry.lines);
  return lines.map(({ role, debit, credit, categoryId, itemId, classId }: Json) =>
    JSON.stringify([role, debit, credit, categoryId, itemId, classId]),
  );
}

test("revenue has one journal line for each category, item and class; balance sheet lines have none of them", async () => {
  const { client, known } = await mixedBook();
  const { europe, software, licence, support } = known;
  await close(client, "2026-01");
  assert.deepEqual(
    (await revenueLines(client, "2026-01")).toSorted(),
    [
      ["CONTRACT_LIABILITY", "400.00", "0.00", null, null, null],
      ["REVENUE", "0.00", "100.00", software, licence, europe],
      ["REVENUE", "0.00", "200.00", software, support, europe],
      ["REVENUE", "0.00", "100.00", software, null, null],
    ]
      .map((line) => JSON.stringify(line))
      .toSorted(),
  );
  const { data } = await client.ok("GET", "/v3/journal-entries?limit=1000");
  for (const { type, lines } of data) {
    if (type === "REVENUE_RECOGNIZED") continue;
    for (const line of lines) assert.deepEqual([line.itemId, line.classId], [null, null], type);
  }
});

test("another item or class leaves posted lines as they are and applies to later revenue", async () => {
  const { client, known, path } = await mixedBook();
  const { europe, software, licence, support } = known;
  await close(client, "2026-01");
  const before = await revenueLines(client, "2026-01");
  await client.ok("PATCH", path(0), { itemId: null, classId: null });
  await client.ok("PATCH", path(1), { itemId: licence });
  await client.ok("POST", `${closes}/reopen-period?month=2026-01`);
  assert.equal((await close(client, "2026-01")).entriesPosted, 0);
  assert.deepEqual(await revenueLines(client, "2026-01"), before);
  await close(client, "2026-02");
  const february = await revenueLines(client, "2026-02");
  assert.deepEqual(
    february.filter((line: string) => line.startsWith('["REVENUE"')).toSorted(),
    [
      ["REVENUE", "0.00", "200.00", software, null, null],
      ["REVENUE", "0.00", "100.00", software, licence, europe],
      ["REVENUE", "0.00", "100.00", software, support, europe],
    ]
      .map((line) => JSON.stringify(line))
      .toSorted(),
  );
});

test("another item of a billing term applies to its later revenue", async () => {
  const { client, known, path } = await mixedBook();
  const { data } = await client.ok(
    "GET",
    path(0)
      .replace("/v3.1/", "/v3/")
      .replace(/obligation.*/, "billing-terms"),
  );
  const term = data.find(({ itemId }: Json) => itemId === known.licence);
  await client.ok("PATCH", `/v3/contracts/${term.contractId}/billing-terms/${term.id}`, { itemId: known.support });
  await close(client, "2026-01");
  const { europe, software, support } = known;
  const lines = await revenueLines(client, "2026-01");
  assert.ok(lines.includes(JSON.stringify(["REVENUE", "0.00", "300.00", software, support, europe])), lines.join("\n"));
});

test("breakage is revenue of the item that was prepaid", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-01T00:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Calls" });
  const metering = await meteringOn(client, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  const term = await metering.addTerm("1", { usageScope: "COMMITMENT", itemId });
  const schedule = {
    ...{ startDate: "2026-01-01", endDate: "2026-03-31", commitmentInterval: "QUARTERLY", trueUpBehavior: "NONE" },
    ...{ prepaidEnabled: true, prepaidValue: "300.00", prepaymentScheduleType: "FULL_UPFRONT" },
    steps: [{ commitmentValue: "300.00", billingTermIds: [term.id] }],
  };
  const commitments = [{ commitmentUnitType: "CURRENCY", schedules: [schedule] }];
  await client.ok("POST", `/v3/contracts/${metering.contractId}/commitments`, { commitments });
  await metering.approve();
  await client.advance("2026-01-06T00:00:00Z");
  await metering.use(["2026-01-05", "100"]);
  await client.advance("2026-04-02T00:00:00Z");
  await close(client, "2026-03");
  assert.deepEqual(await revenueLines(client, "2026-03"), [
    JSON.stringify(["CONTRACT_LIABILITY", "200.00", "0.00", null, null, null]),
    JSON.stringify(["BREAKAGE_REVENUE", "0.00", "200.00", null, itemId, null]),
  ]);
});

test("a credit without an invoice line lowers revenue by item and class, and a void reverses the same lines", async () => {
  const { client, known } = await mixedBook();
  const { europe, software, licence, support } = known;
  await client.ok("POST", "/v3/products", { name: "Licence", itemId: licence, categoryId: software });
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  const { id } = await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId, issueDate: "2026-03-10", reason: "Goodwill" },
    items: [
      { itemId: licence, classId: europe, amount: "5.00" },
      { itemId: support, amount: "3.00" },
      { itemId: licence, classId: europe, amount: "1.00" },
    ],
  });
  await client.ok("POST", `/v3/credit-memos/${id}/void`, { reason: "Twice" });
  const creditMemos = "filter=type:in:CREDIT_MEMO_ISSUED|CREDIT_MEMO_VOIDED";
  const { data } = await client.ok("GET", `/v3/journal-entries?${creditMemos}`);
  const contra = data.map((entry: Json) => [
    entry.type,
    ...entry.lines
      .filter(({ role }: Json) => role === "CONTRA_REVENUE")
      .map((line: Json) => [line.debit, line.credit, line.categoryId, line.itemId, line.classId]),
  ]);
  assert.deepEqual(contra, [
    ["CREDIT_MEMO_VOIDED", ["0.00", "6.00", software, licence, europe], ["0.00", "3.00", null, support, null]],
    ["CREDIT_MEMO_ISSUED", ["6.00", "0.00", software, licence, europe], ["3.00", "0.00", null, support, null]],
  ]);
});

test("the journal report has item and class beside the category, as JSON and in files", async () => {
  const { client } = await mixedBook();
  await close(client, "2026-01");
  const path = "/v3/reports/journal?month=2026-01";
  const expected = [
    ["100.00", "Software", "Licence", "Europe"],
    ["100.00", "Software", null, null],
    ["200.00", "Software", "Support", "Europe"],
  ];
  const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted();
  const { rows } = await client.ok("GET", path);
  const revenue = rows.filter((row: Json) => row.role === "REVENUE");
  assert.deepEqual(
    sorted(revenue.map((row: Json) => [row.credit, row.categoryName, row.itemName, row.className])),
    sorted(expected),
  );
  const liability = rows.find((row: Json) => row.type === "REVENUE_RECOGNIZED" && row.role === "CONTRACT_LIABILITY");
  assert.deepEqual([liability.categoryName, liability.itemName, liability.className], [null, null, null]);

  const file = (query: string) =>
    fetch(`${api.url}${query}`, { headers: { authorization: `Bearer ${client.merchant.readKey}` } });
  const names = ["Credit", "Category", "Item", "Class"];
  const csv = (await (await file(`${path}&format=csv`)).text()).split("\r\n").map((line) => line.split(","));
  const places = names.map((name) => csv[0]?.indexOf(name) ?? -1);
  assert.deepEqual(
    sorted(csv.filter((row) => row.includes("REVENUE")).map((row) => places.map((place) => row[place]))),
    sorted(expected.map((row) => row.map((cell) => cell ?? ""))),
  );
  const [sheet] = await readXlsx(Buffer.from(await (await file(`${path}&format=xlsx`)).arrayBuffer()));
  const cells = sheet?.data ?? [];
  // A title stands above the table.
  const heading = cells.findIndex((row) => row.includes("Credit"));
  const [head = [], ...body] = cells.slice(heading);
  const columns = names.map((name) => head.indexOf(name));
  assert.deepEqual(
    sorted(
      body
        .filter((row) => row[head.indexOf("Role")] === "Revenue")
        .map((row) => columns.map((place) => row[place] ?? null)),
    ),
    sorted(expected.map(([credit, ...row]) => [Number(credit), ...row])),
  );

  const activity = await client.ok("GET", "/v3/reports/account-activity?role=REVENUE&from=2026-01-01&to=2026-01-31");
  assert.ok(activity.rows.some((row: Json) => row.itemName === "Support" && row.className === "Europe"));
});
