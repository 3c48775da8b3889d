import assert from "node:assert/strict";
import { test } from "node:test";
import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import { money } from "../kernel/money.ts";
import type { PobFacts } from "./contract-facts.ts";
import { amendmentCreditsOfVersion, lessCredits } from "./credited-amendments.ts";

const [lowered, ended, later] = ["2026-07-01T09:00:00.000Z", "2026-09-10T09:00:00.000Z", "2026-09-20T09:00:00.000Z"];

/** A credit of the days from 100 to 200, made on day 100. */
function credited(id: string, minor: bigint, createdAt: string, parts: Partial<BillingCredit> = {}): BillingCredit {
  return {
    ...{ id, contractId: "contract", billingTermId: "term", amount: money(minor, "USD"), createdAt },
    ...{ service: { start: 100, end: 200 }, date: 100, bookMonth: 1, revenueEffect: "CREDITED_DAYS" },
    ...{ source: { type: "CREDIT_MEMO", id: "memo" }, invoiceLineId: "line", lineType: "CHARGE" },
    ...parts,
  } as BillingCredit;
}

const followed = (...credits: readonly BillingCredit[]) =>
  ({
    initial: { billingTerm: { layers: [{ id: "layer", createdAt: lowered }], amendments: [] } },
    credits,
  }) as unknown as PobFacts;

const ids = (pob: PobFacts, includes: (at: string) => boolean) =>
  amendmentCreditsOfVersion(pob, ({ createdAt }) => includes(createdAt)).map(({ credit }) => credit.id);

test("a credit made with an amendment belongs to it, a credit of another memo does not", () => {
  const goodwill = credited("goodwill", 500n, later, { source: { type: "CREDIT_MEMO", id: "other" } });
  assert.deepEqual(
    ids(followed(credited("own", 3000n, lowered), goodwill), () => true),
    ["own"],
  );
});

test("a void belongs to each version with its credit, and credits by the end of a term to the version with the end", () => {
  const pob = followed(
    credited("own", 3000n, lowered),
    credited("after the end", -1000n, ended, { date: 171 }),
    credited("void", -3000n, later),
  );
  assert.deepEqual(
    ids(pob, (at) => at === lowered),
    ["own", "void"],
  );
  assert.deepEqual(
    ids(pob, (at) => at <= ended),
    ["own", "after the end", "void"],
  );
});

test("a write-off at the same moment is no credit of the amendment", () => {
  const lost = credited("lost", 3000n, lowered, { source: { type: "WRITE_OFF", id: "invoice" } });
  assert.deepEqual(
    ids(followed(lost), () => true),
    [],
  );
});

test("the price change of an amendment is lower by its credits, from the first credited day", () => {
  const part = {
    amount: money(-6000n, "USD"),
    from: 200,
    at: lowered,
    reason: { of: "MODIFICATION", id: "layer" },
  } as const;
  const first = { ...part, amount: money(120_000n, "USD"), from: null, reason: { of: "INCEPTION" } } as const;
  const credits = [{ amendmentId: "layer", credit: credited("own", 3000n, lowered) }];
  assert.deepEqual(lessCredits([first, part], credits), [first, { ...part, amount: money(-9000n, "USD"), from: 100 }]);
});
