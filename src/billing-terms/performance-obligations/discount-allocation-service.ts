import type { Contract } from "../../contracts/contract.ts";
import * as contracts from "../../contracts/service.ts";
import { required } from "../../kernel/assert.ts";
import { invalid } from "../../kernel/errors.ts";
import { formatMoney, parseMoney } from "../../kernel/money.ts";
import { changesBetween } from "../../platform/audit.ts";
import type { Clock, Merchant } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { recordNotFound, rejectionOf, rejectionOfState } from "../../platform/http/error-codes.ts";
import type { WriteContext } from "../../platform/write.ts";
import { reportTerms } from "../report-service.ts";
import { checkDiscount, type DiscountAllocation } from "./discount-allocation.ts";
import * as store from "./discount-allocation-store.ts";
import { rejectWithoutFeature } from "./group-service.ts";
import { performanceObligationsOfContracts } from "./recorded-pobs-store.ts";
import { takesPartInAllocation } from "./selling-price.ts";

/** The three conditions of ASC 606-10-32-37 (IFRS 15.82), as they are stated. */
export type DiscountConditions = {
  readonly regularlySoldSeparately: boolean;
  readonly bundleRegularlySoldAtDiscount: boolean;
  readonly discountSubstantiallySame: boolean;
};

export type DiscountRequest = {
  readonly discount: string;
  readonly pobIds: readonly string[];
  readonly conditions: DiscountConditions;
  readonly evidence: string;
};

/**
 * Allocates a discount to some performance obligations of a contract only. Prices are allocated at inception (ASC 606-10-32-43), so this is not
 * possible on an approved contract.
 *
 * @throws DomainError FEATURE_NOT_ENABLED, CONTRACT_NOT_FOUND, CONTRACT_DELETED, DISCOUNT_NOT_ALLOCABLE,
 *   VALIDATION_FAILED or the code that all issues share
 */
export async function addDiscountAllocation(
  ctx: WriteContext,
  contractId: string,
  { discount, pobIds, conditions, evidence }: DiscountRequest,
): Promise<DiscountAllocation> {
  rejectWithoutFeature(ctx);
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  rejectApproved(contract);
  rejectUnallocated(contract);
  if (Object.values(conditions).includes(false)) {
    const message =
      "A discount can be allocated to some performance obligations only if all three conditions hold; otherwise all share it.";
    throw invalid("DISCOUNT_NOT_ALLOCABLE", message, { conditions });
  }
  const amount = parseMoney(discount, contract.currency);
  if (amount === undefined) {
    const message = `The amount has too many decimals for ${contract.currency}.`;
    throw rejectionOf([{ path: "/discount", code: "AMOUNT_INVALID", message }]);
  }
  const records = await performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  const sharing = records.flatMap(({ pob, isDeleted }) => (isDeleted || !takesPartInAllocation(pob) ? [] : [pob]));
  const others = await allocationsOf(ctx, contract);
  const issues = checkDiscount({ discount: amount, pobIds }, sharing, others, {
    currency: contract.currency,
    rounding: ctx.merchant.rounding,
  });
  if (issues.length > 0) throw rejectionOfState(issues);
  const allocation: DiscountAllocation = {
    id: ctx.newId(),
    contractId: contract.id,
    discount: amount,
    pobIds,
    evidence,
    actor: ctx.actor,
    createdAt: ctx.clock.timestamp,
  };
  await store.insertDiscountAllocation(ctx.tx, ctx.merchant.id, allocation);
  note(ctx, "create", allocation, changesBetween({}, auditedDiscount(allocation)));
  return required(
    (await allocationsOf(ctx, contract)).find(({ id }) => id === allocation.id),
    "the discount just allocated",
  );
}

/**
 * Removes the allocation of a discount, so that all performance obligations share it.
 *
 * @throws DomainError as {@link addDiscountAllocation}, and DISCOUNT_ALLOCATION_NOT_FOUND
 */
export async function removeDiscountAllocation(
  ctx: WriteContext,
  contractId: string,
  allocationId: string,
): Promise<DiscountAllocation> {
  rejectWithoutFeature(ctx);
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const found = (await allocationsOf(ctx, contract)).find(({ id }) => id === allocationId);
  if (found === undefined) throw recordNotFound("DISCOUNT_ALLOCATION_NOT_FOUND");
  rejectApproved(contract);
  await store.deleteDiscountAllocation(ctx.tx, ctx.merchant.id, found.id, ctx.clock.timestamp);
  note(ctx, "delete", found, changesBetween(auditedDiscount(found), {}));
  await reportTerms(ctx, contract);
  return found;
}

/** @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED */
export async function listDiscountAllocations(
  reader: { readonly tx: Tx; readonly merchant: Merchant; readonly clock: Clock },
  contractId: string,
): Promise<DiscountAllocation[]> {
  return allocationsOf(reader, await contracts.getContract(reader, contractId, "CONTRACT_DELETED"));
}

function rejectApproved({ status }: Contract): void {
  if (status !== "APPROVED") return;
  throw invalid("DISCOUNT_NOT_ALLOCABLE", "The contract is approved; its discounts were allocated at inception.");
}

function rejectUnallocated(contract: Contract): void {
  if (contract.allocationMethod !== "RELATIVE_SSP") {
    const message = "The contract's prices are as stated; set allocationMethod to RELATIVE_SSP to allocate a discount.";
    throw invalid("DISCOUNT_NOT_ALLOCABLE", message);
  }
}

async function allocationsOf(
  { tx, merchant }: { readonly tx: Tx; readonly merchant: { readonly id: string } },
  contract: Contract,
): Promise<DiscountAllocation[]> {
  const found = await store.discountsOfContracts(tx, merchant.id, new Map([[contract.id, contract]]));
  return found.get(contract.id) ?? [];
}

/** A discount as the audit log keeps it. */
export function auditedDiscount({ discount, pobIds, evidence }: DiscountAllocation): Record<string, unknown> {
  return { discount: formatMoney(discount), performanceObligationIds: [...pobIds], evidence };
}

function note(
  ctx: WriteContext,
  act: "create" | "delete",
  { id: entityId, contractId }: DiscountAllocation,
  changes: ReturnType<typeof changesBetween>,
): void {
  ctx.audit({ action: `discount-allocation.${act}`, entityType: "DISCOUNT_ALLOCATION", entityId, changes });
  ctx.publish({ type: `discount-allocation.${act}d`, contractId, data: { discountAllocationId: entityId } });
}
