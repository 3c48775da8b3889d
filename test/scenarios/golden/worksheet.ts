import assert from "node:assert/strict";

type Row = Readonly<Record<string, string>>;

/** A scenario's expectation, cell by cell. */
export type Worksheet = {
  /** Accounts with a column of their own; every other one must stay at zero. */
  readonly roles: readonly string[];
  readonly invoices: readonly string[];
  readonly journal: readonly string[];
  readonly monthEnds: readonly Row[];
  readonly answers: readonly string[];
};

/** Reads a worksheet; rows of invoices, of the journal and of answers come back in their own order, one space between words. */
export function readWorksheet(text: string): Worksheet {
  const [before = "", invoices = "", journal = "", monthEnds = "", answers = ""] = text.split(
    /INVOICES|JOURNAL|MONTH ENDS|ANSWERS/,
  );
  assert.equal(before.trim(), "", "a worksheet begins with INVOICES");
  const [header = [], ...rows] = rowsOf(monthEnds);
  const [month, revenue, ...roles] = header;
  assert.deepEqual([month, revenue], ["month", "revenue"]);
  return {
    roles,
    invoices: rowsOf(invoices).map((cells) => cells.join(" | ")),
    journal: rowsOf(journal).map((cells) => cells.join(" | ")),
    monthEnds: rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""]))),
    answers: rowsOf(answers).map((cells) => cells.join(" | ")),
  };
}

function rowsOf(section: string): string[][] {
  const lines = section.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => line.split("|").map((cell) => cell.trim().replaceAll(/ +/g, " ")));
}

/**
 * Foots a worksheet without the program: every T-account is the sum of its own journal rows, debits are credits in each
 * entry, and revenue by month adds up. A figure that was miscopied fails here, whatever the program says.
 */
export function foot({ roles, journal, monthEnds }: Worksheet): void {
  const postings = journal.flatMap(postingsOf);
  for (const entry of journal) assert.equal(total(postingsOf(entry)), 0n, `debits are credits: ${entry}`);
  const last = new Map(monthEnds.map((row) => [row.month ?? "", row]));
  for (const [month, row] of last) {
    const through = postings.filter(({ date }) => date.slice(0, 7) <= month);
    for (const role of new Set([...roles, ...through.map((each) => each.role)])) {
      const balance = total(through.filter((each) => each.role === role));
      assert.equal(balance, signed(row[role] ?? "0"), `${role} at the end of ${month}`);
    }
    const earned = through.filter(({ role, date }) => isRevenue(role) && date.startsWith(month));
    assert.equal(-total(earned), minor(row.revenue ?? ""), `revenue of ${month}`);
  }
}

type Posting = { readonly date: string; readonly role: string; readonly amount: bigint };

/** "2026-01-01 | Dr A 1.00 + B 2.00 | Cr C [own account] 3.00", debits above zero. */
function postingsOf(entry: string): Posting[] {
  const [date = "", debits = "", credits = ""] = entry.split(" | ");
  const side = (cell: string, sign: bigint) =>
    cell
      .slice(3)
      .split(" + ")
      .map((line) => ({
        date,
        role: line.split(" ")[0] ?? "",
        amount: sign * minor(line.split(" ").at(-1) ?? ""),
      }));
  assert.ok(debits.startsWith("Dr ") && credits.startsWith("Cr "), entry);
  return [...side(debits, 1n), ...side(credits, -1n)];
}

const isRevenue = (role: string) => role === "REVENUE" || role === "BREAKAGE_REVENUE";
const total = (postings: readonly Posting[]) => postings.reduce((sum, { amount }) => sum + amount, 0n);
const minor = (amount: string) => BigInt(amount.replace(".", ""));

function signed(balance: string): bigint {
  const [amount = "0", side] = balance.split(" ");
  return side === "Cr" ? -minor(amount) : minor(amount);
}
