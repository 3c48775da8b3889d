import { isDeepStrictEqual } from "node:util";
import type { CustomField } from "../catalog/custom-field.ts";
import type { ExternalId, SourceType } from "../catalog/external-id.ts";
import { type CustomFieldValue, type SentCustomFieldValue, withCustomFields } from "../customers/custom-field-value.ts";
import { type Day, formatDay, type Month } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import type { Money } from "../kernel/money.ts";
import type { BlockReason, ReadinessReport } from "./block-reason.ts";
import type { ContractFile } from "./contract-file.ts";
import type { Metadata } from "./metadata.ts";

/** An external id with metadata of its outside system. In a change, absent metadata is kept, and null clears it. */
export type ContractExternalId = ExternalId & { readonly metadata?: Metadata | null };

export const contractStatuses = ["NEW", "PROCESSING", "BLOCKED", "PROCESSED", "APPROVED"] as const;
export type ContractStatus = (typeof contractStatuses)[number];

/** Actions on a contract, other than changes of its fields (data model 3.4). */
export const contractActions = ["APPROVE", "PROCESS", "BLOCK", "UNBLOCK"] as const;
export type ContractAction = (typeof contractActions)[number];

export const contractSources = ["API", "UPLOAD", "CRM", "ERP", "EMAIL", "INTERNAL"] as const;
export type ContractSource = (typeof contractSources)[number];

/** How the transaction price is spread over performance obligations (data model 6.6). */
export const allocationMethods = ["STATED", "RELATIVE_SSP"] as const;
export type AllocationMethod = (typeof allocationMethods)[number];

/** The header of a contract. Billing and revenue are separate capabilities, which report figures and readiness to it. */
export type Contract = {
  readonly id: string;
  readonly name: string;
  readonly customerId: string | null;
  readonly customerName: string | null;
  /** True if its customer has no country in the billing address and is not tax-exempt. */
  readonly lacksTaxLocation: boolean;
  readonly currency: string;
  /** Stated first day; if null, that of the terms is shown. */
  readonly start: Day | null;
  /** The day after the stated last day; if null, that of the terms is shown. */
  readonly end: Day | null;
  /** The day the contract was signed. */
  readonly closeDate: Day | null;
  /** Days from issue to due date, for terms that do not state their own. */
  readonly netPaymentTerms: number;
  /** At most one for each source type, ordered by source type. */
  readonly externalIds: readonly ContractExternalId[];
  readonly source: ContractSource;
  readonly poNumber: string | null;
  /** Contracts of a customer with the same key are billed on one document; null for a document of its own (ADR 0040). */
  readonly consolidationKey: string | null;
  readonly allocationMethod: AllocationMethod;
  readonly metadata: Metadata | null;
  readonly customFields: readonly CustomFieldValue[];
  readonly status: ContractStatus;
  /** Empty unless BLOCKED. */
  readonly blockReasons: readonly BlockReason[];
  /** Readiness reports, ordered by source; also those that the status does not show. */
  readonly reports: readonly ReadinessReport[];
  readonly approvedAt: string | null;
  readonly approvedBy: string | null;
  /** The first open month when it was approved; null if no month was closed (rules 7, "bookMonth"). */
  readonly approvedBookMonth: Month | null;
  /** The span of the billing terms, `termsEnd` exclusive; null without terms. The end is also null if a term is open-ended. */
  readonly termsStart: Day | null;
  readonly termsEnd: Day | null;
  /** The fixed amount that the terms bill; null without terms or if one is open-ended. */
  readonly termsValue: Money | null;
  /** The day after the last day that issued invoices cover; null if there are none. */
  readonly invoicedThrough: Day | null;
  readonly file: ContractFile | null;
  /** The last processing job. */
  readonly jobId: string | null;
  /** True while it waits for the result of that job: while PROCESSING, and after an upload to an APPROVED contract. */
  readonly awaitsJob: boolean;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly deletedAt: string | null;
};

/** A new contract as requested; undefined if a default applies. `end` is exclusive. */
export type ContractDraft = {
  readonly name: string;
  readonly customerId: string | null;
  readonly currency: string | undefined;
  readonly start: Day | null;
  readonly end: Day | null;
  readonly closeDate: Day | null;
  readonly netPaymentTerms: number | undefined;
  readonly externalIds: readonly ContractExternalId[];
  readonly source: ContractSource;
  readonly poNumber: string | null;
  readonly consolidationKey: string | null;
  readonly allocationMethod: AllocationMethod;
  readonly metadata: Metadata | null;
  readonly customFields: readonly SentCustomFieldValue[];
};

/**
 * Requested changes of a contract: undefined keeps a field, null clears it. External ids are set by source type and never removed; values of custom
 * fields are set one by one.
 */
export type ContractPatch = {
  readonly name?: string | undefined;
  readonly customerId?: string | undefined;
  readonly currency?: string | undefined;
  readonly start?: Day | undefined;
  readonly end?: Day | null | undefined;
  readonly closeDate?: Day | null | undefined;
  readonly netPaymentTerms?: number | undefined;
  readonly externalIds: readonly ContractExternalId[];
  readonly poNumber?: string | null | undefined;
  readonly consolidationKey?: string | null | undefined;
  readonly allocationMethod?: AllocationMethod | undefined;
  readonly customFields?: readonly SentCustomFieldValue[] | undefined;
};

type OwnFields = {
  readonly start?: Day | null | undefined;
  readonly end?: Day | null | undefined;
  readonly externalIds: readonly ContractExternalId[];
};

/** Issues of a draft or patch that can be found without other records. */
export function checkFields(fields: OwnFields): Issue[] {
  return [...spanIssues(fields.start ?? null, fields.end ?? null), ...repeatedSourceTypes(fields.externalIds)];
}

/** The contract after a patch. `fields` are the custom fields that the patch names. Status, customer name and timestamps are not updated. */
export function patched(contract: Contract, patch: ContractPatch, fields: readonly CustomField[]): Contract {
  return {
    ...contract,
    name: patch.name ?? contract.name,
    customerId: patch.customerId ?? contract.customerId,
    currency: patch.currency ?? contract.currency,
    start: patch.start ?? contract.start,
    end: patch.end === undefined ? contract.end : patch.end,
    closeDate: patch.closeDate === undefined ? contract.closeDate : patch.closeDate,
    netPaymentTerms: patch.netPaymentTerms ?? contract.netPaymentTerms,
    externalIds: withExternalIds(contract.externalIds, patch.externalIds),
    poNumber: patch.poNumber === undefined ? contract.poNumber : patch.poNumber,
    consolidationKey: patch.consolidationKey === undefined ? contract.consolidationKey : patch.consolidationKey,
    allocationMethod: patch.allocationMethod ?? contract.allocationMethod,
    customFields: withCustomFields(contract.customFields, patch.customFields ?? [], fields),
  };
}

/**
 * Merges external ids by source type: a sent id replaces the one of its type; none is removed (data model 3.2). Metadata that is the same JSON in
 * another order of keys is unchanged.
 */
export function withExternalIds(
  known: readonly ContractExternalId[],
  sent: readonly ContractExternalId[],
): ContractExternalId[] {
  const byType = new Map(known.map((entry) => [entry.sourceType, entry]));
  for (const { sourceType, externalId, metadata } of sent) {
    const before = byType.get(sourceType)?.metadata ?? null;
    const isKept = metadata === undefined || (metadata !== null && before !== null && isSame(before, metadata));
    const after = isKept ? before : metadata;
    byType.set(sourceType, { sourceType, externalId, ...(after === null ? {} : { metadata: after }) });
  }
  return [...byType.values()].sort((a, b) => (a.sourceType < b.sourceType ? -1 : 1));
}

/** True if the metadata is the same JSON, in any order of keys; -0 equals 0. */
function isSame(stored: Metadata, sent: Metadata): boolean {
  return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(sent)));
}

/** Issues of a patch that the present state of the contract does not allow (data model 3.2). */
export function checkPatched(before: Contract, after: Contract): Issue[] {
  const issues: Issue[] = [];
  const state = (path: string, message: string) => issues.push({ path, code: "INVALID_CONTRACT_STATE", message });

  const isApproved = before.status === "APPROVED";
  if (after.currency !== before.currency && (isApproved || before.termsStart !== null)) {
    state("/currency", "The contract has priced terms, so its currency is fixed; create another contract.");
  }
  if (after.customerId !== before.customerId && isApproved) {
    state("/customerId", "The contract is approved, so its customer is fixed; create another contract.");
  }
  if (after.allocationMethod !== before.allocationMethod && isApproved) {
    state("/allocationMethod", "The contract is approved; its price was allocated at inception.");
  }
  if (after.end !== before.end && after.end !== null && after.end < (before.invoicedThrough ?? after.end)) {
    const last = formatDay((before.invoicedThrough ?? after.end) - 1);
    state("/endDate", `The contract is invoiced through ${last}; end it on or after that date.`);
  }
  return [...issues, ...spanIssues(after.start, after.end)];
}

function spanIssues(start: Day | null, end: Day | null): Issue[] {
  if (start === null || end === null || start < end) return [];
  return [{ path: "/endDate", code: "RANGE", message: "endDate must be on or after startDate." }];
}

function repeatedSourceTypes(externalIds: readonly ContractExternalId[]): Issue[] {
  const seen = new Set<SourceType>();
  return externalIds.flatMap(({ sourceType }, index): Issue[] => {
    if (seen.has(sourceType)) {
      const message = `${sourceType} is given twice; a contract has one external id for each source type.`;
      return [{ path: `/externalIds/${index}/sourceType`, code: "DUPLICATE_SOURCE_TYPE", message }];
    }
    seen.add(sourceType);
    return [];
  });
}
