/** The kinds of records that have values of custom fields. */
export const customFieldOwners = ["CUSTOMER", "INVOICE", "CONTRACT"] as const;
export type CustomFieldOwner = (typeof customFieldOwners)[number];

/** A field defined by the merchant's accounting system. Its values are stored with the records that it applies to (data model 9). */
export type CustomField = {
  readonly id: string;
  /** Its id in the accounting system. */
  readonly externalId: string;
  readonly name: string;
  readonly appliesTo: CustomFieldOwner;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** A custom field in an import from the accounting system. */
export type CustomFieldDraft = Pick<CustomField, "externalId" | "name" | "appliesTo">;
