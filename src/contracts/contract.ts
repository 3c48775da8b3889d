import { isDeepStrictEqual } from "node:util";
import type { ExternalId, SourceType } from "../catalog/external-id.ts";
import { type Day, formatDay, type Month } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import type { Money } from "../kernel/money.ts";
import type { BlockReason, ReadinessReport } from "./block-reason.ts";
import type { ContractFile } from "./contract-file.ts";
import type { Metadata } from "./metadata.ts";

/** An external id, with what its outside system keeps with it. In a change, absent metadata is kept and null clears it. */
export type ContractExternalId = ExternalId & { readonly metadata?: Metadata | null };

export const contractStatuses = ["NEW", "PROCESSING", "BLOCKED", "PROCESSED", "APPROVED"] as const;
export type ContractStatus = (typeof contractStatuses)[number];

/** What can be done to a contract besides changing its fields (data model 3.4). */
export const contractActions = ["APPROVE", "PROCESS", "BLOCK", "UNBLOCK"] as const;
export type ContractAction = (typeof contractActions)[number];

export const contractSources = ["API", "UPLOAD", "CRM", "ERP", "EMAIL", "INTERNAL"] as const;
export type ContractSource = (typeof contractSources)[number];

/** How the transaction price is spread over performance obligations (data model 6.6). */
export const allocationMethods = ["STATED", "RELATIVE_SSP"] as const;
export type AllocationMethod = (typeof allocationMethods)[number];

/** The header of a contract. Billing and revenue belong to later capabilities, which report to it. */
export type Contract = {
  readonly id: string;
  readonly name: string;
  readonly customerId: string | null;
  readonly customerName: string | null;
  /** Has its customer no address that says where to tax it, and is not exempt either? */
  readonly lacksTaxLocation: boolean;
  readonly currency: string;
  /** Stated first day; null takes the one of the terms. */
  readonly start: Day | null;
  /** The day after the stated last one; null takes the one of the terms. */
  readonly end: Day | null;
  /** The day the contract was signed. */
  readonly closeDate: Day | null;
  /** Days from issue to due date, for terms that do not state their own. */
  readonly netPaymentTerms: number;
  /** One for each source type, ordered by it. */
  readonly externalIds: readonly ContractExternalId[];
  readonly source: ContractSource;
  readonly poNumber: string | null;
  /** Contracts of the customer with the same one are billed on one document; null is billed alone (ADR 0040). */
  readonly consolidationKey: string | null;
  readonly allocationMethod: AllocationMethod;
  readonly metadata: Metadata | null;
  readonly status: ContractStatus;
  /** Empty unless BLOCKED. */
  readonly blockReasons: readonly BlockReason[];
  /** What was reported of its readiness, ordered by source; kept also where the status does not show it. */
  readonly reports: readonly ReadinessReport[];
  readonly approvedAt: string | null;
  readonly approvedBy: string | null;
  /** First open month when it was approved; null when no month was closed (rules 7, "bookMonth"). */
  readonly approvedBookMonth: Month | null;
  /** Span of the billing terms, `termsEnd` exclusive; null without terms, the end also while one is open-ended. */
  readonly termsStart: Day | null;
  readonly termsEnd: Day | null;
  /** Fixed amount that the terms bill; null without terms and while one is open-ended. */
  readonly termsValue: Money | null;
  /** The day after the last one that an issued invoice covers. */
  readonly invoicedThrough: Day | null;
  readonly file: ContractFile | null;
  /** The last processing job. */
  readonly jobId: string | null;
  /** Does it wait for what that job finds? Always while PROCESSING, and after an upload to an APPROVED contract. */
  readonly awaitsJob: boolean;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly deletedAt: string | null;
};

/** What a request says of a new contract; undefined where a default applies. `end` is exclusive. */
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
};

/** What a request changes; undefined is kept, null clears. External ids are set by source type, never removed. */
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
};

type OwnFields = {
  readonly start?: Day | null | undefined;
  readonly end?: Day | null | undefined;
  readonly externalIds: readonly ContractExternalId[];
};

/** Issues of a draft or patch that need no other record. */
export function checkFields(fields: OwnFields): Issue[] {
  return [...spanIssues(fields.start ?? null, fields.end ?? null), ...repeatedSourceTypes(fields.externalIds)];
}

/** The contract after a patch, without what follows from it: status, name of the customer, time stamp. */
export function patched(contract: Contract, patch: ContractPatch): Contract {
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
  };
}

/**
 * External ids by source type: an entry replaces the one of its type, none is ever removed (data model 3.2). Metadata that
 * says the same as before, keys in whatever order, stays as it was.
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

/** Is the metadata the same JSON? The order of keys says nothing, and -0 is 0. */
function isSame(stored: Metadata, sent: Metadata): boolean {
  return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(sent)));
}

/** Why a contract in its present state cannot become what a patch makes of it (data model 3.2). */
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
  return [{ path: "/endDate", code: "RANGE", message: "endDate is on or after startDate." }];
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
