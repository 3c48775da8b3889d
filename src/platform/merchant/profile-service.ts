import { invalidIssues } from "../../kernel/errors.ts";
import { changesBetween } from "../audit.ts";
import type { WriteContext } from "../write.ts";
import {
  auditView,
  canonicalPatch,
  checkProfile,
  type MerchantProfile,
  type ProfilePatch,
  patchedProfile,
} from "./profile.ts";
import { lockMerchant, readProfile, writeProfile } from "./profile-store.ts";

/**
 * Changes what invoices say of the merchant. Issued ones keep what they said.
 *
 * @throws DomainError VALIDATION_FAILED with every issue
 */
export async function updateProfile(ctx: WriteContext, patch: ProfilePatch): Promise<MerchantProfile> {
  const issues = checkProfile(patch);
  if (issues.length > 0) throw invalidIssues(issues);
  const { tx, merchant } = ctx;
  await lockMerchant(tx, merchant.id);
  const before = await readProfile(tx, merchant.id);
  const after = patchedProfile(before, canonicalPatch(patch));
  const changes = changesBetween(auditView(before), auditView(after));
  ctx.audit({ action: "merchant.update", entityType: "MERCHANT", entityId: merchant.id, changes });
  if (changes.length === 0) return before;
  await writeProfile(tx, merchant.id, after, ctx.clock.timestamp);
  ctx.tell({ type: "merchant.updated" });
  return after;
}
