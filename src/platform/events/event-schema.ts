import type { Static, TProperties } from "typebox";
import { Closed, Uuid } from "../http/wire.ts";

/** Whose records an event is about: its data names the contract and its customer, the customer, or neither. */
export type Owner = "contract" | "document" | "customer" | "merchant";

/** The declaration of an event type in the catalogue. */
export type EventDeclaration<Of extends Owner = Owner, Fields extends TProperties = TProperties> = {
  readonly summary: string;
  readonly owner: Of;
  readonly fields: Fields;
};

/** Declares an event about a contract or a record of one. */
export function ofContract<const Fields extends TProperties = Record<never, never>>(summary: string, fields?: Fields) {
  return declared("contract", summary, fields);
}

/** Declares an event about a document of a customer, which concerns one contract or several. */
export function ofDocument<const Fields extends TProperties = Record<never, never>>(summary: string, fields?: Fields) {
  return declared("document", summary, fields);
}

export function ofCustomer<const Fields extends TProperties = Record<never, never>>(summary: string, fields?: Fields) {
  return declared("customer", summary, fields);
}

export function ofMerchant<const Fields extends TProperties = Record<never, never>>(summary: string, fields?: Fields) {
  return declared("merchant", summary, fields);
}

function declared<Of extends Owner, Fields extends TProperties>(
  owner: Of,
  summary: string,
  fields: Fields = {} as Fields,
): EventDeclaration<Of, Fields> {
  return { summary, owner, fields };
}

const contractId = Uuid({ description: "The contract of the event." });
const customerId = Uuid({
  description: "Of the record, once it has one.",
});

const ownerFields: Readonly<
  Record<Owner, { readonly names: readonly string[]; readonly optional: readonly string[] }>
> = {
  contract: { names: ["contractId", "customerId"], optional: ["customerId"] },
  document: { names: ["contractId", "customerId"], optional: ["contractId"] },
  customer: { names: ["customerId"], optional: [] },
  merchant: { names: [], optional: [] },
};

/** The schema of `data` of an event: the ids of its owner and its own fields. */
export function dataSchema({ owner, fields }: EventDeclaration) {
  const { names, optional } = ownerFields[owner];
  const owners = Object.fromEntries(names.map((name) => [name, name === "contractId" ? contractId : customerId]));
  const schema = Closed({ ...owners, ...fields });
  return { ...schema, required: Object.keys(schema.properties).filter((name) => !optional.includes(name)) };
}

type OwnerOf<Of extends Owner> = {
  readonly contract: { readonly contractId: string };
  readonly document: { readonly contractId?: string; readonly customerId: string };
  readonly customer: { readonly customerId: string };
  readonly merchant: unknown;
}[Of];

type DataOf<Fields extends TProperties> = keyof Fields extends never
  ? unknown
  : { readonly data: { readonly [Name in keyof Fields]: Static<Fields[Name]> } };

/** What a use case passes to publish an event of a declared type. */
export type DraftOf<Type extends string, Declaration> =
  Declaration extends EventDeclaration<infer Of, infer Fields>
    ? { readonly type: Type } & OwnerOf<Of> & DataOf<Fields>
    : never;
