import { type AccountMap, type AccountRole, accountName, accountRoles } from "../../kernel/account.ts";
import type { Issue } from "../../kernel/errors.ts";

/** How a merchant works, as far as it may choose (data model 18). */
export type MerchantSettings = {
  readonly name: string;
  readonly rounding: "HALF_UP" | "HALF_EVEN";
  readonly straightLineDefault: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY";
  readonly lateInvoiceDate: "PLANNED" | "TODAY";
  /** Does every obligation need a revenue category before its contract is approved? */
  readonly requireCategory: boolean;
  /** Are months with entries that the accounting system has never reopened? */
  readonly forbidReopenSynced: boolean;
  /** Does the tax of what is written off come back from the tax office (rules 8)? */
  readonly badDebtTaxRelief: boolean;
  /** Days that usage of a period is waited for before it is billed. */
  readonly usageGraceDays: number;
  readonly invoicePrefix: string;
  readonly creditMemoPrefix: string;
  /** Names of accounts; roles that are named by their own words are left out. */
  readonly accountMap: AccountMap;
};

/** What changes: absent is kept. Of the account names only the roles that are named change; null takes the default back. */
export type SettingsPatch = {
  readonly [Field in Exclude<keyof MerchantSettings, "accountMap">]?: MerchantSettings[Field] | undefined;
} & { readonly accountMap?: AccountNamesPatch | undefined };

export type AccountNamesPatch = Readonly<Partial<Record<AccountRole, string | null | undefined>>>;

export const longestUsageGrace = 30;
export const longestAccountName = 100;
export const longestPrefix = 20;

/**
 * What a number may begin with. It ends in no digit, or a longer prefix with a shorter number could read like another
 * document's.
 */
export const prefixPattern = "^[A-Za-z0-9._/-]*[A-Za-z._/-]$";
const prefix = new RegExp(prefixPattern);

/** The settings after a patch; a name equal to the role in words is the default, and names are kept without outer space. */
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

/** The settings as audit rows compare them: each account name by itself, also where it is the default. */
export function auditView({
  accountMap,
  ...settings
}: MerchantSettings): Readonly<Record<string, string | number | boolean>> {
  const names = accountRoles.map((role) => [`accountMap/${role}`, accountName(role, accountMap)] as const);
  return { ...settings, ...Object.fromEntries(names) };
}

/** What is wrong with the name of a merchant, which is one line as any name of the API is; nothing when it can be one. */
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
 * All that is wrong with settings as they would be; paths are those of the API's body.
 *
 * Two roles may have one account name: a chart of accounts is often coarser than the roles, and breakage may belong to
 * revenue. Lines keep their roles, so the two stay apart in the trial balance. Two prefixes are never the same, or an
 * invoice and a credit memo could have one number.
 */
export function checkSettings(settings: MerchantSettings): Issue[] {
  const { name, usageGraceDays, invoicePrefix, creditMemoPrefix, accountMap } = settings;
  const issues: Issue[] = checkName(name.trim());
  if (!Number.isInteger(usageGraceDays) || usageGraceDays < 0 || usageGraceDays > longestUsageGrace) {
    const message = `usageGraceDays is a whole number from 0 to ${longestUsageGrace}.`;
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
