import { type AccountMap, type AccountRole, accountName as nameOfRole } from "../kernel/account.ts";

export { type AccountRole, accountRoles } from "../kernel/account.ts";

/** The name of an account: that of the category where it has one (data model 9), else the merchant's for the role. */
export function accountName(role: AccountRole, ofCategory: string | null = null, names: AccountMap = {}): string {
  return ofCategory ?? nameOfRole(role, names);
}
