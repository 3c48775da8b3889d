import { useQueries } from "@tanstack/react-query";
import { apiQuery } from "./use-api.ts";

/** Names of contracts by their ids, as far as they are there already. */
export function useContractNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = [...new Set(ids)].filter((id) => id !== "");
  const found = useQueries({
    queries: wanted.map((id) => ({ ...apiQuery("getContract", { id }), staleTime: 300_000 })),
  });
  return new Map(wanted.flatMap((id, at) => (found[at]?.data ? [[id, found[at].data.name] as const] : [])));
}
