import type { CustomField, CustomFieldOwner } from "../catalog/custom-field.ts";
import type { Issue } from "../kernel/errors.ts";

/** The value of a record in a custom field of the accounting system (data model 9, 11.1, 13.1). */
export type CustomFieldValue = { readonly id: string; readonly name: string; readonly value: string };

/** A value that a request sets; null clears it. `path` is the place of the field in the request. */
export type SentCustomFieldValue = { readonly id: string; readonly value: string | null; readonly path: string };

/** Issues of fields that a request sets twice, because it is unclear which value is meant. */
export function repeatedCustomFields(sent: readonly SentCustomFieldValue[]): Issue[] {
  const seen = new Set<string>();
  return sent.flatMap(({ id, path }): Issue[] => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    const message = "This custom field is given twice; a record has one value for each.";
    return [{ path, code: "DUPLICATE", message }];
  });
}

const ownersInWords = { CUSTOMER: "customers", INVOICE: "invoices", CONTRACT: "contracts" } as const;

/**
 * Issues of fields that are no custom fields of such records. Fields of other merchants are not found either, and look like unknown
 * ones (rules 1). A field that no longer applies to such records can still be cleared.
 */
export function checkCustomFields(
  sent: readonly SentCustomFieldValue[],
  known: readonly CustomField[],
  owner: CustomFieldOwner,
): Issue[] {
  const byId = new Map(known.map((field) => [field.id, field]));
  return sent.flatMap(({ id, value, path }): Issue[] => {
    const field = byId.get(id);
    if (field !== undefined && (field.appliesTo === owner || value === null)) return [];
    const message = `The id must name a custom field that applies to ${ownersInWords[owner]}.`;
    return [{ path, code: "UNKNOWN_CUSTOM_FIELD", message }];
  });
}

/** The values after some were set, ordered by id; those of other fields stay. */
export function withCustomFields(
  before: readonly CustomFieldValue[],
  sent: readonly SentCustomFieldValue[],
  known: readonly CustomField[],
): CustomFieldValue[] {
  const byId = new Map(before.map((entry) => [entry.id, entry]));
  const names = new Map(known.map(({ id, name }) => [id, name]));
  for (const { id, value } of sent) {
    const name = names.get(id);
    if (value === null) byId.delete(id);
    else if (name !== undefined) byId.set(id, { id, name, value });
  }
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
