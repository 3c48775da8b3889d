import { formatMonth, type Month } from "../kernel/day.ts";
import { zero } from "../kernel/money.ts";
import { isClosed } from "../ledger/books.ts";
import { booksAt } from "../ledger/past-books-store.ts";
import { type RevenueOfPob, revenueOfBook } from "../revenue/book-service.ts";
import * as balances from "./balance-store.ts";
import { timedRevenue } from "./disclosure-store.ts";
import { type ContractFlux, contractFlux, type NamedFlux, noFlux, revenueFlux } from "./flux.ts";
import { byName, nameIn } from "./grouping.ts";
import { type LiabilityChange, liabilityFlux } from "./liability-flux.ts";
import * as names from "./names-store.ts";
import {
  type AsOfReader,
  currencyOf,
  monthOfQuery,
  openMonthNotes,
  type Report,
  type ReportQuery,
} from "./request-service.ts";
import { openedRevenueOfPobs } from "./revenue-store.ts";

/** The causes of the change of revenue and contract liability from the month before to the month of the query, by contract. */
export async function fluxReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const month = monthOfQuery(reader, query, "month");
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const fluxes = await namedFluxes(reader, await fluxOfContracts(reader, month, currency));
  const table = revenueFlux(fluxes, currency, await openMonthNotes(reader, month));
  const liability = liabilityFlux(await liabilityChanges(reader, month, currency), currency);
  const sections = [{ key: "liability", sheet: "Contract liability", title: "Contract liability", table: liability }];
  const period = { of: "MONTHS", first: month, last: month } as const;
  return { table, sections, currency, otherCurrencies, period, parameters: { month: formatMonth(month) } };
}

type FluxOfContract = ContractFlux & { readonly customerId: string | null };

async function fluxOfContracts(reader: AsOfReader, month: Month, currency: string) {
  const books = await booksAt(reader.tx, reader.merchant.id, reader.cutoff);
  const ofContracts = new Map<string | null, FluxOfContract>();
  // A closed month is explained by the facts as of its end, an open one by all facts.
  const selection = { from: month - 1, last: month, ...(isClosed(books, month) ? { atEndOf: month } : {}) };
  const opened = await openedRevenueOfPobs(reader.tx, reader.merchant.id, {
    ...{ first: month - 1, end: month + 1, currency, cutoff: reader.cutoff },
  });
  const finish = (of: readonly RevenueOfPob[]) => {
    const [first] = of;
    if (first === undefined || first.contract.currency !== currency) return;
    const { contract, facts } = first;
    const withOpened = of.map((pob) => ({ ...pob, opened: opened.get(pob.record.pob.id) ?? [] }));
    ofContracts.set(contract.id, {
      ...contractFlux(withOpened, month, facts.context),
      customerId: contract.customerId,
    });
  };
  let pobs: RevenueOfPob[] = [];
  for await (const pob of revenueOfBook(reader, selection)) {
    if (pobs[0]?.contract.id !== pob.contract.id) {
      finish(pobs);
      pobs = [];
    }
    pobs.push(pob);
  }
  finish(pobs);
  for (const each of [month - 1, month])
    await addBeyondObligations(reader, each, { currency, month, books, ofContracts });
  return ofContracts;
}

type Beyond = {
  readonly currency: string;
  readonly month: Month;
  readonly books: Awaited<ReturnType<typeof booksAt>>;
  readonly ofContracts: Map<string | null, FluxOfContract>;
};

/**
 * Adds to the fluxes, as cause `other`, the revenue of one of the two months that is not in the schedules of performance obligations. For a closed
 * month that is all the rest of the revenue accounts, for an open one posted revenue without a performance obligation.
 */
async function addBeyondObligations(reader: AsOfReader, of: Month, { currency, month, books, ofContracts }: Beyond) {
  const span = { first: of, end: of + 1, currency, cutoff: reader.cutoff };
  const posted = await timedRevenue(reader.tx, reader.merchant.id, span);
  const counted = isClosed(books, of) ? posted : posted.filter(({ timing }) => timing === "OTHER");
  const side = of === month ? "after" : "before";
  const byContract = Map.groupBy(counted, ({ contractId }) => contractId);
  const ids = isClosed(books, of) ? new Set([...byContract.keys(), ...ofContracts.keys()]) : byContract.keys();
  for (const contractId of ids) {
    const facts = byContract.get(contractId) ?? [];
    const customerId = facts[0]?.customerId ?? null;
    const found = ofContracts.get(contractId) ?? { before: 0n, after: 0n, causes: noFlux(), customerId };
    const inBooks = facts.reduce((sum, { amount }) => sum + amount.minor, 0n);
    const beyond = isClosed(books, of) ? inBooks - found[side] : inBooks;
    const other = found.causes.other + (side === "after" ? beyond : -beyond);
    const causes = { ...found.causes, other };
    ofContracts.set(contractId, { ...found, [side]: found[side] + beyond, causes });
  }
}

async function namedFluxes(
  { tx, merchant }: AsOfReader,
  ofContracts: ReadonlyMap<string | null, FluxOfContract>,
): Promise<NamedFlux[]> {
  const all = [...ofContracts].filter(([, { before, after }]) => before !== 0n || after !== 0n);
  const contracts = await names.namesOf(
    tx,
    merchant.id,
    "contract",
    all.map(([id]) => id),
  );
  const customers = await names.namesOf(
    tx,
    merchant.id,
    "customer",
    all.map(([, { customerId }]) => customerId),
  );
  return all
    .map(([id, flux]) => ({ id, name: nameIn("contract", id, contracts), flux }))
    .sort(byName)
    .map(({ id, name, flux }) => {
      const customerName = flux.customerId === null ? null : (customers.get(flux.customerId) ?? null);
      return { ...flux, contractId: id, contractName: name, customerName };
    });
}

async function liabilityChanges(reader: AsOfReader, month: Month, currency: string): Promise<LiabilityChange[]> {
  const { tx, merchant, cutoff } = reader;
  const at = (of: Month) => balances.balancesByContract(tx, merchant.id, { month: of, currency, cutoff });
  const [before, after] = [await at(month - 1), await at(month)];
  const span = { first: month, end: month + 1, currency, cutoff };
  const movements = await balances.journalMovements(tx, merchant.id, span);
  const moved = Map.groupBy(
    movements.filter(({ isOpening }) => !isOpening),
    ({ contractId }) => contractId,
  );
  const nothing = { liability: zero(currency), asset: zero(currency), unbilled: zero(currency) };
  const earlier = new Map(before.map((balance) => [balance.contractId, balance]));
  const later = new Map(after.map((balance) => [balance.contractId, balance]));
  return [...new Map([...earlier, ...later])]
    .map(([id, { contractName, customerName }]) => ({
      ...{ id, name: contractName, contractId: id, contractName, customerName },
      before: earlier.get(id) ?? nothing,
      after: later.get(id) ?? nothing,
      movements: moved.get(id) ?? [],
    }))
    .sort(byName);
}
