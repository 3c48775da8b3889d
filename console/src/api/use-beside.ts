import type { ListName } from "@accord/client";
import { useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { apiQuery, type ReadName } from "./use-api.ts";

/** So long nobody has asked for other rows before what stands beside them is asked for. */
const quietFor = 250;

/**
 * Reads what the rows of a list do not wait for, such as sums of all of them: it is asked for once they are there, and given up when other
 * rows are asked for meanwhile. The server answers a click sooner where nothing dear is computed beside it.
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
