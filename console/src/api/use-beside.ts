import type { ListName } from "@accord/client";
import { useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { apiQuery, type ReadName } from "./use-api.ts";

/** Delay in milliseconds: secondary data is read when no other rows were requested for this long. */
const quietFor = 250;

/**
 * Reads secondary data of a list, such as totals, after its rows are loaded, and cancels the request when other rows are requested. The
 * server answers a click sooner if it is not busy with an expensive computation.
 */
export function useBeside<Name extends ReadName>(
  rows: ListName,
  name: Name,
  input: Parameters<typeof apiQuery<Name>>[1] | false,
) {
  const client = useQueryClient();
  const query = apiQuery(name, ...((input === false ? [] : [input]) as [never]));
  const isBusy = useIsFetching({ predicate: ({ queryKey }) => areRows(queryKey, rows) }) > 0;
  const [isQuiet, setQuiet] = useState(false);
  const key = JSON.stringify(query.queryKey);
  useEffect(() => {
    if (!isBusy) {
      const soon = setTimeout(() => setQuiet(true), quietFor);
      return () => clearTimeout(soon);
    }
    setQuiet(false);
    void client.cancelQueries({ queryKey: JSON.parse(key) as unknown[], exact: true });
    return undefined;
  }, [isBusy, client, key]);
  return useQuery({ ...query, enabled: input !== false && isQuiet && !isBusy });
}

/** A page of the list, and not its sums. */
function areRows([kind, operation, input]: readonly unknown[], rows: ListName): boolean {
  return kind === "api" && operation === rows && !(input as { readonly totals?: boolean } | undefined)?.totals;
}
