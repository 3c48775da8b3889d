import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";

// The page is the golden scenario: what it agrees is set up, what happens on it is done, and what it shows is compared.
const page = readFileSync(new URL("../../docs/worked-example.md", import.meta.url), "utf8");

type Row = Readonly<Record<string, string>>;

/** The table under a heading, one record a row; amounts lose the commas that part their thousands. */
function tableUnder(heading: string): Row[] {
  const start = page.indexOf(`\n${heading}\n`);
  assert.ok(start >= 0, `the page has a heading ${heading}`);
  const section = page.slice(start).split(/\n#+ /)[1] ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim().replaceAll(/(\d),(?=\d{3})/g, "$1"));
  const [header = "", , ...rows] = lines;
  assert.ok(rows.length > 0, `${heading} has a table`);
  return rows.map((row) => Object.fromEntries(cells(header).map((name, index) => [name, cells(row)[index] ?? ""])));
}

let api: TestApi;
let merchant: TestMerchant;
/** What the trial balance said right after each close. */
const monthEnds: Row[] = [];
const names = new Map<string, string>();
let contractId: string;

async function call(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await api.request(method, path, { key: merchant.writeKey, ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.payload;
}

/** The exact difference of two amounts in cents. */
const minus = (a: string, b: string) => {
  const cents = (text: string) => BigInt(text.replace(".", ""));
  const difference = cents(a) - cents(b);
  const digits = (difference < 0n ? -difference : difference).toString().padStart(3, "0");
  return `${difference < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const acts: Readonly<Record<string, (what: string, day: string) => Promise<void>>> = {
  add: async (name) => {
    const term = tableUnder("## The contract").find((row) => row.obligation === name);
    assert.ok(term !== undefined, `${name} is agreed`);
    const orNull = (text: string | undefined) => (text === "" ? null : text);
    const created = await call("POST", `/v3/contracts/${contractId}/obligations`, {
      serviceStartDate: term["service starts"],
      serviceEndDate: orNull(term["service ends"]),
      billingSchedule: {
        name,
        startDate: term["billing starts"],
        endDate: orNull(term["billing ends"]),
        interval: term["billed every"],
        invoiceDateStrategy: term.invoiced,
        billingType: "FLAT",
        pricing: [{ amount: term.price, amountType: "TOTAL_INVOICE" }],
      },
    });
    names.set(created.performanceObligationId, name);
  },
  approve: () => call("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" }),
  close: async (month, day) => {
    await call("POST", `/v3/month-end-close/close-period?month=${month}`);
    const { currencies } = await call("GET", `/v3/reports/trial-balance?month=${month}`);
    assert.equal(currencies.length, 1);
    assert.equal(currencies[0].totalDebit, currencies[0].totalCredit);
    const balance = (role: string): string =>
      currencies[0].accounts.find((account: Row) => account.role === role)?.balance ?? "0.00";
    const [billed, recognized] = [balance("RECEIVABLE"), minus("0.00", balance("REVENUE"))];
    monthEnds.push({
      "month end": month,
      "closed on": day,
      billed,
      recognized,
      "billed − recognized": minus(billed, recognized),
      "contract liability": minus("0.00", balance("CONTRACT_LIABILITY")),
      "contract asset": balance("CONTRACT_ASSET"),
      "unbilled receivable": balance("UNBILLED_RECEIVABLE"),
    });
  },
  reopen: (month) => call("POST", `/v3/month-end-close/reopen-period?month=${month}&reason=consulting`),
};

before(async () => {
  api = await startApi();
  const story = tableUnder("## What happens");
  merchant = await api.newMerchant(`${story[0]?.day}T09:00:00Z`);
  const customer = await call("POST", "/v3/customers", { name: "Harbour Ltd" });
  contractId = (await call("POST", "/v3/contracts", { name: "Harbour", customerId: customer.id })).id;
  for (const { day = "", act = "" } of story) {
    await call("POST", "/v3/test-clock/advance", { to: `${day}T09:00:00Z` });
    const [verb = "", what = ""] = act.split(" ");
    assert.ok(acts[verb] !== undefined, `${act} is an act`);
    await acts[verb](what, day);
    await api.drainOutbox(merchant);
  }
});
after(() => api.close());

type Line = { account: string; debit: string; credit: string };
type Entry = { number: string; date: string; lines: Line[] };

const shown = (amount: string) => (amount === "0.00" ? "" : amount);

/** Every line of the journal in the order of posting, debits first, as the page has them. */
async function journal(): Promise<Row[]> {
  const { data, totalItems } = await call("GET", `/v3/journal-entries?filter=contractId:eq:${contractId}&limit=1000`);
  assert.equal(data.length, totalItems);
  const numbered = (data as Entry[]).map((entry) => ({ ...entry, at: Number(entry.number.replace(/\D/g, "")) }));
  return numbered
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ at, date, lines }) =>
      lines
        .toSorted((a, b) => Number(a.debit === "0.00") - Number(b.debit === "0.00"))
        .map(({ account, debit, credit }) => ({
          "no.": String(at),
          date,
          account,
          debit: shown(debit),
          credit: shown(credit),
        })),
    );
}

test("the invoices equal those of the page", async () => {
  const { data } = await call("GET", "/v3/invoices?limit=1000");
  const invoices = (data as Json[])
    .toSorted((a, b) => (a.originalIssueDate < b.originalIssueDate ? -1 : 1))
    .map((invoice) => ({
      number: invoice.invoiceNumber ?? "draft",
      planned: invoice.originalIssueDate,
      dated: invoice.issueDate,
      due: invoice.dueDate,
      lines: invoice.lineItems.map((line: Row) => `${line.name} ${line.total}`).join("; "),
      total: invoice.total,
    }));
  assert.deepEqual(invoices, tableUnder("## Invoices"));
});

test("the revenue by month equals that of the page, and its totals add up", async () => {
  const { data } = await call(
    "GET",
    `/v3/revenue-schedules?filter=contractId:eq:${contractId},status:eq:POSTED&limit=1000`,
  );
  const posted = new Map(
    (data as Row[]).map((entry) => {
      const name = names.get(entry.performanceObligationId ?? "");
      return [`${name} ${entry.source} ${entry.timeframe}`, entry.amount];
    }),
  );
  assert.equal(posted.size, data.length, "one entry an obligation, source and month");
  const [months, table] = [monthEnds.map((row) => row["month end"] ?? ""), tableUnder("## Revenue by month")];
  const expected = table.flatMap(({ obligation, source, ...amounts }) =>
    obligation === "total"
      ? []
      : Object.entries(amounts).flatMap(([month, amount]) =>
          amount === "" ? [] : [[`${obligation} ${source} ${month}`, amount] as const],
        ),
  );
  assert.deepEqual([...posted].toSorted(), expected.toSorted());

  for (const month of new Set(months)) {
    const recognized = (last: string) =>
      monthEnds.findLast((row) => (row["month end"] ?? "") <= last)?.recognized ?? "0.00";
    const former = monthEnds.findLast((row) => (row["month end"] ?? "") < month)?.recognized ?? "0.00";
    const total = table.find((row) => row.obligation === "total");
    assert.equal(minus(recognized(month), former), total?.[month], month);
  }
});

test("the journal equals that of the page, entry by entry", async () => {
  const expected = tableUnder("## Journal").map(({ why: _why, ...line }) => line);
  assert.deepEqual(await journal(), expected);
});

test("the T-accounts equal those of the page, with their balances", async () => {
  const lines = await journal();
  const accounts = [...new Set(lines.map(({ account }) => account ?? ""))];
  assert.deepEqual(accounts.toSorted(), [...page.matchAll(/^### (.+)$/gm)].map(([, name]) => name).toSorted());
  for (const account of accounts) {
    let balance = "0.00";
    const own = lines
      .filter((line) => line.account === account)
      .toSorted((a, b) => (a.date ?? "").localeCompare(b.date ?? "") || Number(a["no."]) - Number(b["no."]))
      .map(({ date, "no.": number, debit = "", credit = "" }) => {
        balance = minus(minus(balance, credit || "0.00"), minus("0.00", debit || "0.00"));
        return { date, "no.": number, debit, credit, balance };
      });
    assert.deepEqual(own, tableUnder(`### ${account}`), account);
  }
});

test("every month end ties out as on the page", () => {
  assert.deepEqual(monthEnds, tableUnder("## Month ends"));
  for (const row of monthEnds) {
    const sides = minus(
      minus(row["contract liability"] ?? "", row["contract asset"] ?? ""),
      row["unbilled receivable"] ?? "",
    );
    assert.equal(row["billed − recognized"], sides);
  }
});
