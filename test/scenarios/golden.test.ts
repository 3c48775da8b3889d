import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { accountName, accountRoles } from "../../src/kernel/account.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { shareOf } from "../support/case-counts.ts";
import { type Client, clientOf } from "../support/client.ts";
import { sumOf } from "../support/contract-view.ts";
import { enablePobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { beginOf, inOrder, playScenario, topics } from "./golden/play.ts";
import type { Act, Scenario } from "./golden/scenario.ts";
import { foot, readWorksheet } from "./golden/worksheet.ts";

// Each scenario is played by a merchant of its own through the API, and compared with a worksheet that was worked out by
// hand: invoices, the journal entry by entry, revenue and every account at each month end. `npm test` plays a sixth of them.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

test("docs/worked-scenarios.md has every topic, in order, with the file of its worksheets", () => {
  const listed = readFileSync(new URL("../../docs/worked-scenarios.md", import.meta.url), "utf8");
  const files = [...listed.matchAll(/\(\.\.\/test\/scenarios\/golden\/([\w-]+)\.ts\)/g)].map(([, file]) => file);
  const expected = Object.keys(topics).map((topic) =>
    topic.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  );
  assert.deepEqual(files, expected);
});

const worked = Object.entries(topics).flatMap(([topic, scenarios]) =>
  scenarios.map((scenario) => ({ topic, scenario })),
);

for (const { topic, scenario } of shareOf(worked, 0)) {
  test(`${topic}: ${scenario.title}`, async () => {
    const { roles, ...expected } = readWorksheet(scenario.worksheet);
    foot({ roles, ...expected });
    const { client, monthEnds, answers } = await play(scenario, roles);
    assert.deepEqual(
      { invoices: await invoices(client), journal: await journal(client), monthEnds, answers },
      { ...expected, journal: expected.journal.toSorted() },
    );
  });
}

/** Does what the scenario says, and tells what each close left and what was answered. */
async function play(scenario: Scenario, roles: readonly string[]) {
  const merchant = await api.newMerchant(beginOf(scenario));
  if (scenario.pobs) await enablePobs(api, merchant);
  const client = clientOf(api, merchant);
  const monthEnds: Json[] = [];
  const answers: string[] = [];
  let today = "";
  const cameTo = async (day: string) => {
    today = day;
  };
  const rejected = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await client.send(method, path, body);
    return `${status} ${answer.error?.errorCode}`;
  };
  const did = async ({ shows, rejectedAs }: Act, answer: Json) => {
    if (rejectedAs !== undefined) answers.push(`${today} | ${rejectedAs} | ${answer}`);
    if (shows !== undefined) answers.push(...shown(answer, shows).map((row) => `${today} | ${row}`));
    for (const month of answer?.closedMonths ?? []) monthEnds.push(await monthEnd(client, month, roles));
  };
  await playScenario({ ...client, cameTo, rejected, did }, scenario);
  return { client, monthEnds, answers };
}

/** "name | field value | …" of each row of a report or record of a list, or of the one record that was answered. */
function shown(answer: Json, { name, fields }: NonNullable<Act["shows"]>): string[] {
  const records: Json[] = answer.rows ?? answer.data ?? [answer];
  return records.map((each) => [name, ...fields.map((field) => `${field} ${cell(valueAt(each, field))}`)].join(" | "));
}

const valueAt = (record: Json, field: string): Json => field.split(".").reduce((at, part) => at?.[part], record);
const cell = (value: Json): string =>
  value !== null && typeof value === "object" ? JSON.stringify(value) : `${value}`;

const plainTypes = ["FLAT", "UNIT", "SEAT", "ONE_OFF", "USAGE"];

/** "date | lines | total | status" of every invoice that was issued, by number. */
async function invoices(client: Client): Promise<string[]> {
  const made = await inOrder(client, "/v3/invoices", "invoiceNumber");
  return made.map(({ issueDate, lineItems, total, status }) => {
    const lines = lineItems.map((line: Json) => {
      const name = plainTypes.includes(line.type) ? line.name : line.type;
      return `${name} ${line.total}${/^[0.]*$/.test(line.taxAmount) ? "" : ` tax ${line.taxAmount}`}`;
    });
    return `${issueDate} | ${lines.join(" + ")} | ${total} | ${status}`;
  });
}

/** "date | Dr … | Cr …" of every entry; lines of one account are netted. */
async function journal(client: Client): Promise<string[]> {
  const { data, totalItems } = await client.ok("GET", "/v3/journal-entries?limit=1000");
  assert.equal(data.length, totalItems);
  const rows = data.map(({ date, lines }: Json) => {
    const accounts = Map.groupBy(lines as Json[], ({ role, account }) =>
      account === accountName(role) ? role : `${role} [${account}]`,
    );
    const netted = [...accounts]
      .map(([name, own]) => ({
        name,
        net: sumOf(own.flatMap(({ debit, credit }) => [debit, negated(credit)])),
        at: accountRoles.indexOf(own[0].role),
      }))
      .toSorted((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
    const side = (isCredit: boolean) =>
      netted
        .filter(({ net }) => net.startsWith("-") === isCredit)
        .map(({ name, net }) => `${name} ${net.replace("-", "")}`)
        .join(" + ");
    return `${date} | Dr ${side(false)} | Cr ${side(true)}`;
  });
  return rows.toSorted();
}

const negated = (amount: string) => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);

async function monthEnd(client: Client, month: string, roles: readonly string[]): Promise<Json> {
  const filter = `timeframe:eq:${month},status:eq:POSTED`;
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=${filter}&limit=1000`);
  const { currencies } = await client.ok("GET", `/v3/reports/trial-balance?month=${month}`);
  const accounts: readonly Json[] = currencies.flatMap((each: Json) => each.accounts);
  assert.ok(
    currencies.every(({ totalDebit, totalCredit }: Json) => totalDebit === totalCredit),
    `the trial balance of ${month} is zero`,
  );
  // A role may have several accounts, one for each category that has its own.
  const balance = (role: string) => sumOf(accounts.filter((each) => each.role === role).map((each) => each.balance));
  for (const role of accountRoles) {
    if (!roles.includes(role)) assert.match(balance(role), /^[0.]*$/, `${role} has no column, at the end of ${month}`);
  }
  const shown = roles.map((role) => [role, sided(balance(role))]);
  // What other books recognized is in the schedule and in no account of revenue.
  const own = data.filter(({ source }: Json) => source !== "OPENING");
  const revenue = sumOf([...own.map(({ amount }: Json) => amount), ...(await adjustedRevenue(client, month))]);
  return { month, revenue, ...Object.fromEntries(shown) };
}

/** What adjustments of a month posted to revenue: no schedule has it. */
async function adjustedRevenue(client: Client, month: string): Promise<string[]> {
  const { data } = await client.ok("GET", "/v3/journal-entries?filter=type:eq:ADJUSTMENT&limit=1000");
  const lines: Json[] = data.filter(({ date }: Json) => date.startsWith(month)).flatMap((entry: Json) => entry.lines);
  const earned = lines.filter(({ role }) => role === "REVENUE" || role === "BREAKAGE_REVENUE");
  return earned.flatMap(({ credit, debit }) => [credit, negated(debit)]);
}

function sided(balance: string): string {
  if (/^[0.]*$/.test(balance)) return balance;
  return balance.startsWith("-") ? `${balance.slice(1)} Cr` : `${balance} Dr`;
}
