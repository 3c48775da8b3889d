import { daysInWords, longMonth } from "./day.ts";
import { count } from "./money.ts";

/**
 * Words for the codes of the API. Codes that are not listed are shown in lower case, so that new ones are readable without a change here.
 */

const statuses: Readonly<Record<string, string>> = {
  API: "API",
  ACH_CREDIT: "Bank transfer",
  ACH_DEBIT: "Direct debit",
  PROCESSED: "Ready to approve",
  NOT_SYNCED: "Not sent to the ledger",
  SYNC_FAILED: "Sending to the ledger failed",
  SYNCED: "In the ledger",
  PARTIALLY_APPLIED: "Partly applied",
  PARTIALLY_PAID: "Partly paid",
  UNCOLLECTIBLE: "Written off",
  NOT_APPLICABLE: "Does not apply",
  NOT_SENT: "Not sent",
  JOURNAL_BALANCED: "Debits equal credits",
  REVENUE_POSTED: "Revenue is what its entries post",
  RECEIVABLE_IS_BALANCES: "Receivable is what invoices still owe",
  POSITION_IS_BILLED_LESS_RECOGNIZED: "Deferred revenue is billed less recognized",
  POSTED_IS_EARNED: "What is posted is earned",
  CONTRACT_LIABILITY: "Deferred revenue (contract liability)",
  FIRST_OF_PERIOD: "First day of the period",
  LAST_OF_PERIOD: "Last day of the period",
};

/** PARTIALLY_APPLIED as "Partially applied", or a better word if there is one. */
export function word(code: string): string {
  const known = statuses[code];
  if (known !== undefined) return known;
  // Systems outside, "CRM_A", stay as the integration has named them.
  if (/^(?:CRM|ERP)_[A-Z]$/.test(code)) return code.replace("_", " ");
  const plain = code.toLowerCase().replaceAll("_", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/**
 * A sentence of the API for people: codes and names of fields as words, days and months by name. "effectiveDate is after
 * 2026-01-31" reads "Effective date is after 31 Jan 2026". Quoted text was entered by users and is not changed.
 */
export function inWords(sentence: string): string {
  const parts = sentence.split(/("[^"]*"|“[^”]*”)/).map((part, at) => (at % 2 === 1 ? part : unquotedInWords(part)));
  return parts.join("").replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

function unquotedInWords(text: string): string {
  return daysInWords(text)
    .replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (code) => word(code).toLowerCase())
    .replaceAll(/(?<![\w./])[a-z]+(?:[A-Z][a-z]+)+(?![\w./])/g, (field) =>
      field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    )
    .replaceAll(/\b\d{4}-(?:0[1-9]|1[0-2])\b(?!-)/g, longMonth);
}

const roles: Readonly<Record<string, string>> = {
  VIEWER: "Viewer: looks and changes nothing",
  EDITOR: "Editor",
  CONTROLLER: "Controller: closes, reopens, approves",
  OWNER: "Owner",
};

export function roleName(role: string): string {
  return roles[role] ?? word(role);
}

/** The name of an account. "Deferred revenue" is added to a contract liability if the name does not say it. */
export function accountName({ account, role }: { readonly account: string; readonly role: string }): string {
  const isClear = role !== "CONTRACT_LIABILITY" || /deferred/i.test(account);
  return isClear ? account : `${account} (deferred revenue)`;
}

/** "1 contract", "3 contracts". */
export function plural(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}
