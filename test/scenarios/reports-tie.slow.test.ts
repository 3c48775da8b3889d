import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fluxCauses } from "../../src/reports/flux.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { enablePobs } from "../support/pobs.ts";
import { beginOf, playScenario, topics } from "./golden/play.ts";

// Whatever happens to a book, its disclosures and its flux tie to the trial balance: every golden scenario, after each close.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const minor = (amount: string) => BigInt(amount.replace(".", ""));
const revenueRoles = ["REVENUE", "BREAKAGE_REVENUE", "CONTRA_REVENUE"];

for (const [topic, scenarios] of Object.entries(topics)) {
  describe(topic, () => {
    for (const scenario of scenarios) {
      test(scenario.title, async () => {
        const merchant = await api.newMerchant(beginOf(scenario));
        if (scenario.pobs) await enablePobs(api, merchant);
        const client = clientOf(api, merchant);
        const get = (path: string): Promise<Json> => client.ok("GET", `/v3/reports/${path}`);
        const currency =
          scenario.contract && "currency" in scenario.contract ? `&currency=${scenario.contract.currency}` : "";
        const did = async (_: unknown, answer: Json) => {
          const closed: string[] = answer?.closedMonths ?? [];
          const { data: adjustments } = await client.ok("GET", "/v3/adjustments?limit=100");
          const { data: openings } = await client.ok("GET", "/v3/journal-entries?filter=type:eq:OPENING");
          const isAdjusted = adjustments.length + openings.length > 0;
          for (const month of closed) await assertTied(get, month, { currency, isAdjusted });
          if (closed.length > 1) await assertTies(get, `startMonth=${closed[0]}&endMonth=${closed.at(-1)}${currency}`);
        };
        await playScenario({ ...client, did }, scenario);
      });
    }
  });
}

type Get = (path: string) => Promise<Json>;

/** What somebody adjusts, or other books had recognized, has no other cause, and nothing else is left unexplained. */
async function assertTied(
  get: Get,
  month: string,
  { currency, isAdjusted }: { readonly currency: string; readonly isAdjusted: boolean },
): Promise<void> {
  await assertTies(get, `month=${month}${currency}`);
  const { rows, totals, sections } = await get(`flux?month=${month}${currency}`);
  for (const row of [...rows, totals]) {
    const causes = fluxCauses.reduce((sum, cause) => sum + minor(row[cause]), 0n);
    assert.equal(causes, minor(row.change), `${month} ${row.name}`);
    assert.equal(minor(row.before) + causes, minor(row.after), `${month} ${row.name}`);
  }
  const ofContracts = rows.filter(({ id }: Json) => id !== null);
  for (const row of isAdjusted ? [] : [...ofContracts, ...sections.liability.rows]) {
    assert.equal(minor(row.other), 0n, `${month} ${row.name} has nothing unexplained`);
  }
  const { currencies } = await get(`trial-balance?month=${month}`);
  const accounts: Json[] = currencies.flatMap((each: Json) => each.accounts);
  const revenue = accounts
    .filter(({ role }) => revenueRoles.includes(role))
    .reduce((sum, { activityCredit, activityDebit }) => sum + minor(activityCredit) - minor(activityDebit), 0n);
  assert.equal(minor(totals.after), revenue, month);
}

async function assertTies(get: Get, query: string): Promise<void> {
  const { rows, sections } = await get(`disclosures?${query}&groupBy=category,product,customer,contract`);
  for (const row of rows) assert.equal(minor(row.difference), 0n, `${query}: ${JSON.stringify(row)}`);
  for (const row of sections.openingLiability.rows) {
    const parts = ["credited", "recognized", "left"].map((key) => minor(row[key]));
    assert.equal(
      parts.reduce((sum, part) => sum + part),
      minor(row.opening),
      query,
    );
    assert.ok(
      parts.every((part) => part >= 0n),
      query,
    );
  }
  for (const row of sections.remaining.rows) {
    const bands = ["within12Months", "months13To24", "after24Months", "undated"].map((key) => minor(row[key]));
    assert.equal(
      bands.reduce((sum, part) => sum + part),
      minor(row.total),
      query,
    );
  }
}
