import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../api/use-api.ts";
import { doors } from "../doors.ts";
import { word } from "../format/words.ts";
import { quoted } from "../table/filters.ts";

export type Found = { readonly group: string; readonly title: string; readonly detail: string; readonly href: string };

/** Records by a part of their name. */
export function useRecordSearch(text: string): { readonly found: readonly Found[]; readonly isPending: boolean } {
  const enabled = text.length > 1;
  const filter = `name:like:${quoted(text)}`;
  const contracts = useQuery({ ...apiQuery("listContracts", { filter, limit: 8 }), enabled });
  const customers = useQuery({ ...apiQuery("listCustomers", { filter, limit: 6 }), enabled });
  if (!enabled) return { found: [], isPending: false };
  return {
    isPending: contracts.isPending || customers.isPending,
    found: [
      ...(contracts.data?.data ?? []).map((each) => ({
        group: "Contracts",
        title: each.name,
        detail: [each.customerName, word(each.status)].filter(Boolean).join(" · "),
        href: doors.contract(each.id),
      })),
      ...(customers.data?.data ?? []).map((each) => ({
        group: "Customers",
        title: each.name,
        detail: "",
        href: doors.customer(each.id),
      })),
    ],
  };
}
