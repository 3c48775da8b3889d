import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SettingsPatch } from "../../src/platform/merchant/settings.ts";
import { updateMerchant } from "../../src/platform/merchant/settings-service.ts";
import { write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { sumOf } from "../support/contract-view.ts";
import { enablePobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { allocationDeals } from "./deals/allocation/index.ts";
import { billingDeals } from "./deals/billing/index.ts";
import { commitmentDeals } from "./deals/commitments/index.ts";
import { contractModificationDeals } from "./deals/contract-modifications/index.ts";
import { creditDeals } from "./deals/credits/index.ts";
import { columns, rowsOf } from "./deals/deal.ts";
import { monthEndCloseDeals } from "./deals/month-end-close/index.ts";
import { openingDeals } from "./deals/openings/index.ts";
import { receivableDeals } from "./deals/receivables/index.ts";
import { revenuePatternDeals } from "./deals/revenue-patterns/index.ts";
import { usageDeals } from "./deals/usage/index.ts";
import { beginOf, inOrder, playScenario } from "./golden/play.ts";

// Deals calculated by hand from the rules, each played through the API by a merchant of its own: documents with their tax, and the
// balances after each close, in currencies with two, no and three decimals. Their folders are described in deals/README.md.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const deals = [
  allocationDeals,
  billingDeals,
  commitmentDeals,
  contractModificationDeals,
  creditDeals,
  monthEndCloseDeals,
  openingDeals,
  receivableDeals,
  revenuePatternDeals,
  usageDeals,
].flat();

for (const deal of deals) {
  test(deal.title, async () => {
    const merchant = await api.newMerchant(beginOf(deal));
    if (deal.pobs) await enablePobs(api, merchant);
    const client = clientOf(api, merchant);
    if (deal.settings !== undefined) await set(merchant, deal.settings);
    const { documents, months: expected, answers: asked, hasRemaining } = rowsOf(deal);
    const months: string[] = [];
    const answers: string[] = [];
    await playScenario(
      {
        ...client,
        rejected: async (method, path, body) => (await client.send(method, path, body)).body.error?.errorCode,
        did: async ({ rejectedAs, shows }, answer) => {
          if (rejectedAs !== undefined) assert.equal(answer, rejectedAs);
          if (shows !== undefined) answers.push(...answered(answer, shows));
          for (const month of answer?.closedMonths ?? []) {
            for (const row of await monthEnds(client, month)) {
              months.push(hasRemaining ? `${row} | ${await remaining(client, month)}` : row);
            }
          }
        },
      },
      deal,
    );
    assert.deepEqual(
      { documents: await documentsOf(client), months, answers },
      { documents, months: expected, answers: asked },
    );
  });
}

const set = ({ merchantId }: TestMerchant, settings: SettingsPatch) =>
  write(api.platform, { merchantId, actor: { kind: "SYSTEM", id: "cli" } }, (ctx) => updateMerchant(ctx, settings));

/** "date | total | tax | status" of invoices and then of credit memos, by number. */
async function documentsOf(client: Client): Promise<string[]> {
  const [invoices, memos] = [
    await inOrder(client, "/v3/invoices", "invoiceNumber"),
    await inOrder(client, "/v3/credit-memos", "creditMemoNumber"),
  ];
  const all = [...invoices, ...memos];
  const isSeveral = new Set(all.map(({ currency }) => currency)).size > 1;
  return all.map(({ issueDate, total, taxTotal, status, currency }) =>
    [issueDate, isSeveral ? `${total} ${currency}` : total, orZero(taxTotal), status].join(" | "),
  );
}

/** "name | value | …" of each row of a report or record of a list, or of the one record that was answered. */
function answered(answer: Json, { name, fields }: { readonly name: string; readonly fields: readonly string[] }) {
  const records: Json[] = answer.rows ?? answer.data ?? [answer];
  const valueAt = (record: Json, field: string): Json =>
    field.split(".").reduce((at, part) => at?.[part], record) ?? "–";
  return records.map((each) => [name, ...fields.map((field) => valueAt(each, field))].join(" | "));
}

/** What a month left, in each currency. */
async function monthEnds(client: Client, month: string): Promise<string[]> {
  const filter = `timeframe:eq:${month},status:eq:POSTED`;
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=${filter}&limit=1000`);
  const { currencies } = await client.ok("GET", `/v3/reports/trial-balance?month=${month}`);
  // What other books recognized is in the schedule and in no account of revenue.
  const own: Json[] = data.filter(({ source }: Json) => source !== "OPENING");
  if (currencies.length <= 1) return [monthEnd(month, own, currencies[0]?.accounts ?? [])];
  return currencies.map(({ currency, accounts }: Json) =>
    monthEnd(
      `${month} ${currency}`,
      own.filter((entry) => entry.currency === currency),
      accounts,
    ),
  );
}

function monthEnd(month: string, revenue: readonly Json[], accounts: readonly Json[]): string {
  const balances = columns.map(({ role, sign }) => {
    const balance = sumOf(accounts.filter((each) => each.role === role).map((each) => each.balance));
    if (sign === "debit" || orZero(balance) === "0") return orZero(balance);
    return balance.startsWith("-") ? balance.slice(1) : `-${balance}`;
  });
  return [month, orZero(sumOf(revenue.map(({ amount }: Json) => amount))), ...balances].join(" | ");
}

/** Remaining performance obligations at the end of a month, in the currency of the only contracts. */
async function remaining(client: Client, month: string): Promise<string> {
  const { data } = await client.ok("GET", "/v3/contracts?limit=1");
  const query = `month=${month}&currency=${data[0].currency}`;
  const { totals } = await client.ok("GET", `/v3/reports/remaining-performance-obligations?${query}`);
  return orZero(totals.total);
}

/** Nothing is written the same in every currency. */
const orZero = (amount: string) => (/^[0.]*$/.test(amount) ? "0" : amount);
