import type { Page } from "playwright-core";
import type { Json } from "./api.ts";
import {
  type Ask,
  type Comparison,
  cellOf,
  figuresOf,
  money,
  moneyOf,
  type ShownTable,
  same,
  tableOf,
  total,
  visit,
} from "./console-numbers.ts";

/** A page of the console, and the API that it shows. */
export type Walked = { readonly page: Page; readonly ask: Ask; readonly url: string };

const monthName = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });
const count = new Intl.NumberFormat("en-GB");

/** Every row of a list of the API. */
async function every(ask: Ask, path: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let page = 1; ; page += 1) {
    const { data, totalItems } = await ask(`${path}${path.includes("?") ? "&" : "?"}limit=1000&page=${page}`);
    rows.push(...data);
    if (rows.length >= totalItems) return rows;
  }
}

export async function walkHome(of: Comparison, { page, ask, url }: Walked, month: string): Promise<void> {
  await visit(page, `${url}/?month=${month}`);
  const { currency, month: figures, waiting } = await ask(`/v3/overview?month=${month}`);
  const shown = await figuresOf(page, "The month");
  const at = `home of ${month}`;
  const titles = [
    ["Billed, without tax", "billed"],
    ["Collected", "collected"],
    [figures.isClosed ? "Recognized" : "Recognized and planned", "recognized"],
    ["Deferred revenue", "deferred"],
  ] as const;
  for (const [title, key] of titles) same(of, `${at}: ${title}`, shown.get(title), moneyOf(figures[key], currency));
  const tasks = [
    ["Changes to approve", "changeRequestsPending"],
    ["Contracts are blocked", "contractsBlocked"],
    ["Contracts to approve", "contractsToApprove"],
    ["Drafts are due", "draftsDue"],
    ["Invoices are overdue", "invoicesOverdue"],
    ["Records did not reach the ledger", "syncsFailed"],
    ["Close tasks are open", "closeTasksOpen"],
  ] as const;
  const list = page.getByRole("region", { name: "Waits for you" });
  await list.waitFor();
  for (const [title, key] of tasks) {
    const link = list.getByRole("link").filter({ hasText: title });
    const number = (await link.count()) === 0 ? "0" : await link.locator("span").first().innerText();
    same(of, `${at}: ${title}`, number.trim(), count.format(waiting[key]));
  }
  const lastDay = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 }).toString();
  const lists = [
    ["Jobs failed", "/v3/jobs?limit=1&filter=status:eq:FAILED"],
    [
      "Usage events that nothing bills",
      `/v3/events?limit=1&filter=matched:eq:false,datetime:gte:${month}-01,datetime:lte:${lastDay}`,
    ],
  ] as const;
  for (const [title, path] of lists) {
    const link = list.getByRole("link").filter({ hasText: title });
    const number = (await link.count()) === 0 ? "0" : await link.locator("span").first().innerText();
    same(of, `${at}: ${title}`, number.trim(), count.format((await ask(path)).totalItems));
  }
}

/** Compares a report: each amount and count of each of its tables, and its sums. */
export async function walkReport(
  of: Comparison,
  { page, ask, url }: Walked,
  name: string,
  query: Readonly<Record<string, string>>,
): Promise<void> {
  const report = await ask(`/v3/reports/${name}?${new URLSearchParams(query)}`);
  const { startMonth, endMonth, groupBy, ...rest } = query;
  const search = new URLSearchParams({
    ...rest,
    ...(groupBy && { group: groupBy }),
    ...(startMonth && endMonth && { from: startMonth, to: endMonth }),
  });
  await visit(page, `${url}/reports/${name}?${search}`);
  const at = `${name} ${search}`;
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  await walkReportTable(of, page, at, title, report, report);
  for (const [key, section] of Object.entries<Json>(report.sections ?? {})) {
    await walkReportTable(of, page, `${at} ${key}`, section.title ?? key, section);
  }
}

async function walkReportTable(
  of: Comparison,
  page: Page,
  at: string,
  label: string,
  table: Json,
  { months = [], years = [] }: Json = {},
): Promise<void> {
  if (table.rows.length === 0) return;
  const shown = await tableOf(page, label);
  same(of, `${at}: rows`, String(shown.rows.length), String(table.rows.length));
  const check = (where: string, cells: readonly string[], row: Json) => {
    for (const { key, label: head, kind } of table.columns) {
      if ((kind !== "money" && kind !== "count") || row[key] === null || row[key] === undefined) continue;
      const expected = kind === "money" ? money(row[key]) : count.format(row[key]);
      same(of, `${at}: ${where}, ${head}`, cellOf(shown, cells, head), expected);
    }
    for (const period of [...months, ...years]) {
      if (row.values?.[period] === undefined) continue;
      const head = period.length === 4 ? period : monthName.format(new Date(`${period}-01T00:00:00Z`));
      same(of, `${at}: ${where}, ${head}`, cellOf(shown, cells, head), money(row.values[period]));
    }
  };
  for (const [index, row] of table.rows.entries()) check(row.name ?? `row ${index + 1}`, shown.rows[index] ?? [], row);
  if (table.totals) check("sum", shown.sums, table.totals);
}

export async function walkTrialBalance(of: Comparison, { page, ask, url }: Walked, month: string): Promise<void> {
  await visit(page, `${url}/reports/trial-balance?month=${month}`);
  const { currencies } = await ask(`/v3/reports/trial-balance?month=${month}`);
  for (const { currency, totalDebit, totalCredit, ...rest } of currencies) {
    // The screen sorts accounts by their numbers, which precede their names.
    const accounts = rest.accounts.toSorted((a: Json, b: Json) =>
      a.account.localeCompare(b.account, undefined, { numeric: true }),
    );
    const shown = await tableOf(page, `Trial balance in ${currency}`);
    for (const [at, account] of accounts.entries()) {
      const row = shown.rows[at];
      const isDebit = !account.balance.startsWith("-");
      const size = account.balance.replace("-", "");
      const of_ = (head: string, text: string) =>
        same(of, `trial balance: ${account.account}, ${head}`, cellOf(shown, row, head), money(text));
      of_("Debits of the month", account.activityDebit);
      of_("Credits of the month", account.activityCredit);
      of_("Debit balance", isDebit ? size : "0");
      of_("Credit balance", isDebit ? "0" : size);
    }
    const balances = accounts.map(({ balance }: Json) => balance);
    const debits = total(balances.filter((text: string) => !text.startsWith("-")));
    same(of, `trial balance in ${currency}: debits`, cellOf(shown, shown.sums, "Debit balance"), money(debits));
    same(of, `trial balance in ${currency}: the API's sides`, totalDebit, totalCredit);
  }
}

type Listed = {
  readonly at: string;
  readonly path: string;
  readonly label: string;
  readonly columns: Readonly<Record<string, (row: Json) => string | null>>;
};

const lists: readonly Listed[] = [
  {
    at: "/contracts",
    path: "/v3/contracts",
    label: "Contracts",
    columns: { "Contract value": ({ totalContractValue }) => totalContractValue },
  },
  {
    at: "/invoices?show=all&sort=issueDate:asc",
    path: "/v3/invoices?sort=issueDate:asc",
    label: "Invoices",
    columns: {
      Total: ({ total: all }) => all,
      Open: ({ status, balanceRemaining }) => (status === "DRAFT" ? null : balanceRemaining),
    },
  },
  {
    at: "/invoices?status=ISSUED,PARTIALLY_PAID&sort=dueDate:asc",
    path: "/v3/invoices?filter=status:in:ISSUED%7CPARTIALLY_PAID&sort=dueDate:asc",
    label: "Invoices",
    columns: { Total: ({ total: all }) => all, Open: ({ balanceRemaining }) => balanceRemaining },
  },
  {
    at: "/payments?sort=receivedAt:asc",
    path: "/v3/payments?sort=receivedAt:asc",
    label: "Payments",
    columns: {
      Amount: ({ total: all }) => all,
      Applied: ({ appliedTotal }) => appliedTotal,
      Left: ({ unappliedAmount }) => unappliedAmount,
    },
  },
  {
    at: "/credit-memos",
    path: "/v3/credit-memos",
    label: "Credit memos",
    columns: { Total: ({ total: all }) => all, "Not applied yet": ({ balance }) => balance },
  },
];

/** Compares the first page of each list with its amounts, and the sums of all rows that pass the filters. */
export async function walkLists(of: Comparison, { page, ask, url }: Walked): Promise<void> {
  for (const { at, path, label, columns } of lists) {
    await visit(page, url + at);
    const shown = await tableOf(page, label);
    const rows = await every(ask, path);
    same(of, `${at}: rows of the first page`, String(shown.rows.length), String(Math.min(100, rows.length)));
    for (const [head, value] of Object.entries(columns)) {
      for (const [index, row] of rows.slice(0, 100).entries()) {
        const text = value(row);
        if (text === null) continue;
        const cell = cellOf(shown, shown.rows[index], head)?.replace(/[$€¥£]/, "");
        same(of, `${at}: row ${index + 1}, ${head}`, /^0(\.0+)?$/.test(cell ?? "") ? "–" : cell, money(text));
      }
      same(of, `${at}: sum of ${head}`, cellOf(shown, shown.sums, head), sumsOf(rows, value));
    }
  }
}

/** Sums by currency as in the last line of a list; a single currency is not named. */
function sumsOf(rows: readonly Json[], value: (row: Json) => string | null): string {
  const byCurrency = Map.groupBy(
    rows.filter((row) => value(row) !== null),
    ({ currency }) => currency as string,
  );
  const sums = [...byCurrency].map(([currency, each]) => [
    currency,
    money(total(each.map((row) => value(row) ?? "0"))),
  ]);
  if (sums.length === 1) return sums[0]?.[1] ?? "";
  return sums
    .toSorted(([a = ""], [b = ""]) => a.localeCompare(b))
    .map(([currency, sum]) => `${currency} ${sum}`)
    .join(" ");
}

function netOf({ subtotal, discountTotal }: Json): string {
  return total([subtotal, `-${discountTotal}`.replace(/^-0\.?0*$/, "0")]);
}

/** Compares a contract page with its tables of invoices, revenue and obligations. */
export async function walkContract(of: Comparison, { page, ask, url }: Walked, id: string, month: string) {
  const contract = await ask(`/v3/contracts/${id}`);
  const scheduled = await every(ask, `/v3/contracts/${id}/invoice-schedule`);
  const revenue = await every(ask, `/v3/revenue-schedules?filter=contractId:eq:${id}`);
  const balances = await ask(`/v3/reports/contract-balances?month=${month}&currency=${contract.currency}`);
  const position = balances.rows.find((row: Json) => row.id === id);
  const at = `contract ${contract.name}`;
  await visit(page, `${url}/contracts/${id}?tab=schedule`);
  const figures = await figuresOf(page, "Figures of the contract");
  const figure = (title: string, text: string) => same(of, `${at}: ${title}`, figures.get(title), money(text));
  const isIssued = ({ status }: Json) => !["PLANNED", "DRAFT", "VOID"].includes(status);
  if (contract.totalContractValue !== null) figure("Contract value", contract.totalContractValue);
  figure("Billed", total(scheduled.filter(isIssued).map(netOf)));
  figure("Recognized", total(revenue.filter(({ status }) => status === "POSTED").map(({ amount }) => amount)));
  figure("Deferred revenue", position?.contractLiability ?? "0");
  const today = (await ask("/v3/test-clock")).now.slice(0, 7);
  const arr = await ask(`/v3/reports/arr?month=${today}&currency=${contract.currency}&contractId=${id}`);
  figure("ARR", arr.rows.at(-1).closing);
  figure("Unbilled", total([position?.unbilledReceivable ?? "0", position?.contractAsset ?? "0"]));
  if (scheduled.length > 0) {
    const invoices = await tableOf(page, "Invoices and planned invoices");
    same(of, `${at}: invoices`, String(invoices.rows.length), String(scheduled.length));
    for (const [index, each] of scheduled.entries()) {
      const cell = cellOf(invoices, invoices.rows[index], "Amount without tax");
      same(of, `${at}: invoice ${index + 1}`, cell, money(netOf(each)));
    }
    const valid = scheduled.filter(({ status }) => status !== "VOID");
    const sum = total(valid.map(netOf));
    same(of, `${at}: sum of invoices`, cellOf(invoices, invoices.sums, "Amount without tax"), money(sum));
  }
  if (revenue.length === 0) return;
  await page.getByRole("tab", { name: "Revenue by month" }).click();
  const months = await tableOf(page, "Revenue by month");
  const byMonth = [...Map.groupBy(revenue, ({ timeframe }) => timeframe as string)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  for (const [index, [timeframe, each]] of byMonth.entries()) {
    const sum = money(total(each.map(({ amount }) => amount)));
    same(of, `${at}: revenue of ${timeframe}`, cellOf(months, months.rows[index], "Revenue"), sum);
  }
  const all = money(total(revenue.map(({ amount }) => amount)));
  same(of, `${at}: sum of revenue`, cellOf(months, months.sums, "Revenue"), all);
  await page.getByRole("tab", { name: "Obligations" }).click();
  const listed = await every(ask, `/v3/contracts/${id}/performance-obligations`);
  const promised = listed.toSorted((a, b) => a.serviceStartDate.localeCompare(b.serviceStartDate));
  const obligations = await tableOf(page, "Performance obligations");
  const column = (head: string, texts: readonly (string | null)[]) => {
    for (const [index, text] of texts.entries()) {
      same(of, `${at}: ${head}`, cellOf(obligations, obligations.rows[index], head), money(text ?? "0"));
    }
  };
  column(
    "Price",
    promised.map(({ allocatedPrice, transactionPrice }) => allocatedPrice ?? transactionPrice),
  );
  column(
    "Recognized",
    promised.map(({ recognizedToDate }) => recognizedToDate),
  );
  column(
    "Remaining",
    promised.map(({ remaining }) => remaining),
  );
}

export async function walkInvoice(of: Comparison, { page, ask, url }: Walked, id: string): Promise<void> {
  const invoice = await ask(`/v3/invoices/${id}`);
  const at = `invoice ${invoice.invoiceNumber ?? id}`;
  await visit(page, `${url}/invoices/${id}`);
  const figures = await figuresOf(page, "Figures of the invoice");
  const figure = (title: string, text: string) => same(of, `${at}: ${title}`, figures.get(title), money(text));
  figure("Total", invoice.total);
  figure("Paid", invoice.amountPaid);
  figure("Credited", invoice.amountCredited);
  figure("Open", invoice.status === "DRAFT" ? "0" : invoice.balanceRemaining);
  const lines: ShownTable = await tableOf(page, "Lines");
  for (const [index, { subtotal, quantity }] of invoice.lineItems.entries()) {
    same(of, `${at}: line ${index + 1}`, cellOf(lines, lines.rows[index], "Amount"), money(subtotal));
    same(of, `${at}: quantity ${index + 1}`, cellOf(lines, lines.rows[index], "Quantity"), plainQuantity(quantity));
  }
}

/** A quantity as it is shown: thousands separated, without trailing zeros. */
function plainQuantity(text: string): string {
  const [whole = "", decimals = ""] = text.split(".");
  const kept = decimals.replace(/0+$/, "");
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, ",") + (kept === "" ? "" : `.${kept}`);
}

export async function walkCustomer(of: Comparison, { page, ask, url }: Walked, id: string): Promise<void> {
  const customer = await ask(`/v3/customers/${id}`);
  const currency = customer.defaultCurrency;
  const { now } = await ask("/v3/test-clock");
  const open = (await every(ask, `/v3/customers/${id}/invoices?filter=status:in:ISSUED%7CPARTIALLY_PAID`)).filter(
    (invoice) => invoice.currency === currency,
  );
  const memos = await every(ask, `/v3/credit-memos?filter=customerId:eq:${id},status:in:OPEN%7CPARTIALLY_APPLIED`);
  const payments = await every(ask, `/v3/payments?filter=customerId:eq:${id},status:eq:COMPLETED`);
  await visit(page, `${url}/customers/${id}`);
  const figures = await figuresOf(page, "Figures of the customer");
  const figure = (title: string, texts: readonly string[]) => {
    const sum = total(texts);
    same(
      of,
      `customer ${customer.name}: ${title}`,
      figures.get(title),
      moneyOf(sum === "0" ? zeroOf(currency) : sum, currency),
    );
  };
  figure(
    "To be paid",
    open.map(({ balanceRemaining }) => balanceRemaining),
  );
  const late = open.filter(({ dueDate }) => dueDate < now.slice(0, 10));
  figure(
    "Overdue",
    late.map(({ balanceRemaining }) => balanceRemaining),
  );
  figure("Unused credit", [
    ...memos.filter((memo) => memo.currency === currency).map(({ balance }) => balance),
    ...payments.filter((payment) => payment.currency === currency).map(({ unappliedAmount }) => unappliedAmount),
  ]);
}

function zeroOf(currency: string): string {
  return currency === "JPY" ? "0" : "0.00";
}
