import type { BillingTerm, BillingTermRecord } from "../billing-terms/billing-term.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import { isTaxUnknown } from "../contracts/readiness.ts";
import * as contracts from "../contracts/service.ts";
import type { Day } from "../kernel/day.ts";
import { equals, isZero, type Money, sum } from "../kernel/money.ts";
import { shareBooks } from "../ledger/books-store.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { WriteContext } from "../platform/write.ts";
import { contractsDueWith } from "./consolidation-store.ts";
import { difference, draftedOnly, openLines, type Regeneration } from "./difference.ts";
import { isBehind } from "./due-draft-store.ts";
import type { Invoice } from "./invoice.ts";
import * as invoices from "./invoice-store.ts";
import { type DueInvoice, draftRow, issueInvoices } from "./issue-service.ts";
import { carriedSwapCredits, type IssuedLine, issuedLineKeys } from "./issued-line-store.ts";
import { manualInvoiceGroups } from "./manual-invoice-store.ts";
import { billsPrepaymentAnew, carriedPlan } from "./overbilled.ts";
import {
  groupLines,
  type IssuedOfTerms,
  type PlannedInvoice,
  type PlannedLine,
  planTerm,
  type TermPlan,
} from "./plan.ts";
import { soldOfContracts } from "./sold-items-service.ts";
import * as store from "./store.ts";
import { type UncarriedCredit, uncarriedSwapCredit, withoutSwapCredit } from "./swap-credit.ts";
import { type Billed, loadTaxFacts, type Taxation } from "./taxation-service.ts";
import { usagePlans } from "./usage-plan-service.ts";

/**
 * Brings the invoices of approved contracts in line with their plan: issues what is due by today, and stores drafts of the next invoices. Due
 * invoices of a customer whose tax is unknown stay drafts on hold (rules 8). Set-based and idempotent: running it twice changes nothing
 * the second time.
 *
 * Other contracts with the same consolidation key and drafts due by today are included, to be issued on one document (ADR 0040).
 *
 * @param keepsDate the group of an invoice that keeps its date even if it is late
 */
export async function regenerateInvoices(
  write: WriteContext,
  contractIds: readonly string[],
  { keepsDate }: { readonly keepsDate?: string } = {},
): Promise<void> {
  const { today } = write.clock;
  const others = await contractsDueWith(write.tx, write.merchant.id, { contractIds, today });
  const locked = await contracts.lockContracts(write, [...contractIds, ...others]);
  await regenerateLocked(write, locked, keepsDate);
}

async function regenerateLocked(write: WriteContext, locked: readonly Contract[], keepsDate?: string): Promise<void> {
  const approved = locked.filter((contract) => contract.status === "APPROVED" && contract.deletedAt === null);
  if (approved.length === 0) return;
  // In this order: the settings stay as they are once the books are held.
  const [books, ctx, facts] = await Promise.all([
    shareBooks(write.tx, write.merchant.id),
    withLockedSettings(write),
    factsOfPlans(write, approved),
  ]);
  const { regenerations: planned, taxation } = await planRegenerations(ctx, approved, facts);
  const regenerations = planned.map((each) =>
    isTaxUnknown(each.contract, ctx.merchant) ? { ...each, regeneration: draftedOnly(each.regeneration) } : each,
  );
  await saveDrafts(ctx, regenerations, taxation);
  const due = regenerations.flatMap(({ contract, regeneration }) =>
    regeneration.due.map(({ draftId, invoice }): DueInvoice => ({ contract, draftId, invoice })),
  );
  await issueInvoices(ctx, books, due, taxation, keepsDate);
  await reportCoverage(ctx, regenerations, facts.records);
  for (const { contract, regeneration, credits, writtenOff, creditBalance, uncarried } of regenerations) {
    const isPrepaidAnew = regeneration.due.some(({ invoice }) => invoice.lines.some(billsPrepaymentAnew));
    if (isPrepaidAnew || credits.length + writtenOff.length + creditBalance.length > 0)
      ctx.publish({ type: "usage.overbilled", contractId: contract.id });
    if (uncarried.length > 0) ctx.publish({ type: "swap-credit.uncarried", contractId: contract.id });
  }
}

/**
 * Handles pending changes of a locked contract and issues its due drafts, if the worker has not done so yet. A use case that depends on what
 * is invoiced calls it first, so that its result does not depend on the progress of the worker. A contract without pending work is not
 * regenerated: after a void its periods stay open until the next regeneration (data model 13.3).
 */
export async function catchUpInvoices(ctx: WriteContext, contractId: string): Promise<void> {
  const waits = isBehind(ctx.tx, ctx.merchant.id, contractId, ctx.clock.today);
  const [contract] = await contracts.findContracts(ctx.tx, ctx.merchant.id, [contractId]);
  if (!(await waits)) return;
  // Without a consolidation key, no other contract can be on the same document.
  if (contract?.consolidationKey === null) await regenerateLocked(ctx, [contract]);
  else await regenerateInvoices(ctx, [contractId]);
}

/**
 * Drafts the periods that a void has freed, and issues nothing. The drafts are visible, to the close checks too, and are issued by the next
 * regeneration of the contract or by a request (data model 13.3). The caller holds the books.
 */
export async function draftFreedPeriods(write: WriteContext, contractId: string): Promise<void> {
  const locked = await contracts.lockContracts(write, [contractId]);
  const approved = locked.filter((contract) => contract.status === "APPROVED" && contract.deletedAt === null);
  if (approved.length === 0) return;
  const ctx = await withLockedSettings(write);
  const { regenerations, taxation } = await planRegenerations(ctx, approved, await factsOfPlans(ctx, approved));
  const drafted = regenerations.map((each) => ({ ...each, regeneration: draftedOnly(each.regeneration) }));
  await saveDrafts(ctx, drafted, taxation);
}

/** Negative usage of a locked and approved contract, by how it is credited. */
export type Overbilled = {
  /** Credits that no invoice can carry: credited by a credit memo. */
  readonly credits: readonly PlannedLine[];
  /** Credits of lines that were written off: they reduce bad debt. */
  readonly writtenOff: readonly PlannedLine[];
  /** Usage below zero at the end of a term, which no line billed: credited by a credit memo. */
  readonly creditBalance: readonly PlannedLine[];
};

export async function overbilledUsage(ctx: WriteContext, contract: Contract): Promise<Overbilled> {
  const { regenerations } = await planRegenerations(ctx, [contract], await factsOfPlans(ctx, [contract]));
  return {
    credits: regenerations.flatMap(({ credits }) => credits),
    writtenOff: regenerations.flatMap(({ writtenOff }) => writtenOff),
    creditBalance: regenerations.flatMap(({ creditBalance }) => creditBalance),
  };
}

/** Swap credits that the invoices of a locked and approved contract can no longer deduct. */
export async function uncarriedSwapCredits(ctx: WriteContext, contract: Contract): Promise<UncarriedCredit[]> {
  const { regenerations } = await planRegenerations(ctx, [contract], await factsOfPlans(ctx, [contract]));
  return regenerations.flatMap(({ uncarried }) => uncarried);
}

type ContractRegeneration = Overbilled & {
  readonly contract: Contract;
  readonly regeneration: Regeneration;
  readonly uncarried: readonly UncarriedCredit[];
  /** For each usage term, when its negative usage is credited; null if there is none. */
  readonly creditDueOn: ReadonlyMap<string, Day | null>;
  /** By term, the day after the last day of issued lines and of lines about to be issued. */
  readonly coveredThrough: ReadonlyMap<string, Day>;
};

/** The facts from which locked and approved contracts are planned. All but the terms are read in one round trip. */
async function factsOfPlans({ tx, merchant }: WriteContext, approved: readonly Contract[]) {
  const ids = approved.map((contract) => contract.id);
  const records = await billingTerms.termRecordsOfContracts(tx, merchant.id, ids);
  const terms = records.map(({ term }) => term);
  const termIds = terms.map((term) => term.id);
  const swaps = terms.flatMap(({ swapCredit }) => (swapCredit === undefined ? [] : [swapCredit.endedBillingTermId]));
  const termsByContract = Map.groupBy(terms, (term) => term.contractId);
  const soldOf = await soldOfContracts(tx, merchant.id, terms);
  const billed = approved.map(({ id, customerId, currency }) => ({ customerId, currency, lines: soldOf(id) }));
  const [issued, drafts, manualGroups, carried, taxationOf] = await Promise.all([
    issuedLineKeys(tx, merchant.id, termIds),
    store.draftsOfContracts(tx, merchant.id, ids),
    manualInvoiceGroups(tx, merchant.id, ids),
    carriedSwapCredits(tx, merchant.id, swaps),
    loadTaxFacts(tx, merchant.id, billed),
  ]);
  return { records, terms, termsByContract, issued, drafts, manualGroups, carried, taxationOf };
}

async function planRegenerations(
  ctx: WriteContext,
  approved: readonly Contract[],
  facts: Awaited<ReturnType<typeof factsOfPlans>>,
): Promise<{ regenerations: ContractRegeneration[]; taxation: Taxation }> {
  const { terms, termsByContract, issued, drafts, manualGroups, carried } = facts;
  const taxation = facts.taxationOf(ctx.merchant);
  const horizon = { through: ctx.clock.today, andNext: true };
  const reader = { tx: ctx.tx, merchant: ctx.merchant, today: ctx.clock.today };
  const ofUsage = await usagePlans(reader, approved, terms, horizon);
  const regenerations = approved.map((contract) => {
    const contractTerms = termsByContract.get(contract.id) ?? [];
    const ends = issuedEnds(contractTerms, issued);
    const takesOff = (term: BillingTerm) => takesSwapOff(term, taxation, contract, ctx.clock.today);
    const context = pricingContext(ctx, contract);
    const usage = ofUsage.get(contract.id);
    const planOf = (term: BillingTerm): TermPlan =>
      usage?.get(term.id) ??
      planTerm(takesOff(term) ? term : withoutSwapCredit(term), context, horizon, ends.get(term.id));
    const plans = new Map(contractTerms.map((term) => [term.id, planOf(term)]));
    const taxOfInvoice = (invoice: PlannedInvoice) => taxOf(contract, invoice, taxation);
    const issuedKeys = keysOf(contractTerms.flatMap((term) => issued.get(term.id) ?? []));
    const lines = [...plans.values()].flatMap((planned) => planned.lines);
    const { invoices: plan, credits } = carriedPlan(groupLines(openLines(lines, issuedKeys)), taxOfInvoice);
    const stored = {
      issued: issuedKeys,
      drafts: (drafts.get(contract.id) ?? []).map((draft) => withoutOutdated(draft, contract, taxOfInvoice)),
      manualGroups: manualGroups.get(contract.id) ?? new Set<string>(),
    };
    const regeneration = difference(plan, stored, ctx.clock.today);
    return {
      ...{ contract, regeneration, credits },
      writtenOff: [...plans.values()].flatMap((planned) => planned.writtenOff),
      creditBalance: [...plans.values()].flatMap((planned) => planned.creditBalance),
      uncarried: uncarriedOf(contractTerms, context, { ends, carried, takesOff }),
      coveredThrough: coverage(plans, issued, regeneration),
      creditDueOn: new Map([...(usage ?? [])].map(([termId, planned]) => [termId, planned.creditDueOn])),
    };
  });
  return { regenerations, taxation };
}

/** The draft, without its content if its PO number or tax is out of date, so that it differs from any plan. */
function withoutOutdated(
  draft: store.StoredInvoice,
  { poNumber }: Contract,
  taxOfInvoice: (invoice: PlannedInvoice) => Money,
): store.StoredInvoice {
  const isCurrent = draft.poNumber === poNumber && equals(draft.taxTotal, taxOfInvoice(draft.invoice));
  return isCurrent ? draft : { ...draft, content: "" };
}

/**
 * True if the invoices of a term deduct what the term that it replaced was billed in advance. They do not if they are taxed by
 * another category or at a lower rate: their total with tax could then be below zero.
 */
export function takesSwapOff(term: BillingTerm, taxation: Taxation, billed: Billed, today: Day): boolean {
  const { swapCredit } = term;
  return swapCredit !== undefined && taxation.carries(billed, term, swapCredit.taxedAs, Math.max(today, term.start));
}

function uncarriedOf(
  terms: readonly BillingTerm[],
  context: PricingContext,
  {
    ends,
    carried,
    takesOff,
  }: {
    readonly ends: IssuedOfTerms;
    readonly carried: ReadonlyMap<string, bigint>;
    readonly takesOff: (term: BillingTerm) => boolean;
  },
): UncarriedCredit[] {
  return terms.flatMap((term) => {
    if (term.swapCredit === undefined) return [];
    const ofTerm = {
      issued: ends.get(term.id) ?? new Map(),
      carried: carried.get(term.swapCredit.endedBillingTermId) ?? 0n,
      takesOff: takesOff(term),
    };
    const amount = uncarriedSwapCredit(term, context, ofTerm);
    return isZero(amount) ? [] : [{ term, amount }];
  });
}

/** Keys of issued lines, which no plan may bill again; usage is planned as new − billed and has none. */
export function keysOf(issued: readonly IssuedLine[]): ReadonlySet<string> {
  return new Set(issued.filter(({ isUsage }) => !isUsage).map(({ key }) => key));
}

/** The tax of a planned invoice on its planned date. */
export function taxOf(
  contract: Pick<Contract, "customerId" | "currency">,
  { lines, issueDate }: PlannedInvoice,
  taxation: Taxation,
): Money {
  const tax = taxation.taxOf(contract, lines, issueDate);
  return sum(
    tax.lines.map((line) => line.tax),
    contract.currency,
  );
}

/** Where the issued base lines of each term end. */
export function issuedEnds(
  terms: readonly BillingTerm[],
  issued: ReadonlyMap<string, readonly IssuedLine[]>,
): IssuedOfTerms {
  return new Map(
    terms.map((term) => {
      const base = (issued.get(term.id) ?? []).filter((line) => line.isBase);
      return [term.id, new Map(base.map(({ start, end }) => [start, end]))];
    }),
  );
}

/** Through which day each term is billed: by issued lines, lines about to be issued, and zero charges. */
function coverage(
  plans: ReadonlyMap<string, TermPlan>,
  issued: ReadonlyMap<string, readonly IssuedLine[]>,
  regeneration: Regeneration,
): Map<string, Day> {
  const through = new Map<string, Day>();
  const cover = (termId: string, end: Day) => through.set(termId, Math.max(end, through.get(termId) ?? end));
  for (const [termId, { droppedThrough }] of plans) {
    for (const { end } of issued.get(termId) ?? []) cover(termId, end);
    if (droppedThrough !== null) cover(termId, droppedThrough);
  }
  for (const { invoice } of regeneration.due) {
    for (const line of invoice.lines) cover(line.billingTermId, line.period.end);
  }
  return through;
}

async function saveDrafts(
  ctx: WriteContext,
  regenerations: readonly ContractRegeneration[],
  taxation: Taxation,
): Promise<void> {
  const at = ctx.clock.timestamp;
  await store.deleteDrafts(
    ctx.tx,
    ctx.merchant.id,
    regenerations.flatMap(({ regeneration }) => regeneration.draftIdsToRemove),
  );
  for (const { contract, regeneration } of regenerations) {
    for (const { id, invoice } of regeneration.draftsToChange) {
      const isHeld = isTaxUnknown(contract, ctx.merchant) && invoice.readyOn <= ctx.clock.today;
      await store.updateDraft(ctx.tx, ctx.merchant.id, draftRow(id, contract, invoice, taxation), { at, isHeld });
    }
  }
  const added = regenerations.flatMap(({ contract, regeneration }) =>
    regeneration.draftsToAdd.map((invoice) => draftRow(ctx.newId(), contract, invoice, taxation)),
  );
  await store.insertDrafts(ctx.tx, ctx.merchant.id, added, { at, today: ctx.clock.today });
}

/** Stores through which day terms and contracts are billed, where that changed. */
async function reportCoverage(
  ctx: WriteContext,
  regenerations: readonly ContractRegeneration[],
  records: readonly BillingTermRecord[],
): Promise<void> {
  const before = new Map(records.map(({ term, invoicedThrough }) => [term.id, invoicedThrough]));
  const byTerm = new Map(
    regenerations.flatMap(({ coveredThrough }) => [...coveredThrough].filter(([id, day]) => before.get(id) !== day)),
  );
  billingTerms.updateInvoicedThrough(ctx.tx, ctx.merchant.id, byTerm);
  const dueOn = new Map(regenerations.flatMap(({ creditDueOn }) => [...creditDueOn]));
  if (dueOn.size > 0) await billingTerms.updateCarriedCredit(ctx.tx, ctx.merchant.id, dueOn);
  const byContract = regenerations.flatMap(({ contract, coveredThrough }): [string, Day][] => {
    const through = Math.max(...coveredThrough.values());
    return coveredThrough.size === 0 || through === contract.invoicedThrough ? [] : [[contract.id, through]];
  });
  contracts.reportInvoicedThrough(ctx, new Map(byContract));
}

export function pricingContext(
  ctx: Pick<WriteContext, "merchant">,
  contract: Pick<Contract, "currency">,
): PricingContext {
  return { currency: contract.currency, rounding: ctx.merchant.rounding };
}

/** @throws DomainError INVOICE_NOT_FOUND */
export async function getInvoice(tx: Tx, merchantId: string, invoiceId: string): Promise<Invoice> {
  const invoice = await invoices.findInvoice(tx, merchantId, invoiceId);
  if (invoice === undefined) throw recordNotFound("INVOICE_NOT_FOUND");
  return invoice;
}

export { contractsWithDueDrafts, nextDueDate } from "./due-draft-store.ts";
export { invoicesByIds, invoicesOfContract } from "./invoice-store.ts";
export { issuedLineKeys } from "./issued-line-store.ts";
export const { draftsOfContracts } = store;
