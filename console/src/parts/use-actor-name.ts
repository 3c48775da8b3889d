import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../api/use-api.ts";

type Actor = { readonly kind: string; readonly id: string };

/** Who has an address, as a name where one is known. */
export function usePersonName(): (email: string) => string {
  const { data } = useQuery({ ...apiQuery("listUsers", { limit: 200 }), staleTime: 300_000 });
  return (email) => data?.data.find((each) => each.email === email)?.name ?? email;
}

/** An actor as a record keeps it, "USER:…" or "KEY:…". */
export function actorOf(text: string): Actor {
  const [kind = "", id = ""] = text.split(":");
  return { kind, id };
}

/** The name of the actor: of a person, or the purpose of a key. */
export function useActorName(): (actor: Actor) => string {
  const { data: users } = useQuery({ ...apiQuery("listUsers", { limit: 200 }), staleTime: 300_000 });
  const { data: keys } = useQuery({ ...apiQuery("listApiKeys", { limit: 200 }), staleTime: 300_000 });
  return ({ kind, id }) => {
    if (kind === "SYSTEM") return "Accord";
    if (kind === "KEY") {
      const key = keys?.data.find((each) => each.id === id);
      return key === undefined ? "An API key" : `API key “${key.name}”`;
    }
    const user = users?.data.find((each) => each.id === id);
    return user?.name ?? user?.email ?? "A former member";
  };
}
