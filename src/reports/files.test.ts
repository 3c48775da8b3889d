import assert from "node:assert/strict";
import { after, test } from "node:test";
import readXlsx from "read-excel-file/node";
import { usd } from "../../test/support/terms.ts";
import { fileIn } from "../../test/support/zip.ts";
import { money } from "../kernel/money.ts";
import { csvOf } from "./csv.ts";
import { columnLetters, moneyFormat, type TitleBlock, wordsOfCode } from "./sheet.ts";
import { type Column, type Row, type Table, tableOf, tableWithoutTotals } from "./table.ts";
import type { Parameters } from "./workbook.ts";
import { openXlsxWriter } from "./xlsx.ts";

const writer = openXlsxWriter();
after(() => writer.close());

const title: TitleBlock = ["Harbour GmbH", "Ageing", "As of 31 January 2026", "Amounts in USD"];
const xlsxOf = (table: Table, name: string, parameters: Parameters) =>
  writer.write({ sheets: [{ name, title, table }], parameters });

const columns: readonly Column[] = [
  { key: "name", label: "Name", kind: "text" },
  { key: "due", label: "Due", kind: "date" },
  { key: "count", label: "Count", kind: "count", isSummed: true },
  { key: "total", label: "Total", kind: "money", afterPeriods: true },
];
const rows: readonly Row[] = [
  { cells: { name: 'Alpha, "A"', due: "2026-01-31", count: 2, total: usd(-12_34) }, values: { "2026-01": usd(1_00) } },
  { cells: { name: "=1+1", due: null, count: 3, total: usd(100_000_00) }, values: {} },
];
const table = tableOf({ columns, periods: ["2026-01"], notes: ["Read this."] }, rows, "USD");

test("CSV: months are columns, text is quoted, formulas become text, amounts stay numbers", () => {
  assert.equal(
    csvOf(table),
    '\uFEFFName,Due,Count,2026-01,Total\r\n"Alpha, ""A""",2026-01-31,2,1.00,-12.34\r\n\'=1+1,,3,,100000.00\r\n',
  );
});

/** The rows of a sheet from its header on, below the title block. */
const tableRows = (sheet: { readonly data: readonly (readonly unknown[])[] } | undefined) => sheet?.data.slice(5) ?? [];

test("a spreadsheet has a title block, typed numbers, days and months, and a sheet about the report", async () => {
  const file = await xlsxOf(table, "Ageing", [
    ["Report", "Receivables ageing"],
    ["Version", "0.1.0"],
  ]);
  const sheets = await readXlsx(Buffer.from(file));
  assert.deepEqual(
    sheets.map(({ sheet }) => sheet),
    ["Ageing", "Parameters"],
  );
  assert.deepEqual(
    sheets[0]?.data.slice(0, 5).map(([first]) => first),
    [...title, null],
  );
  const [header, first, second, , , note] = tableRows(sheets[0]);
  const january = new Date("2026-01-01T00:00:00Z");
  assert.deepEqual(header, ["Name", "Due", "Count", january, "Total"]);
  assert.deepEqual(first, ['Alpha, "A"', new Date("2026-01-31T00:00:00Z"), 2, 1, -12.34]);
  assert.deepEqual(
    second,
    ["=1+1", null, 3, 0, 100_000],
    "text that looks like a formula is text, no amount is a dash",
  );
  assert.equal(note?.[0], "Note: Read this.");
  assert.deepEqual(sheets[1]?.data, [
    ["Report", "Receivables ageing"],
    ["Version", "0.1.0"],
    ["Note", "Read this."],
  ]);
});

test("names come before ids, which are hidden; codes are words, times are dates with a time", async () => {
  const coded: readonly Column[] = [
    { key: "id", label: "Contract id", kind: "text", isId: true },
    { key: "name", label: "Contract", kind: "text" },
    { key: "pattern", label: "Pattern", kind: "text", isCode: true },
    { key: "month", label: "Month", kind: "month" },
    { key: "at", label: "Posted at", kind: "instant" },
    { key: "total", label: "Total", kind: "money" },
  ];
  const at = "2026-02-28T09:30:15.000Z";
  const cells = { id: "c-1", name: "NASA_X", pattern: "STRAIGHT_LINE", month: "2026-02", at, total: usd(1) };
  const file = Buffer.from(await xlsxOf(tableOf({ columns: coded }, [{ cells }], "USD"), "Codes", []));
  const [sheet] = await readXlsx(file);
  assert.deepEqual(tableRows(sheet).slice(0, 2), [
    ["Contract", "Pattern", "Month", "Posted at", "Total", "Contract id"],
    ["NASA_X", "Straight line", new Date("2026-02-01T00:00:00Z"), new Date(at), 0.01, "c-1"],
  ]);
  const columnsXml = fileIn(file, "xl/worksheets/sheet1.xml").match(/<col [^>]*>/g) ?? [];
  assert.deepEqual(
    columnsXml.map((column) => column.includes('hidden="1"')),
    [false, false, false, false, false, true],
  );
});

test("no heading is cut off, nor the title of a narrow table", async () => {
  const narrow: readonly Column[] = [
    { key: "name", label: "Contract", kind: "text" },
    { key: "total", label: "Opening contract liability", kind: "money" },
  ];
  const cells = { name: "Harbor", total: usd(1) };
  const long = ["Northwind", "Revenue out of the opening contract liability", "March 2026", "Amounts in USD"] as const;
  const sheet = { name: "Narrow", title: long, table: tableOf({ columns: narrow }, [{ cells }], "USD") };
  const file = Buffer.from(await writer.write({ sheets: [sheet], parameters: [] }));
  const xml = fileIn(file, "xl/worksheets/sheet1.xml");
  const widths = [...xml.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
  const inAll = widths.reduce((sum, width) => sum + width, 0);
  assert.ok(inAll >= long[1].length, `${widths}`);
  assert.match(xml, /<row r="6"[^>]* ht="42"/, "three lines");
});

/** The widths of the columns of the first sheet of a table, and the heights of its rows below the headings, in points. */
async function layoutOf(of: Table) {
  const xml = fileIn(Buffer.from(await xlsxOf(of, "Layout", [])), "xl/worksheets/sheet1.xml");
  const widths = [...xml.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
  const heights = [...xml.matchAll(/<row r="(\d+)"(?:[^>]* ht="(\d+)")?/g)].filter(([, row]) => Number(row) > 6);
  return { widths, heights: heights.map(([, , height]) => (height === undefined ? undefined : Number(height))) };
}

test("headings beside each other do not touch, and a day behind an amount has room", async () => {
  const close: readonly Column[] = [
    { key: "name", label: "Account", kind: "text" },
    { key: "debit", label: "Debits to date", kind: "money" },
    { key: "credit", label: "Credits to date", kind: "money" },
    { key: "on", label: "Received on", kind: "date" },
  ];
  const cells = { name: "Bank", debit: usd(826_257_51), credit: usd(826_257_51), on: "2026-01-31" };
  const { widths } = await layoutOf(tableOf({ columns: close }, [{ cells }], "USD"));
  const [, debit = 0, credit = 0, on = 0] = widths;
  assert.ok(debit > "Debits to date".length * 1.2 && credit > "Credits to date".length * 1.2, `${widths}`);
  assert.ok(on >= "2026-01-31".length + 3, `the indent, too: ${widths}`);
});

test("a long text is wrapped, a short one keeps the usual row height", async () => {
  const told: readonly Column[] = [{ key: "reason", label: "Reason", kind: "text" }];
  const reasons = ["Kestrel & Pine Publishing", `${"The customer disputes the scope ".repeat(3)}.`, "x".repeat(90)];
  const rowsOfReasons = reasons.map((reason) => ({ cells: { reason } }));
  const { widths, heights } = await layoutOf(tableWithoutTotals({ columns: told }, rowsOfReasons));
  assert.deepEqual([widths, heights], [[42], [undefined, 42, 42]], "three lines of 14 points");
});

test("codes are written as words and abbreviations, and other texts stay", () => {
  const words = ["INVOICE_ISSUED", "ACH_CREDIT", "RELATIVE_SSP", "contract.created", "S"].map(wordsOfCode);
  assert.deepEqual(words, ["Invoice issued", "ACH credit", "Relative SSP", "contract.created", "S"]);
});

test("a sheet prints landscape on one page's width with its title on every page, and has filters and one font", async () => {
  const file = Buffer.from(await xlsxOf(table, "Owner's & more", []));
  const sheet = fileIn(file, "xl/worksheets/sheet1.xml");
  assert.match(sheet, /<sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr><sheetViews>/);
  assert.match(sheet, /<pane ySplit="6" xSplit="1" topLeftCell="B7"/);
  assert.match(sheet, /<\/sheetData><autoFilter ref="A6:E8"\/>/);
  assert.match(
    sheet,
    /<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"\/><headerFooter>/,
  );
  const workbook = fileIn(file, "xl/workbook.xml");
  assert.match(workbook, /Print_Titles" localSheetId="0">'Owner''s &amp; more'!\$1:\$6</);
  assert.match(workbook, /_FilterDatabase" localSheetId="0" hidden="1">'Owner''s &amp; more'!\$A\$6:\$E\$8</);
  const styles = fileIn(file, "xl/styles.xml");
  const fonts = [...styles.matchAll(/<font>.*?<\/font>/g)].map(([font]) => font.match(/<name val="([^"]*)"/)?.[1]);
  assert.deepEqual([...new Set(fonts)], ["Arial"]);
  assert.match(styles, /formatCode="mmm yyyy"/);
  const empty = Buffer.from(await xlsxOf(tableOf({ columns }, [], "USD"), "Empty", []));
  assert.doesNotMatch(fileIn(empty, "xl/worksheets/sheet1.xml"), /autoFilter/, "there is nothing to filter");
});

test("a report without rows has totals of zero, one with several currencies has no totals", async () => {
  const empty = await readXlsx(Buffer.from(await xlsxOf(tableOf({ columns }, [], "USD"), "Empty", [])));
  assert.deepEqual(tableRows(empty[0])[1], ["Total", null, 0, 0]);
  assert.equal(tableRows(empty[0])[2]?.[0], "There is nothing to show here.");
  const several = await readXlsx(Buffer.from(await xlsxOf(tableWithoutTotals({ columns }, rows), "Several", [])));
  assert.equal(tableRows(several[0]).length, 3);
});

test("a text longer than a cell allows is cut, and never within a character", async () => {
  const long = `${"x".repeat(32_765)}\u{1F600}more`;
  const [sheet] = await readXlsx(
    Buffer.from(await xlsxOf(tableOf({ columns }, [{ cells: { name: long, total: usd(1) } }], "USD"), "Long", [])),
  );
  assert.equal(tableRows(sheet)[1]?.[0], `${"x".repeat(32_765)}…`);
});

test("an amount that a spreadsheet cannot hold exactly is written as text", async () => {
  const large = tableOf({ columns }, [{ cells: { name: "x", total: money(12_345_678_901_234_567n, "USD") } }], "USD");
  const [sheet] = await readXlsx(Buffer.from(await xlsxOf(large, "Large", [])));
  assert.equal(tableRows(sheet)[1]?.[3], "123456789012345.67");
});

test("the total of a column is a formula only where the spreadsheet can calculate it", async () => {
  const totalOf = async (...minor: bigint[]) => {
    const many = minor.map((each) => ({ cells: { name: "x", total: money(each, "USD") } }));
    const [sheet] = await readXlsx(Buffer.from(await xlsxOf(tableOf({ columns }, many, "USD"), "Large", [])));
    return sheet?.data.at(-1)?.[3];
  };
  assert.equal(await totalOf(12_345_678_901_234_567n, 1n), "123456789012345.68", "one of its rows is text");
  assert.equal(await totalOf(600_000_000_000_000n, 600_000_000_000_001n), "12000000000000.01", "its sum is too long");
  assert.equal(await totalOf(12_345_678_901_234_567n, -12_345_678_901_234_566n), 0.01, "long rows, short sum");
  assert.equal(await totalOf(1_00n, 2_00n), 3, "a formula, with what it comes to");
});

test("the formula of a total has no leading =, and is stored with its exact value", async () => {
  const values = { "2026-01": usd(10), "2026-02": money(999_999_999_999_998n, "USD") };
  const periods = ["2026-01", "2026-02"];
  const sums = tableOf({ columns, periods }, [...rows, { cells: { name: "<f>A1</f>", due: null }, values }], "USD");
  const file = Buffer.from(await xlsxOf(sums, "Sums", []));
  const xml = fileIn(file, "xl/worksheets/sheet1.xml");
  assert.deepEqual(
    [...xml.matchAll(/<c r="([A-Z]+10)"[^>]*>(<f>.*?)<\/c>/g)].map(([, cell, content]) => [cell, content]),
    [
      ["C10", "<f>SUM(C7:C9)</f><v>5</v>"],
      ["D10", "<f>SUM(D7:D9)</f><v>1.10</v>"],
      ["E10", "<f>SUM(E7:E9)</f><v>9999999999999.98</v>"],
      ["F10", "<f>SUM(F7:F9)</f><v>99987.66</v>"],
    ],
  );
  assert.equal([...xml.matchAll(/<f>/g)].length, 4, "nothing else is a formula");
});

test("a large spreadsheet is written, one with more than a million cells is rejected", async () => {
  const row: Row = {
    cells: { name: "Platform of a customer with a long name", due: "2026-01-31", count: 1, total: usd(1) },
  };
  const tableOfRows = (count: number) => tableOf({ columns }, Array<Row>(count).fill(row), "USD");
  assert.ok((await xlsxOf(tableOfRows(20_000), "Large", [])).length > 80_000);
  await assert.rejects(xlsxOf(tableOfRows(250_001), "Large", []), { code: "TOO_MANY_ITEMS" });
});

test("writing stops at the time limit", async () => {
  const impatient = openXlsxWriter({ milliseconds: 1 });
  await assert.rejects(
    impatient.write({ sheets: [{ name: "Ageing", title, table }], parameters: [] }),
    /a spreadsheet took more than 1 ms/,
  );
  await impatient.close();
});

test("formats follow the minor digits of the currency; columns beyond Z have two letters", () => {
  assert.equal(moneyFormat("USD"), '#,##0.00_);(#,##0.00);"–"_)');
  assert.equal(moneyFormat("JPY"), '#,##0_);(#,##0);"–"_)');
  assert.equal(moneyFormat("KWD"), '#,##0.000_);(#,##0.000);"–"_)');
  assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(columnLetters), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
});
