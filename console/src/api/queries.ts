import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { sessionQuery } from "./session.ts";

/**
 * The cache of what was read. What the server could not answer is asked once more; what it rejected is not. A session
 * that ended is noticed by whatever is read next, and `signedOut` is called.
 */
export function createQueries(signedOut: () => void): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!(error instanceof ApiError) || error.status !== 401 || query.queryKey[0] === "session") return;
        client.setQueryData(sessionQuery.queryKey, null);
        signedOut();
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
        refetchOnWindowFocus: true,
      },
    },
  });
  return client;
}
