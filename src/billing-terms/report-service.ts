import type { BlockReason } from "../contracts/block-reason.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import type { Money } from "../kernel/money.ts";
import { askAhead } from "../platform/db/pool.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import type { BillingTerm } from "./billing-term.ts";
import { fixedAmounts, spanOf } from "./charges/terms-span.ts";
import { type Booking, bookCorrection } from "./modifications/booking-service.ts";
import { obligationPlaces } from "./obligation-store.ts";
import type { DiscountShare } from "./performance-obligations/allocation.ts";
import { discountsOfContracts } from "./performance-obligations/discount-allocation-store.ts";
import { roleOf } from "./performance-obligations/group.ts";
import { allocationReasons, groupReasons } from "./performance-obligations/group-readiness.ts";
import { groupsOf, storeResiduals } from "./performance-obligations/residual-service.ts";
import { maximumContractMinor } from "./price-check.ts";
import type { TermFacts } from "./term-draft.ts";
import { termsOfContracts } from "./term-store.ts";
import { reportOverlaps } from "./usage-overlap-service.ts";

type ReportedChange = {
  /** Of residuals that must be added. */
  readonly booking?: Booking;
  /** The field of the request that may have made the contract too large; absent if the change was checked before, or lowers what is billed. */
  readonly amountPath?: string;
};

/**
 * Updates the span, value and readiness of a contract from its terms and performance obligations, and its residuals.
 *
 * @returns the contract as stored
 * @throws DomainError as {@link rejectIfTooLarge}, if the change has a path for it
 */
export async function reportTerms(
  ctx: WriteContext,
  contract: Contract,
  { booking, amountPath }: ReportedChange = {},
): Promise<Contract> {
  const groups = await storeResiduals(ctx, contract, booking ?? (await bookCorrection(ctx, contract)));
  const members = [...groups.values()];
  const terms = members.flatMap((group) => group.terms);
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const pobs = members.flatMap((group) => group.pobs).filter((pob) => roleOf(pob) !== "RESIDUAL");
  const uncategorized = pobs.filter(({ categoryId }) => categoryId === null);
  const { gross, ...span } = spanOf(terms, context);
  if (amountPath !== undefined) rejectLarge(gross, amountPath);
  const places = await obligationPlaces(ctx.tx, ctx.merchant.id, contract.id);
  const reported = await contracts.reportTerms(ctx, contract, {
    uncategorized: uncategorized.map(({ id }) => places.get(id) ?? `/performance-obligations/${id}`),
    reasons: [...missingTerms(terms), ...groupReasons(groups, context)],
    ...span,
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
  rejectLarge(fixedAmounts(all, context).gross, path);
}

function rejectLarge(gross: Money, path: string): void {
  if (gross.minor <= maximumContractMinor) return;
  const message = "The contract is too large for the books; split it or check the quantity.";
  throw rejectionOf([{ path, code: "AMOUNT_INVALID", message }]);
}
