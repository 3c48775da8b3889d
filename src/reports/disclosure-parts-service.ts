import type { AccountRole } from "../kernel/account.ts";
import { addMonths, lastDayOf, type Month } from "../kernel/day.ts";
import { type Money, money, sum } from "../kernel/money.ts";
import { balancesAt } from "./balance-service.ts";
import { journalMovements } from "./balance-store.ts";
import { contractBalances } from "./balances.ts";
import { disaggregation } from "./disaggregation.ts";
import * as store from "./disclosure-store.ts";
import type { Dimension, Names } from "./grouping.ts";
import { type OpeningLiability, revenueOfEarlierMonths, revenueOutOfOpening } from "./opening-liability.ts";
import type { Balances } from "./position-summary.ts";
import { openBalances } from "./receivable-store.ts";
import { type RemainingPob, remainingObligations, type ServedPob } from "./remaining.ts";
import type { AsOfReader } from "./request-service.ts";
import { remainingPobs, rowNames } from "./revenue-service.ts";
import { rollForward } from "./roll-forward.ts";
import type { Table } from "./table.ts";
import { totalOf } from "./tie-out.ts";
import { trialBalance } from "./trial-balance-service.ts";

/**
 * Practical expedients, by which remaining performance obligations are left out: contracts of a year or less (ASC 606-10-50-14(a)), and obligations
 * recognized as consumed or as billed (50-14(b), 606-10-55-18).
 */
export const expedients = ["ONE_YEAR", "USAGE"] as const;
export type Expedient = (typeof expedients)[number];

/** The requested disclosures: months from `first` to `end`, exclusive, dimensions of revenue, and practical expedients. */
export type DisclosureQuery = {
  readonly first: Month;
  readonly end: Month;
  readonly currency: string;
  readonly by: readonly Dimension[];
  readonly expedients: readonly Expedient[];
};

/** Revenue of the months: disaggregated; the part earned in earlier months; by contract, in minor units; and the part that closes recognized. */
export async function revenueTables(reader: AsOfReader, { first, end, currency, by }: DisclosureQuery) {
  const { tx, merchant, cutoff } = reader;
  const span = { first, end, currency, cutoff };
  const facts = await store.timedRevenue(tx, merchant.id, span);
  const names: Record<Dimension, Names> = {
    ...{ category: new Map(), product: new Map(), customer: new Map(), contract: new Map() },
  };
  for (const dimension of by) names[dimension] = await rowNames(reader, dimension, facts);
  const ofContract = new Map<string, bigint>();
  let recognized = 0n;
  for (const { contractId, amount, recognizedMinor } of facts) {
    if (contractId !== null) ofContract.set(contractId, (ofContract.get(contractId) ?? 0n) + amount.minor);
    recognized += recognizedMinor;
  }
  return {
    disaggregated: disaggregation(facts, { by, names, currency }),
    earlier: revenueOfEarlierMonths(await store.earlierRevenue(tx, merchant.id, span), currency),
    ofContract,
    recognized: money(recognized, currency),
  };
}

/** Balances of all contracts at a month end, and the trial balance of accounts by role, debits less credits. */
export type Position = {
  readonly contracts: readonly Pick<OpeningLiability, "contractId" | "contractName" | "customerName" | "opening">[];
  readonly balances: Balances;
  readonly books: (...roles: readonly AccountRole[]) => Money;
};

export async function positionAt(reader: AsOfReader, month: Month, currency: string): Promise<Position> {
  const { tx, merchant, cutoff } = reader;
  const contracts = await balancesAt(reader, month, currency);
  const table = contractBalances(contracts, { currency, notes: [] });
  const date = lastDayOf(month);
  const open = await openBalances(tx, merchant.id, { date, currency, cutoff });
  const trial = await trialBalance(tx, merchant.id, month, cutoff);
  const accounts = trial.find((each) => each.currency === currency)?.accounts ?? [];
  const total = (key: string) => totalOf(table, key);
  return {
    contracts: contracts.map(({ liability, ...contract }) => ({ ...contract, opening: liability })),
    balances: {
      receivable: sum(
        open.map(({ balance }) => balance),
        currency,
      ),
      unbilledReceivable: total("unbilledReceivable"),
      contractAsset: total("contractAsset"),
      contractLiability: total("contractLiability"),
      currentLiability: total("currentLiability"),
      nonCurrentLiability: total("nonCurrentLiability"),
    },
    books: (...roles) =>
      sum(
        accounts.filter(({ role }) => roles.some((each) => each === role)).map(({ balance }) => balance),
        currency,
      ),
  };
}

/** The roll-forward of the net position of each contract over the months. */
export async function changesOfPosition(reader: AsOfReader, { first, end, currency }: DisclosureQuery): Promise<Table> {
  const { tx, merchant, cutoff } = reader;
  const movements = await journalMovements(tx, merchant.id, { first, end, currency, cutoff });
  const all = movements.map((movement) => ({ ...movement, productId: null }));
  const names = await rowNames(reader, "contract", all);
  return rollForward(movements, { dimension: "contract", names, currency, notes: [] });
}

/** Revenue of the months that was in the contract liability at their beginning (`opening-liability.ts`). */
export async function outOfOpening(
  { tx, merchant, cutoff }: AsOfReader,
  { first, end, currency }: DisclosureQuery,
  opening: Position,
  revenue: ReadonlyMap<string, bigint>,
): Promise<Table> {
  const credited = await store.creditedOfEarlierInvoices(tx, merchant.id, { first, end, currency, cutoff });
  const of = (minor: ReadonlyMap<string, bigint>, id: string) => money(minor.get(id) ?? 0n, currency);
  const liabilities = opening.contracts.map((contract) => ({
    ...contract,
    credited: of(credited, contract.contractId),
    revenue: of(revenue, contract.contractId),
  }));
  return revenueOutOfOpening(liabilities, currency);
}

/** Remaining performance obligations at the end of the months: those shown, those left out by expedients, and the total of both. */
export async function remainingTables(reader: AsOfReader, { end, currency, expedients: chosen }: DisclosureQuery) {
  const month = end - 1;
  const pobs = await remainingPobs(reader, { month, currency, by: "contract" });
  const names = await rowNames(reader, "contract", pobs);
  const short = chosen.includes("ONE_YEAR") ? shortContracts(pobs) : new Set<string | null>();
  const isLeftOut = ({ contractId, isVariable }: RemainingPob) =>
    short.has(contractId) || (isVariable && chosen.includes("USAGE"));
  const tableFor = (of: readonly RemainingPob[]) =>
    remainingObligations(of, { dimension: "contract", month, names, currency });
  return {
    shown: tableFor(pobs.filter((pob) => !isLeftOut(pob))),
    leftOut: tableFor(pobs.filter(isLeftOut)),
    inAll: totalOf(tableFor(pobs), "total"),
  };
}

/** Contracts with at most twelve months from the first to the last day of service of all their obligations. */
function shortContracts(pobs: readonly ServedPob[]): ReadonlySet<string | null> {
  const contracts = [...Map.groupBy(pobs, ({ contractId }) => contractId)];
  const isShort = (of: readonly ServedPob[]) => {
    const ends = of.map(({ service }) => service.end ?? Number.POSITIVE_INFINITY);
    return Math.max(...ends) <= addMonths(Math.min(...of.map(({ service }) => service.start)), 12);
  };
  return new Set(contracts.filter(([, of]) => isShort(of)).map(([contractId]) => contractId));
}
