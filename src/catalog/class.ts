/** A class of the merchant's accounting system, by which it groups its bookings (data model 9). */
export type ErpClass = {
  readonly id: string;
  /** Its id in the accounting system. */
  readonly externalId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** A class in an import from the accounting system. */
export type ErpClassDraft = Pick<ErpClass, "externalId" | "name">;
