import type { Static } from "typebox";
import type { ExternalId } from "../catalog/external-id.ts";
import { present } from "../kernel/assert.ts";
import { type Day, parseDay } from "../kernel/day.ts";
import { type Issue, invalid } from "../kernel/errors.ts";
import { refusalOf } from "../platform/http/error-codes.ts";
import { isDeeperThan, maximumMetadataDepth } from "../platform/http/json-guard.ts";
import { pointerSegment } from "../platform/http/json-scanner.ts";
import type { UploadedFile } from "../platform/http/uploaded-file.ts";
import type { ContractActionRequest } from "./action-service.ts";
import { type ContractDraft, type ContractPatch, checkFields, contractActions } from "./contract.ts";
import { isPdf, safeFileName } from "./contract-file.ts";
import { keysOfWrongLength, type Metadata } from "./metadata.ts";
import type { ContractActionBody, CreateContractBody, UpdateContractBody, UpdateMetadataBody } from "./schemas.ts";

type Sent<Body> = { readonly body: Body; readonly lossyNumbers: readonly string[] };

/**
 * The draft that a create sends.
 *
 * @throws DomainError VALIDATION_FAILED with every issue that the body shows by itself, JSON_TOO_DEEP
 */
export function draftFromBody({ body, lossyNumbers }: Sent<Static<typeof CreateContractBody>>): ContractDraft {
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
    allocationMethod: body.allocationMethod ?? "STATED",
    metadata,
  };
  const metadataIssues = metadata === null ? [] : issuesOfMetadata(metadata, lossyNumbers);
  refuse([...issuesOfAlias(body), ...issuesOfFields(draft, body), ...metadataIssues]);
  if (metadata !== null) refuseDeep(metadata);
  return draft;
}

/**
 * The changes that an update sends: absent is kept, null clears.
 *
 * @throws DomainError VALIDATION_FAILED with every issue that the body shows by itself
 */
export function patchFromBody(body: Static<typeof UpdateContractBody>): ContractPatch {
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
    allocationMethod: body.allocationMethod,
  };
  refuse([...issuesOfAlias(body), ...issuesOfFields(patch, body)]);
  return patch;
}

/** @throws DomainError INVALID_ACTION for a word that is none of the actions, VALIDATION_FAILED for BLOCK without reason */
export function actionFromBody({ action: sent, reason }: Static<typeof ContractActionBody>): ContractActionRequest {
  const action = contractActions.find((known) => known === sent);
  if (action === undefined) {
    const known = contractActions.join(", ");
    const message = `${JSON.stringify(sent)} is not an action of contracts; send one of ${known}.`;
    throw invalid("INVALID_ACTION", message, { allowed: contractActions });
  }
  if (action !== "BLOCK") return { action, reason };
  if (reason !== undefined) return { action, reason };
  throw refusalOf([{ path: "/reason", code: "REQUIRED", message: "BLOCK needs a reason, for others to read." }]);
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
  refuse(issuesOfMetadata(body.metadata, lossyNumbers));
  refuseDeep(body.metadata);
  return body.metadata;
}

type ExternalIdFields = Pick<Static<typeof UpdateContractBody>, "externalIds" | "externalId" | "sourceType">;

/** The pair `externalId` and `sourceType` is one more entry, after those of the list (rules 12). */
function externalIdsFrom({ externalIds = [], externalId, sourceType }: ExternalIdFields): ExternalId[] {
  const pair = externalId === undefined || sourceType === undefined ? [] : [{ externalId, sourceType }];
  return [...externalIds, ...pair];
}

function issuesOfAlias({ externalId, sourceType }: ExternalIdFields): Issue[] {
  if ((externalId === undefined) === (sourceType === undefined)) return [];
  const missing = externalId === undefined ? "externalId" : "sourceType";
  return [{ path: `/${missing}`, code: "REQUIRED", message: "Send externalId and sourceType together, or neither." }];
}

function issuesOfFields(fields: Parameters<typeof checkFields>[0], { externalIds = [] }: ExternalIdFields): Issue[] {
  const pathOfPair = `/externalIds/${externalIds.length}/sourceType`;
  return checkFields(fields).map((issue) => (issue.path === pathOfPair ? { ...issue, path: "/sourceType" } : issue));
}

function issuesOfMetadata(metadata: Metadata, lossyNumbers: readonly string[]): Issue[] {
  const numbers = lossyNumbers
    .filter((path) => path.startsWith("/metadata/"))
    .map((path) => ({
      path,
      code: "NUMBER_NOT_EXACT",
      message: "This number would change its value when it is stored; send it as a string.",
    }));
  const keys = keysOfWrongLength(metadata).map((key) => ({
    path: `/metadata/${pointerSegment(key)}`,
    code: "LENGTH",
    message: "A key of the metadata has 1 to 255 characters.",
  }));
  return [...numbers, ...keys];
}

function refuseDeep(metadata: Metadata): void {
  if (!isDeeperThan(metadata, maximumMetadataDepth)) return;
  const message = `The metadata nests arrays and objects deeper than ${maximumMetadataDepth} levels.`;
  throw invalid("JSON_TOO_DEEP", message, { issues: [{ path: "/metadata", code: "JSON_TOO_DEEP", message }] });
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw refusalOf(issues);
}

/** A day of the request, which the schema has checked; null and absent stay what they are. */
function dayIn<Absent extends null | undefined>(text: string | Absent): Day | Absent {
  return typeof text === "string" ? present(parseDay(text), "a checked day") : text;
}

/** A last day of the request as the day after it. */
function endIn<Absent extends null | undefined>(text: string | Absent): Day | Absent {
  const last = dayIn(text);
  return typeof last === "number" ? last + 1 : last;
}
