import type { ContractModification } from "../billing-terms/modifications/modification.ts";
import { modificationsOfContracts } from "../billing-terms/modifications/modification-service.ts";
import * as contracts from "../contracts/service.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import { invoiceSchedule, type ScheduledInvoice } from "../invoicing/schedule-service.ts";
import { invoicesByIds } from "../invoicing/service.ts";
import { currentBooks } from "../ledger/books-store.ts";
import { entriesByIds, entriesOfContract, type PostedEntry } from "../ledger/service.ts";
import type { WriteContext } from "../platform/write.ts";
import {
  type CreditMemoRecord,
  creditMemosByIds,
  creditMemosOfContract,
} from "../receivables/credit-memo-record-service.ts";
import type { ContractSchedule } from "../revenue/schedule.ts";
import { schedulesOfContracts } from "../revenue/service.ts";
import type { EntryNames } from "./entry-memo.ts";
import { namesOfEntries } from "./entry-names-service.ts";

/** Everything of a contract that a write can change, at one moment. */
export type ContractState = {
  readonly currency: string;
  /** In the order of the invoice schedule. A deleted contract has no invoices and no revenue here. */
  readonly invoices: readonly ScheduledInvoice[];
  /** By performance obligation. */
  readonly revenue: ContractSchedule["pobs"];
  readonly entries: readonly PostedEntry[];
  readonly entryNames: EntryNames;
  /** Credit memos that credit lines of the contract's invoices. */
  readonly creditMemos: readonly CreditMemoRecord[];
  readonly modifications: readonly ContractModification[];
};

/** Locks a contract and reads its invoices, revenue and entries; undefined if it does not exist. */
export async function contractState(ctx: WriteContext, contractId: string): Promise<ContractState | undefined> {
  const { tx, merchant, clock } = ctx;
  const [contract] = await contracts.lockContracts(ctx, [contractId]);
  if (contract === undefined) return undefined;
  const reader = { tx, merchant, clock, today: clock.today };
  const isLive = contract.deletedAt === null;
  const books = await currentBooks(tx, merchant.id);
  const entries = await entriesOfContract(tx, merchant.id, contract.id);
  const schedules = isLive ? await schedulesOfContracts(reader, [contract], books) : undefined;
  return {
    currency: contract.currency,
    invoices: isLive ? await invoiceSchedule(reader, contract, undefined) : [],
    revenue: schedules?.get(contract.id)?.pobs ?? new Map(),
    entries,
    entryNames: await namesOfEntries(tx, merchant.id, entries),
    creditMemos: await creditMemosOfContract(tx, merchant.id, contract.id),
    modifications: await modificationsOfContracts(tx, merchant.id, [contract.id]),
  };
}

/** Entries and credit memos that a write created, and the invoices whose lines the credit memos credit. */
export type MadeDocuments = {
  readonly entries: readonly PostedEntry[];
  readonly entryNames: EntryNames;
  readonly creditMemos: readonly CreditMemoRecord[];
  readonly creditedInvoices: readonly Invoice[];
};

/** Reads the entries and credit memos among some ids. */
export async function madeDocuments({ tx, merchant }: WriteContext, ids: readonly string[]): Promise<MadeDocuments> {
  const entries = await entriesByIds(tx, merchant.id, ids);
  const creditMemos = await creditMemosByIds(tx, merchant.id, ids);
  const credited = creditMemos.flatMap(({ memo }) => memo.items.flatMap(({ line }) => line?.invoiceId ?? []));
  const creditedInvoices = await invoicesByIds(tx, merchant.id, [...new Set(credited)]);
  return { entries, entryNames: await namesOfEntries(tx, merchant.id, entries), creditMemos, creditedInvoices };
}
