import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { type Mapping, parseMapping } from "../../src/integrations/contract-import/mapping.ts";
import {
  failedRowsListed,
  type ImportResult,
  importContracts,
} from "../../src/integrations/contract-import/service.ts";
import { DomainError } from "../../src/kernel/errors.ts";
import { startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { clientOf } from "../support/client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const header = "Deal,Company,Start,Price,Billing,Signed";
const good = "D-1,Northwind,2025-11-01,100.50,monthly,yes";

const books = {
  name: "deals",
  key: { column: "Deal" },
  customer: { name: { column: "Company" } },
  contract: { name: { concat: ["Deal ", { column: "Deal" }] } },
  obligations: [
    {
      serviceStartDate: { column: "Start" },
      billingSchedule: {
        name: "Service",
        startDate: { column: "Start" },
        interval: { column: "Billing", map: { monthly: "MONTH", yearly: "YEAR" } },
        invoiceDateStrategy: "FIRST_OF_PERIOD",
        billingType: "FLAT",
        pricing: [{ amount: { column: "Price" }, amountType: "TOTAL_INVOICE" }],
      },
    },
  ],
  approve: { column: "Signed", map: { yes: true, no: false } },
};
const mapping = mappingOf(books);

test("a row with an approval is rejected while that needs a second person; others are imported", async () => {
  const merchant = await api.newMerchant();
  await clientOf(api, merchant).ok("PUT", "/v3/approval-policies", { kind: "APPROVE_CONTRACT", role: "CONTROLLER" });
  const result = await run(merchant, [good, "D-2,Contoso,2026-01-01,9,yearly,no"]);
  assert.deepEqual([result.imported, result.refused], [1, 1]);
  assert.equal(result.failed[0]?.issues[0]?.code, "APPROVAL_REQUIRED");
});

test("a row becomes a customer, an approved contract and its invoices", async () => {
  const merchant = await api.newMerchant();
  const result = await run(merchant, [good, "D-2,Contoso,2026-01-01,9,yearly,no"]);
  assert.deepEqual(result, { rows: 2, imported: 2, skipped: 0, refused: 0, failed: [] });
  await api.drainOutbox(merchant);
  const contracts = await list(merchant, "/v3/contracts");
  assert.deepEqual(
    contracts.map(({ name, customerName, status, source }) => [name, customerName, status, source]).sort(),
    [
      ["Deal D-1", "Northwind", "APPROVED", "API"],
      ["Deal D-2", "Contoso", "PROCESSED", "API"],
    ],
  );
  const invoices = await list(merchant, "/v3/invoices");
  const issued = invoices.filter((invoice) => invoice.status === "ISSUED");
  assert.deepEqual(
    issued.map(({ issueDate, total }) => [issueDate, total]).sort(),
    ["2025-11-01", "2025-12-01", "2026-01-01"].map((day) => [day, "100.50"]),
  );
});

test("with RELATIVE_SSP a row without a standalone selling price cannot be approved, and is imported unapproved", async () => {
  const merchant = await api.newMerchant();
  const [obligation] = books.obligations;
  const contract = { ...books.contract, allocationMethod: "RELATIVE_SSP" };
  const selling = { column: "Sells" };
  const ended = {
    serviceEndDate: "2026-12-31",
    billingSchedule: { ...obligation?.billingSchedule, endDate: "2026-12-31" },
  };
  const obligations = [{ ...obligation, ...ended, standaloneSellingPrice: selling }];
  const shared = mappingOf({ ...books, contract, obligations });
  const rows = [
    "D-1,Northwind,2025-11-01,100,yearly,yes,",
    "D-2,Contoso,2026-01-01,9,yearly,no,",
    "D-3,Fabrikam,2026-01-01,9,yearly,yes,10",
  ];
  const result = await importContracts(api.platform, {
    ...{ merchantId: merchant.merchantId, mapping: shared, actor: { kind: "SYSTEM", id: "test" } },
    csv: Readable.from([[`${header},Sells`, ...rows].join("\n")]),
  });
  assert.deepEqual([result.imported, result.refused], [2, 1]);
  const [{ line, issues } = { line: 0, issues: [] }] = result.failed;
  assert.deepEqual([line, ...issues.map(({ code }) => code)], [2, "SSP_MISSING"]);
  const contracts = await list(merchant, "/v3/contracts");
  assert.deepEqual(contracts.map(({ name, status }) => [name, status]).sort(), [
    ["Deal D-2", "BLOCKED"],
    ["Deal D-3", "APPROVED"],
  ]);
});

test("the example of the documentation imports its file", async () => {
  const merchant = await api.newMerchant();
  const [csv = ""] = await documented("csv");
  const [json = ""] = await documented("json");
  const result = await importContracts(api.platform, {
    merchantId: merchant.merchantId,
    csv: Readable.from([csv]),
    mapping: mappingOf(JSON.parse(json)),
    actor: { kind: "SYSTEM", id: "test" },
  });
  assert.deepEqual(result, { rows: 3, imported: 3, skipped: 0, refused: 0, failed: [] });
});

test("with the opening of the documentation a row brings what the old books billed and recognized", async () => {
  const merchant = await api.newMerchant();
  const [json = "", opening = ""] = await documented("json");
  const columns = "Deal,Company,Start,Plan,Monthly price,Discount,Terms,Status,Signed on";
  const ofOpening = "As of,Billed through,Billed,Recognized,Open invoice,Invoiced on,Due on,Total,Open";
  const cells = [
    "D-1,Northwind,2025-10-01,monthly,100.00,,30,won,,2025-12-31,2025-12-31,300.00,300.00,R-7,2025-12-01,2025-12-31,100.00,40.00",
    "D-2,Contoso,2026-01-01,monthly,9.00,,30,won,,,,,,,,,,",
  ];
  const result = await importContracts(api.platform, {
    merchantId: merchant.merchantId,
    csv: Readable.from([[`${columns},${ofOpening}`, ...cells, ""].join("\n")]),
    mapping: mappingOf({ ...JSON.parse(json), ...JSON.parse(`{${opening}}`) }),
    actor: { kind: "SYSTEM", id: "test" },
  });
  assert.deepEqual(result, { rows: 2, imported: 2, skipped: 0, refused: 0, failed: [] });
  await api.drainOutbox(merchant);
  const invoices = await list(merchant, "/v3/invoices");
  assert.deepEqual(
    invoices.filter(({ balanceRemaining }) => balanceRemaining === "40.00").map(({ invoiceNumber }) => invoiceNumber),
    ["R-7"],
  );
});

/** The blocks of a language in docs/import.md. */
async function documented(language: "csv" | "json"): Promise<string[]> {
  const document = await readFile(new URL("../../docs/import.md", import.meta.url), "utf8");
  return [...document.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text = ""]) => text);
}

for (const [what, row, issues] of [
  ["a price that is no number", "D-2,Contoso,2026-01-01,free,yearly,no", [["Price", "AMOUNT_INVALID"]]],
  [
    "a day that does not exist",
    "D-2,Contoso,2026-02-30,9,yearly,no",
    [
      ["Start", "INVALID_DATE"],
      ["Start", "INVALID_DATE"],
    ],
  ],
  ["an unknown word of a map", "D-2,Contoso,2026-01-01,9,weekly,no", [["Billing", "VALUE_NOT_MAPPED"]]],
  ["an empty cell where the API needs a value", "D-2,,2026-01-01,9,yearly,no", [["Company", "REQUIRED"]]],
  [
    "several cells at once",
    "D-2,,2026-01-01,-9,yearly,maybe",
    [
      ["Signed", "VALUE_NOT_MAPPED"],
      ["Company", "REQUIRED"],
      ["Price", "AMOUNT_INVALID"],
    ],
  ],
  ["too few cells", "D-2,Contoso", [["", "CELL_COUNT"]]],
  [
    "no key",
    ",Contoso,2026-01-01,9,yearly,no",
    [
      ["Deal", "REQUIRED"],
      ["Deal", "REQUIRED"],
    ],
  ],
  ["a key that was there", "D-1,Contoso,2026-01-01,9,yearly,no", [["Deal", "KEY_TWICE"]]],
] as const) {
  test(`a row is rejected for ${what}, with its line, and the others are imported`, async () => {
    const merchant = await api.newMerchant();
    const result = await run(merchant, [good, row, "D-3,Fabrikam,2026-01-01,9,yearly,yes"]);
    assert.deepEqual([result.rows, result.imported, result.refused], [3, 2, 1]);
    const [failed] = result.failed;
    assert.equal(failed?.line, 3);
    assert.deepEqual(
      failed?.issues.map((issue) => [issue.columns.join(), issue.code]),
      issues,
    );
    assert.equal((await list(merchant, "/v3/customers")).length, 2);
    assert.equal((await list(merchant, "/v3/contracts")).length, 2);
  });
}

test("a row that a use case rejects half-way leaves nothing", async () => {
  const merchant = await api.newMerchant();
  const noSuchCategory = "019f0000-0000-7000-8000-000000000000";
  const broken = mappingOf({
    ...books,
    obligations: [...books.obligations, { ...books.obligations[0], categoryId: { column: "Company" } }],
  });
  const result = await run(merchant, [`D-1,${noSuchCategory},2026-01-01,9,yearly,yes`], broken);
  assert.deepEqual(
    result.failed.flatMap((row) => row.issues.map((issue) => [row.key, issue.path, issue.code])),
    [["D-1", "/obligations/1/categoryId", "CATEGORY_NOT_FOUND"]],
  );
  assert.deepEqual(await list(merchant, "/v3/customers"), []);
  assert.deepEqual(await list(merchant, "/v3/contracts"), []);
});

test("a repeated import continues: imported rows are skipped, corrected ones are imported", async () => {
  const merchant = await api.newMerchant();
  const first = await run(merchant, [good, "D-2,Contoso,2026-01-01,free,yearly,no"]);
  assert.deepEqual([first.imported, first.skipped, first.refused], [1, 0, 1]);
  const corrected = [good, "D-2,Contoso,2026-01-01,9,yearly,no"];
  const second = await run(merchant, corrected);
  assert.deepEqual([second.imported, second.skipped, second.refused], [1, 1, 0]);
  const third = await run(merchant, corrected);
  assert.deepEqual([third.imported, third.skipped, third.refused], [0, 2, 0]);
  assert.equal((await list(merchant, "/v3/contracts")).length, 2);
});

test("two concurrent runs of one file import each row once", async () => {
  const merchant = await api.newMerchant();
  const rows = Array.from({ length: 30 }, (_, index) => `D-${index},Company ${index},2026-01-01,9,yearly,no`);
  const results = await Promise.all([run(merchant, rows), run(merchant, rows)]);
  assert.deepEqual(
    results.map((result) => result.imported + result.skipped),
    [30, 30],
  );
  assert.equal(
    results.reduce((sum, result) => sum + result.imported, 0),
    30,
  );
  assert.equal((await list(merchant, "/v3/contracts")).length, 30);
  assert.equal((await list(merchant, "/v3/customers")).length, 30);
});

test("the same key is another row under another import name, or for another merchant", async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()];
  await run(one, [good]);
  const renamed = await run(one, [good], mappingOf({ ...books, name: "contracts 2027" }));
  assert.equal(renamed.imported, 1);
  assert.equal((await run(other, [good])).imported, 1);
});

test("the unreadable rest of a file is reported, the rows before it are imported", async () => {
  const merchant = await api.newMerchant();
  const result = await run(merchant, [good, '"D-2,Contoso,2026-01-01,9,yearly,no']);
  assert.deepEqual([result.imported, result.refused], [1, 1]);
  assert.equal(result.failed[0]?.issues[0]?.code, "CSV_MALFORMED");
});

test("many rejected rows are all counted, and the first ones are listed in the order of the file", async () => {
  const merchant = await api.newMerchant();
  const rows = Array.from({ length: failedRowsListed + 50 }, (_, index) => `D-${index},X,never,9,yearly,no`);
  const result = await run(merchant, rows);
  assert.equal(result.refused, failedRowsListed + 50);
  assert.deepEqual(
    result.failed.map((row) => row.line),
    Array.from({ length: failedRowsListed }, (_, index) => index + 2),
  );
});

for (const [what, text, message] of [
  ["lacks a column", "Deal,Company,Start,Price,Billing\n", /no column Signed/],
  ["has a column twice", `${header},Deal\n`, /column Deal occurs twice/],
  ["is empty", "", /no column Deal/],
] as const) {
  test(`a file that ${what} is rejected before any row`, async () => {
    const merchant = await api.newMerchant();
    await assert.rejects(
      importContracts(api.platform, { ...optionsOf(merchant), csv: Readable.from([text]) }),
      (error) => error instanceof DomainError && error.code === "CSV_HEADER_INVALID" && message.test(error.message),
    );
  });
}

test("progress is reported for each batch and ends with the result", async () => {
  const merchant = await api.newMerchant();
  const rows = Array.from({ length: 250 }, (_, index) => `D-${index},X,never,9,yearly,no`);
  const reported: number[] = [];
  await importContracts(api.platform, {
    ...optionsOf(merchant),
    csv: Readable.from([[header, ...rows].join("\n")]),
    onProgress: (progress) => reported.push(progress.rows),
  });
  assert.deepEqual(reported, [200, 250]);
});

const running = {
  ...books,
  name: "running",
  opening: {
    asOf: { column: "As of" },
    obligations: [
      {
        invoicedThrough: { column: "Through" },
        billed: { column: "Billed" },
        recognized: { column: "Recognized" },
      },
    ],
    openInvoices: [
      {
        ...{ invoiceNumber: { column: "Open" }, issueDate: { column: "On" }, dueDate: { column: "Due" } },
        ...{ total: { column: "Total" }, balance: { column: "Left" } },
      },
    ],
  },
};
const openingColumns = ",As of,Through,Billed,Recognized,Open,On,Due,Total,Left";
const runningRows = [
  `D-1,Northwind,2025-11-01,100.50,monthly,no,2025-12-31,2025-12-31,201.00,201.00,R-7,2025-12-01,2025-12-31,100.50,60.50`,
  // Billed and paid; one that begins here; and three that are wrong.
  `D-2,Contoso,2025-07-01,1200,yearly,no,2025-12-31,2026-06-30,1200.00,600.00,,,,,`,
  `D-3,Fabrikam,2026-01-01,9,yearly,yes,,,,,,,,,`,
  `D-4,Globex,2025-11-01,100.50,monthly,no,2025-12-31,2025-12-15,201.00,201.00,,,,,`,
  `D-5,Hooli,2025-11-01,100.50,monthly,no,2025-12-31,2025-12-31,,201.00,,,,,`,
  `D-6,Acme,2025-11-01,100.50,monthly,no,2025-12-31,2025-12-31,201.00,,,,,,`,
];

async function importRunning(merchant: TestMerchant, isDryRun: boolean): Promise<ImportResult> {
  const csv = Readable.from([[header + openingColumns, ...runningRows, ""].join("\n")]);
  return importContracts(api.platform, { ...optionsOf(merchant), mapping: mappingOf(running), csv, isDryRun });
}

const reasonsOf = ({ failed }: ImportResult) =>
  failed.map(({ key, issues: [first] }) => [key, first?.path, first?.columns.join(), first?.code]);
const wrong = [
  ["D-4", "/opening/obligations/0/invoicedThrough", "Through", "RANGE"],
  ["D-5", "/opening/obligations/0/billed", "Billed", "REQUIRED"],
  ["D-6", "/opening/obligations", "Through,Billed,Recognized", "REQUIRED"],
];

test("a row in progress is loaded with its opening, a new one starts without, and issues name their columns", async () => {
  const merchant = await api.newMerchant();
  const result = await importRunning(merchant, false);
  assert.deepEqual(reasonsOf(result), wrong);
  assert.deepEqual([result.imported, result.refused], [3, 3]);
  await api.drainOutbox(merchant);
  const contracts = await list(merchant, "/v3/contracts");
  assert.deepEqual(contracts.map(({ name, status }) => [name, status]).sort(), [
    ["Deal D-1", "APPROVED"],
    ["Deal D-2", "APPROVED"],
    ["Deal D-3", "APPROVED"],
  ]);
  const invoices = (await list(merchant, "/v3/invoices")).filter(({ status }) => status !== "DRAFT");
  assert.deepEqual(
    invoices
      .map(({ source, issueDate, total, balanceRemaining }) => [source, issueDate, total, balanceRemaining])
      .sort(),
    [
      ["ENGINE", "2026-01-01", "100.50", "100.50"],
      ["ENGINE", "2026-01-01", "9.00", "9.00"],
      ["IMPORT", "2025-12-31", "100.50", "0.00"],
      ["IMPORT", "2025-12-31", "100.50", "60.50"],
      ["IMPORT", "2025-12-31", "1200.00", "0.00"],
    ],
  );
  const balance = await clientOf(api, merchant).balances("2025-12");
  assert.deepEqual(["RECEIVABLE", "CONTRACT_LIABILITY", "MIGRATION_CLEARING"].map(balance), [
    "60.50",
    "-600.00",
    "539.50",
  ]);
});

test("a dry run reports the same for every row, and keeps nothing", async () => {
  const merchant = await api.newMerchant();
  const tried = await importRunning(merchant, true);
  assert.deepEqual(reasonsOf(tried), wrong);
  assert.deepEqual([tried.imported, tried.refused], [3, 3]);
  for (const path of ["/v3/contracts", "/v3/customers", "/v3/invoices"])
    assert.deepEqual(await list(merchant, path), []);
  assert.equal((await importRunning(merchant, false)).imported, 3, "nothing is remembered as done either");
  assert.equal((await importRunning(merchant, true)).skipped, 3);
});

test("a mapping has one opening balance for each of its obligations", () => {
  const opening = { ...running.opening, obligations: [] };
  const parsed = parseMapping({ ...running, opening });
  assert.deepEqual("issues" in parsed && parsed.issues.map(({ path, code }) => `${path} ${code}`), [
    "/opening/obligations TYPE",
  ]);
});

function run(merchant: TestMerchant, rows: readonly string[], by = mapping): Promise<ImportResult> {
  const csv = Readable.from([[header, ...rows, ""].join("\n")]);
  return importContracts(api.platform, { ...optionsOf(merchant), mapping: by, csv });
}

function optionsOf({ merchantId }: TestMerchant) {
  return { merchantId, mapping, actor: { kind: "SYSTEM", id: "test" } } as const;
}

function mappingOf(value: unknown): Mapping {
  const parsed = parseMapping(value);
  assert.ok("mapping" in parsed, JSON.stringify(parsed));
  return parsed.mapping;
}

async function list(merchant: TestMerchant, path: string): Promise<Readonly<Record<string, unknown>>[]> {
  const { status, body } = await api.request("GET", `${path}?limit=100`, { key: merchant.writeKey });
  assert.equal(status, 200, JSON.stringify(body));
  return body.payload.data;
}
