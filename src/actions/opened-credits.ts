import type { Contract } from "../contracts/contract.ts";
import type { IssuedImport } from "../invoicing/import-invoice-service.ts";
import type { PlannedLine } from "../invoicing/plan.ts";
import { required } from "../kernel/assert.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { add, formatMoney, isZero, type Money, min, negate, subtract, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { Books } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import type { WriteContext } from "../platform/write.ts";
import { auditedApplication, post, recordReversal } from "../receivables/application-service.ts";
import { applicationsOf } from "../receivables/application-store.ts";
import type { CreditMemo } from "../receivables/credit-memo.ts";
import {
  auditOf,
  type CreditMemoRecord,
  change,
  creditMemosOfContract,
  lockedCreditMemo,
} from "../receivables/credit-memo-record-service.ts";
import { applyLocked } from "../receivables/credit-memo-service.ts";
import { lockInvoices } from "../receivables/invoice-store.ts";
import { creditApplied } from "../receivables/posting.ts";
import { issueCreditMemo } from "./issue-credit-memo.ts";
import { unearnedLines } from "./unearned-lines.ts";
import { voidCreditMemo } from "./void-credit-memo.ts";

/** What other books credited of a billed period of a term: amounts without tax, and the tax; null: in proportion to that of the line. */
export type OpenedCredit = {
  readonly billingTermId: string;
  /** A day of the credited period. */
  readonly day: Day;
  readonly amount: Money;
  readonly tax: Money | null;
  /** The credited days of service; null for all of the period. */
  readonly service: Period | null;
};

/** An amount to credit of one imported line. */
export type PlacedCredit = Omit<OpenedCredit, "billingTermId" | "day"> & { readonly line: PlannedLine };

/**
 * Finds the imported lines that credits of other books lower. If several lines of a term have the day, a credit lowers the first one by at
 * most its amount, and the rest the next one.
 */
export function placedCredits(
  credits: readonly OpenedCredit[],
  lines: readonly PlannedLine[],
): { readonly placed: readonly PlacedCredit[]; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const left = new Map(lines.map((line) => [line, line.total]));
  const placed = credits.flatMap((credit, index): PlacedCredit[] => {
    const path = `/credits/${index}`;
    const { currency } = credit.amount;
    if (credit.service !== null && credit.service.end <= credit.service.start) {
      const message = "The last credited day must be on or after the first.";
      issues.push({ path: `${path}/serviceEndDate`, code: "RANGE", message });
    }
    const on = lines.filter(
      ({ billingTermId, period }) =>
        billingTermId === credit.billingTermId && period.start <= credit.day && credit.day < period.end,
    );
    const inOrder = on.toSorted((a, b) => startsOn(b, credit) - startsOn(a, credit));
    if (on.length === 0) {
      const message = `No billed period of the term has ${formatDay(credit.day)}; send a day of the period that was credited.`;
      issues.push({ path: `${path}/startDate`, code: "NOT_FOUND", message });
      return [];
    }
    const parts: PlacedCredit[] = [];
    let rest = credit.amount;
    for (const line of inOrder) {
      const room = left.get(line) ?? zero(currency);
      const amount = room.minor > 0n ? min(room, rest) : zero(currency);
      if (isZero(amount)) continue;
      const whole = parts.length === 0 ? credit.tax : null;
      parts.push({ line, amount, tax: whole, service: credit.service });
      left.set(line, subtract(room, amount));
      rest = subtract(rest, amount);
    }
    if (isZero(rest)) return parts;
    const message = `Its periods bill ${formatMoney(subtract(credit.amount, rest))} that is not credited yet, less than the credit.`;
    issues.push({ path: `${path}/amount`, code: "CONFLICT", message });
    return parts;
  });
  return { placed, issues };
}

function startsOn({ period }: PlannedLine, { day }: OpenedCredit): number {
  return period.start === day ? 1 : 0;
}

/** The imported invoices of a contract that a credit memo of the opening can be applied to, with the settled part of each. */
export type SettledPart = { readonly invoiceId: string; readonly settled: Money };

/**
 * Issues the credits of other books as one credit memo and applies it to what the old invoices have settled: first to those that it credits,
 * then to the others. It has no number of the series, and publishes no event (ADR 0100).
 *
 * @returns what it settled of each invoice, and its balance, which is credit of the customer
 */
export async function creditOpened(
  write: WriteContext,
  { id: contractId, customerId, currency }: Contract,
  {
    credits,
    imported,
    parts,
    postedOn,
  }: {
    readonly credits: readonly PlacedCredit[];
    readonly imported: readonly IssuedImport[];
    readonly parts: readonly SettledPart[];
    readonly postedOn: Day;
  },
): Promise<{ readonly applied: ReadonlyMap<string, Money>; readonly left: Money }> {
  const applied = new Map<string, Money>();
  if (credits.length === 0) return { applied, left: zero(currency) };
  const ctx: WriteContext = { ...write, publish: () => undefined };
  const places = new Map(imported.flatMap(({ id, lines }) => lines.map(({ lineId, line }) => [line, { id, lineId }])));
  const placeOf = (line: PlannedLine) => required(places.get(line), "an imported line");
  const { memo } = await issueCreditMemo(
    ctx,
    {
      customerId: required(customerId, "the customer of an approved contract"),
      ...{ issueDate: postedOn, currency, reason: "Credited in other books", memo: null, externalIds: [] },
      items: credits.map(({ line, amount, tax, service }) => ({
        ...{ invoiceLineId: placeOf(line).lineId, amount: formatMoney(amount) },
        ...{ tax: tax === null ? undefined : formatMoney(tax), service: service ?? undefined },
        ...{ itemId: null, classId: null, name: null, note: null, quantity: null },
      })),
    },
    openingNumber(contractId),
  );
  const credited = new Set(credits.map(({ line }) => placeOf(line).id));
  const inOrder = [
    ...parts.filter(({ invoiceId }) => credited.has(invoiceId)),
    ...parts.filter(({ invoiceId }) => !credited.has(invoiceId)),
  ];
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  let held: CreditMemo = memo;
  let left = memo.total;
  for (const { invoiceId, settled } of inOrder) {
    const amount = min(settled, left);
    if (amount.minor <= 0n) continue;
    const invoice = (await lockInvoices(ctx.tx, ctx.merchant.id, [invoiceId])).get(invoiceId);
    const request = { invoiceId, amount: formatMoney(amount), path: "/credits" };
    held = (await applyLocked(ctx, { books, memo: held, invoice }, request, postedOn)).memo;
    applied.set(invoiceId, add(amount, applied.get(invoiceId) ?? zero(currency)));
    left = subtract(left, amount);
  }
  return { applied, left };
}

/** The number of the document that stands for all credits, or all settled invoices, of an opening. */
export function openingNumber(contractId: string): string {
  return `OPENING-${contractId.slice(-12)}`;
}

/** The credit memo of an opening with its applications, locked; undefined if the opening has none. */
export async function lockedOpeningCredits(
  ctx: WriteContext,
  contractId: string,
): Promise<CreditMemoRecord | undefined> {
  const { tx, merchant } = ctx;
  const ids = (await creditMemosOfContract(tx, merchant.id, contractId)).flatMap(({ memo }) =>
    memo.creditMemoNumber === openingNumber(contractId) && memo.status !== "VOID" ? [memo.id] : [],
  );
  const [id] = ids;
  if (id === undefined) return undefined;
  const memo = await lockedCreditMemo(ctx, id);
  return { memo, applications: await applicationsOf(tx, merchant.id, "CREDIT_MEMO", [id]) };
}

/** Reverses the credit memo of an opening on the day of the opening: the invoices have their balances again, and it is void. */
export async function voidOpenedCredits(
  ctx: WriteContext,
  books: Books,
  { memo, applications }: CreditMemoRecord,
  postedOn: Day,
): Promise<void> {
  for (const application of applications) {
    const { invoiceId } = application;
    const invoice = required(
      (await lockInvoices(ctx.tx, ctx.merchant.id, [invoiceId])).get(invoiceId),
      "the invoice of an application",
    );
    const act = { application, invoice, reversedOn: postedOn, postedOn };
    const against = await recordReversal(ctx, act, unearnedLines);
    const amount = negate(application.amount);
    await post(ctx, books, [creditApplied({ ...memo, kind: "CREDIT_MEMO" }, { invoice, amount, against, postedOn })]);
  }
  const free = await change(ctx, memo, { applied: zero(memo.currency) });
  const before = { applications: applications.map(auditedApplication) };
  auditOf(ctx, "credit-memo.unapply", free, { applications: [] }, before);
  await voidCreditMemo(ctx, memo.id, "The opening of the contract was reversed.");
}
