import { type Static, Type } from "typebox";
import type { Contact, ContactDraft, ContactPatch } from "../../customers/contact.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { Closed, Email, Instant, Named, Nullable, Text, Uuid } from "../../platform/http/wire.ts";

export const contactList: ListDeclaration = { fields: {}, sorts: ["createdAt"] };

const optionalFields = {
  firstName: Type.Optional(Nullable(Text(1, 255))),
  lastName: Type.Optional(Nullable(Text(1, 255))),
  isPrimaryContact: Type.Optional(
    Type.Boolean({ description: "At most one contact is: the one before stays as a contact." }),
  ),
  isCCEmail: Type.Optional(Type.Boolean({ description: "Gets a copy of what goes to the primary contact." })),
};

export const CreateContactBody = Named("CreateContactDto", Closed({ email: Email(), ...optionalFields }));
export const UpdateContactBody = Named(
  "UpdateContactDto",
  Closed({ email: Type.Optional(Email()), ...optionalFields }),
);

export const ContactView = Named(
  "Contact",
  Closed({
    id: Uuid(),
    customerId: Uuid(),
    firstName: Nullable(Type.String()),
    lastName: Nullable(Type.String()),
    email: Type.String(),
    isPrimaryContact: Type.Boolean(),
    isCCEmail: Type.Boolean(),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

export function contactDraftFromBody(body: Static<typeof CreateContactBody>): ContactDraft {
  return {
    firstName: body.firstName?.trim() ?? null,
    lastName: body.lastName?.trim() ?? null,
    email: body.email,
    isPrimaryContact: body.isPrimaryContact ?? false,
    isCCEmail: body.isCCEmail ?? false,
  };
}

export function contactPatchFromBody(body: Static<typeof UpdateContactBody>): ContactPatch {
  return {
    firstName: body.firstName === null ? null : body.firstName?.trim(),
    lastName: body.lastName === null ? null : body.lastName?.trim(),
    email: body.email,
    isPrimaryContact: body.isPrimaryContact,
    isCCEmail: body.isCCEmail,
  };
}

/** A contact as integrators see it. */
export function contactViewOf(contact: Contact): Static<typeof ContactView> {
  const { id, customerId, firstName, lastName, email, isPrimaryContact, isCCEmail, createdAt, lastUpdatedAt } = contact;
  return { id, customerId, firstName, lastName, email, isPrimaryContact, isCCEmail, createdAt, lastUpdatedAt };
}
