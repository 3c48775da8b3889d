import { Type } from "typebox";
import { repeatedCustomFields, type SentCustomFieldValue } from "../../customers/custom-field-value.ts";
import { rejectionOf } from "../../platform/http/error-codes.ts";
import { Closed, List, MultilineText, Nullable, Uuid } from "../../platform/http/wire.ts";

// More fields than an accounting system defines for one kind of records.
const maximumCustomFields = 100;

/** @param owners the records, in words: "customers" */
export const customFieldToSet = (owners: string) => ({
  id: Uuid({ description: `A custom field that applies to ${owners}.` }),
  value: Nullable(MultilineText(1, 1000, { description: "Null clears it." })),
});

export const customFieldsToSet = (owners: string) =>
  List(Closed(customFieldToSet(owners)), {
    max: maximumCustomFields,
    description: "Sets the values of the custom fields that are sent; the others stay.",
  });

export const CustomFieldView = Closed({ id: Uuid(), name: Type.String(), value: Type.String() });

/** @throws DomainError VALIDATION_FAILED if a custom field is given twice */
export function customFieldsFromBody(
  sent: readonly { readonly id: string; readonly value: string | null }[],
): readonly SentCustomFieldValue[] {
  const values = sent.map(({ id, value }, index) => ({ id, value, path: `/customFields/${index}/id` }));
  const issues = repeatedCustomFields(values);
  if (issues.length > 0) throw rejectionOf(issues);
  return values;
}
