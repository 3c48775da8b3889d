/** A person at a customer whom documents and reminders go to (data model 11.1). */
export type Contact = {
  readonly id: string;
  readonly customerId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  /** At most one contact of a customer is. */
  readonly isPrimaryContact: boolean;
  /** Gets a copy of what goes to the primary contact. */
  readonly isCCEmail: boolean;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

export type ContactDraft = Pick<Contact, "firstName" | "lastName" | "email" | "isPrimaryContact" | "isCCEmail">;

/** What a request changes; undefined is kept, null clears. */
export type ContactPatch = { readonly [Field in keyof ContactDraft]?: ContactDraft[Field] | undefined };

/** The contact after a patch; its time stamps are the caller's business. */
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

/** Are the two addresses one mailbox? Mail systems distinguish capitals on paper only. */
export function isSameEmail(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
