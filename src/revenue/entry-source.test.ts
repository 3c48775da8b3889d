import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/case-counts.ts";
import { factsOf } from "../../test/support/contract-facts.ts";
import { RandomContract, someActs } from "../../test/support/random-contract.ts";
import { creditOf, day, month, obligationOf, recordOf, termOf, usd } from "../../test/support/terms.ts";
import { firstDayOf, type Month } from "../kernel/day.ts";
import { isZero, subtract } from "../kernel/money.ts";
import { asOfMonth } from "./as-of.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import { contractRevenue } from "./contract-revenue.ts";
import { type SourcedEntry, withSources } from "./entry-source.ts";
import { contractSchedule, correctedMonth, earnedOf, type RevenueEntry } from "./schedule.ts";

const january = month("2026-01");
const common = { books: { closedThrough: null }, thisMonth: january + 6, last: january + 24 };

/** The schedules of a contract of which nothing is posted; a catch-up is in two parts, as closes may have posted it. */
function schedulesOf(facts: ContractFacts): Map<string, { readonly entries: readonly RevenueEntry[] }> {
  const { pobs } = contractSchedule(facts, new Map(), common);
  const inParts = (entry: RevenueEntry) => (entry.source === "CATCH_UP" ? [entry, { ...entry }] : [entry]);
  return new Map([...pobs].map(([id, { entries }]) => [id, { entries: entries.flatMap(inParts) }]));
}

type Credit = PobFacts["credits"][number];

/** What a catch-up is made of, asked for one obligation and month by itself: what the credit memos of the month change, and the rest. */
function partsOfCatchUp(facts: ContractFacts, id: string, entry: RevenueEntry): SourcedEntry[] {
  const { month } = entry;
  const isOther = (credit: Credit) => !(credit.source.type === "CREDIT_MEMO" && credit.bookMonth === month);
  const all = asOfMonth(facts, month);
  const uncredited = { ...all, pobs: all.pobs.map((pob) => ({ ...pob, credits: pob.credits.filter(isOther) })) };
  const [now, without, before] = [all, uncredited, asOfMonth(facts, month - 1)].map((known) =>
    contractRevenue(known, { through: month }).get(id),
  );
  const earned = (revenue: typeof now) => earnedOf(revenue, "segments", firstDayOf(month), facts.context);
  const credited = subtract(earned(now), earned(without));
  const part = (source: "CREDIT_MEMO" | "CATCH_UP", amount: typeof credited, earnedMonth: Month) =>
    isZero(amount) ? [] : [{ ...entry, source, amount, earnedMonth, isManual: false }];
  if (isZero(credited)) return part("CATCH_UP", entry.amount, entry.earnedMonth);
  const first = (pair: Parameters<typeof correctedMonth>[0]) => correctedMonth(pair, month, "segments", facts.context);
  return [
    ...part("CREDIT_MEMO", credited, first({ now, before: without })),
    ...part("CATCH_UP", subtract(entry.amount, credited), first({ now: without, before })),
  ];
}

describe("causes of a catch-up", () => {
  test("property: computed together equal each computed by itself, and sum to the schedule", () => {
    let credits = 0;
    fc.assert(
      fc.property(someActs, fc.boolean(), (acts, isAllocated) => {
        const facts = new RandomContract(acts).facts(isAllocated);
        const schedules = schedulesOf(facts);
        const sourced = withSources(facts, schedules);
        assert.deepEqual([...sourced.keys()], [...schedules.keys()]);
        for (const [id, { entries }] of schedules) {
          const own = sourced.get(id) ?? [];
          const months = new Set<Month>();
          const expected = entries.flatMap((entry) => {
            if (entry.source !== "CATCH_UP") return [];
            if (months.has(entry.month)) return [{ ...entry, isManual: false }];
            months.add(entry.month);
            return partsOfCatchUp(facts, id, entry);
          });
          const isLate = ({ source }: SourcedEntry) => source === "CATCH_UP" || source === "CREDIT_MEMO";
          assert.deepEqual(own.filter(isLate), expected);
          const total = (all: readonly Pick<RevenueEntry, "amount">[]) =>
            all.reduce((sum, { amount }) => sum + amount.minor, 0n);
          assert.equal(total(own), total(entries));
          credits += own.filter(({ source }) => source === "CREDIT_MEMO").length;
        }
      }),
      { numRuns: runs(400) },
    );
    assert.ok(credits > 50, `${credits} credits were told apart`);
  });

  test("the contract is computed once for a month, with any number of obligations", () => {
    const looks = [3, 12].map((count) => {
      const service = { start: day("2026-01-01"), end: day("2026-03-01") };
      const pobs = Array.from({ length: count }, (_, index) => {
        const billingTermId = `term ${index}`;
        const term = termOf({ id: billingTermId, billingTermGroupId: `group ${index}` });
        const billingCredits = [4, 7].map((late) =>
          creditOf(usd(10_000), { id: `${index}-${late}`, billingTermId, service, bookMonth: january + late }),
        );
        return { ...recordOf(obligationOf(term, { id: `pob ${index}` })), billingCredits };
      });
      const facts = factsOf(pobs);
      const schedules = schedulesOf(facts);
      let looks = 0;
      const counted = {
        ...facts,
        get pobs() {
          looks++;
          return facts.pobs;
        },
      };
      const sources = [...withSources(counted, schedules).values()].flat();
      assert.equal(sources.filter(({ source }) => source === "CREDIT_MEMO").length, 2 * count);
      return looks;
    });
    assert.equal(looks[1], looks[0]);
  });
});
