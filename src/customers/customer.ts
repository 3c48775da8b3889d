/** Who is billed: the party of contracts and invoices (data model 11.1). */
export type Customer = {
  readonly id: string;
  readonly name: string;
  /** Legal name, where it differs. */
  readonly companyName: string | null;
  /** Currency of its contracts unless they state another one. */
  readonly defaultCurrency: string;
  /** Days from issue to due date, unless a contract or term states its own. */
  readonly netPaymentTerms: number;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** What a request says of a new customer; undefined where the default applies. */
export type CustomerDraft = {
  readonly name: string;
  readonly companyName: string | null;
  readonly defaultCurrency: string | undefined;
  readonly netPaymentTerms: number | undefined;
};

/** What a request changes; undefined is kept, null clears. */
export type CustomerPatch = {
  readonly name?: string | undefined;
  readonly companyName?: string | null | undefined;
  readonly defaultCurrency?: string | undefined;
  readonly netPaymentTerms?: number | undefined;
};

export const defaultNetPaymentTerms = 30;

/** The customer after a patch; its time stamps are the caller's business. */
export function patched(customer: Customer, patch: CustomerPatch): Customer {
  return {
    ...customer,
    name: patch.name ?? customer.name,
    companyName: patch.companyName === undefined ? customer.companyName : patch.companyName,
    defaultCurrency: patch.defaultCurrency ?? customer.defaultCurrency,
    netPaymentTerms: patch.netPaymentTerms ?? customer.netPaymentTerms,
  };
}
