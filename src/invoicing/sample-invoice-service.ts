import { invalidIssues } from "../kernel/errors.ts";
import { canonicalPatch, checkProfile, type ProfilePatch, patchedProfile } from "../platform/merchant/profile.ts";
import { readProfile } from "../platform/merchant/profile-store.ts";
import type { WriteContext } from "../platform/write.ts";
import type { InvoiceDocument } from "./document/invoice-document.ts";
import { sampleInvoice } from "./sample-invoice.ts";
import { sellerOf } from "./taxation-service.ts";

type Reader = Pick<WriteContext, "tx" | "merchant" | "clock">;

/**
 * A sample invoice with changed merchant data, which is not stored.
 *
 * @throws DomainError VALIDATION_FAILED with every issue of the profile
 */
export async function sampleInvoiceWith(
  { tx, merchant, clock }: Reader,
  patch: ProfilePatch,
  invoicePrefix: string = merchant.invoicePrefix,
): Promise<InvoiceDocument> {
  const issues = checkProfile(patch);
  if (issues.length > 0) throw invalidIssues(issues);
  const profile = patchedProfile(await readProfile(tx, merchant.id), canonicalPatch(patch));
  const seller = sellerOf(merchant.name, profile);
  const currency = merchant.defaultCurrency;
  return sampleInvoice({ seller, logo: profile.logo, invoicePrefix, currency }, clock.today);
}
