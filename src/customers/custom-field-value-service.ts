import type { CustomField, CustomFieldOwner } from "../catalog/custom-field.ts";
import { findCustomFields } from "../catalog/custom-field-service.ts";
import { recordNotFound, rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { checkCustomFields, type SentCustomFieldValue } from "./custom-field-value.ts";

/** The rejection of an unknown record that a body names: 404 if the endpoint's row lists it, else 400 (rules 1). */
export type WhenUnknown = "INVALID" | "NOT_FOUND";

/**
 * The custom fields to which a request gives values.
 *
 * @param owner the kind of the record that gets the values
 * @throws DomainError VALIDATION_FAILED for fields of no such records, CUSTOM_FIELD_NOT_FOUND
 */
export async function customFieldsOf(
  ctx: WriteContext,
  owner: CustomFieldOwner,
  sent: readonly SentCustomFieldValue[] = [],
  whenUnknown: WhenUnknown = "INVALID",
): Promise<CustomField[]> {
  const ids = sent.map(({ id }) => id);
  const fields = await findCustomFields(ctx, ids);
  const known = new Set(fields.map(({ id }) => id));
  if (whenUnknown === "NOT_FOUND" && ids.some((id) => !known.has(id))) throw recordNotFound("CUSTOM_FIELD_NOT_FOUND");
  const issues = checkCustomFields(sent, fields, owner);
  if (issues.length > 0) throw rejectionOf(issues);
  return fields;
}
