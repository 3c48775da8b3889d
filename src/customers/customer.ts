import type { CustomField } from "../catalog/custom-field.ts";
import type { ExternalId } from "../catalog/external-id.ts";
import type { Address } from "../kernel/address.ts";
import { orUnchanged } from "../kernel/patch.ts";
import type { SyncStatus } from "../ledger/sync-status.ts";
import { type CustomFieldValue, type SentCustomFieldValue, withCustomFields } from "./custom-field-value.ts";
import { withExternalIds } from "./external-id.ts";

/** Tax numbers of the customer, and whether it is exempt. */
export type TaxInfo = { readonly vatId: string | null; readonly ein: string | null; readonly isTaxExempt: boolean };

/** The party of contracts and invoices, which is billed (data model 11.1). */
export type Customer = {
  readonly id: string;
  readonly name: string;
  /** The legal name, if it differs. */
  readonly companyName: string | null;
  /** The customer that it belongs to as a sub-customer. */
  readonly parentCustomerId: string | null;
  /** Currency of its contracts unless they state another one. */
  readonly defaultCurrency: string;
  /** Days from issue to due date, unless a contract or term states its own. */
  readonly netPaymentTerms: number;
  /** Address of the primary contact. */
  readonly primaryBillingContactEmail: string | null;
  readonly billingAddress: Address | null;
  readonly shippingAddress: Address | null;
  readonly taxInfo: TaxInfo;
  /** True if invoices are charged to the default payment method when they are due. */
  readonly autoCharge: boolean;
  /** True if no reminders are sent. */
  readonly dunningDisabled: boolean;
  /** One per source type, ordered by source type. */
  readonly externalIds: readonly ExternalId[];
  /** Whether the accounting system has the present version. */
  readonly syncStatus: SyncStatus;
  /** Custom fields with a value, ordered by id. */
  readonly customFields: readonly CustomFieldValue[];
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** The fields of a new customer in a request; undefined takes the default. */
export type CustomerDraft = {
  readonly name: string;
  readonly companyName: string | null;
  readonly defaultCurrency: string | undefined;
  readonly netPaymentTerms: number | undefined;
} & Omit<CustomerPatch, "name" | "companyName" | "defaultCurrency" | "netPaymentTerms">;

/** The changes of a request; undefined keeps a field, null clears it. */
export type CustomerPatch = {
  readonly name?: string | undefined;
  readonly companyName?: string | null | undefined;
  readonly parentCustomerId?: string | null | undefined;
  readonly defaultCurrency?: string | undefined;
  readonly netPaymentTerms?: number | undefined;
  readonly primaryBillingContactEmail?: string | null | undefined;
  readonly billingAddress?: Address | null | undefined;
  readonly shippingAddress?: Address | null | undefined;
  /** Changed field by field. */
  readonly taxInfo?: { readonly [Field in keyof TaxInfo]?: TaxInfo[Field] | undefined } | undefined;
  readonly autoCharge?: boolean | undefined;
  readonly dunningDisabled?: boolean | undefined;
  /** Sets the ids of these source types; the others stay. */
  readonly externalIds?: readonly ExternalId[] | undefined;
  /** Sets the values of these custom fields; the others stay. */
  readonly customFields?: readonly SentCustomFieldValue[] | undefined;
};

export const defaultNetPaymentTerms = 30;

/** True if it is known where its purchases are taxed. For an exempt customer it need not be (rules 8). */
export function hasTaxLocation({ billingAddress, taxInfo }: Customer): boolean {
  return taxInfo.isTaxExempt || (billingAddress?.country ?? null) !== null;
}

/** A customer for the audit log, without its sync status, which connectors report. */
export function auditedCustomer({ syncStatus: _, ...customer }: Customer): Omit<Customer, "syncStatus"> {
  return customer;
}

/** A new customer with a name and defaults only. */
export function newCustomer(known: {
  readonly id: string;
  readonly name: string;
  readonly defaultCurrency: string;
  readonly createdAt: string;
}): Customer {
  return {
    ...known,
    companyName: null,
    parentCustomerId: null,
    netPaymentTerms: defaultNetPaymentTerms,
    primaryBillingContactEmail: null,
    billingAddress: null,
    shippingAddress: null,
    taxInfo: { vatId: null, ein: null, isTaxExempt: false },
    autoCharge: false,
    dunningDisabled: false,
    externalIds: [],
    syncStatus: "NOT_SYNCED",
    customFields: [],
    lastUpdatedAt: known.createdAt,
  };
}

/** The customer after a patch. `fields` are the custom fields that the patch names; the caller sets the timestamps. */
export function patched(customer: Customer, patch: CustomerPatch, fields: readonly CustomField[]): Customer {
  return {
    ...customer,
    name: patch.name ?? customer.name,
    companyName: orUnchanged(patch.companyName, customer.companyName),
    parentCustomerId: orUnchanged(patch.parentCustomerId, customer.parentCustomerId),
    defaultCurrency: patch.defaultCurrency ?? customer.defaultCurrency,
    netPaymentTerms: patch.netPaymentTerms ?? customer.netPaymentTerms,
    primaryBillingContactEmail: orUnchanged(patch.primaryBillingContactEmail, customer.primaryBillingContactEmail),
    billingAddress: orUnchanged(patch.billingAddress, customer.billingAddress),
    shippingAddress: orUnchanged(patch.shippingAddress, customer.shippingAddress),
    taxInfo: {
      vatId: orUnchanged(patch.taxInfo?.vatId, customer.taxInfo.vatId),
      ein: orUnchanged(patch.taxInfo?.ein, customer.taxInfo.ein),
      isTaxExempt: patch.taxInfo?.isTaxExempt ?? customer.taxInfo.isTaxExempt,
    },
    autoCharge: patch.autoCharge ?? customer.autoCharge,
    dunningDisabled: patch.dunningDisabled ?? customer.dunningDisabled,
    externalIds: withExternalIds(customer.externalIds, patch.externalIds ?? []),
    customFields: withCustomFields(customer.customFields, patch.customFields ?? [], fields),
  };
}
