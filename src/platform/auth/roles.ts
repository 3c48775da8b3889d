/** From the least to the most that a person may do (ADR 0032). */
export const memberRoles = ["VIEWER", "EDITOR", "CONTROLLER", "OWNER"] as const;

/**
 * Who a member is to the merchant. A VIEWER reads. An EDITOR also writes, all that a write key may. A CONTROLLER also
 * approves what others ask for, and an OWNER also what only owners may approve.
 */
export type MemberRole = (typeof memberRoles)[number];

/** Is a role at least the one that is needed? */
export function reaches(role: MemberRole, needed: MemberRole): boolean {
  return memberRoles.indexOf(role) >= memberRoles.indexOf(needed);
}

/** The lesser of what a user may do and what the key in the user's name may. */
export function lesserRole(user: MemberRole, key: MemberRole | null): MemberRole {
  return key !== null && reaches(user, key) ? key : user;
}
