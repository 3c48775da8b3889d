/** Roles from the least rights to the most (ADR 0032). */
export const memberRoles = ["VIEWER", "EDITOR", "CONTROLLER", "OWNER"] as const;

/**
 * The role of a member. A VIEWER reads. An EDITOR also writes, as a key with write access may. A CONTROLLER also approves requests
 * of others, and an OWNER also those that need an OWNER.
 */
export type MemberRole = (typeof memberRoles)[number];

/** True if `role` is at least the needed one. */
export function reaches(role: MemberRole, needed: MemberRole): boolean {
  return memberRoles.indexOf(role) >= memberRoles.indexOf(needed);
}

/** The lower of a user's role and the role of a key in the user's name. */
export function lesserRole(user: MemberRole, key: MemberRole | null): MemberRole {
  return key !== null && reaches(user, key) ? key : user;
}
