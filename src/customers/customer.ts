import type { CustomField } from "../catalog/custom-field.ts";
import type { ExternalId } from "../catalog/external-id.ts";
import type { Address } from "../kernel/address.ts";
import type { SyncStatus } from "../ledger/sync-status.ts";
import { type CustomFieldValue, type SentCustomFieldValue, withCustomFields } from "./custom-field-value.ts";
import { withExternalIds } from "./external-id.ts";

/** What tax authorities know the customer by. */
export type TaxInfo = { readonly vatId: string | null; readonly ein: string | null; readonly isTaxExempt: boolean };

/** Who is billed: the party of contracts and invoices (data model 11.1). */
export type Customer = {
  readonly id: string;
  readonly name: string;
  /** Legal name, where it differs. */
  readonly companyName: string | null;
  /** The customer it is a part of. */
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
  /** Invoices are charged to the default payment method when they are due. */
  readonly autoCharge: boolean;
  /** No reminders are sent. */
  readonly dunningDisabled: boolean;
  /** One for each source type, ordered by it. */
  readonly externalIds: readonly ExternalId[];
  /** How far the accounting system has it as it is now. */
  readonly syncStatus: SyncStatus;
  /** Those that have a value, ordered by id. */
  readonly customFields: readonly CustomFieldValue[];
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** What a request says of a new customer; undefined where the default applies. */
export type CustomerDraft = {
  readonly name: string;
  readonly companyName: string | null;
  readonly defaultCurrency: string | undefined;
  readonly netPaymentTerms: number | undefined;
} & Omit<CustomerPatch, "name" | "companyName" | "defaultCurrency" | "netPaymentTerms">;

/** What a request changes; undefined is kept, null clears. */
export type CustomerPatch = {
  readonly name?: string | undefined;
  readonly companyName?: string | null | undefined;
  readonly parentCustomerId?: string | null | undefined;
  readonly defaultCurrency?: string | undefined;
  readonly netPaymentTerms?: number | undefined;
  readonly primaryBillingContactEmail?: string | null | undefined;
  readonly billingAddress?: Address | null | undefined;
  readonly shippingAddress?: Address | null | undefined;
  /** Field by field. */
  readonly taxInfo?: { readonly [Field in keyof TaxInfo]?: TaxInfo[Field] | undefined } | undefined;
  readonly autoCharge?: boolean | undefined;
  readonly dunningDisabled?: boolean | undefined;
  /** Sets these source types; the others stay. */
  readonly externalIds?: readonly ExternalId[] | undefined;
  /** Sets the values of these custom fields; the others stay. */
  readonly customFields?: readonly SentCustomFieldValue[] | undefined;
};

export const defaultNetPaymentTerms = 30;

/** Is it known where its purchases are taxed? Of one that is exempt it need not be (rules 8). */
export function hasTaxLocation({ billingAddress, taxInfo }: Customer): boolean {
  return taxInfo.isTaxExempt || (billingAddress?.country ?? null) !== null;
}

/** A customer as the audit log keeps it: what an accounting system has of it is not its own. */
export function auditedCustomer({ syncStatus: _, ...customer }: Customer): Omit<Customer, "syncStatus"> {
  return customer;
}

/** A customer with nothing but a name. */
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

/** The customer after a patch, `fields` being the custom fields it names; its time stamps are the caller's business. */
export function patched(customer: Customer, patch: CustomerPatch, fields: readonly CustomField[]): Customer {
  return {
    ...customer,
    name: patch.name ?? customer.name,
    companyName: orKept(patch.companyName, customer.companyName),
    parentCustomerId: orKept(patch.parentCustomerId, customer.parentCustomerId),
    defaultCurrency: patch.defaultCurrency ?? customer.defaultCurrency,
    netPaymentTerms: patch.netPaymentTerms ?? customer.netPaymentTerms,
    primaryBillingContactEmail: orKept(patch.primaryBillingContactEmail, customer.primaryBillingContactEmail),
    billingAddress: orKept(patch.billingAddress, customer.billingAddress),
    shippingAddress: orKept(patch.shippingAddress, customer.shippingAddress),
    taxInfo: {
      vatId: orKept(patch.taxInfo?.vatId, customer.taxInfo.vatId),
      ein: orKept(patch.taxInfo?.ein, customer.taxInfo.ein),
      isTaxExempt: patch.taxInfo?.isTaxExempt ?? customer.taxInfo.isTaxExempt,
    },
    autoCharge: patch.autoCharge ?? customer.autoCharge,
    dunningDisabled: patch.dunningDisabled ?? customer.dunningDisabled,
    externalIds: withExternalIds(customer.externalIds, patch.externalIds ?? []),
    customFields: withCustomFields(customer.customFields, patch.customFields ?? [], fields),
  };
}

function orKept<Value>(sent: Value | undefined, kept: Value): Value {
  return sent === undefined ? kept : sent;
}
