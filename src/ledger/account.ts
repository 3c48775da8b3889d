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
] as const;
export type AccountRole = (typeof accountRoles)[number];

/** The name of a role's account: the role in words. */
export function accountName(role: AccountRole): string {
  const words = role.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
