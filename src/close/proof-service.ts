import * as contracts from "../contracts/service.ts";
import type { Month } from "../kernel/day.ts";
import type { WriteContext } from "../platform/write.ts";
import * as revenue from "../revenue/service.ts";
import type { AccountTotal } from "./month-figures.ts";
import type { MonthJournal } from "./month-journal.ts";
import { type ProofRecord, type Proved, sampleSizeOf, unpostedOf } from "./proof.ts";
import * as store from "./proof-store.ts";

/** A month whose entries are all posted by its close. */
type PostedMonth = {
  readonly month: Month;
  /** Balances before the month. */
  readonly opening: readonly AccountTotal[];
  readonly journal: MonthJournal;
  readonly leftOut: ReadonlySet<string>;
};

/**
 * Verifies the entries of a close within its transaction: the month as a whole against the stored entries, and contracts one by one against
 * their documents and facts. In large books each close verifies another part of the contracts, so that the time is bounded.
 */
export async function proveMonth(
  ctx: WriteContext,
  closed: PostedMonth,
): Promise<{ readonly proved: readonly Proved[]; readonly record: ProofRecord }> {
  const { tx, merchant } = ctx;
  const total = await store.countContracts(tx, merchant.id);
  const sample = await nextContracts(ctx, sampleSizeOf(total));
  const ids = sample.map(({ id }) => id);
  const { month, leftOut } = closed;
  const proved: Proved[] = [
    ...(await proveJournal(ctx, closed)),
    {
      code: "POSITION_IS_BILLED_LESS_RECOGNIZED",
      proved: ids.length,
      broken: await store.inconsistentPositions(tx, merchant.id, month, { contractIds: ids, leftOut }),
    },
    await proveEarned(ctx, month, sample, leftOut),
  ];
  const checks = proved.map(({ code, proved: count }) => ({ code, proved: count }));
  const range = { from: ids[0] ?? null, through: ids.at(-1) ?? null };
  return { proved, record: { checks, contracts: { total, proved: ids.length, ...range } } };
}

/** The next contracts to verify: those after the last verified one, then from the beginning. */
async function nextContracts({ tx, merchant }: WriteContext, limit: number): Promise<contracts.ApprovedContract[]> {
  const after = await store.lastProved(tx, merchant.id);
  const common = { contractIds: undefined, includeDeleted: true };
  const next = await contracts.approvedContracts(tx, merchant.id, { ...common, after, limit });
  if (after === undefined || next.length === limit) return next;
  const again = { ...common, after: undefined, limit: limit - next.length };
  const first = await contracts.approvedContracts(tx, merchant.id, again);
  return [...next, ...first.filter(({ id }) => id <= after)];
}

/** The journal of the month as a whole, currency by currency. */
async function proveJournal(
  { tx, merchant }: WriteContext,
  { month, opening, journal }: PostedMonth,
): Promise<Proved[]> {
  const stored = await store.storedSides(tx, merchant.id, month);
  const debits = sumBy(journal.activity, ({ debitMinor }) => debitMinor);
  const unbalanced = [...new Set([...stored.keys(), ...debits.keys()])].filter((currency) => {
    const { debit = 0n, credit = 0n } = stored.get(currency) ?? {};
    return debit !== credit || debit !== (debits.get(currency) ?? 0n);
  });
  const recognized = journal.activity.filter(
    ({ type, role }) => type === "REVENUE_RECOGNIZED" && (role === "REVENUE" || role === "BREAKAGE_REVENUE"),
  );
  const revenueOfJournal = sumBy(recognized, ({ debitMinor, creditMinor }) => creditMinor - debitMinor);
  const receivable = [...opening, ...journal.activity].filter(({ role }) => role === "RECEIVABLE");
  const owed = sumBy(receivable, ({ debitMinor, creditMinor }) => debitMinor - creditMinor);
  for (const [currency, minor] of await store.receivableAfter(tx, merchant.id, month)) {
    owed.set(currency, (owed.get(currency) ?? 0n) + minor);
  }
  return [
    { code: "JOURNAL_BALANCED", proved: stored.size, broken: unbalanced },
    {
      code: "REVENUE_POSTED",
      ...compared(revenueOfJournal, await store.revenueOfMonth(tx, merchant.id, month)),
    },
    { code: "RECEIVABLE_IS_BALANCES", ...compared(owed, await store.balancesOwed(tx, merchant.id)) },
  ];
}

async function proveEarned(
  { tx, merchant }: WriteContext,
  month: Month,
  sample: readonly contracts.ApprovedContract[],
  leftOut: ReadonlySet<string>,
): Promise<Proved> {
  const posting = sample.filter(({ id }) => !leftOut.has(id));
  const loaded = await revenue.factsOfContracts({ tx, merchant }, posting);
  const obligationIds = [...loaded.values()].flatMap(({ records }) => records.map(({ pob }) => pob.id));
  const posted = await revenue.postedRevenue(tx, merchant.id, obligationIds, month);
  const totals = new Map(
    [...posted].map(([id, { before, pattern, catchUp, breakage }]) => [id, before + pattern + catchUp + breakage]),
  );
  const broken = [...loaded].flatMap(([contractId, { facts }]) => {
    const unposted = unpostedOf(facts, totals, month);
    return facts.pobs.some(({ initial: { id } }) => unposted(id) !== 0n) ? [contractId] : [];
  });
  return { code: "POSTED_IS_EARNED", proved: loaded.size, broken };
}

function sumBy<Each extends { readonly currency: string }>(
  all: readonly Each[],
  minorOf: (each: Each) => bigint,
): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const each of all) sums.set(each.currency, (sums.get(each.currency) ?? 0n) + minorOf(each));
  return sums;
}

/** Currencies whose two sums differ. */
function compared(one: ReadonlyMap<string, bigint>, other: ReadonlyMap<string, bigint>) {
  const currencies = [...new Set([...one.keys(), ...other.keys()])].sort();
  const broken = currencies.filter((currency) => (one.get(currency) ?? 0n) !== (other.get(currency) ?? 0n));
  return { proved: currencies.length, broken };
}
