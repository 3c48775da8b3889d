import { type RawBuilder, sql } from "kysely";
import type { CustomFieldValue } from "./custom-field-value.ts";

/** The values of a record's custom fields, with the names of these, ordered by id; an empty list if it has none. */
export function customFieldValues(table: "customer" | "contract" | "invoice"): RawBuilder<CustomFieldValue[]> {
  return sql<CustomFieldValue[]>`coalesce((
    select jsonb_agg(jsonb_build_object('id', field.id, 'name', field.name, 'value', entry.value) order by field.id)
    from jsonb_each_text(${sql.ref(`${table}.custom_fields`)}) as entry (id, value)
    join custom_field field on field.merchant_id = ${sql.ref(`${table}.merchant_id`)} and field.id = entry.id::uuid
  ), '[]')`;
}

/** The values from a row. `jsonb` does not keep the order of keys, and changes are found by comparing texts. */
export function customFieldValuesFromRow(values: readonly CustomFieldValue[]): CustomFieldValue[] {
  return values.map(({ id, name, value }) => ({ id, name, value }));
}

/** The column of a record: the value by id of the custom field. Names are kept with the custom fields. */
export function customFieldsColumn(values: readonly CustomFieldValue[]): string {
  return JSON.stringify(Object.fromEntries(values.map(({ id, value }) => [id, value])));
}
