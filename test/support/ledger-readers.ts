import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";

// Readers of files for general ledgers, as strict as the ledgers' imports. They are written from the published column lists and not
// from our writers. Each returns the bookings of a file by account, in minor units of two decimals.

/** A line as a general ledger books it. */
export type Booked = {
  /** Identifies the entry that a line belongs to. */
  readonly entry: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly account: string;
  readonly currency: string | null;
  /** Debits positive, credits negative. */
  readonly minor: bigint;
  readonly text: string;
};

type Row = Readonly<Record<string, string>>;

function rowsOf(file: Uint8Array, header: readonly string[]): Row[] {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);
  assert.ok(!text.startsWith("\uFEFF"), "no byte order mark before the first column");
  const [first = [], ...rows]: string[][] = parse(text, { relax_column_count: false, record_delimiter: "\r\n" });
  assert.deepEqual(first, header);
  return rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""])));
}

function minorOf(text: string): bigint {
  assert.match(text, /^-?\d{1,10}\.\d{2}$/);
  return BigInt(text.replace(".", ""));
}

/** The amount of a line with separate columns for debit and credit: exactly one is above zero. */
function sided(debit: string, credit: string): bigint {
  assert.notEqual(debit === "", credit === "", `one side: ${debit} ${credit}`);
  const minor = minorOf(debit || credit);
  assert.ok(minor > 0n, "above zero");
  return debit === "" ? -minor : minor;
}

function monthFirst(text: string): string {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? assert.fail(text);
  return `${year}-${month}-${day}`;
}

function balanced(lines: readonly Booked[]): readonly Booked[] {
  for (const [entry, own] of Map.groupBy(lines, (line) => line.entry)) {
    assert.equal(
      own.reduce((sum, { minor }) => sum + minor, 0n),
      0n,
      `${entry} balances`,
    );
    assert.equal(
      new Set(own.map(({ date, currency }) => `${date} ${currency}`)).size,
      1,
      `${entry} has one day and currency`,
    );
  }
  return lines;
}

/** Import data › Journal entries of QuickBooks Online. */
export function readQuickBooks(file: Uint8Array): readonly Booked[] {
  const header = "Journal No.,Journal Date,Account Name,Debits,Credits,Description,Name,Currency,Class".split(",");
  return balanced(
    rowsOf(file, header).map((row) => {
      assert.ok(row["Journal No."] && row["Account Name"]);
      return {
        entry: row["Journal No."],
        date: monthFirst(row["Journal Date"] ?? ""),
        account: row["Account Name"],
        currency: row.Currency ?? null,
        minor: sided(row.Debits ?? "", row.Credits ?? ""),
        text: row.Description ?? "",
      };
    }),
  );
}

/** Xero's template of manual journals. */
export function readXero(file: Uint8Array): readonly Booked[] {
  const tracking = ["TrackingName1", "TrackingOption1", "TrackingName2", "TrackingOption2"];
  const header = ["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount", ...tracking];
  return balanced(
    rowsOf(file, header).map((row) => {
      const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(row["*Date"] ?? "") ?? assert.fail("a day");
      const { "*Narration": narration, "*AccountCode": account, "*TaxRate": rate, "*Amount": amount } = row;
      assert.ok(narration && account && rate && amount, "required columns");
      assert.equal(row.TrackingName1 === "", row.TrackingOption1 === "", "an option of a tracking category");
      const date = `${year}-${month}-${day}`;
      return { entry: narration, date, account, currency: null, minor: minorOf(amount), text: row.Description ?? "" };
    }),
  );
}

/** NetSuite's CSV import of journal entries. */
export function readNetSuite(file: Uint8Array): readonly Booked[] {
  const header = "External ID,Date,Subsidiary,Currency,Memo,Account,Debit,Credit,Line Memo,Name,Class".split(",");
  return balanced(
    rowsOf(file, header).map((row) => {
      assert.ok(row["External ID"] && row.Account && row.Subsidiary && row.Currency);
      return {
        entry: row["External ID"],
        date: monthFirst(row.Date ?? ""),
        account: row.Account,
        currency: row.Currency,
        minor: sided(row.Debit ?? "", row.Credit ?? ""),
        text: row["Line Memo"] ?? "",
      };
    }),
  );
}

/** Sage Intacct's template "General Ledger journal entries": a header opens an entry, its lines count from 1. */
export function readSageIntacct(file: Uint8Array): readonly Booked[] {
  const header = (
    "DONOTIMPORT,JOURNAL,DATE,REVERSEDATE,DESCRIPTION,REFERENCE_NO,LINE_NO,ACCT_NO,LOCATION_ID,DEPT_ID,DOCUMENT,MEMO,DEBIT,CREDIT," +
    "SOURCEENTITY,CURRENCY,EXCH_RATE_DATE,EXCH_RATE_TYPE_ID,EXCHANGE_RATE,STATE,ALLOCATION_ID,GLENTRY_CLASSID"
  ).split(",");
  let [entry, date, line] = ["", "", 0];
  return balanced(
    rowsOf(file, header).map((row) => {
      const { JOURNAL, DATE = "", DESCRIPTION = "", REFERENCE_NO = "", LINE_NO, STATE } = row;
      if (JOURNAL !== "") {
        assert.ok(DESCRIPTION !== "" && DESCRIPTION.length <= 30 && STATE === "Posted");
        [entry, date, line] = [REFERENCE_NO, monthFirst(DATE), 0];
      } else assert.deepEqual([DATE, DESCRIPTION, REFERENCE_NO, STATE], ["", "", "", ""], "a header once");
      line += 1;
      assert.equal(LINE_NO, String(line));
      assert.ok(row.ACCT_NO);
      const minor = sided(row.DEBIT ?? "", row.CREDIT ?? "");
      return { entry, date, account: row.ACCT_NO, currency: row.CURRENCY ?? null, minor, text: row.MEMO ?? "" };
    }),
  );
}

const datevRow = /^(?:"(?:[^"]|"")*"|[^";]*)(?:;(?:"(?:[^"]|"")*"|[^";]*))*$/;

/** DATEV "Buchungsstapel", header version 700, format version 13: two lines for each booking, its account and its counter account. */
export function readDatev(file: Uint8Array): { readonly lines: readonly Booked[]; readonly header: readonly string[] } {
  const text = new TextDecoder("windows-1252").decode(file);
  assert.ok(text.endsWith("\r\n"));
  const rows = text.slice(0, -2).split("\r\n");
  for (const row of rows) assert.match(row, datevRow);
  const cellsOf = (row: string) => [...row.matchAll(/(?:^|;)("(?:[^"]|"")*"|[^";]*)/g)].map(([, cell = ""]) => cell);
  const word = (cell = "") => {
    assert.match(cell, /^".*"$/, "text in quotes");
    return cell.slice(1, -1).replaceAll('""', '"');
  };
  const [header = [], columns = [], ...bookings] = rows.map(cellsOf);
  assert.equal(header.length, 31);
  assert.deepEqual(
    [word(header[0]), header[1], header[2], word(header[3]), header[4]],
    ["EXTF", "700", "21", "Buchungsstapel", "13"],
  );
  assert.match(header[5] ?? "", /^\d{17}$/);
  const [from = "", to = "", currency, length] = [header[14], header[15], word(header[21]), Number(header[13])];
  assert.match(from, /^\d{8}$/);
  assert.match(header[12] ?? "", /^\d{8}$/);
  assert.equal(columns.length, 125);
  const named = [0, 1, 2, 6, 7, 9, 10, 13, 113, 124].map((index) => word(columns[index]));
  assert.deepEqual(named, [
    ...[
      "Umsatz (ohne Soll/Haben-Kz)",
      "Soll/Haben-Kennzeichen",
      "WKZ Umsatz",
      "Konto",
      "Gegenkonto (ohne BU-Schlüssel)",
    ],
    ...["Belegdatum", "Belegfeld 1", "Buchungstext", "Festschreibung", "Abw. Skontokonto"],
  ]);
  const lines = bookings.flatMap((cells): Booked[] => {
    assert.equal(cells.length, 125);
    const [amount = "", side, booked, account = "", counter = ""] = [0, 1, 2, 6, 7].map((index) => cells[index]);
    const [date = "", reference, memo, sealed] = [9, 10, 13, 113].map((index) => cells[index]);
    assert.match(amount, /^\d{1,10},\d{2}$/);
    assert.ok(["S", "H"].includes(word(side)) && word(booked) === currency && sealed === "0");
    for (const number of [account, counter]) assert.match(number, new RegExp(`^\\d{1,${length + 1}}$`));
    assert.match(date, /^\d{4}$/);
    const day = `${from.slice(0, 4)}${date.slice(2)}${date.slice(0, 2)}`;
    assert.ok(day >= from && day <= to, "within the days of the header");
    assert.match(word(reference), /^[A-Za-z0-9$&%*+/-]{1,36}$/);
    assert.ok(word(memo).length <= 60);
    const minor = BigInt(amount.replace(",", "")) * (word(side) === "S" ? 1n : -1n);
    assert.ok(minor !== 0n);
    const common = { entry: word(reference), date: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`, currency };
    return [
      { ...common, account, minor, text: word(memo) },
      { ...common, account: counter, minor: -minor, text: word(memo) },
    ];
  });
  return { lines: balanced(lines), header };
}
