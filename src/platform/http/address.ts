import { type Static, Type } from "typebox";
import type { Address } from "../../kernel/address.ts";
import { Closed, CountryCode, Named, Nullable, Text } from "./wire.ts";

const country = CountryCode();
const optional = (longest: number) => Type.Optional(Nullable(Text(1, longest)));

export const AddressBody = Named(
  "AddressDto",
  Closed({
    line1: optional(255),
    line2: optional(255),
    city: optional(255),
    state: optional(255),
    postalCode: optional(32),
    country: Type.Optional(Nullable(country)),
    addressee: optional(255),
  }),
);

export const AddressView = Named(
  "Address",
  Closed({
    line1: Nullable(Type.String()),
    line2: Nullable(Type.String()),
    city: Nullable(Type.String()),
    state: Nullable(Type.String()),
    postalCode: Nullable(Type.String()),
    country: Nullable(country),
    addressee: Nullable(Type.String()),
  }),
);

/** A complete address from a request; missing fields are empty. */
export function addressFromBody(body: Static<typeof AddressBody>): Address {
  return {
    line1: body.line1?.trim() ?? null,
    line2: body.line2?.trim() ?? null,
    city: body.city?.trim() ?? null,
    state: body.state?.trim() ?? null,
    postalCode: body.postalCode?.trim() ?? null,
    country: body.country ?? null,
    addressee: body.addressee?.trim() ?? null,
  };
}

/** An address from its jsonb column, with its fields in our order: the database does not keep the order of keys. */
export function addressFromColumn(column: unknown): Address | null {
  if (column === null) return null;
  const { line1, line2, city, state, postalCode, country, addressee } = column as Address;
  return { line1, line2, city, state, postalCode, country, addressee };
}
