import { AccordError } from "@accord/client";
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { isRetried } from "./failure-message.ts";
import { sessionQuery } from "./session.ts";

/**
 * The cache of all reads. Retries are up to the client, except for a dry run that waits for another one, which is retried for longer. An
 * error for a missing session reloads the session.
 */
export function createQueries(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!(error instanceof AccordError) || error.status !== 401 || query.queryKey[0] === "session") return;
        void client.invalidateQueries(sessionQuery);
      },
    }),
    defaultOptions: {
      queries: {
        retry: isRetried,
        refetchOnWindowFocus: true,
      },
    },
  });
  return client;
}
