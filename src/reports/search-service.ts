import type { Reader } from "../revenue/service.ts";
import { type Found, searchRecords } from "./search-store.ts";

export { type Found, foundTypes } from "./search-store.ts";

/** Records of all types whose name or number contains a text, at most `limit` of each type. */
export function search({ tx, merchant }: Reader, text: string, limit: number): Promise<Found[]> {
  const wanted = text.trim();
  const prefixes = [merchant.invoicePrefix, merchant.creditMemoPrefix, "ADJ-"].map((prefix) => prefix.toLowerCase());
  const isNumber = /\d/.test(wanted) || prefixes.some((prefix) => prefix.includes(wanted.toLowerCase()));
  const [, digits = null] = /^(?:no\.? ?|#)?([1-9]\d{0,14})$/i.exec(wanted) ?? [];
  const period = /^\d{4}(?:-\d{2})?$/.test(wanted) ? wanted : null;
  return searchRecords(tx, merchant.id, { text: wanted, limit, isNumber, entryNumber: digits, period });
}
