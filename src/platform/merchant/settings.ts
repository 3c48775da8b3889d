import { type AccountMap, type AccountRole, accountName, accountRoles } from "../../kernel/account.ts";
import type { Issue } from "../../kernel/errors.ts";

/** The settings of a merchant (data model 18). */
export type MerchantSettings = {
  readonly name: string;
  readonly rounding: "HALF_UP" | "HALF_EVEN";
  readonly straightLineDefault: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY";
  readonly lateInvoiceDate: "PLANNED" | "TODAY";
  /** True if every obligation needs a revenue category before its contract can be approved. */
  readonly requireCategory: boolean;
  /** True if months with entries that the accounting system already has cannot be reopened. */
  readonly forbidReopenSynced: boolean;
  /** True if the tax on written-off receivables is claimed back from the tax office (rules 8). */
  readonly badDebtTaxRelief: boolean;
  /** Days after the end of a period for which late usage is awaited before it is billed. */
  readonly usageGraceDays: number;
  readonly invoicePrefix: string;
  readonly creditMemoPrefix: string;
  /** Names of accounts by role; roles with the default name are left out. */
  readonly accountMap: AccountMap;
};

/** A change of settings: missing fields stay. Of the account names only the listed roles change; null restores the default. */
export type SettingsPatch = {
  readonly [Field in Exclude<keyof MerchantSettings, "accountMap">]?: MerchantSettings[Field] | undefined;
} & { readonly accountMap?: AccountNamesPatch | undefined };

export type AccountNamesPatch = Readonly<Partial<Record<AccountRole, string | null | undefined>>>;

export const longestUsageGrace = 30;
export const longestAccountName = 100;
export const longestPrefix = 20;

/**
 * Pattern of a number's prefix. It must not end in a digit, because then a longer prefix with a shorter number could equal another
 * document's number.
 */
export const prefixPattern = "^[A-Za-z0-9._/-]*[A-Za-z._/-]$";
const prefix = new RegExp(prefixPattern);

/** The settings after a patch. Names of accounts are trimmed; a name equal to the role in words is the default. */
export function patchedSettings(before: MerchantSettings, { accountMap, ...rest }: SettingsPatch): MerchantSettings {
  const sent = Object.entries(rest).filter(([, value]) => value !== undefined);
  const names: Partial<Record<AccountRole, string>> = {};
  for (const role of accountRoles) {
    const sentName = accountMap?.[role];
    const name = sentName === undefined ? before.accountMap[role] : sentName?.trim();
    if (name !== undefined && name !== accountName(role)) names[role] = name;
  }
  return { ...before, ...(Object.fromEntries(sent) as Partial<MerchantSettings>), accountMap: names };
}

/** The settings in the form in which audit rows compare them: each account name by itself, including defaults. */
export function auditView({
  accountMap,
  ...settings
}: MerchantSettings): Readonly<Record<string, string | number | boolean>> {
  const names = accountRoles.map((role) => [`accountMap/${role}`, accountName(role, accountMap)] as const);
  return { ...settings, ...Object.fromEntries(names) };
}

/** The issues of a merchant's name, which must be one line like any name in the API; empty if it is valid. */
export function checkName(name: string): Issue[] {
  const [control] = /\p{Cc}/u.exec(name) ?? [];
  if (control !== undefined) {
    const point = `U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    return [
      { path: "/name", code: "INVALID_STRING", message: `name must not contain the control character ${point}.` },
    ];
  }
  const isName = name.trim() !== "" && name.length <= 255;
  return isName ? [] : [{ path: "/name", code: "LENGTH", message: "name has 1 to 255 characters." }];
}

/**
 * All issues of changed settings; paths are those of the API's body.
 *
 * Two roles may have the same account name: a chart of accounts often has fewer accounts than there are roles, and breakage may
 * belong to revenue. Lines keep their roles, so the two stay separate in the trial balance. Two prefixes must differ, or an invoice
 * and a credit memo could have the same number.
 */
export function checkSettings(settings: MerchantSettings): Issue[] {
  const { name, usageGraceDays, invoicePrefix, creditMemoPrefix, accountMap } = settings;
  const issues: Issue[] = checkName(name.trim());
  if (!Number.isInteger(usageGraceDays) || usageGraceDays < 0 || usageGraceDays > longestUsageGrace) {
    const message = `usageGraceDays must be a whole number from 0 to ${longestUsageGrace}.`;
    issues.push({ path: "/usageGraceDays", code: "RANGE", message });
  }
  for (const [field, text] of Object.entries({ invoicePrefix, creditMemoPrefix })) {
    if (text.length <= longestPrefix && prefix.test(text)) continue;
    const message = `${field} has 1 to ${longestPrefix} letters, digits and . _ / -, and ends in no digit.`;
    issues.push({ path: `/${field}`, code: "FORMAT", message });
  }
  if (invoicePrefix === creditMemoPrefix) {
    const message = "Invoices and credit memos need prefixes that differ, or they could have the same number.";
    issues.push({ path: "/creditMemoPrefix", code: "DUPLICATE", message });
  }
  for (const [role, account] of Object.entries(accountMap)) {
    if (account.trim() !== "" && account.length <= longestAccountName) continue;
    const message = `The name of an account has 1 to ${longestAccountName} characters.`;
    issues.push({ path: `/accountMap/${role}`, code: "LENGTH", message });
  }
  return issues;
}
