import { AccordError } from "@accord/client";
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "./session.ts";

/**
 * The cache of what was read; the client has tried again already where that may help. A session
 * that ended is noticed by whatever is read next, and `signedOut` is called.
 */
export function createQueries(signedOut: () => void): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!(error instanceof AccordError) || error.status !== 401 || query.queryKey[0] === "session") return;
        client.setQueryData(sessionQuery.queryKey, null);
        signedOut();
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: true,
      },
    },
  });
  return client;
}
