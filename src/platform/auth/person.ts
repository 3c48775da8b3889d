import { required } from "../../kernel/assert.ts";

/** Who acted, in the audit log: an API key, a person, or the program itself. */
export type Actor = { readonly kind: "KEY" | "USER" | "SYSTEM"; readonly id: string };

/** The person who runs the server, at the command line. */
export const operator: Actor = { kind: "SYSTEM", id: "cli" };

/**
 * Who acts: a key and the person in whose name it was made, or a person who is signed in, without a key. All keys and sessions of a
 * user are one person.
 */
export type Person = { readonly keyId: string | null; readonly userId: string | null };

/** The actor in the audit log. */
export function actorOf({ keyId, userId }: Person): Actor {
  if (keyId !== null) return { kind: "KEY", id: keyId };
  return { kind: "USER", id: required(userId, "a key or a user") };
}

export function isSamePerson(one: Person, other: Person): boolean {
  const sharesKey = one.keyId !== null && one.keyId === other.keyId;
  return sharesKey || (one.userId !== null && one.userId === other.userId);
}
