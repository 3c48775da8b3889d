/** A person at a customer who gets documents and reminders (data model 11.1). */
export type Contact = {
  readonly id: string;
  readonly customerId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  /** True for at most one contact of a customer. */
  readonly isPrimaryContact: boolean;
  /** True if the contact gets a copy of messages to the primary contact. */
  readonly isCCEmail: boolean;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

export type ContactDraft = Pick<Contact, "firstName" | "lastName" | "email" | "isPrimaryContact" | "isCCEmail">;

/** The changes of a request; undefined keeps a field, null clears it. */
export type ContactPatch = { readonly [Field in keyof ContactDraft]?: ContactDraft[Field] | undefined };

/** The contact after a patch; the caller sets the timestamps. */
export function patchedContact(contact: Contact, patch: ContactPatch): Contact {
  return {
    ...contact,
    firstName: patch.firstName === undefined ? contact.firstName : patch.firstName,
    lastName: patch.lastName === undefined ? contact.lastName : patch.lastName,
    email: patch.email ?? contact.email,
    isPrimaryContact: patch.isPrimaryContact ?? contact.isPrimaryContact,
    isCCEmail: patch.isCCEmail ?? contact.isCCEmail,
  };
}

/** True if two email addresses are the same, ignoring case, as mail systems do in practice. */
export function isSameEmail(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
