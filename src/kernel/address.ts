/** The address of a customer or the merchant, as documents print it (data model 11.1). */
export type Address = {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** The person or department that receives mail. */
  readonly addressee: string | null;
};
