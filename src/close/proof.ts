import { firstDayOf, type Month } from "../kernel/day.ts";
import { asOfMonth } from "../revenue/as-of.ts";
import type { ContractFacts } from "../revenue/contract-facts.ts";
import { contractRevenue } from "../revenue/contract-revenue.ts";
import { earnedOf, type Side } from "../revenue/schedule.ts";
import type { Check } from "./checklist.ts";

/** What a close verifies of its month after posting (ADR 0034), in order. */
export const proofCodes = [
  "JOURNAL_BALANCED",
  "REVENUE_POSTED",
  "RECEIVABLE_IS_BALANCES",
  "POSITION_IS_BILLED_LESS_RECOGNIZED",
  "POSTED_IS_EARNED",
] as const;
type ProofCode = (typeof proofCodes)[number];

const sentences: Readonly<Record<ProofCode, string>> = {
  JOURNAL_BALANCED: "The stored journal of the month has the entries that the close posted, and debits equal credits.",
  REVENUE_POSTED: "Revenue postings of the month add up to the revenue in its journal.",
  RECEIVABLE_IS_BALANCES: "The receivable is the sum of the balances of open invoices.",
  POSITION_IS_BILLED_LESS_RECOGNIZED:
    "Billed less recognized is contract liability less contract asset and unbilled receivable, and no contract has both a contract liability and a contract asset.",
  POSTED_IS_EARNED: "Posted revenue equals the revenue that contracts have earned, recalculated from their facts.",
};

/** One verified condition: for how many records, and those that violate it. */
export type Proved = { readonly code: ProofCode; readonly proved: number; readonly broken: readonly string[] };

/** The verification as recorded in a close package. Each close verifies the next contracts by id after those of the close before. */
export type ProofRecord = {
  readonly checks: readonly { readonly code: ProofCode; readonly proved: number }[];
  readonly contracts: {
    readonly total: number;
    readonly proved: number;
    /** The first and the last of them; null where there are none. */
    readonly from: string | null;
    readonly through: string | null;
  };
};

const [fewest, most, turns] = [500, 2_000, 24];

/**
 * How many contracts a close verifies: all of a small book, those of a larger one within 24 closes, and never more than 2,000, which takes
 * seconds.
 */
export function sampleSizeOf(contracts: number): number {
  return Math.min(most, Math.max(fewest, Math.ceil(contracts / turns)));
}

/** The outcome as a check of the month, with the records that violate a condition. */
export function proofCheck(proved: readonly Proved[]): Check {
  const broken = proved.filter((each) => each.broken.length > 0);
  const ids = broken.flatMap((each) => each.broken);
  return {
    code: "PROOF",
    title: "What the close posted was proved from the facts",
    status: broken.length === 0 ? "PASSED" : "FAILED",
    message:
      broken.length === 0
        ? `${proved.map(({ code, proved: count }) => `${code} (${count})`).join(", ")}.`
        : `This does not hold: ${broken.map(({ code }) => sentences[code]).join(" ")}`,
    action:
      broken.length === 0 ? null : "The books are damaged: run accord doctor, or hold the contracts that it names.",
    recordType: broken.some(({ code }) => ofContracts.has(code)) ? "CONTRACT" : "CURRENCY",
    ids,
    total: ids.length,
  };
}

const ofContracts: ReadonlySet<ProofCode> = new Set(["POSITION_IS_BILLED_LESS_RECOGNIZED", "POSTED_IS_EARNED"]);

/**
 * Minor units that an obligation had earned by the end of a month and that no close posted; zero if the books are right.
 *
 * @param posted minor units posted by closes through the month, by obligation
 */
export function unpostedOf(
  facts: ContractFacts,
  posted: ReadonlyMap<string, bigint>,
  through: Month,
): (obligationId: string) => bigint {
  const revenue = contractRevenue(asOfMonth(facts, through), { through });
  const day = firstDayOf(through + 1);
  const earned = (id: string, side: Side) => earnedOf(revenue.get(id), side, day, facts.context).minor;
  return (id) => earned(id, "segments") + earned(id, "breakage") - (posted.get(id) ?? 0n);
}
