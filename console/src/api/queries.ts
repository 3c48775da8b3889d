import { AccordError } from "@accord/client";
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { isRetried } from "./failure-message.ts";
import { sessionQuery } from "./session.ts";

/**
 * The cache of what was read; the client has tried again already where that may help, and a dry run that waits for another one is asked
 * for longer. Whatever is refused for want of a session has the session asked for again.
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
