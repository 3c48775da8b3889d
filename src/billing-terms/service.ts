import { shareCategory } from "../catalog/service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { invalid, notFound } from "../kernel/errors.ts";
import { add, zero } from "../kernel/money.ts";
import { firstOpenMonth } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { refusalOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import type { BillingTerm } from "./billing-term.ts";
import {
  checkObligation,
  isTooLong,
  maximumContractMinor,
  type Obligation,
  type ObligationDraft,
  obligationFacts,
} from "./obligation.ts";
import { type PricingContext, pricedPeriods } from "./price.ts";
import { viewOfObligation } from "./schemas.ts";
import * as store from "./store.ts";

/**
 * Adds an obligation: one group with one billing term and one performance obligation (data model 4). On an approved
 * contract it bills and earns from now on; its past service catches up in the first open month.
 *
 * @throws DomainError VALIDATION_FAILED or the code that all issues share, TERM_TOO_LONG, CATEGORY_NOT_FOUND, CONTRACT_DELETED, CONTRACT_NOT_FOUND
 */
export async function addObligation(
  ctx: WriteContext,
  contractId: string,
  draft: ObligationDraft,
): Promise<Obligation> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const settings = {
    currency: contract.currency,
    netPaymentTerms: contract.netPaymentTerms,
    straightLineDefault: ctx.merchant.straightLineDefault,
    today: ctx.clock.today,
  };
  const issues = checkObligation(draft, settings);
  if (issues.length > 0) throw refusalOf(issues);
  const facts = obligationFacts(draft, settings);
  if (isTooLong(facts.term, ctx.clock.today)) {
    throw invalid(
      "TERM_TOO_LONG",
      "The billing schedule has more than 4,000 periods; bill less often or end it earlier.",
    );
  }
  await refuseIfWorthTooMuch(ctx, contract, facts.term);
  if (draft.categoryId !== null && !(await shareCategory(ctx, draft.categoryId))) {
    throw invalid("CATEGORY_NOT_FOUND", "Category not found.");
  }

  const bookMonth = contract.status === "APPROVED" ? firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id)) : null;
  const ids = {
    obligationId: ctx.newId(),
    groupId: ctx.newId(),
    termId: ctx.newId(),
    performanceObligationId: ctx.newId(),
  };
  await store.insertObligation(ctx.tx, ctx.merchant.id, {
    contractId: contract.id,
    ...ids,
    facts,
    bookMonth,
    createdAt: ctx.clock.timestamp,
  });
  await reportTerms(ctx, contract);
  const obligation = await getObligation(ctx.tx, ctx.merchant.id, contract.id, ids.obligationId);
  ctx.audit({
    action: "obligation.create",
    entityType: "OBLIGATION",
    entityId: obligation.id,
    changes: changesBetween({}, viewOfObligation(obligation)),
  });
  ctx.tell({ type: "obligation.created", contractId: contract.id, data: { obligationId: obligation.id } });
  return obligation;
}

/** Takes an obligation out; whether it may go was decided by whoever knows its invoices and revenue. */
export async function removeObligation(ctx: WriteContext, contract: Contract, obligation: Obligation): Promise<void> {
  const bookMonth = firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id));
  await store.deleteObligation(ctx.tx, ctx.merchant.id, obligation, ctx.clock.timestamp, bookMonth);
  await reportTerms(ctx, contract);
  ctx.audit({
    action: "obligation.delete",
    entityType: "OBLIGATION",
    entityId: obligation.id,
    changes: changesBetween(viewOfObligation(obligation), {}),
  });
  ctx.tell({ type: "obligation.deleted", contractId: contract.id, data: { obligationId: obligation.id } });
}

/** @throws DomainError OBLIGATION_NOT_FOUND */
export async function getObligation(
  tx: Tx,
  merchantId: string,
  contractId: string,
  obligationId: string,
): Promise<Obligation> {
  const [obligation] = await store.obligationsOfContract(tx, merchantId, contractId, obligationId);
  if (obligation === undefined) throw notFound("OBLIGATION_NOT_FOUND", "Obligation not found.");
  return obligation;
}

/** Tells the contract what its terms span, what they are worth and whether they are complete. */
async function reportTerms(ctx: WriteContext, contract: Contract): Promise<void> {
  const terms = await store.termsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  const ends = terms.map((term) => term.end);
  const isOpenEnded = terms.length === 0 || ends.includes(null);
  const obligations = await store.obligationsOfContract(ctx.tx, ctx.merchant.id, contract.id);
  await contracts.reportTerms(ctx, contract, {
    uncategorizedObligationIds: obligations
      .filter(({ performanceObligation }) => performanceObligation.categoryId === null)
      .map(({ id }) => id),
    reasons: terms.length > 0 ? [] : [{ code: "MISSING_TERMS", message: "The contract has no billing term; add one." }],
    start: terms.length === 0 ? null : Math.min(...terms.map((term) => term.start)),
    end: isOpenEnded ? null : Math.max(...ends.map((end) => end ?? 0)),
    value: isOpenEnded ? null : fixedValue(terms, { currency: contract.currency, rounding: ctx.merchant.rounding }),
  });
}

/** A contract whose total no column holds must be refused here, or nothing of the merchant could be settled any more. */
async function refuseIfWorthTooMuch(
  ctx: WriteContext,
  contract: Contract,
  added: Omit<BillingTerm, "id" | "contractId" | "billingTermGroupId">,
): Promise<void> {
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const ids = { id: "", contractId: contract.id, billingTermGroupId: "" };
  const terms = await store.termsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  const worth = [...terms, { ...ids, ...added }].reduce((sum, term) => sum + grossMinor(term, context), 0n);
  if (worth > maximumContractMinor) {
    const message = "The contract would be worth more than can be kept in the books; split it or check the quantity.";
    throw refusalOf([{ path: "/billingSchedule/pricing/0/amount", code: "AMOUNT_INVALID", message }]);
  }
}

/** What a term bills before discounts; of an open-ended one, a period's. */
function grossMinor(term: BillingTerm, context: PricingContext): bigint {
  let gross = 0n;
  for (const { price } of pricedPeriods(term, context)) {
    gross += price.subtotal.minor;
    if (term.end === null) break;
  }
  return gross;
}

function fixedValue(terms: readonly BillingTerm[], context: PricingContext) {
  let value = zero(context.currency);
  for (const term of terms) {
    for (const { price } of pricedPeriods(term, context)) value = add(value, price.total);
  }
  return value;
}

export {
  keepLiabilityAccounts,
  type LiabilityAccount,
  liabilityAccounts,
} from "./liability-account-store.ts";
export const {
  invoicedThrough,
  obligationsOfContract,
  performanceObligationsOfContracts,
  termsOfContracts,
  updateInvoicedThrough,
} = store;
