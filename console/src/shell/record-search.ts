import type { SearchResult } from "@accord/client";
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../api/use-api.ts";
import { doors } from "../doors.ts";
import { longMonth } from "../format/day.ts";
import { word } from "../format/words.ts";

export type Found = {
  readonly group: string;
  readonly title: string;
  readonly detail: string;
  readonly href: string;
  /** The keys that go there without the palette. */
  readonly keys?: string;
};

type Kind = {
  readonly group: string;
  readonly door: (id: string) => string;
  /** Formats its title, if that is not a name. */
  readonly told?: (title: string) => string;
};

const kinds: Readonly<Record<SearchResult["type"], Kind>> = {
  CONTRACT: { group: "Contracts", door: doors.contract },
  CUSTOMER: { group: "Customers", door: doors.customer },
  INVOICE: { group: "Invoices", door: doors.invoice },
  CREDIT_MEMO: { group: "Credit memos", door: doors.creditMemo },
  PAYMENT: { group: "Payments", door: doors.payment },
  PRODUCT: { group: "Products", door: doors.product },
  COMMITMENT: { group: "Commitments", door: doors.commitment },
  JOURNAL_ENTRY: {
    group: "Journal entries",
    door: doors.journalEntry,
    told: (title) => (/^\d+$/.test(title) ? `No. ${title}` : title),
  },
  USAGE_EVENT: { group: "Usage events", door: doors.usageEvent },
  CLOSE_PACKAGE: { group: "Close packages", door: doors.closePackage, told: longMonth },
};

/** Records by a part of their name or number. */
export function useRecordSearch(text: string): { readonly found: readonly Found[]; readonly isPending: boolean } {
  const enabled = text.length > 1;
  const { data, isPending } = useQuery({ ...apiQuery("search", { q: text, limit: 6 }), enabled });
  const found = (enabled ? (data?.data ?? []) : []).map(({ type, id, title, detail, status }) => ({
    group: kinds[type].group,
    title: kinds[type].told?.(title) ?? title,
    detail: [detail, status && word(status)].filter(Boolean).join(" · "),
    href: kinds[type].door(id),
  }));
  return { found, isPending: enabled && isPending };
}
