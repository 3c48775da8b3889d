/** Names of accounts that replace the merchant's in the journal; null: the merchant's is used. */
export type CategoryAccounts = {
  readonly revenueAccount: string | null;
  readonly contractLiabilityAccount: string | null;
};

export const noAccounts: CategoryAccounts = { revenueAccount: null, contractLiabilityAccount: null };

/** A revenue category: recognized revenue is grouped by it in reports, and may have accounts of its own (data model 9). */
export type Category = CategoryAccounts & {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

export type CategoryDraft = CategoryAccounts & { readonly name: string };

/** The name as it is shown, without outer white space. */
export function displayName(name: string): string {
  return name.trim();
}

/**
 * The name as it is compared: trimmed, NFC, case folded (behaviour RAC-8). JavaScript has no case folding; lower, upper and lower
 * case in turn have the same effect, also where lower case alone does not suffice: `STRASSE` and `Straße` are one name.
 */
export function nameKey(name: string): string {
  return displayName(name).normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}
