import type { Contract, InputOf } from "@accord/client";

/** What is recorded of a contract beside its terms, as it is typed. */
export type ContractDetails = {
  readonly name: string;
  /** "2026-01-31"; "" for a day that is not known, and while what is typed is no day. */
  readonly closeDate: string;
  readonly poNumber: string;
  readonly netPaymentTerms: number;
  readonly consolidationKey: string;
  /** Values by id of the custom field; only of those that were typed in. */
  readonly values: Readonly<Record<string, string>>;
};

type Recorded = Pick<
  Contract,
  "name" | "closeDate" | "poNumber" | "netPaymentTerms" | "consolidationKey" | "customFields"
>;

export function detailsOf(contract: Recorded): ContractDetails {
  const { name, closeDate, poNumber, netPaymentTerms, consolidationKey } = contract;
  return {
    ...{ name, netPaymentTerms, closeDate: closeDate ?? "", poNumber: poNumber ?? "" },
    ...{ consolidationKey: consolidationKey ?? "", values: {} },
  };
}

/** The value of a custom field: what was typed, else what is recorded. */
export function fieldValue({ customFields }: Pick<Recorded, "customFields">, { values }: ContractDetails, id: string) {
  return values[id] ?? customFields.find((field) => field.id === id)?.value ?? "";
}

/**
 * The body of the update: the fields that differ from what is recorded, with null for emptied ones; undefined if none does, or the name is
 * missing. A recorded day stays where the field has none, because it may hold a text that is not a day.
 */
export function changedDetails(
  contract: Recorded,
  typed: ContractDetails,
): InputOf<"updateContract">["body"] | undefined {
  const name = typed.name.trim();
  if (name === "") return undefined;
  const { closeDate } = typed;
  const texts = (["poNumber", "consolidationKey"] as const).flatMap((field) => {
    const value = typed[field].trim() || null;
    return value === contract[field] ? [] : [[field, value] as const];
  });
  const customFields = Object.keys(typed.values).flatMap((id) => {
    const value = fieldValue(contract, typed, id).trim();
    return value === fieldValue(contract, { ...typed, values: {} }, id) ? [] : [{ id, value: value || null }];
  });
  const body = {
    ...(name !== contract.name && { name }),
    ...(typed.netPaymentTerms !== contract.netPaymentTerms && { netPaymentTerms: typed.netPaymentTerms }),
    ...(closeDate !== "" && closeDate !== contract.closeDate && { closeDate }),
    ...Object.fromEntries(texts),
    ...(customFields.length > 0 && { customFields }),
  };
  return Object.keys(body).length === 0 ? undefined : body;
}
