import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Query, request } from "./request.ts";

/** A page of a list. */
export type Page<Row> = {
  readonly data: readonly Row[];
  readonly currentPage: number;
  readonly limit: number;
  readonly totalItems: number;
};

/** What a `GET` answers, kept in the cache under its address. */
export function apiQuery<T>(path: string, query: Query = {}) {
  return queryOptions({
    queryKey: ["api", path, query],
    queryFn: async ({ signal }) => (await request<T>("GET", path, { query, signal })).payload,
    staleTime: 15_000,
  });
}

/** Reads an address; an undefined path waits. The answer before stays until the next one is there. */
export function useApi<T>(path: string | undefined, query: Query = {}) {
  return useQuery({ ...apiQuery<T>(path ?? "", query), enabled: path !== undefined, placeholderData: keepPreviousData });
}

/** Everything that was read may be another after a write: the figures of one record depend on many. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["api"] });
}
