import { type Static, Type } from "typebox";
import { type ExternalId, sourceTypes } from "../../catalog/external-id.ts";
import type { SentCustomFieldValue } from "../../customers/custom-field-value.ts";
import {
  type Customer,
  type CustomerDraft,
  type CustomerPatch,
  defaultNetPaymentTerms,
} from "../../customers/customer.ts";
import { repeatedSourceTypes } from "../../customers/external-id.ts";
import { formatMoney } from "../../kernel/money.ts";
import { syncStatuses } from "../../ledger/sync-status.ts";
import { AddressBody, AddressView, addressFromBody } from "../../platform/http/address.ts";
import { rejectionOf } from "../../platform/http/error-codes.ts";
import { enumField, instantField, stringField, unsorted } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import {
  Closed,
  CurrencyCode,
  Email,
  Instant,
  Integer,
  List,
  Named,
  Nullable,
  OneOf,
  Text,
  Uuid,
} from "../../platform/http/wire.ts";
import type { CustomerBalance, CustomerWithBalances } from "../../receivables/customer-balance.ts";
import { CustomFieldView, customFieldsFromBody, customFieldsToSet, customFieldToSet } from "./custom-field-values.ts";
import { SourceTypeWord } from "./shared-words.ts";

export const customerList: ListDeclaration = {
  fields: {
    name: stringField(),
    "externalIds.externalId": unsorted(stringField()),
    "externalIds.sourceType": unsorted(stringField()),
    syncStatus: enumField(syncStatuses, "eq", "in"),
    lastUpdatedAt: instantField(),
  },
  sorts: ["createdAt"],
};

const name = Text(1, 255, { examples: ["Acme"] });
const ExternalIdBody = Closed({ externalId: Text(1, 255), sourceType: SourceTypeWord() });
const ExternalIdView = Closed({ externalId: Type.String(), sourceType: SourceTypeWord() });

const TaxInfoBody = Closed({
  vatId: Type.Optional(Nullable(Text(1, 64, { examples: ["DE123456789"] }))),
  ein: Type.Optional(Nullable(Text(1, 64, { examples: ["12-3456789"] }))),
  isTaxExempt: Type.Optional(Type.Boolean()),
});

const TaxInfoView = Closed({
  vatId: Nullable(Type.String()),
  ein: Nullable(Type.String()),
  isTaxExempt: Type.Boolean(),
});

const optionalFields = {
  companyName: Type.Optional(Nullable(Text(1, 255, { description: "Legal name." }))),
  parentCustomerId: Type.Optional(
    Nullable(Uuid({ description: "The customer it is a part of; at most five levels and no cycle." })),
  ),
  defaultCurrency: Type.Optional(
    CurrencyCode({ description: "Currency of its contracts unless they state another one." }),
  ),
  netPaymentTerms: Type.Optional(
    Integer(0, 365, {
      description: `Days from issue to due date, unless a contract states its own. ${defaultNetPaymentTerms} unless sent.`,
    }),
  ),
  primaryBillingContactEmail: Type.Optional(
    Nullable(
      Email({ description: "Makes the contact with this address the primary one, a new one if there is none." }),
    ),
  ),
  billingAddress: Type.Optional(Nullable(AddressBody)),
  shippingAddress: Type.Optional(Nullable(AddressBody)),
  taxInfo: Type.Optional(TaxInfoBody),
  autoCharge: Type.Optional(
    Type.Boolean({ description: "Charge the default payment method when an invoice is due. False unless sent." }),
  ),
  dunningDisabled: Type.Optional(Type.Boolean({ description: "Never remind of overdue invoices. False unless sent." })),
  externalIds: Type.Optional(List(ExternalIdBody, { max: sourceTypes.length })),
  customFields: Type.Optional(customFieldsToSet("customers")),
};

export const CreateCustomerBody = Named("CreateCustomerV3Dto", Closed({ name, ...optionalFields }));

const { parentCustomerId: _parent, ...fieldsOfSubCustomers } = optionalFields;
export const CreateSubCustomerBody = Named("CreateSubCustomerDto", Closed({ name, ...fieldsOfSubCustomers }));

export const UpdateCustomerBody = Named(
  "UpdateCustomerV3Dto",
  Closed({ name: Type.Optional(name), ...optionalFields }),
);

export const CustomerAddressBody = Named(
  "CustomerAddressDto",
  Closed({
    billingAddress: Type.Optional(Nullable(AddressBody)),
    shippingAddress: Type.Optional(Nullable(AddressBody)),
  }),
);

export const CustomerExternalIdsBody = Named(
  "CustomerExternalIdsDto",
  Closed({ externalIds: List(ExternalIdBody, { min: 1, max: sourceTypes.length }) }),
);

export const CustomerCustomFieldBody = Named("CustomerCustomFieldDto", Closed(customFieldToSet("customers")));

export const AutoChargeBody = Named("CustomerAutoChargeDto", Closed({ autoCharge: Type.Boolean() }));

export const CustomerView = Named(
  "Customer",
  Closed({
    id: Uuid(),
    name: Type.String(),
    companyName: Nullable(Type.String()),
    parentCustomerId: Nullable(Uuid()),
    defaultCurrency: CurrencyCode(),
    netPaymentTerms: Type.Integer(),
    primaryBillingContactEmail: Nullable(Type.String()),
    billingAddress: Nullable(AddressView),
    shippingAddress: Nullable(AddressView),
    taxInfo: TaxInfoView,
    autoCharge: Type.Boolean(),
    dunningDisabled: Type.Boolean(),
    externalIds: Type.Array(ExternalIdView),
    syncStatus: OneOf(syncStatuses, { description: "Sync status of its current version." }),
    customFields: Type.Array(CustomFieldView, { description: "Those that have a value." }),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
    balances: Type.Optional(
      Type.Array(
        Closed({
          currency: CurrencyCode(),
          open: Type.String({ description: "`balanceRemaining` of its issued invoices." }),
          overdue: Type.String({ description: "What of it was due before today." }),
        }),
        { description: "In lists with `balances=true`: what it owes, by currency. Unused credit is not taken off." },
      ),
    ),
  }),
);

/** @throws DomainError VALIDATION_FAILED when a source type or custom field is given twice */
export function draftFromBody(body: Static<typeof CreateCustomerBody>): CustomerDraft {
  const { name: _name, companyName, defaultCurrency, netPaymentTerms, ...rest } = patchFromBody(body);
  return { name: body.name.trim(), companyName: companyName ?? null, defaultCurrency, netPaymentTerms, ...rest };
}

/** @throws DomainError VALIDATION_FAILED when a source type or custom field is given twice */
export function patchFromBody(body: Static<typeof UpdateCustomerBody>): CustomerPatch {
  return {
    name: body.name?.trim(),
    companyName: trimmed(body.companyName),
    parentCustomerId: body.parentCustomerId,
    defaultCurrency: body.defaultCurrency,
    netPaymentTerms: body.netPaymentTerms,
    primaryBillingContactEmail: body.primaryBillingContactEmail,
    ...addressesFromBody(body),
    taxInfo: body.taxInfo && { ...body.taxInfo, vatId: trimmed(body.taxInfo.vatId), ein: trimmed(body.taxInfo.ein) },
    autoCharge: body.autoCharge,
    dunningDisabled: body.dunningDisabled,
    externalIds: body.externalIds && externalIdsFromBody(body.externalIds),
    customFields: body.customFields && customFieldsFromBody(body.customFields),
  };
}

/** The addresses in a body, each complete; null clears. */
export function addressesFromBody(
  body: Static<typeof CustomerAddressBody>,
): Pick<CustomerPatch, "billingAddress" | "shippingAddress"> {
  const address = (sent: typeof body.billingAddress) => sent && addressFromBody(sent);
  return { billingAddress: address(body.billingAddress), shippingAddress: address(body.shippingAddress) };
}

/** @throws DomainError VALIDATION_FAILED when a source type is given twice */
export function externalIdsFromBody(externalIds: readonly ExternalId[]): readonly ExternalId[] {
  const issues = repeatedSourceTypes(externalIds);
  if (issues.length > 0) throw rejectionOf(issues);
  return externalIds;
}

/** The custom field that the request sets. */
export function customFieldFromBody({ id, value }: Static<typeof CustomerCustomFieldBody>): SentCustomFieldValue {
  return { id, value, path: "/id" };
}

/** A customer as integrators see it. */
export function viewOf(
  customer: Customer & Partial<Pick<CustomerWithBalances, "balances">>,
): Static<typeof CustomerView> {
  return {
    id: customer.id,
    name: customer.name,
    companyName: customer.companyName,
    parentCustomerId: customer.parentCustomerId,
    defaultCurrency: customer.defaultCurrency,
    netPaymentTerms: customer.netPaymentTerms,
    primaryBillingContactEmail: customer.primaryBillingContactEmail,
    billingAddress: customer.billingAddress,
    shippingAddress: customer.shippingAddress,
    taxInfo: customer.taxInfo,
    autoCharge: customer.autoCharge,
    dunningDisabled: customer.dunningDisabled,
    externalIds: customer.externalIds.map(({ externalId, sourceType }) => ({ externalId, sourceType })),
    syncStatus: customer.syncStatus,
    customFields: customer.customFields.map(({ id, name, value }) => ({ id, name, value })),
    createdAt: customer.createdAt,
    lastUpdatedAt: customer.lastUpdatedAt,
    ...(customer.balances && { balances: customer.balances.map(viewOfBalance) }),
  };
}

function viewOfBalance({ open, overdue }: CustomerBalance) {
  return { currency: open.currency, open: formatMoney(open), overdue: formatMoney(overdue) };
}

function trimmed<Absent extends null | undefined>(text: string | Absent): string | Absent {
  return typeof text === "string" ? text.trim() : text;
}
