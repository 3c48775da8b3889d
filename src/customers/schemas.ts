import { type Static, Type } from "typebox";
import { instantField, stringField } from "../platform/http/filter.ts";
import type { ListDeclaration } from "../platform/http/list-query.ts";
import { Closed, CurrencyCode, Instant, Integer, Named, Nullable, Text, Uuid } from "../platform/http/wire.ts";
import { type Customer, type CustomerDraft, type CustomerPatch, defaultNetPaymentTerms } from "./customer.ts";

export const customerList: ListDeclaration = { fields: { name: stringField(), lastUpdatedAt: instantField() } };

const name = Text(1, 255, { examples: ["Acme"] });
const companyName = Nullable(Text(1, 255, { description: "Legal name." }));
const defaultCurrency = CurrencyCode({ description: "Currency of its contracts unless they state another one." });
const netPaymentTerms = Integer(0, 365, {
  description: `Days from issue to due date, unless a contract states its own. ${defaultNetPaymentTerms} unless sent.`,
});

export const CreateCustomerBody = Named(
  "CreateCustomerV3Dto",
  Closed({
    name,
    companyName: Type.Optional(companyName),
    defaultCurrency: Type.Optional(defaultCurrency),
    netPaymentTerms: Type.Optional(netPaymentTerms),
  }),
);

export const UpdateCustomerBody = Named(
  "UpdateCustomerV3Dto",
  Closed({
    name: Type.Optional(name),
    companyName: Type.Optional(companyName),
    defaultCurrency: Type.Optional(defaultCurrency),
    netPaymentTerms: Type.Optional(netPaymentTerms),
  }),
);

export const CustomerView = Named(
  "Customer",
  Closed({
    id: Uuid(),
    name: Type.String(),
    companyName: Nullable(Type.String()),
    defaultCurrency: CurrencyCode(),
    netPaymentTerms: Type.Integer(),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

export function draftFromBody(body: Static<typeof CreateCustomerBody>): CustomerDraft {
  return {
    name: body.name.trim(),
    companyName: body.companyName?.trim() ?? null,
    defaultCurrency: body.defaultCurrency,
    netPaymentTerms: body.netPaymentTerms,
  };
}

export function patchFromBody(body: Static<typeof UpdateCustomerBody>): CustomerPatch {
  return {
    name: body.name?.trim(),
    companyName: body.companyName === null ? null : body.companyName?.trim(),
    defaultCurrency: body.defaultCurrency,
    netPaymentTerms: body.netPaymentTerms,
  };
}

/** A customer as integrators see it. */
export function viewOf(customer: Customer): Static<typeof CustomerView> {
  const { id, name, companyName, defaultCurrency, netPaymentTerms, createdAt, lastUpdatedAt } = customer;
  return { id, name, companyName, defaultCurrency, netPaymentTerms, createdAt, lastUpdatedAt };
}
