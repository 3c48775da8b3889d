import * as contracts from "../contracts/service.ts";
import { accountName } from "../kernel/account.ts";
import { type Day, formatDay, monthOf } from "../kernel/day.ts";
import { type Issue, invalid } from "../kernel/errors.ts";
import { formatMoney, sum } from "../kernel/money.ts";
import { isClosed } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { entriesOfDocument, postEntries } from "../ledger/service.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { WriteContext } from "../platform/write.ts";
import { reject } from "../receivables/rejection-service.ts";
import {
  type Adjustment,
  type AdjustmentDraft,
  type AdjustmentLine,
  adjustmentNumber,
  entriesOf,
  imbalances,
  linesOf,
  problemsOf,
  reversedLines,
} from "./adjustment.ts";
import * as store from "./store.ts";

type Contracts = Awaited<ReturnType<typeof contracts.lockContracts>>;
type Books = Awaited<ReturnType<typeof shareBooks>>;

/**
 * Posts a manual entry, and on request also its reversal on a later day (ADR 0035).
 *
 * @throws DomainError 400 with every issue: VALIDATION_FAILED, also for MIGRATION_CLEARING of a contract without an opening;
 * CONTRACT_NOT_FOUND, CATEGORY_NOT_FOUND; ADJUSTMENT_UNBALANCED; INVALID_CONTRACT_STATE for a contract that is not approved; PERIOD_CLOSED
 */
export async function createAdjustment(write: WriteContext, draft: AdjustmentDraft): Promise<Adjustment> {
  rejectAny(problemsOf(draft));
  const locked = await contracts.lockContracts(write, contractsOf(draft));
  const books = await shareBooks(write.tx, write.merchant.id);
  const ctx = await withLockedSettings(write);
  const categoryIds = draft.lines.flatMap(({ categoryId }) => categoryId ?? []);
  const own = accountName("CONTRACT_LIABILITY", ctx.merchant.accountMap);
  const categories = await store.accountsOfCategories(ctx.tx, ctx.merchant.id, categoryIds, own);
  rejectAny(unknownIn(draft, locked, new Set(categories.keys())));
  const lines = linesOf(draft, categories);
  rejectAny(imbalances(lines, draft.currency));
  const loaded = await store.loadedContracts(ctx.tx, ctx.merchant.id, contractsOf(draft));
  rejectAny([...unfit(draft, locked), ...neverLoaded(draft, loaded), ...closedMonth(books, draft.date, "/date")]);

  const { date, currency, reason, reverseOn } = draft;
  const adjustment = await post(ctx, books, locked, { date, currency, reason, reversesId: null, lines });
  if (reverseOn === null) return adjustment;
  const reversal = await postReversal(ctx, books, locked, adjustment, { date: reverseOn, reason });
  return { ...adjustment, reversedById: reversal.id };
}

/**
 * Reverses an adjustment by posting another one, by default on the same day.
 *
 * @throws DomainError ADJUSTMENT_NOT_FOUND; 400 ADJUSTMENT_REVERSED if it is already reversed or is itself a reversal,
 * INVALID_DATE for a day before the adjustment, PERIOD_CLOSED
 */
export async function reverseAdjustment(
  write: WriteContext,
  adjustmentId: string,
  wanted: { readonly date: Day | undefined; readonly reason: string },
): Promise<Adjustment> {
  const named = await getAdjustment(write.tx, write.merchant.id, adjustmentId);
  const locked = await contracts.lockContracts(write, contractsOf(named));
  const books = await shareBooks(write.tx, write.merchant.id);
  const ctx = await withLockedSettings(write);
  // Read again: another reversal may have been posted before this one got the locks.
  const adjustment = await getAdjustment(ctx.tx, ctx.merchant.id, adjustmentId);
  const { date: day, reversesId, reversedById } = adjustment;
  if (reversesId !== null)
    throw invalid("ADJUSTMENT_REVERSED", "A reversal cannot be reversed; post another adjustment.");
  if (reversedById !== null) throw invalid("ADJUSTMENT_REVERSED", "The adjustment is already reversed.");
  const { date = day, reason } = wanted;
  if (date < day) {
    const message = `The reversal must not be before the day of the adjustment, ${formatDay(day)}.`;
    throw reject([{ path: "/date", code: "INVALID_DATE", message }]);
  }
  rejectAny(closedMonth(books, date, "/date"));
  return postReversal(ctx, books, locked, adjustment, { date, reason });
}

/** @throws DomainError ADJUSTMENT_NOT_FOUND */
export async function getAdjustment(tx: Tx, merchantId: string, adjustmentId: string): Promise<Adjustment> {
  const [adjustment] = await store.findAdjustments(tx, merchantId, [adjustmentId]);
  if (adjustment === undefined) throw recordNotFound("ADJUSTMENT_NOT_FOUND");
  return adjustment;
}

export const { listAdjustments } = store;

/** The contracts named in the lines, each once. */
function contractsOf({ lines }: { readonly lines: readonly Pick<AdjustmentLine, "contractId">[] }): string[] {
  return [...new Set(lines.flatMap(({ contractId }) => contractId ?? []))];
}

type NewAdjustment = Pick<Adjustment, "date" | "currency" | "reason" | "reversesId" | "lines">;

async function postReversal(
  ctx: WriteContext,
  books: Books,
  locked: Contracts,
  { id, currency, lines }: Adjustment,
  { date, reason }: { readonly date: Day; readonly reason: string },
): Promise<Adjustment> {
  const source = { type: "ADJUSTMENT", id } as const;
  const posted = await entriesOfDocument(ctx.tx, ctx.merchant.id, { source, type: "ADJUSTMENT" });
  const entries = new Map(posted.map((entry) => [entry.contractId, entry.id]));
  const reversal = { date, currency, reason, reversesId: id, lines: reversedLines(lines) };
  return post(ctx, books, locked, reversal, entries);
}

async function post(
  ctx: WriteContext,
  books: Books,
  locked: Contracts,
  content: NewAdjustment,
  reversed?: ReadonlyMap<string | null, string>,
): Promise<Adjustment> {
  const number = await ctx.takeNumbers("ADJUSTMENT", 1);
  const createdAt = ctx.clock.timestamp;
  const adjustment: Adjustment = { ...content, id: ctx.newId(), number, reversedById: null, createdAt };
  await store.insertAdjustment(ctx.tx, ctx.merchant.id, adjustment);
  const customers = new Map(locked.map(({ id, customerId }) => [id, customerId]));
  const drafts = entriesOf(adjustment, customers, reversed);
  await postEntries(
    ctx,
    books,
    drafts.map((draft) => ({ ...draft, id: ctx.newId() })),
  );
  ctx.audit({
    action: content.reversesId === null ? "adjustment.create" : "adjustment.reverse",
    entityType: "ADJUSTMENT",
    entityId: adjustment.id,
    changes: changesBetween({}, auditedAdjustment(adjustment)),
    reason: content.reason,
    amount: sum(
      adjustment.lines.map(({ debit }) => debit),
      adjustment.currency,
    ),
  });
  const { id: adjustmentId, reversesId } = adjustment;
  if (reversesId === null) ctx.publish({ type: "adjustment.created", data: { adjustmentId } });
  else ctx.publish({ type: "adjustment.reversed", data: { adjustmentId, reversesId } });
  return adjustment;
}

function unknownIn({ lines }: AdjustmentDraft, locked: Contracts, categoryIds: ReadonlySet<string>): Issue[] {
  const contractIds = new Set(locked.flatMap(({ id, deletedAt }) => (deletedAt === null ? id : [])));
  return lines.flatMap(({ contractId, categoryId }, index): Issue[] => {
    const path = `/lines/${index}`;
    const unknown = (field: string, code: "CONTRACT_NOT_FOUND" | "CATEGORY_NOT_FOUND"): Issue => {
      return { path: `${path}/${field}`, code, message: recordNotFound(code).message };
    };
    return [
      ...(contractId === null || contractIds.has(contractId) ? [] : [unknown("contractId", "CONTRACT_NOT_FOUND")]),
      ...(categoryId === null || categoryIds.has(categoryId) ? [] : [unknown("categoryId", "CATEGORY_NOT_FOUND")]),
    ];
  });
}

/** Issues for contracts that are not approved or have another currency than the adjustment. */
function unfit({ lines, currency }: AdjustmentDraft, locked: Contracts): Issue[] {
  const byId = new Map(locked.map((contract) => [contract.id, contract]));
  return lines.flatMap(({ contractId }, index): Issue[] => {
    const contract = byId.get(contractId ?? "");
    if (contract === undefined) return [];
    const path = `/lines/${index}/contractId`;
    if (contract.status !== "APPROVED") {
      const message = "The contract is not approved, so it has nothing in the books.";
      return [{ path, code: "INVALID_CONTRACT_STATE", message }];
    }
    if (contract.currency === currency) return [];
    const message = `The contract is in ${contract.currency}, the adjustment in ${currency}.`;
    return [{ path, code: "CURRENCY_MISMATCH", message }];
  });
}

function neverLoaded({ lines }: AdjustmentDraft, loaded: ReadonlySet<string>): Issue[] {
  return lines.flatMap(({ role, contractId }, index): Issue[] => {
    if (role !== "MIGRATION_CLEARING" || loaded.has(contractId ?? "")) return [];
    const message = "The contract has no opening, so it was not loaded against MIGRATION_CLEARING.";
    return [{ path: `/lines/${index}/role`, code: "CONFLICT", message }];
  });
}

function closedMonth(books: Books, date: Day, path: string): Issue[] {
  if (!isClosed(books, monthOf(date))) return [];
  const message = `The month of ${formatDay(date)} is closed; date the adjustment in an open month.`;
  return [{ path, code: "PERIOD_CLOSED", message }];
}

/** @throws DomainError 400 with every issue, if there is one */
function rejectAny(issues: readonly Issue[]): void {
  if (issues.length > 0) throw reject(issues);
}

/** An adjustment in the form that the audit log stores. */
export function auditedAdjustment({
  number,
  date,
  currency,
  lines,
  reversesId,
}: Adjustment): Readonly<Record<string, unknown>> {
  return {
    adjustmentNumber: adjustmentNumber(number),
    date: formatDay(date),
    currency,
    reversesId,
    lines: lines.map(({ debit, credit, ...line }) => ({
      ...line,
      debit: formatMoney(debit),
      credit: formatMoney(credit),
    })),
  };
}
