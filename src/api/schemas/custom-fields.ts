import { type Static, Type } from "typebox";
import { type CustomField, type CustomFieldDraft, customFieldOwners } from "../../catalog/custom-field.ts";
import type { ImportFile } from "../../catalog/import-file.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { Closed, Instant, MultilineText, Named, OneOf, Text, Uuid } from "../../platform/http/wire.ts";
import { checkedRecords } from "./import-records.ts";

export const customFieldList: ListDeclaration = { fields: {}, sorts: ["name", "createdAt"] };

export const CustomFieldView = Named(
  "CustomField",
  Closed({
    id: Uuid(),
    name: Type.String(),
    externalId: Type.String({ description: "Its id in the accounting system." }),
    appliesTo: OneOf(customFieldOwners, { description: "The kind of records that carry its values." }),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

/** The columns of an imported file. */
export const customFieldFields = ["externalId", "name", "appliesTo"] as const;

const CustomFieldRecord = Closed({
  externalId: Text(1, 255),
  // Kept unchanged from the other system, including line breaks.
  name: MultilineText(1, 255),
  appliesTo: OneOf(customFieldOwners),
});

/** @throws DomainError VALIDATION_FAILED with every problem of the file and its line */
export function customFieldsFromFile(file: ImportFile): CustomFieldDraft[] {
  return checkedRecords<Static<typeof CustomFieldRecord>>(file, CustomFieldRecord);
}

/** A custom field as integrators see it. */
export function viewOf(field: CustomField): Static<typeof CustomFieldView> {
  const { id, name, externalId, appliesTo, createdAt, lastUpdatedAt } = field;
  return { id, name, externalId, appliesTo, createdAt, lastUpdatedAt };
}
