import type { Static } from "typebox";
import { checkExternalIds } from "../../catalog/external-id.ts";
import type { ContractActionRequest } from "../../contracts/action-service.ts";
import {
  type ContractDraft,
  type ContractExternalId,
  type ContractPatch,
  checkFields,
  contractActions,
} from "../../contracts/contract.ts";
import { isPdf, safeFileName } from "../../contracts/contract-file.ts";
import { keysOfWrongLength, type Metadata, mergeMetadata } from "../../contracts/metadata.ts";
import { required } from "../../kernel/assert.ts";
import { type Day, parseDay } from "../../kernel/day.ts";
import { type Issue, invalid } from "../../kernel/errors.ts";
import { rejectionOf } from "../../platform/http/error-codes.ts";
import { isDeeperThan, maximumMetadataDepth } from "../../platform/http/json-guard.ts";
import { pointerSegment } from "../../platform/http/json-scanner.ts";
import type { UploadedFile } from "../../platform/http/uploaded-file.ts";
import type { ContractActionBody, ContractHeaderBody, UpdateContractBody, UpdateMetadataBody } from "./contracts.ts";
import { customFieldsFromBody } from "./custom-field-values.ts";

type Sent<Body> = { readonly body: Body; readonly lossyNumbers: readonly string[] };

/**
 * The draft of a contract header.
 *
 * @throws DomainError VALIDATION_FAILED with every issue that the body has by itself, JSON_TOO_DEEP
 */
export function draftFromBody({ body, lossyNumbers }: Sent<Static<typeof ContractHeaderBody>>): ContractDraft {
  const metadata = body.metadata ?? null;
  const draft: ContractDraft = {
    name: body.name.trim(),
    customerId: body.customerId ?? null,
    currency: body.currency,
    start: dayIn(body.startDate) ?? null,
    end: endIn(body.endDate) ?? null,
    closeDate: dayIn(body.closeDate) ?? null,
    netPaymentTerms: body.netPaymentTerms,
    externalIds: externalIdsFrom(body),
    source: body.source ?? "API",
    poNumber: body.poNumber ?? null,
    consolidationKey: body.consolidationKey ?? null,
    allocationMethod: body.allocationMethod ?? "STATED",
    metadata,
    customFields: customFieldsFromBody(body.customFields ?? []),
  };
  const sent = metadataOfExternalIds(body);
  if (metadata !== null) sent.push(["/metadata", metadata]);
  const metadataIssues = sent.flatMap(([path, each]) => issuesOfMetadata(path, each, lossyNumbers));
  reject([...issuesOfAlias(body), ...issuesOfFields(draft, body), ...metadataIssues]);
  for (const [path, each] of sent) rejectDeep(path, each);
  return draft;
}

/**
 * The changes of an update: missing fields stay, null clears.
 *
 * @throws DomainError VALIDATION_FAILED with every issue that the body has by itself, JSON_TOO_DEEP
 */
export function patchFromBody({ body, lossyNumbers }: Sent<Static<typeof UpdateContractBody>>): ContractPatch {
  const patch: ContractPatch = {
    name: body.name?.trim(),
    customerId: body.customerId,
    currency: body.currency,
    start: dayIn(body.startDate) ?? undefined,
    end: endIn(body.endDate),
    closeDate: dayIn(body.closeDate),
    netPaymentTerms: body.netPaymentTerms,
    externalIds: externalIdsFrom(body),
    poNumber: body.poNumber,
    consolidationKey: body.consolidationKey,
    allocationMethod: body.allocationMethod,
    customFields: body.customFields === undefined ? undefined : customFieldsFromBody(body.customFields),
  };
  const sent = metadataOfExternalIds(body);
  const metadataIssues = sent.flatMap(([path, each]) => issuesOfMetadata(path, each, lossyNumbers));
  reject([...issuesOfAlias(body), ...issuesOfFields(patch, body), ...metadataIssues]);
  for (const [path, each] of sent) rejectDeep(path, each);
  return patch;
}

/** @throws DomainError INVALID_ACTION for an unknown action, VALIDATION_FAILED for BLOCK without a reason */
export function actionFromBody({ action: sent, reason }: Static<typeof ContractActionBody>): ContractActionRequest {
  const action = contractActions.find((known) => known === sent);
  if (action === undefined) {
    const known = contractActions.join(", ");
    const message = `${JSON.stringify(sent)} is not an action of contracts; send one of ${known}.`;
    throw invalid("INVALID_ACTION", message, { allowed: contractActions });
  }
  if (action !== "BLOCK") return { action, reason };
  if (reason !== undefined) return { action, reason };
  throw rejectionOf([{ path: "/reason", code: "REQUIRED", message: "BLOCK needs a reason, which others see." }]);
}

/** @throws DomainError FILE_NOT_PDF */
export function fileFromUpload(upload: UploadedFile): { name: string; bytes: Uint8Array } {
  if (!isPdf(upload)) {
    const message = "The file is not a PDF. Send one, as application/pdf, that begins with %PDF-.";
    throw invalid("FILE_NOT_PDF", message);
  }
  return { name: safeFileName(upload.fileName), bytes: upload.bytes };
}

/** @throws DomainError VALIDATION_FAILED, JSON_TOO_DEEP */
export function metadataFromBody({ body, lossyNumbers }: Sent<Static<typeof UpdateMetadataBody>>): Metadata {
  reject(issuesOfMetadata("/metadata", body.metadata, lossyNumbers));
  rejectDeep("/metadata", body.metadata);
  return body.metadata;
}

type ExternalIdFields = Pick<Static<typeof UpdateContractBody>, "externalIds" | "externalId" | "sourceType">;

/**
 * The external ids of a body. `externalId`, an entry or, together with `sourceType`, the two parts of one, counts as another entry
 * at the end of the list (rules 12).
 */
function externalIdsFrom({ externalIds = [], externalId, sourceType }: ExternalIdFields): ContractExternalId[] {
  const entries: readonly ContractExternalId[] =
    typeof externalId === "object"
      ? [...externalIds, externalId]
      : externalId === undefined || sourceType === undefined
        ? externalIds
        : [...externalIds, { externalId, sourceType }];
  return entries.map(({ metadata, ...id }) =>
    metadata === undefined ? id : { ...id, metadata: metadata === null ? null : mergeMetadata(null, metadata) },
  );
}

function issuesOfAlias({ externalId, sourceType }: ExternalIdFields): Issue[] {
  if (typeof externalId === "object") {
    if (sourceType === undefined) return [];
    return [
      { path: "/sourceType", code: "CONFLICT", message: "externalId has a sourceType of its own; send that alone." },
    ];
  }
  if ((externalId === undefined) === (sourceType === undefined)) return [];
  const missing = externalId === undefined ? "externalId" : "sourceType";
  return [{ path: `/${missing}`, code: "REQUIRED", message: "Send externalId and sourceType together, or neither." }];
}

/** Issues of the external ids, including the single one, of a body that is rejected for something else. */
export function contractExternalIdIssues(body: unknown): readonly Issue[] {
  const fields = (body ?? {}) as { readonly [Field in keyof ExternalIdFields]: unknown };
  const { externalIds = [], externalId, sourceType } = fields;
  const isEntry = (each: unknown) => typeof (each as { readonly sourceType?: unknown } | null)?.sourceType === "string";
  const isReadable =
    Array.isArray(externalIds) &&
    externalIds.every(isEntry) &&
    (externalId === undefined || typeof externalId === "string" || isEntry(externalId)) &&
    (sourceType === undefined || typeof sourceType === "string");
  if (!isReadable) return [];
  const readable = fields as ExternalIdFields;
  const { issues } = checkExternalIds(externalIdsFrom(readable), "a contract");
  return [...issuesOfAlias(readable), ...issues.map((issue) => atAlias(issue, readable))];
}

function issuesOfFields(fields: Parameters<typeof checkFields>[0], sent: ExternalIdFields) {
  return checkFields(fields).map((issue) => atAlias(issue, sent));
}

/** An issue of the last entry is reported at the single external id if it came from there. */
function atAlias(issue: Issue, { externalIds = [], externalId }: ExternalIdFields): Issue {
  const pathOfAlias = `/externalIds/${externalIds.length}/sourceType`;
  const path = typeof externalId === "object" ? "/externalId/sourceType" : "/sourceType";
  return issue.path === pathOfAlias ? { ...issue, path } : issue;
}

/** The metadata of external ids, with the paths where they were sent. */
function metadataOfExternalIds({ externalIds = [], externalId }: ExternalIdFields): [string, Metadata][] {
  const sent = externalIds.map((entry, index) => [`/externalIds/${index}/metadata`, entry.metadata] as const);
  const alias = typeof externalId === "object" ? [["/externalId/metadata", externalId.metadata] as const] : [];
  return [...sent, ...alias].flatMap(([path, metadata]): [string, Metadata][] =>
    metadata === undefined || metadata === null ? [] : [[path, metadata]],
  );
}

function issuesOfMetadata(place: string, metadata: Metadata, lossyNumbers: readonly string[]): Issue[] {
  const numbers = lossyNumbers
    .filter((path) => path.startsWith(`${place}/`))
    .map((path) => ({
      path,
      code: "NUMBER_NOT_EXACT",
      message: "This number would change its value when it is stored; send it as a string.",
    }));
  const keys = keysOfWrongLength(metadata).map((key) => ({
    path: `${place}/${pointerSegment(key)}`,
    code: "LENGTH",
    message: "A key of the metadata must have 1 to 255 characters.",
  }));
  return [...numbers, ...keys];
}

function rejectDeep(path: string, metadata: Metadata): void {
  if (!isDeeperThan(metadata, maximumMetadataDepth)) return;
  const message = `The metadata nests arrays and objects deeper than ${maximumMetadataDepth} levels.`;
  throw invalid("JSON_TOO_DEEP", message, { issues: [{ path, code: "JSON_TOO_DEEP", message }] });
}

function reject(issues: readonly Issue[]): void {
  if (issues.length > 0) throw rejectionOf(issues);
}

/** A day of the request, which the schema has checked; null and undefined stay what they are. */
function dayIn<Absent extends null | undefined>(text: string | Absent): Day | Absent {
  return typeof text === "string" ? required(parseDay(text), "a checked day") : text;
}

/** The exclusive end for a last day of the request: the day after it. */
function endIn<Absent extends null | undefined>(text: string | Absent): Day | Absent {
  const last = dayIn(text);
  return typeof last === "number" ? last + 1 : last;
}
