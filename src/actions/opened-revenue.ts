import type { PerformanceObligation } from "../billing-terms/performance-obligations/performance-obligation.ts";
import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import { required } from "../kernel/assert.ts";
import { type Day, formatDay, formatMonth, type Month, monthOf } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { add, equals, formatMoney, isZero, type Money, subtract, sum, sumAmounts, zero } from "../kernel/money.ts";
import { debit, type JournalLine } from "../ledger/journal-entry.ts";
import { changesBetween } from "../platform/audit.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { asOfMonth } from "../revenue/as-of.ts";
import { type ContractRevenue, contractRevenue, type PobRevenue } from "../revenue/contract-revenue.ts";
import { monthsOf } from "../revenue/earning-segment.ts";
import {
  canSpread,
  differencesByMonth,
  hasKnownMonths,
  type MonthAmount,
  type PobOpening,
} from "../revenue/opening.ts";
import { insertOpening, insertOpeningObligations, openingHash } from "../revenue/opening-store.ts";
import type { RevenuePosting } from "../revenue/posting.ts";
import { correctedMonth, earnedOf } from "../revenue/schedule.ts";
import * as revenue from "../revenue/service.ts";
import type { OpeningDraft } from "./opening-draft.ts";

/** What other books recognized of the performance obligations of a contract by `draft.asOf`, by obligation. */
export type OldRevenue = {
  readonly draft: OpeningDraft;
  readonly pobs: readonly PerformanceObligation[];
  readonly recognized: ReadonlyMap<string, Money>;
  /** The months after it as the old books have them, of obligations of which they were stated. */
  readonly remaining: ReadonlyMap<string, readonly MonthAmount[]>;
  readonly postedOn: Day;
};

/** The postings of what was recognized, and the lines of the entry that they name. */
export type OpenedRevenue = {
  readonly entryId: string;
  readonly lines: readonly JournalLine[];
  readonly postings: readonly RevenuePosting[];
};

/**
 * Stores the recognized amount of each performance obligation with its difference to the pattern, and returns what to post (ADR 0077). Posts
 * nothing itself.
 *
 * @throws DomainError VALIDATION_FAILED if a difference cannot be spread, because no service is left, or if stated months are not possible or do
 *   not add up
 */
export async function openRevenue(ctx: WriteContext, contract: Contract, old: OldRevenue): Promise<OpenedRevenue> {
  const { tx, merchant, clock } = ctx;
  const { draft, postedOn } = old;
  const { asOf, usageFrom, difference: treatedAs } = draft;
  // Usage revenue depends on the first day that is billed here.
  await insertOpening(tx, merchant.id, {
    ...{ contractId: contract.id, asOf, postedOn, usageFrom, difference: treatedAs, createdAt: clock.timestamp },
  });
  const patterns = await revenueBy(ctx, contract, monthOf(postedOn));
  const openings = openingsOf(ctx, contract, old, patterns);
  const issues = [
    ...unspreadable(contract, old, { openings, patterns }),
    ...wrongMonths(contract, old, { openings, patterns }),
  ];
  if (issues.length > 0) throw rejectionOf(issues);
  await insertOpeningObligations(tx, merchant.id, contract.id, openings);
  const obligationsHash = await openingHash(tx, merchant.id, contract.id);
  ctx.audit({
    ...{ action: "contract.open-obligations", entityType: "CONTRACT_OPENING", entityId: contract.id },
    changes: changesBetween({}, { openedAsOf: formatDay(asOf), obligationsHash }),
  });
  const entryId = ctx.newId();
  const opened = await revenueBy(ctx, contract, monthOf(postedOn));
  const postings = postingsOf(ctx, contract, old, { openings, opened, entryId });
  return { entryId, postings, lines: await liabilityLines(ctx, old.pobs, postings) };
}

/** The opening of each obligation: recognized amount, and difference to its pattern. */
function openingsOf(
  { merchant, clock }: WriteContext,
  { currency }: Contract,
  { draft: { asOf, difference: treatedAs }, pobs, recognized, remaining }: OldRevenue,
  patterns: ContractRevenue,
): Map<string, PobOpening> {
  const context = { currency, rounding: merchant.rounding };
  return new Map(
    pobs.flatMap(({ id, isResidual }): [string, PobOpening][] => {
      const sides = (["segments", "breakage"] as const).map((side) =>
        earnedOf(patterns.get(id), side, asOf + 1, context),
      );
      const earned = sum(sides, currency);
      // A residual is not listed in the request; it earns what stated prices leave.
      const amount = isResidual ? earned : recognized.get(id);
      if (amount === undefined) return [];
      const stated = remaining.get(id);
      const { segments = [] } = patterns.get(id) ?? {};
      const byMonth = stated === undefined ? null : differencesByMonth(segments, stated, asOf, context);
      const difference = subtract(earned, amount);
      return [[id, { asOf, createdAt: clock.timestamp, treatedAs, recognized: amount, difference, byMonth }]];
    }),
  );
}

function unspreadable(
  { currency }: Contract,
  { draft: { asOf, difference: treatedAs }, recognized, remaining }: OldRevenue,
  { openings, patterns }: { readonly openings: ReadonlyMap<string, PobOpening>; readonly patterns: ContractRevenue },
): Issue[] {
  if (treatedAs === "CATCH_UP") return [];
  return [...recognized].flatMap(([id, amount], index): Issue[] => {
    const pob = patterns.get(id)?.pob;
    const difference = openings.get(id)?.difference ?? zero(currency);
    if (isZero(difference) || remaining.has(id) || (pob !== undefined && canSpread(pob, asOf))) return [];
    const message = `The pattern had earned ${formatMoney(add(amount, difference))}, and no service remains to spread the difference over; send difference CATCH_UP.`;
    return [{ path: `/performanceObligations/${index}/recognized`, code: "CONFLICT", message }];
  });
}

/**
 * Months that are stated have to be of an obligation whose months are known, after the opening, and not after the last month of its service
 * and of its pattern; each is listed once, and with what was recognized they add up to all that it earns.
 */
function wrongMonths(
  { currency }: Contract,
  { draft: { asOf }, recognized, remaining }: OldRevenue,
  { openings, patterns }: { readonly openings: ReadonlyMap<string, PobOpening>; readonly patterns: ContractRevenue },
): Issue[] {
  return [...recognized.keys()].flatMap((id, index): Issue[] => {
    const [stated, revenue, opening] = [remaining.get(id), patterns.get(id), openings.get(id)];
    if (stated === undefined || revenue === undefined || opening === undefined) return [];
    const path = `/performanceObligations/${index}/remainingRevenue`;
    if (!hasKnownMonths(revenue.pob)) {
      const message = "What it earns follows progress, billing or usage, or has no end; leave remainingRevenue out.";
      return [{ path, code: "CONFLICT", message }];
    }
    const [first, last] = [monthOf(asOf) + 1, lastMonthOf(revenue)];
    const months = stated.map(({ month }) => month);
    const misplaced = months.flatMap((month, nth): Issue[] => {
      const place = `${path}/${nth}/timeframe`;
      if (month < first || month > Math.max(first, last)) {
        const span = `from ${formatMonth(first)} to ${formatMonth(Math.max(first, last))}`;
        return [{ path: place, code: "RANGE", message: `List months ${span}, the last one in which it earns.` }];
      }
      const message = `${formatMonth(month)} is listed twice; list each month once.`;
      return months.indexOf(month) === nth ? [] : [{ path: place, code: "DUPLICATE", message }];
    });
    if (misplaced.length > 0) return misplaced;
    const total = add(opening.recognized, sumAmounts(stated, currency));
    const earned = add(subtract(total, sumAmounts(opening.byMonth ?? [], currency)), opening.difference);
    if (equals(total, earned)) return [];
    const message = `recognized and remainingRevenue come to ${formatMoney(total)}, and the performance obligation earns ${formatMoney(earned)}; make them equal.`;
    return [{ path, code: "CONFLICT", message }];
  });
}

/** The last month of the service, or of the pattern if it earns after it. */
function lastMonthOf({ pob, segments }: PobRevenue): Month {
  const served = pob.service.end === null ? [] : [monthOf(pob.service.end - 1)];
  return Math.max(...served, ...segments.map((segment) => monthsOf(segment).last));
}

/** Postings of the recognized amounts: in the month of the opening, or as a catch-up if posted in a later month. */
function postingsOf(
  { merchant }: WriteContext,
  contract: Contract,
  { draft, pobs, postedOn }: OldRevenue,
  {
    openings,
    opened,
    entryId,
  }: {
    readonly openings: ReadonlyMap<string, PobOpening>;
    readonly opened: ContractRevenue;
    readonly entryId: string;
  },
): RevenuePosting[] {
  const context = { currency: contract.currency, rounding: merchant.rounding };
  const month = monthOf(postedOn);
  const isLate = month > monthOf(draft.asOf);
  return pobs.flatMap((pob): RevenuePosting[] => {
    const amount = openings.get(pob.id)?.recognized ?? zero(contract.currency);
    if (isZero(amount)) return [];
    const { id: performanceObligationId, categoryId, itemId, classId } = pob;
    const earnedMonth = isLate
      ? correctedMonth({ now: opened.get(pob.id), before: undefined }, month, "segments", context)
      : month;
    return [
      {
        ...{
          performanceObligationId,
          contractId: contract.id,
          categoryId,
          itemId,
          classId,
          month,
          earnedMonth,
          amount,
        },
        ...{ source: isLate ? "CATCH_UP" : "PATTERN", closeCount: 0, journalEntryId: entryId },
        customerId: required(contract.customerId, "its customer"),
      },
    ];
  });
}

/** Liability lines of the recognized amounts; the accounts of categories are stored from now on. */
async function liabilityLines(
  ctx: WriteContext,
  pobs: readonly PerformanceObligation[],
  postings: readonly RevenuePosting[],
): Promise<JournalLine[]> {
  const termIds = pobs.flatMap(({ billingTerm }) => billingTerm?.id ?? []);
  const accounts = await billingTerms.liabilityAccounts(ctx.tx, ctx.merchant, termIds);
  await billingTerms.storeLiabilityAccounts(ctx.tx, ctx.merchant.id, accounts);
  const accountOf = new Map(accounts.map((each) => [each.performanceObligationId, each.account]));
  return postings.map(({ performanceObligationId, amount }) =>
    debit("CONTRACT_LIABILITY", amount, { account: accountOf.get(performanceObligationId) ?? null }),
  );
}

async function revenueBy({ tx, merchant }: WriteContext, contract: Contract, month: Month): Promise<ContractRevenue> {
  const loaded = await revenue.factsOfContracts({ tx, merchant }, [contract]);
  const facts = required(loaded.get(contract.id), "the facts of the contract").facts;
  return contractRevenue(asOfMonth(facts, month), { through: month });
}
