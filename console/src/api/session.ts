import { AccordError, type Session } from "@accord/client";
import { queryOptions } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { accord, setCsrfToken } from "./accord.ts";

/** The signed-in person and their merchant; null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ client, queryKey }): Promise<Session | null> => {
    try {
      const session = await accord.getSession();
      setCsrfToken(session.csrfToken);
      const before = client.getQueryData<Session | null>(queryKey);
      // Another window switched: what this one shows is of the other merchant.
      if (before && before.merchant.id !== session.merchant.id) void client.resetQueries({ queryKey: ["api"] });
      return session;
    } catch (error) {
      if (error instanceof AccordError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
  refetchOnWindowFocus: "always",
});

/** The session below the shell: read once there, and not by each of the hundreds of cells that need the merchant's time zone. */
export const SignedIn = createContext<Session | null>(null);

/** The session. Use it only below the shell, where somebody is signed in. */
export function useSession(): Session {
  const session = useContext(SignedIn);
  if (session === null) throw new Error("A screen was shown without a session.");
  return session;
}

/** Whether the person may change things: everybody but a viewer. */
export function useMayWrite(): boolean {
  return useSession().role !== "VIEWER";
}
