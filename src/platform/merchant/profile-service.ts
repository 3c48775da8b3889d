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
import { contractsWithoutTaxLocation, lockMerchant, readProfile, writeProfile } from "./profile-store.ts";
import type { MerchantSettings, SettingsPatch } from "./settings.ts";
import { updateMerchant } from "./settings-service.ts";

/**
 * Changes the merchant's data on invoices, and its settings if the patch has any. Issued invoices stay unchanged.
 *
 * @throws DomainError VALIDATION_FAILED with every issue of the profile, or of the settings
 */
export async function updateProfile(
  ctx: WriteContext,
  patch: ProfilePatch,
  settingsPatch: SettingsPatch | undefined,
): Promise<{ profile: MerchantProfile; settings: MerchantSettings }> {
  const issues = checkProfile(patch);
  if (issues.length > 0) throw invalidIssues(issues);
  const { tx, merchant } = ctx;
  // First, because it locks the books, and whoever posts locks the books before any row of the merchant.
  const settings = settingsPatch === undefined ? merchant : await updateMerchant(ctx, settingsPatch);
  await lockMerchant(tx, merchant.id);
  const before = await readProfile(tx, merchant.id);
  const after = patchedProfile(before, canonicalPatch(patch));
  const changes = changesBetween(auditView(before), auditView(after));
  if (changes.length > 0 || settingsPatch === undefined) {
    ctx.audit({ action: "merchant.update", entityType: "MERCHANT", entityId: merchant.id, changes });
  }
  if (changes.length === 0) return { profile: before, settings };
  await writeProfile(tx, merchant.id, after, ctx.clock.timestamp);
  ctx.publish({ type: "merchant.updated" });
  if ((before.taxRates.length === 0) !== (after.taxRates.length === 0)) {
    for (const contractId of await contractsWithoutTaxLocation(tx, merchant.id)) {
      ctx.publish({ type: "contract.tax-location-changed", contractId });
    }
  }
  return { profile: after, settings };
}
