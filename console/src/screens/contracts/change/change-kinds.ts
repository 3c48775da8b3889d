import type { BillingTerm } from "@accord/client";

export type ChangeKind = "seats" | "price" | "dates" | "terminate";

type Kind = { readonly value: ChangeKind; readonly label: string; readonly verb: string };

/** What may change of a term of this kind. */
export function kindsOf({ seatConfig }: BillingTerm): Kind[] {
  const all: readonly (Kind | false)[] = [
    seatConfig !== null && { value: "seats", label: "Seats", verb: "Change the seats" },
    { value: "price", label: "Price", verb: "Change the price" },
    { value: "dates", label: "End", verb: "Change the end" },
    { value: "terminate", label: "Terminate", verb: "Terminate" },
  ];
  return all.filter((each): each is Kind => each !== false);
}
