import { useSession } from "../api/session.ts";

type Actor = { readonly kind: string; readonly id: string };

/** Who did something, as a name. */
export function useActorName(): (actor: Actor) => string {
  const { user } = useSession();
  return ({ kind, id }) => {
    if (kind === "SYSTEM") return "Accord";
    if (kind === "KEY") return "An API key";
    return id === user.id ? user.name || user.email : "Another member";
  };
}
