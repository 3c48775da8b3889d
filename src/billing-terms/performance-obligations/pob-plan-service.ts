import type { Product } from "../../catalog/product.ts";
import { shareCategoryNamed } from "../../catalog/service.ts";
import type { Contract } from "../../contracts/contract.ts";
import type { Day } from "../../kernel/day.ts";
import type { Issue } from "../../kernel/errors.ts";
import { shareBooks } from "../../ledger/books-store.ts";
import { type NotFoundCode, recordNotFound } from "../../platform/http/error-codes.ts";
import type { WriteContext } from "../../platform/write.ts";
import type { ReasonCode } from "../modifications/modification.ts";
import { checkProduct, findReferences } from "../reference-service.ts";
import { type GroupMembers, spanOf } from "./group.ts";
import type { PerformanceObligation } from "./performance-obligation.ts";
import { checkClosedMonths } from "./pob-check.ts";
import { type Adaptation, draftedPob } from "./pob-draft.ts";
import type { PobDraft, PobSituation } from "./pob-request.ts";
import { standaloneSellingPriceOf } from "./selling-price.ts";

/** A performance obligation as a request wants it, before anything is saved. */
export type PlannedPob = {
  readonly before: PerformanceObligation | null;
  readonly after: PerformanceObligation;
  readonly adaptations: readonly Adaptation[];
  /** Where it is in the request: "" or "/toCreate/0". */
  readonly path: string;
  /** The effective day of the change. */
  readonly effectiveFrom: Day;
  /** The reason for changed days, if sent. */
  readonly reasonCode?: ReasonCode | undefined;
};

export type PlanRequest = {
  readonly draft: PobDraft;
  readonly before: PerformanceObligation | null;
  readonly path: string;
  readonly groupId: string;
  readonly members: GroupMembers;
  readonly allocates: boolean;
};

export type PobPlan = {
  readonly pob: PlannedPob;
  readonly issues: readonly Issue[];
  /** Records that it names and that do not exist. */
  readonly missing: readonly (Issue & { readonly code: NotFoundCode })[];
};

/**
 * Works out one performance obligation of a request with the records that it names, and finds all that is wrong with
 * it.
 */
export async function planPob(ctx: WriteContext, contract: Contract, request: PlanRequest): Promise<PobPlan> {
  const { before, path, groupId, members } = request;
  const { product, missing } = await findReferences(ctx, request.draft, path);
  const issues: Issue[] = checkProduct(product, path);
  const draft = await withCategory(ctx, request.draft, path, issues);
  const situation: PobSituation = {
    currency: contract.currency,
    today: ctx.clock.today,
    straightLineDefault: ctx.merchant.straightLineDefault,
    product: product === null ? null : defaultsOf(product, contract, ctx),
    isAllocated: request.allocates,
    span: spanOf(members.terms),
  };
  const drafted = draftedPob(draft, before, situation, path);
  if (draft.customRevenue !== undefined) {
    const books = await shareBooks(ctx.tx, ctx.merchant.id);
    issues.push(...checkClosedMonths(draft, before, { books, currency: contract.currency, path }));
  }
  const place = before ?? {
    id: ctx.newId(),
    contractId: contract.id,
    billingTermGroupId: groupId,
    billingTerm: null,
    isResidual: false,
  };
  return {
    pob: {
      before,
      after: { ...place, ...drafted.facts },
      adaptations: drafted.adaptations,
      path,
      reasonCode: request.draft.reasonCode,
      effectiveFrom:
        request.draft.effectiveFrom ?? firstDayOfChange(ctx, contract, before, drafted.facts.service.start),
    },
    issues: [...issues, ...drafted.issues],
    missing,
  };
}

/**
 * The default effective day of a change: today. An obligation added at a stated price changes no other performance obligation, so it is
 * effective from its first day of service.
 */
function firstDayOfChange(
  ctx: WriteContext,
  contract: Contract,
  before: PerformanceObligation | null,
  serviceStart: Day,
): Day {
  return before === null && contract.allocationMethod !== "RELATIVE_SSP" ? serviceStart : ctx.clock.today;
}

/** The draft with the id of a category that is given by name; a category is never created this way (data model 6.2). */
async function withCategory(ctx: WriteContext, draft: PobDraft, path: string, issues: Issue[]): Promise<PobDraft> {
  if (draft.categoryName === undefined) return draft;
  if (draft.categoryId !== undefined) {
    issues.push({ path: `${path}/category`, code: "CONFLICT", message: "Send category or categoryId, not both." });
    return draft;
  }
  const category = await shareCategoryNamed(ctx.tx, ctx.merchant.id, draft.categoryName);
  if (category !== undefined) return { ...draft, categoryId: category.id };
  const { message } = recordNotFound("CATEGORY_NOT_FOUND");
  issues.push({ path: `${path}/category`, code: "CATEGORY_NOT_FOUND", message });
  return draft;
}

function defaultsOf(product: Product, contract: Contract, ctx: WriteContext): PobSituation["product"] {
  return {
    displayName: product.displayName ?? product.name,
    itemId: product.itemId,
    erpClassId: product.erpClassId,
    categoryId: product.categoryId,
    recognitionPattern: product.recognitionPattern,
    standaloneSellingPrice: standaloneSellingPriceOf(product, contract, ctx.clock.today),
  };
}
