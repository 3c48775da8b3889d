import type { BlockReason } from "../contracts/block-reason.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { askAhead } from "../platform/db/pool.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import type { DiscountShare } from "./allocation.ts";
import type { BillingTerm } from "./billing-term.ts";
import { type Booking, bookCorrection } from "./booking-service.ts";
import { linesOf } from "./charges.ts";
import { discountsOfContracts } from "./discount-allocation-store.ts";
import { roleOf } from "./group.ts";
import { allocationReasons, groupReasons } from "./group-readiness.ts";
import { obligationPlaces } from "./obligation-store.ts";
import type { PricingContext } from "./price.ts";
import { maximumContractMinor } from "./price-check.ts";
import { groupsOf, storeResiduals } from "./residual-service.ts";
import type { TermFacts } from "./term-draft.ts";
import { termsOfContracts } from "./term-store.ts";
import { spanOf } from "./terms-span.ts";
import { reportOverlaps } from "./usage-overlap-service.ts";

/**
 * Updates the span, value and readiness of a contract from its terms and performance obligations, and its residuals.
 *
 * @param booking of residuals that must be added
 * @returns the contract as stored
 */
export async function reportTerms(ctx: WriteContext, contract: Contract, booking?: Booking): Promise<Contract> {
  const groups = await storeResiduals(ctx, contract, booking ?? (await bookCorrection(ctx, contract)));
  const members = [...groups.values()];
  const terms = members.flatMap((group) => group.terms);
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const pobs = members.flatMap((group) => group.pobs).filter((pob) => roleOf(pob) !== "RESIDUAL");
  const uncategorized = pobs.filter(({ categoryId }) => categoryId === null);
  const places = await obligationPlaces(ctx.tx, ctx.merchant.id, contract.id);
  const reported = await contracts.reportTerms(ctx, contract, {
    uncategorized: uncategorized.map(({ id }) => places.get(id) ?? `/performance-obligations/${id}`),
    reasons: [...missingTerms(terms), ...groupReasons(groups, context)],
    ...spanOf(terms, context),
  });
  const withOverlaps = await reportOverlaps(ctx, reported, terms);
  const allocates = contract.allocationMethod === "RELATIVE_SSP";
  const discounts = allocates ? await discountsOf(ctx, contract) : [];
  const allocation = allocationReasons(groups, discounts, context);
  return contracts.reportSellingPrices(ctx, withOverlaps, allocation);
}

async function discountsOf(ctx: WriteContext, contract: Contract): Promise<readonly DiscountShare[]> {
  const found = await discountsOfContracts(ctx.tx, ctx.merchant.id, new Map([[contract.id, contract]]));
  return found.get(contract.id) ?? [];
}

function missingTerms(terms: readonly BillingTerm[]): BlockReason[] {
  return terms.length > 0 ? [] : [{ code: "MISSING_TERMS", message: "The contract has no billing term; add one." }];
}

/** Prefetches everything that {@link reportTerms} reads, in one round trip with the writes to the terms. */
export function askForReport(ctx: WriteContext, contract: Contract): void {
  askAhead(Promise.all([groupsOf(ctx, contract.id), obligationPlaces(ctx.tx, ctx.merchant.id, contract.id)]));
}

/**
 * Rejects a contract whose total does not fit a database column: later writes of the merchant would fail.
 *
 * @param path of the field in the request that makes it so large
 * @throws DomainError AMOUNT_INVALID
 */
export async function rejectIfTooLarge(
  ctx: WriteContext,
  contract: Contract,
  changed: TermFacts & Partial<BillingTerm>,
  path: string,
): Promise<void> {
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const others = await termsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  const term: BillingTerm = {
    id: "",
    contractId: contract.id,
    billingTermGroupId: "",
    layers: [],
    amendments: [],
    reachedOn: null,
    terminatedAt: null,
    delivered: null,
    committed: [],
    ...changed,
  };
  const all = [...others.filter((other) => other.id !== term.id), term];
  const amount = all.reduce((sum, each) => sum + grossMinor(each, context), 0n);
  if (amount <= maximumContractMinor) return;
  const message = "The contract is too large for the books; split it or check the quantity.";
  throw rejectionOf([{ path, code: "AMOUNT_INVALID", message }]);
}

/** The billing of a term before discounts; for an open-ended one, of one period. */
function grossMinor(term: BillingTerm, context: PricingContext): bigint {
  let gross = 0n;
  for (const { line } of linesOf(term, context)) {
    gross += line.price.subtotal.minor;
    if (term.end === null) break;
  }
  return gross;
}
