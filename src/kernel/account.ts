/** What an account is for. Journal lines carry the role; its name is the merchant's own (rules 12). */
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

/** Names that a merchant has given to the accounts of some roles. */
export type AccountMap = Readonly<Partial<Record<AccountRole, string>>>;

/** The name of a role's account: the merchant's, else the role in words. */
export function accountName(role: AccountRole, names: AccountMap = {}): string {
  const words = role.toLowerCase().replaceAll("_", " ");
  return names[role] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
