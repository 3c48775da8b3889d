import type { Answer, CallOptions, ItemOf, ListName, OperationName, PayloadOf } from "@accord/client";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { accord } from "./accord.ts";

/** What reads: an operation that changes nothing by itself. */
export type ReadName = Extract<
  OperationName,
  | `get${string}`
  | `list${string}`
  | `forecast${string}`
  | "search"
  | "previewClose"
  | "exportJournal"
  | "compareClosePackage"
>;

type Given<Name extends OperationName> = Parameters<(typeof accord)[Name]>[0];

export type Row<Name extends ListName> = ItemOf<Name> & object;

/** The client without the types of one operation; those are in what this file exports. */
const ask = accord.answer as unknown as (
  name: string,
  input: unknown,
  options: CallOptions,
) => Promise<Answer<unknown>>;

const each = accord.each as unknown as (name: string, input: unknown, options: CallOptions) => AsyncIterable<unknown>;

/** The cached answer of an operation, by its name and input. */
export function apiQuery<Name extends ReadName>(name: Name, ...[input]: [input?: Given<Name>]) {
  return queryOptions({
    queryKey: ["api", name, input ?? {}] as const,
    queryFn: async ({ signal }): Promise<PayloadOf<Name>> =>
      (await ask(name, input ?? {}, { signal })).payload as PayloadOf<Name>,
    staleTime: 15_000,
  });
}

/** Reads something; an input of `false` waits. The answer before stays until the next one is there. */
export function useApi<Name extends ReadName>(name: Name, input?: Given<Name> | false) {
  return useQuery({
    ...apiQuery(name, input === false ? undefined : input),
    enabled: input !== false,
    placeholderData: keepPreviousData,
  });
}

/** Every row of a list, page after page. */
export async function everyRow<Name extends ListName & ReadName>(
  name: Name,
  input: object,
  signal?: AbortSignal,
): Promise<readonly Row<Name>[]> {
  const rows: Row<Name>[] = [];
  for await (const row of each(name, input, signal ? { signal } : {})) rows.push(row as Row<Name>);
  return rows;
}

/** Every row of a list that is known to be short, such as the months of one contract. */
export function useAll<Name extends ListName & ReadName>(name: Name, input?: Given<Name> | false) {
  return useQuery({
    queryKey: ["api", "all", name, input],
    queryFn: ({ signal }) => everyRow(name, input || {}, signal),
    enabled: input !== false,
    staleTime: 15_000,
  });
}

/** Milliseconds after which the worker has usually issued and posted the consequences of a write. */
const followsWithin = 2_000;

/**
 * Marks all cached data as outdated after a write, because amounts of one record depend on many others. Data on the screen is read once
 * more when the worker has handled the write, for example issued the invoice of an amendment; data that is slow to compute is not.
 */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => {
    setTimeout(() => {
      void client.invalidateQueries({
        queryKey: ["api"],
        predicate: ({ queryKey }) => !heavy.has(String(queryKey[1])),
      });
    }, followsWithin);
    return client.invalidateQueries({ queryKey: ["api"] });
  };
}

const heavy: ReadonlySet<string> = new Set<ReadName>(["previewClose", "compareClosePackage", "exportJournal"]);
