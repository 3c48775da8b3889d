import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SettingsPatch } from "../../src/platform/merchant/settings.ts";
import { updateMerchant } from "../../src/platform/merchant/settings-service.ts";
import { write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { sumOf } from "../support/plan.ts";
import { enablePobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { afterAnotherDeals } from "./deals/after-another.ts";
import { afterChangeDeals } from "./deals/after-changes.ts";
import { agreedDeals } from "./deals/agreed.ts";
import { allocatedDeals } from "./deals/allocated.ts";
import { allowanceDeals } from "./deals/allowances.ts";
import { amendedAheadDeals } from "./deals/amended-ahead.ts";
import { anewDeals } from "./deals/anew.ts";
import { backdatedDeals } from "./deals/backdated.ts";
import { belatedDeals } from "./deals/belated.ts";
import { besideOthersDeals } from "./deals/beside-others.ts";
import { calendarDeals } from "./deals/calendar.ts";
import { carriedOverDeals } from "./deals/carried-over.ts";
import { caughtUpDeals } from "./deals/caught-up.ts";
import { changedDeals } from "./deals/changed.ts";
import { closedAgainDeals } from "./deals/closed-again.ts";
import { collectedDeals } from "./deals/collected.ts";
import { combinedDeals } from "./deals/combined.ts";
import { committedDeals } from "./deals/committed.ts";
import { correctedDeals } from "./deals/corrected.ts";
import { creditedDeals } from "./deals/credited.ts";
import { creditedBundleDeals } from "./deals/credited-bundles.ts";
import { datedTodayDeals } from "./deals/dated-today.ts";
import { columns, rowsOf } from "./deals/deal.ts";
import { deliveredFirstDeals } from "./deals/delivered-first.ts";
import { drawnDeals } from "./deals/drawn.ts";
import { endedDeals } from "./deals/ended.ts";
import { endedSharedDeals } from "./deals/ended-shared.ts";
import { exportedDeals } from "./deals/exported.ts";
import { finePriceDeals } from "./deals/fine-prices.ts";
import { firstDayDeals } from "./deals/first-days.ts";
import { freeMonthDeals } from "./deals/free-months.ts";
import { halfEvenDeals } from "./deals/half-even.ts";
import { sequenceDeals } from "./deals/in-sequence.ts";
import { interruptedDeals } from "./deals/interrupted.ts";
import { leftOverDeals } from "./deals/left-over.ts";
import { loadedAgainDeals } from "./deals/loaded-again.ts";
import { lostDeals } from "./deals/lost.ts";
import { lowerDeals } from "./deals/lower.ts";
import { loweredBesideDeals } from "./deals/lowered-beside.ts";
import { loweredSharedDeals } from "./deals/lowered-shared.ts";
import { meanwhileDeals } from "./deals/meanwhile.ts";
import { measuredDeals } from "./deals/measured.ts";
import { modifiedDeals } from "./deals/modified.ts";
import { movedInDeals } from "./deals/moved-in.ts";
import { onOneDayDeals } from "./deals/on-one-day.ts";
import { ownDaysDeals } from "./deals/own-days.ts";
import { partPeriodDeals } from "./deals/part-periods.ts";
import { prepaidDeals } from "./deals/prepaid.ts";
import { proratedDeals } from "./deals/prorated.ts";
import { reallocatedDeals } from "./deals/reallocated.ts";
import { renewedCommitmentDeals } from "./deals/renewed-commitments.ts";
import { renewedSharedDeals } from "./deals/renewed-shared.ts";
import { repricedDeals } from "./deals/repriced.ts";
import { risenDeals } from "./deals/risen.ts";
import { settledDeals } from "./deals/settled.ts";
import { severalCurrenciesDeals } from "./deals/several-currencies.ts";
import { steppedDeals } from "./deals/stepped.ts";
import { swappedDeals } from "./deals/swapped.ts";
import { takenBackDeals } from "./deals/taken-back.ts";
import { taxedDeals } from "./deals/taxed.ts";
import { togetherDeals } from "./deals/together.ts";
import { toldAheadDeals } from "./deals/told-ahead.ts";
import { toldLateDeals } from "./deals/told-late.ts";
import { treatedDeals } from "./deals/treated.ts";
import { undoneDeals } from "./deals/undone.ts";
import { upliftedDeals } from "./deals/uplifted.ts";
import { beginOf, inOrder, playScenario } from "./golden/play.ts";

// Deals that were reckoned by the rules alone, each told by a merchant of its own through the API: documents with their tax, and what
// each closed month leaves, in currencies with two, no and three decimals.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const deals = [
  ...[taxedDeals, measuredDeals, changedDeals, calendarDeals],
  ...[allocatedDeals, committedDeals, modifiedDeals, proratedDeals, correctedDeals],
  ...[endedDeals, endedSharedDeals, agreedDeals, repricedDeals, toldLateDeals],
  ...[prepaidDeals, drawnDeals, lostDeals, settledDeals, movedInDeals, creditedDeals],
  ...[sequenceDeals, reallocatedDeals, treatedDeals, afterAnotherDeals, toldAheadDeals],
  ...[leftOverDeals, besideOthersDeals, renewedSharedDeals, ownDaysDeals],
  ...[exportedDeals, severalCurrenciesDeals, halfEvenDeals, datedTodayDeals, togetherDeals, takenBackDeals],
  ...[renewedCommitmentDeals, allowanceDeals, steppedDeals, creditedBundleDeals],
  ...[undoneDeals, deliveredFirstDeals, carriedOverDeals, belatedDeals],
  ...[upliftedDeals, risenDeals, interruptedDeals, backdatedDeals, anewDeals],
  ...[
    collectedDeals,
    closedAgainDeals,
    loadedAgainDeals,
    loweredSharedDeals,
    loweredBesideDeals,
    finePriceDeals,
    combinedDeals,
    meanwhileDeals,
    swappedDeals,
    lowerDeals,
  ],
  ...[
    onOneDayDeals,
    freeMonthDeals,
    caughtUpDeals,
    amendedAheadDeals,
    firstDayDeals,
    partPeriodDeals,
    afterChangeDeals,
  ],
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
