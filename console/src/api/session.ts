import { AccordError } from "@accord/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { setCsrfToken } from "./accord.ts";
import { sessionRequest } from "./session-request.ts";

export type Role = "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER";

export type Merchant = {
  readonly id: string;
  readonly name: string;
  readonly isSandbox: boolean;
  readonly defaultCurrency: string;
  readonly timeZone: string;
};

export type Session = {
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly role: Role;
  readonly merchant: Merchant;
  readonly merchants: readonly Merchant[];
  readonly csrfToken: string;
};

/** Who is signed in and for which merchant; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<Session | null> => {
    try {
      const session = await sessionRequest<Session>("GET");
      setCsrfToken(session.csrfToken);
      return session;
    } catch (error) {
      if (error instanceof AccordError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** The session; only below the shell, where there is one. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error("A screen was shown without a session.");
  return data;
}

/** Whether the person may change things: everybody but a viewer. */
export function useMayWrite(): boolean {
  return useSession().role !== "VIEWER";
}
