import { type Static, Type } from "typebox";
import { sourceTypes } from "../../catalog/external-id.ts";
import { blockReasonCodes } from "../../contracts/block-reason.ts";
import {
  allocationMethods,
  type Contract,
  contractActions,
  contractSources,
  contractStatuses,
} from "../../contracts/contract.ts";
import { type Day, formatDay } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { amountField, dateField, instantField, stringField, unsorted, uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import {
  CivilDate,
  Closed,
  CurrencyCode,
  Instant,
  Integer,
  List,
  MultilineText,
  Named,
  type Never,
  NotInLists,
  Nullable,
  OneOf,
  PageWithTotals,
  Text,
  Uuid,
  without,
} from "../../platform/http/wire.ts";
import { CustomFieldView, customFieldsToSet } from "./custom-field-values.ts";
import { SourceTypeWord } from "./shared-words.ts";

/** Filter rules for days and amounts that may be null. */
const comparedOrAbsent = ["eq", "neq", "gt", "gte", "lt", "lte", "isnull", "isnotnull"] as const;

export const contractList: ListDeclaration = {
  fields: {
    name: stringField(),
    "externalIds.externalId": unsorted(stringField()),
    "externalIds.sourceType": unsorted(stringField()),
    source: stringField(),
    status: stringField(),
    customerId: uuidField(),
    currency: stringField("eq", "in"),
    startDate: dateField(...comparedOrAbsent),
    endDate: dateField(...comparedOrAbsent),
    totalContractValue: amountField(...comparedOrAbsent),
    createdAt: instantField(),
    lastUpdatedAt: instantField(),
  },
  hasTotals: true,
};

export const deletedContractList: ListDeclaration = {
  fields: {
    ...contractList.fields,
    deletedAt: instantField(...comparedOrAbsent),
  },
  hasTotals: true,
};

const MetadataObject = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  additionalProperties: true,
  description: "Any JSON object; at most 16,384 bytes as compact UTF-8 JSON.",
});

const ExternalIdBody = Named(
  "ContractExternalIdDto",
  Closed({
    externalId: Text(1, 255),
    sourceType: SourceTypeWord(),
    metadata: Type.Optional(Nullable(MetadataObject)),
  }),
);

const headerExample = {
  currency: "USD",
  startDate: "2026-01-01",
  endDate: "2026-12-31",
  closeDate: "2025-12-15",
  netPaymentTerms: 30,
  externalIds: [{ externalId: "006-acme", sourceType: "CRM_A", metadata: {} }],
  externalId: { externalId: "4471", sourceType: "ERP_A", metadata: {} },
  poNumber: "PO-4471",
  consolidationKey: "monthly-bill",
};

// Fields that a create and an update share; each says whether null clears it.
const headerFields = {
  currency: Type.Optional(
    CurrencyCode({ description: "The customer's, else the merchant's, unless sent. Fixed once a priced term exists." }),
  ),
  startDate: Type.Optional(CivilDate({ description: "First day; the start of the earliest term unless sent." })),
  endDate: Type.Optional(Nullable(CivilDate({ description: "Last day; the end of the latest term unless sent." }))),
  closeDate: Type.Optional(Nullable(CivilDate({ description: "Day the contract was signed." }))),
  netPaymentTerms: Type.Optional(
    Integer(0, 365, { description: "Days from issue to due date; the customer's, else 30, unless sent." }),
  ),
  externalIds: Type.Optional(
    List(ExternalIdBody, { max: sourceTypes.length, description: "Ids in other systems, one for each source type." }),
  ),
  externalId: Type.Optional(
    Type.Union([ExternalIdBody, Text(1, 255)], {
      description:
        "One more entry of externalIds: the entry, or its externalId alone with sourceType as a field of its own.",
    }),
  ),
  sourceType: Type.Optional(SourceTypeWord({ description: "For an externalId that is a text." })),
  poNumber: Type.Optional(Nullable(Text(0, 48, { description: "Printed on invoices." }))),
  consolidationKey: Type.Optional(
    Nullable(
      Text(1, 48, {
        description:
          "Contracts of the customer with the same key are billed on one document, as far as dates, payment terms, currency and PO number agree.",
      }),
    ),
  ),
  allocationMethod: Type.Optional(
    OneOf(allocationMethods, {
      description: "STATED: the price of each obligation is what its terms bill. STATED unless sent.",
    }),
  ),
  customFields: Type.Optional(customFieldsToSet("contracts")),
};

const typeOfExternalId = (type: string) => ({ required: ["externalId"], properties: { externalId: { type } } });

/** An external id that is text needs `sourceType` beside it; one that is an entry has its own. */
export const neverOfHeader: readonly Never[] = [
  without("sourceType", "externalId"),
  { ...typeOfExternalId("string"), not: { required: ["sourceType"] } },
  { ...typeOfExternalId("object"), required: ["externalId", "sourceType"] },
];

/** The header of a new contract, which is sent alone or with its parts (`whole-contracts.ts`). */
export const newContractFields = {
  name: Text(1, 255, { examples: ["Acme 2026"] }),
  customerId: Type.Optional(Nullable(Uuid({ description: "May follow later; approval needs it." }))),
  ...headerFields,
  source: Type.Optional(OneOf(contractSources, { description: "Where the contract came from; API unless sent." })),
  metadata: Type.Optional(Nullable(MetadataObject)),
  shouldProcess: Type.Optional(
    Type.Unsafe<boolean>({ type: "boolean", deprecated: true, description: "Accepted and without effect." }),
  ),
};

/** The header alone, for imports. */
export const ContractHeaderBody = Closed(newContractFields, { never: neverOfHeader });

/** The example of a header alone. */
export const headerOnlyExample = { name: "Acme 2026", customerId: null, ...headerExample, metadata: { region: "EU" } };

export const UpdateContractBody = Named(
  "UpdateContractV3Dto",
  Closed(
    {
      name: Type.Optional(Text(1, 255)),
      customerId: Type.Optional(
        Uuid({
          description: "Fixed once the contract is approved. The contract keeps its currency and payment terms.",
        }),
      ),
      ...headerFields,
    },
    { never: neverOfHeader, examples: [{ name: "Acme 2026", ...headerExample }] },
  ),
);

export const ContractActionBody = Named(
  "ContractActionDto",
  Closed(
    {
      // Any text passes, because an unknown word is rejected as INVALID_ACTION, which is clearer than an issue of the field.
      action: Type.Unsafe<string>({
        ...Text(1, 64, {
          description:
            "APPROVE marks a PROCESSED contract as final: invoices may be issued and revenue posts. PROCESS reads its file " +
            "and checks it again. BLOCK holds a PROCESSED contract back, UNBLOCK releases it.",
          examples: ["APPROVE"],
        }),
        enum: contractActions,
      }),
      reason: Type.Optional(
        MultilineText(1, 500, { description: "Kept in the audit log. Required with BLOCK, which shows it." }),
      ),
    },
    { never: [{ ...without("action", "reason"), properties: { action: { const: "BLOCK" } } }] },
  ),
);

export const UpdateMetadataBody = Named("UpdateContractMetadataDto", Closed({ metadata: MetadataObject }));

export const ContractMetadataView = Named(
  "ContractMetadata",
  Closed({ contractId: Uuid(), metadata: Nullable(MetadataObject) }),
);

const CreatedPart = Closed({
  id: Uuid(),
  billingTermId: Type.Optional(Uuid()),
  billingTermGroupId: Uuid(),
  performanceObligationId: Type.Optional(Uuid()),
});

export const ContractView = Named(
  "Contract",
  Closed({
    id: Uuid(),
    name: Type.String(),
    customerId: Nullable(Uuid()),
    customerName: Nullable(Type.String()),
    currency: CurrencyCode(),
    startDate: Nullable(CivilDate()),
    endDate: Nullable(CivilDate({ description: "Last day of the contract; null while it is open-ended." })),
    closeDate: Nullable(CivilDate()),
    netPaymentTerms: Type.Integer(),
    externalIds: Type.Array(
      Closed({
        externalId: Type.String(),
        sourceType: SourceTypeWord(),
        metadata: Type.Optional(MetadataObject),
      }),
    ),
    source: OneOf(contractSources),
    poNumber: Nullable(Type.String()),
    consolidationKey: Nullable(Type.String()),
    allocationMethod: OneOf(allocationMethods),
    status: OneOf(contractStatuses),
    blockReasons: Type.Array(
      Closed({ code: OneOf(blockReasonCodes), message: Type.String(), path: Type.Optional(Type.String()) }),
      { description: "Everything that keeps a BLOCKED contract from being PROCESSED." },
    ),
    fileName: Nullable(Type.String({ description: "Of the signed document, as it is downloaded." })),
    fileSha256: Nullable(Type.String({ description: "SHA-256 of its bytes, in hexadecimal." })),
    fileUploadedAt: Nullable(Instant()),
    invoicedThrough: Nullable(CivilDate({ description: "The last day that an issued invoice covers." })),
    totalContractValue: Nullable(
      Type.String({ description: "What the terms bill in all; null without terms and while one is open-ended." }),
    ),
    approvedAt: Nullable(Instant()),
    approvedBy: Nullable(Type.String()),
    jobId: Nullable(Uuid({ description: "The last processing job." })),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
    deletedAt: Nullable(Instant()),
    metadata: Nullable(MetadataObject),
    customFields: Type.Array(CustomFieldView),
    created: Type.Optional(
      NotInLists(
        Closed(
          {
            customerId: Nullable(Uuid()),
            billingTerms: Type.Array(CreatedPart),
            obligations: Type.Array(CreatedPart),
            performanceObligationIds: Type.Array(Uuid()),
            commitmentIds: Type.Array(Uuid()),
          },
          { description: "Of a creation with parts: what was created, each list in the order of the request." },
        ),
      ),
    ),
  }),
);

/** A page of contracts, with the sums of all of them on request. */
export const ContractPage = PageWithTotals(ContractView, {
  totalContractValue: Type.String({ description: "Of the contracts that have one." }),
});

/** The view of a contract: last days inclusive; if it states no span, that of its terms (data model 3.3). */
export function viewOf(contract: Contract): Static<typeof ContractView> {
  return {
    id: contract.id,
    name: contract.name,
    customerId: contract.customerId,
    customerName: contract.customerName,
    currency: contract.currency,
    startDate: dayOut(contract.start ?? contract.termsStart),
    endDate: lastDayOut(contract.end ?? contract.termsEnd),
    closeDate: dayOut(contract.closeDate),
    netPaymentTerms: contract.netPaymentTerms,
    externalIds: contract.externalIds.map(({ externalId, sourceType, metadata }) => ({
      externalId,
      sourceType,
      ...(metadata === undefined || metadata === null ? {} : { metadata }),
    })),
    source: contract.source,
    poNumber: contract.poNumber,
    consolidationKey: contract.consolidationKey,
    allocationMethod: contract.allocationMethod,
    status: contract.status,
    blockReasons: [...contract.blockReasons],
    fileName: contract.file?.name ?? null,
    fileSha256: contract.file?.sha256 ?? null,
    fileUploadedAt: contract.file?.uploadedAt ?? null,
    invoicedThrough: lastDayOut(contract.invoicedThrough),
    totalContractValue: contract.termsValue === null ? null : formatMoney(contract.termsValue),
    approvedAt: contract.approvedAt,
    approvedBy: contract.approvedBy,
    jobId: contract.jobId,
    createdAt: contract.createdAt,
    lastUpdatedAt: contract.lastUpdatedAt,
    deletedAt: contract.deletedAt,
    metadata: contract.metadata,
    customFields: [...contract.customFields],
  };
}

/** The answer of all metadata endpoints. */
export function metadataViewOf(contract: Contract): Static<typeof ContractMetadataView> {
  return { contractId: contract.id, metadata: contract.metadata };
}

function dayOut(day: Day | null): string | null {
  return day === null ? null : formatDay(day);
}

function lastDayOut(end: Day | null): string | null {
  return end === null ? null : formatDay(end - 1);
}
