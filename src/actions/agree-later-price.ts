import { priceOn } from "../billing-terms/billing-term.ts";
import { insertLayer } from "../billing-terms/layer-store.ts";
import { reportTerms } from "../billing-terms/report-service.ts";
import { obligationDefaults } from "../billing-terms/service.ts";
import { checkTerm, checkTermDiscounts, termFacts } from "../billing-terms/term-draft.ts";
import { patchedDraft, type TermPatch } from "../billing-terms/term-patch.ts";
import { changedTerm } from "../billing-terms/term-service.ts";
import { assert } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { lockTerm, type TermPlace } from "./lock-term.ts";

/**
 * Sets the price of a term from a day on, for a contract that is being loaded and not approved yet: the price had changed in the other books.
 * Earlier days keep their price. No modification is recorded, because all of it was agreed before the contract was loaded (ADR 0077).
 *
 * @throws DomainError CONTRACT_NOT_FOUND, BILLING_TERM_NOT_FOUND, VALIDATION_FAILED or the code that all issues share, AMOUNT_INVALID
 */
export async function agreeLaterPrice(
  ctx: WriteContext,
  place: TermPlace,
  { effectiveDate, ...patch }: TermPatch & { readonly effectiveDate: Day },
): Promise<void> {
  const { contract, record } = await lockTerm(ctx, place);
  const { term } = record;
  assert(contract.status !== "APPROVED", "a later price is agreed of a contract that is being loaded");
  const ofDay = { ...term, price: priceOn(term, effectiveDate), layers: [] };
  const draft = patchedDraft(ofDay, patch);
  const defaults = obligationDefaults(ctx, contract, null);
  const issues = [...checkTerm(draft, defaults, ""), ...checkTermDiscounts(draft, defaults.currency, "")];
  if (effectiveDate < term.start || (term.end !== null && effectiveDate >= term.end))
    issues.push({ path: "/effectiveDate", code: "RANGE", message: "effectiveDate must be a day of the term." });
  if (term.interval === "NONE")
    issues.push({
      path: "/billingTermId",
      code: "BILLING_TERM_INELIGIBLE",
      message: "A one-off charge has a single price.",
    });
  if (issues.length > 0) throw rejectionOf(issues);
  const { price } = termFacts(draft, defaults);
  const layer = { price, effectiveFrom: effectiveDate, bookMonth: null };
  await insertLayer(ctx.tx, ctx.merchant.id, { ...layer, id: ctx.newId(), term, createdAt: ctx.clock.timestamp });
  await reportTerms(ctx, contract, { amountPath: "/pricing/0/amount" });
  await changedTerm(ctx, contract, record, "billing-term.update", "billing-term.updated");
}
