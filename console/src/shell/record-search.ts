import type { SearchResult } from "@accord/client";
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../api/use-api.ts";
import { longMonth } from "../format/day.ts";
import { word } from "../format/words.ts";
import { paths } from "../paths.ts";

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
  readonly path: (id: string) => string;
  /** Formats its title, if that is not a name. */
  readonly titleOf?: (title: string) => string;
};

const kinds: Readonly<Record<SearchResult["type"], Kind>> = {
  CONTRACT: { group: "Contracts", path: paths.contract },
  CUSTOMER: { group: "Customers", path: paths.customer },
  INVOICE: { group: "Invoices", path: paths.invoice },
  CREDIT_MEMO: { group: "Credit memos", path: paths.creditMemo },
  PAYMENT: { group: "Payments", path: paths.payment },
  PRODUCT: { group: "Products", path: paths.product },
  COMMITMENT: { group: "Commitments", path: paths.commitment },
  JOURNAL_ENTRY: {
    group: "Journal entries",
    path: paths.journalEntry,
    titleOf: (title) => (/^\d+$/.test(title) ? `No. ${title}` : title),
  },
  USAGE_EVENT: { group: "Usage events", path: paths.usageEvent },
  CLOSE_PACKAGE: { group: "Close packages", path: paths.closePackage, titleOf: longMonth },
};

/** Records by a part of their name or number. */
export function useRecordSearch(text: string): { readonly found: readonly Found[]; readonly isPending: boolean } {
  const enabled = text.length > 1;
  const { data, isPending } = useQuery({ ...apiQuery("search", { q: text, limit: 6 }), enabled });
  const found = (enabled ? (data?.data ?? []) : []).map(({ type, id, title, detail, status }) => ({
    group: kinds[type].group,
    title: kinds[type].titleOf?.(title) ?? title,
    detail: [detail, status && word(status)].filter(Boolean).join(" · "),
    href: kinds[type].path(id),
  }));
  return { found, isPending: enabled && isPending };
}
