import { doors } from "../../doors.ts";

const hrefs: Readonly<Record<string, (id: string) => string>> = {
  CONTRACT: doors.contract,
  CUSTOMER: doors.customer,
  INVOICE: doors.invoice,
  PAYMENT: doors.payment,
  CREDIT_MEMO: doors.creditMemo,
  COMMITMENT: doors.commitment,
  USAGE_EVENT: doors.usageEvent,
  JOURNAL_ENTRY: doors.journalEntry,
  PRODUCT: doors.product,
  CHANGE_REQUEST: doors.approval,
};

/** Where a record of a kind is shown; undefined where it has no page of its own. */
export function recordHref(entityType: string, id: string): string | undefined {
  return hrefs[entityType]?.(id);
}
