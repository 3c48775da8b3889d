import type { Contract } from "../contracts/contract.ts";
import { invalid, notFound } from "../kernel/errors.ts";
import type { Tx } from "../platform/db/pool.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Booking } from "./modifications/booking-service.ts";
import type { ImpliedPob, Obligation, ObligationDefaults } from "./obligation.ts";
import { obligationsOfContract } from "./obligation-store.ts";
import { isAsBilledOrConsumed } from "./performance-obligations/group.ts";
import type { FollowingPob } from "./performance-obligations/performance-obligation.ts";
import { insertPob } from "./performance-obligations/pob-store.ts";
import { missingSellingPrice, standaloneSellingPriceOf } from "./performance-obligations/selling-price.ts";
import type { resolveReferences } from "./reference-service.ts";
import { isTooLong, type TermFacts } from "./term-draft.ts";
import { insertTerm } from "./term-store.ts";

/** What a term and its performance obligation take over from the contract, the product and the merchant. */
export function obligationDefaults(
  ctx: WriteContext,
  contract: Contract,
  product: Awaited<ReturnType<typeof resolveReferences>>,
): ObligationDefaults {
  return {
    currency: contract.currency,
    netPaymentTerms: contract.netPaymentTerms,
    straightLineDefault: ctx.merchant.straightLineDefault,
    product: product === null ? null : { ...product, displayName: product.displayName ?? product.name },
    productPattern: product?.recognitionPattern ?? null,
    productSellingPrice: product === null ? null : standaloneSellingPriceOf(product, contract, ctx.clock.today),
  };
}

/** @throws DomainError TERM_TOO_LONG */
export function rejectIfTooLong(ctx: WriteContext, term: TermFacts): void {
  if (!isTooLong(term, ctx.clock.today)) return;
  throw invalid(
    "TERM_TOO_LONG",
    "The billing schedule has more than 4,000 periods; bill less often or end it earlier.",
  );
}

/** Stores a term and, where it gets one, its implied performance obligation, which is returned. The caller records both in the audit log. */
export async function insertTermWithPob(
  ctx: WriteContext,
  contract: Contract,
  ids: { readonly groupId: string; readonly termId: string; readonly pobId: string },
  term: TermFacts,
  pob: ImpliedPob | null,
  { bookMonth }: Booking,
): Promise<FollowingPob | null> {
  const createdAt = ctx.clock.timestamp;
  const { groupId, termId } = ids;
  insertTerm(ctx.tx, ctx.merchant.id, { id: termId, contractId: contract.id, groupId, facts: term, createdAt });
  if (pob === null) return null;
  const following: FollowingPob = {
    ...pob,
    id: ids.pobId,
    contractId: contract.id,
    billingTermGroupId: groupId,
    name: null,
    isResidual: false,
    transactionPrice: null,
    considerationType: term.eventTypeId === null ? "FIXED" : "VARIABLE",
    milestones: [],
    progress: [],
    manualMonths: [],
    productId: term.productId,
    itemId: term.itemId,
    classId: term.classId,
    eventTypeId: term.eventTypeId,
  };
  insertPob(ctx.tx, ctx.merchant.id, { ...following, billingTermId: termId, bookMonth, createdAt });
  return following;
}

/**
 * The price of an approved contract that is shared by standalone selling price is not shared with an obligation that has none
 * (rules 7).
 *
 * @param path where the obligation is in the request
 * @throws DomainError VALIDATION_FAILED with SSP_MISSING
 */
export function rejectWithoutSellingPrice(
  { status, allocationMethod }: Contract,
  { eventTypeId }: TermFacts,
  { standaloneSellingPrice, recognitionPattern, service }: ImpliedPob,
  path = "",
): void {
  if (status !== "APPROVED" || allocationMethod !== "RELATIVE_SSP" || standaloneSellingPrice !== null) return;
  const isShared = eventTypeId === null && service.end !== null && !isAsBilledOrConsumed(recognitionPattern);
  if (isShared) throw rejectionOf([missingSellingPrice(path)]);
}

/** @throws DomainError OBLIGATION_NOT_FOUND */
export async function getObligation(
  tx: Tx,
  merchantId: string,
  contractId: string,
  obligationId: string,
): Promise<Obligation> {
  const [obligation] = await obligationsOfContract(tx, merchantId, contractId, obligationId);
  if (obligation === undefined) throw notFound("OBLIGATION_NOT_FOUND", "Obligation not found.");
  return obligation;
}

export { markContractsEarningByBilling } from "./billed-revenue-store.ts";
export { termsAsOf } from "./modifications/term-as-of-service.ts";
export { obligationsOfContract } from "./obligation-store.ts";
export {
  type LiabilityAccount,
  liabilityAccounts,
  storeLiabilityAccounts,
} from "./performance-obligations/liability-account-store.ts";
export {
  nothingRecorded,
  performanceObligationsOfContracts,
  type RecordedPobs,
  recordedPobs,
  recordedPobsOf,
} from "./performance-obligations/recorded-pobs-store.ts";
export {
  invoicedThrough,
  termRecordsOfContracts,
  termsOfContracts,
  updateCarriedCredit,
  updateInvoicedThrough,
} from "./term-store.ts";
