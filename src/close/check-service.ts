import { addsUp, uncoveredEventTypes } from "../billing-terms/performance-obligations/group-close.ts";
import { groupMembers } from "../billing-terms/performance-obligations/residual-service.ts";
import * as billingTerms from "../billing-terms/service.ts";
import * as contracts from "../contracts/service.ts";
import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import { accountBalances } from "../ledger/service.ts";
import type { WriteContext } from "../platform/write.ts";
import * as store from "./check-store.ts";
import { type Check, checklist, type Found, recordsShown } from "./checklist.ts";
import { tasksOfMonths } from "./task-store.ts";
import { hasTies, untied } from "./tie-out-store.ts";

/**
 * Runs every check of a month, for a close or its preview (data model 17). The caller holds the lock of the books.
 *
 * @param leftOut contracts that are on hold for every month to close; their problems do not block the close
 */
export async function runChecks(
  ctx: WriteContext,
  books: Books,
  month: Month,
  earlierMonths: readonly Month[],
  leftOut: ReadonlySet<string>,
): Promise<Check[]> {
  const { tx, merchant, clock } = ctx;
  const groups = await checkGroups(ctx, leftOut);
  const due = { month, today: clock.today, leftOut };
  return checklist(month, {
    isClosed: isClosed(books, month),
    isOver: clock.today >= firstDayOf(month + 1),
    earlierMonths,
    dueDrafts: await store.dueDrafts(tx, merchant.id, { ...due, ofUsage: false }),
    hasUsageTerms: await store.hasUsageTerms(tx, merchant.id),
    usageDrafts: await store.dueDrafts(tx, merchant.id, { ...due, ofUsage: true }),
    ...groups,
    failedContracts: await store.contractsWithWork(tx, merchant.id, { hasFailed: true, leftOut }),
    contractsAtWork: await store.contractsWithWork(tx, merchant.id, { hasFailed: false, leftOut }),
    unbalancedCurrencies: await unbalancedCurrencies(ctx, month),
    hasTies: await hasTies(tx, merchant.id),
    untied: await untied(tx, merchant.id, { month, leftOut }),
    tasks: await tasksOfMonths(tx, merchant.id, { first: earlierMonths[0] ?? month, last: month }),
  });
}

/** Currencies whose entries up to the end of a month do not balance. */
async function unbalancedCurrencies({ tx, merchant }: WriteContext, month: Month): Promise<Found> {
  const next = formatDay(firstDayOf(month + 1));
  const differences = new Map<string, bigint>();
  for (const { debit, credit } of await accountBalances(tx, merchant.id, { from: next, before: next })) {
    const { currency } = debit;
    differences.set(currency, (differences.get(currency) ?? 0n) + debit.minor - credit.minor);
  }
  return firstOf([...differences].flatMap(([currency, difference]) => (difference === 0n ? [] : [currency])));
}

const contractsPerChunk = 500;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/** Groups of approved contracts whose revenue differs from their billing, or whose usage is not earned exactly once (data model 6.3, 6.6). */
async function checkGroups({ tx, merchant }: WriteContext, leftOut: ReadonlySet<string>) {
  const unbalanced: string[] = [];
  const uncovered: string[] = [];
  let [hasStatedGroups, hasConsumption] = [false, false];
  for (let after = beforeAll; ; ) {
    const ids = await store.contractsWithStatedGroups(tx, merchant.id, { after, limit: contractsPerChunk });
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
    const own = ids.filter((id) => !leftOut.has(id));
    const terms = Map.groupBy(await billingTerms.termsOfContracts(tx, merchant.id, own), (term) => term.contractId);
    const records = await billingTerms.performanceObligationsOfContracts(tx, merchant.id, own);
    const live = records.flatMap(({ pob: obligation, isDeleted }) => (isDeleted ? [] : [obligation]));
    const pobs = Map.groupBy(live, (pob) => pob.contractId);
    for (const contract of await contracts.findContracts(tx, merchant.id, own)) {
      const context = { currency: contract.currency, rounding: merchant.rounding };
      for (const [id, members] of groupMembers(terms.get(contract.id) ?? [], pobs.get(contract.id) ?? [])) {
        hasStatedGroups = true;
        hasConsumption ||= members.pobs.some((each) => each.recognitionPattern === "RECOGNIZE_AS_CONSUMED");
        if (!addsUp(members, context)) unbalanced.push(id);
        if (uncoveredEventTypes(members).length > 0) uncovered.push(id);
      }
    }
  }
  return {
    hasStatedGroups,
    hasConsumption,
    unbalancedGroups: firstOf(unbalanced),
    uncoveredGroups: firstOf(uncovered),
  };
}

function firstOf(ids: readonly string[]): Found {
  return { ids: ids.slice(0, recordsShown), total: ids.length };
}
