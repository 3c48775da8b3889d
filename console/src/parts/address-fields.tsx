import type { Address } from "@accord/client";
import { Select, TextInput } from "@mantine/core";
import { countries, countryName } from "../format/countries.ts";
import classes from "./form-dialog.module.css";

/** An address while it is typed. Without a country there is no address. */
export type TypedAddress = { readonly [Field in keyof Address]: string };

const lines = ["addressee", "line1", "line2", "postalCode", "city", "state"] as const;

export function typedAddress(address: Address | null): TypedAddress {
  const typed = Object.fromEntries(lines.map((line) => [line, address?.[line] ?? ""]));
  return { ...typed, country: address?.country ?? "" } as TypedAddress;
}

/** As the API takes it: null without a country, and lines that are empty as null. */
export function addressOf(typed: TypedAddress): Address | null {
  if (typed.country === "") return null;
  const sent = Object.fromEntries(lines.map((line) => [line, typed[line].trim() || null]));
  return { ...sent, country: typed.country } as Address;
}

/** The lines of an address, one below the other, as on an envelope. */
export function AddressLines({ address }: { address: Address | null }) {
  if (address === null) return "–";
  const { addressee, line1, line2, postalCode, city, state, country } = address;
  const place = [postalCode, city, state].filter(Boolean).join(" ");
  return [addressee, line1, line2, place, country && countryName(country)]
    .filter(Boolean)
    .map((line) => <div key={line}>{line}</div>);
}

type Props = { readonly value: TypedAddress; readonly onChange: (address: TypedAddress) => void };

export function AddressFields({ value, onChange }: Props) {
  const line = (field: (typeof lines)[number], label: string) => (
    <TextInput
      label={label}
      value={value[field]}
      onChange={(event) => onChange({ ...value, [field]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {line("addressee", "Addressee")}
      {line("line1", "Street")}
      {line("line2", "Street, second line")}
      <div className={classes.row}>
        {line("postalCode", "Postal code")}
        {line("city", "City")}
      </div>
      <div className={classes.row}>
        {line("state", "State or region")}
        <Select
          label="Country"
          data={[...countries]}
          value={value.country || null}
          onChange={(country) => onChange({ ...value, country: country ?? "" } as TypedAddress)}
          searchable
          clearable
        />
      </div>
    </>
  );
}
