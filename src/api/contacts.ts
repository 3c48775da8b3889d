import type { FastifyInstance } from "fastify";
import * as service from "../customers/contact-service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import type { PathParams } from "../platform/http/route-declaration.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { answerWrite } from "../platform/run-write.ts";
import { readRows } from "../platform/write.ts";
import {
  ContactView,
  CreateContactBody,
  contactDraftFromBody,
  contactList,
  contactPatchFromBody,
  contactViewOf,
  UpdateContactBody,
} from "./schemas/contacts.ts";

const tag = "Customers";
const ids = { id: "CUSTOMER_NOT_FOUND" } as const;
const bothIds = { id: "CUSTOMER_NOT_FOUND", contactId: "CONTACT_NOT_FOUND" } as const;

export function registerContactRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/customers/:id/contacts",
    operationId: "listContacts",
    summary: "List the contacts of a customer",
    tag,
    access: "read",
    ids,
    list: contactList,
    payload: PageOf(ContactView),
    successStatus: 200,
    errors: [400, 404],
    handler: async ({ principal, params, list }) => {
      const { contacts, extent } = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.listContacts(tx, merchantId, params.id, list),
      );
      return { payload: pageOf(list, contacts.map(contactViewOf), extent), message: "Contacts." };
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/customers/:id/contacts",
    operationId: "createContact",
    summary: "Add a contact to a customer",
    tag,
    access: "write",
    ids,
    body: CreateContactBody,
    payload: ContactView,
    successStatus: 201,
    errors: [400, 404],
    handler: (request) => {
      const { id } = request.params;
      const draft = contactDraftFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const contact = await service.addContact(ctx, id, draft);
        return { payload: contactViewOf(contact), message: "Contact created." };
      });
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/customers/:id/contacts/:contactId",
    operationId: "updateContact",
    summary: "Change a contact",
    description: "Only fields that are sent change; null clears a name.",
    tag,
    access: "write",
    ids: bothIds,
    body: UpdateContactBody,
    payload: ContactView,
    successStatus: 200,
    errors: [400, 404],
    handler: (request) => {
      const ids = idsIn(request.params);
      const patch = contactPatchFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const contact = await service.changeContact(ctx, ids, patch);
        return { payload: contactViewOf(contact), message: "Contact updated." };
      });
    },
  });

  route(app, {
    method: "DELETE",
    url: "/v3/customers/:id/contacts/:contactId",
    operationId: "deleteContact",
    summary: "Delete a contact",
    tag,
    access: "write",
    ids: bothIds,
    payload: ContactView,
    successStatus: 200,
    errors: [404],
    handler: (request) => {
      const ids = idsIn(request.params);
      return answerWrite(platform, request, async (ctx) => {
        const contact = await service.removeContact(ctx, ids);
        return { payload: contactViewOf(contact), message: "Contact deleted." };
      });
    },
  });
}

function idsIn({ id, contactId }: PathParams<"id" | "contactId">) {
  return { customerId: id, contactId };
}
