import { useQuery } from "@tanstack/react-query";
import { apiQuery, type Page } from "../api/use-api.ts";
import { doors } from "../doors.ts";
import { word } from "../format/words.ts";

export type Found = { readonly group: string; readonly title: string; readonly detail: string; readonly href: string };

type Named = { readonly id: string; readonly name: string };
type FoundContract = Named & { readonly customerName: string | null; readonly status: string };

/** Records by a part of their name. */
export function useRecordSearch(text: string): { readonly found: readonly Found[]; readonly isPending: boolean } {
  const enabled = text.length > 1;
  const filter = `name:like:"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  const contracts = useQuery({ ...apiQuery<Page<FoundContract>>("/v3/contracts", { filter, limit: 8 }), enabled });
  const customers = useQuery({ ...apiQuery<Page<Named>>("/v3/customers", { filter, limit: 6 }), enabled });
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
