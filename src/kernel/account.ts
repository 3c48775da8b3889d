/** What an account is used for. Journal lines carry the role; the merchant may name the account (rules 12). */
export const accountRoles = [
  "RECEIVABLE",
  "UNBILLED_RECEIVABLE",
  "CONTRACT_ASSET",
  "CONTRACT_LIABILITY",
  "REVENUE",
  "BREAKAGE_REVENUE",
  "CONTRA_REVENUE",
  "TAX_PAYABLE",
  "CUSTOMER_CREDIT",
  "CASH",
  "BAD_DEBT",
  "BAD_DEBT_RECOVERED",
  "MIGRATION_CLEARING",
] as const;
export type AccountRole = (typeof accountRoles)[number];

/** The merchant's names of the accounts of some roles. */
export type AccountMap = Readonly<Partial<Record<AccountRole, string>>>;

/** The name of a role's account: the merchant's, or else the role in words. */
export function accountName(role: AccountRole, names: AccountMap = {}): string {
  const words = role.toLowerCase().replaceAll("_", " ");
  return names[role] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
