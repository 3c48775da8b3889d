import type { ChangeRequest } from "@accord/client";
import { useActorName } from "../../parts/use-actor-name.ts";

type Person = ChangeRequest["requestedBy"];

/** The name of the person who made or decided a request. */
export function usePerson(): (person: Person) => string {
  const name = useActorName();
  return ({ userId, keyId }) => name(userId === null ? { kind: "KEY", id: keyId ?? "" } : { kind: "USER", id: userId });
}
