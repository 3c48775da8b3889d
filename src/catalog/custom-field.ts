/** The kinds of records that carry values of custom fields. */
export const customFieldOwners = ["CUSTOMER", "INVOICE", "CONTRACT"] as const;
export type CustomFieldOwner = (typeof customFieldOwners)[number];

/** A field that the merchant's accounting system defines; its values live on the records it applies to (data model 9). */
export type CustomField = {
  readonly id: string;
  /** Its id in the accounting system. */
  readonly externalId: string;
  readonly name: string;
  readonly appliesTo: CustomFieldOwner;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** A custom field as the accounting system hands it over. */
export type CustomFieldDraft = Pick<CustomField, "externalId" | "name" | "appliesTo">;
