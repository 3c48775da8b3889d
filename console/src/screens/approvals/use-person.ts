import type { ChangeRequest } from "@accord/client";
import { useActorName } from "../../parts/use-actor-name.ts";

type Person = ChangeRequest["requestedBy"];

/** Who asked for something, or decided it, as a name. */
export function usePerson(): (person: Person) => string {
  const name = useActorName();
  return ({ userId, keyId }) => name(userId === null ? { kind: "KEY", id: keyId ?? "" } : { kind: "USER", id: userId });
}
