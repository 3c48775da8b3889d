import { createHash } from "node:crypto";
import { invalid } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import { TransportError } from "../platform/http/errors.ts";
import type { WriteContext } from "../platform/write.ts";
import { startProcessing } from "./action-service.ts";
import { auditedContract } from "./audit-service.ts";
import type { Contract } from "./contract.ts";
import * as store from "./file-store.ts";
import { unprocessed } from "./readiness.ts";
import { getContract, lockContract, type Reader, saveContract } from "./record-service.ts";

/** A file that was validated as a PDF, with a safe name. */
export type FileDraft = { readonly name: string; readonly bytes: Uint8Array; readonly shouldProcess: boolean };

/**
 * Replaces a contract's file, and starts processing it if `shouldProcess`. A PROCESSING contract starts again, because its job reads the old file
 * (rules 3); an APPROVED contract keeps its status.
 *
 * @throws DomainError CONTRACT_NOT_FOUND
 */
export async function putFile(
  ctx: WriteContext,
  contractId: string,
  { name, bytes, shouldProcess }: FileDraft,
): Promise<Contract> {
  const before = await lockContract(ctx, contractId, "NOT_FOUND");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const file = { name, sha256, uploadedAt: ctx.clock.timestamp };
  await store.putFile(ctx.tx, ctx.merchant.id, contractId, { ...file, bytes });
  const after = shouldProcess
    ? startProcessing(ctx, { ...before, file })
    : unprocessed({ ...before, file }, ctx.merchant);
  const changes = changesBetween(auditedContract(before), auditedContract(after));
  ctx.audit({ action: "contract.upload-file", entityType: "CONTRACT", entityId: contractId, changes });
  ctx.publish({ type: "contract.file-uploaded", contractId });
  return saveContract(ctx, before, after);
}

/**
 * Removes the file of a BLOCKED contract. The status is derived again only with the next change (rules 3).
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, CONTRACT_NOT_BLOCKED, CONTRACT_FILE_MISSING
 */
export async function removeFile(ctx: WriteContext, contractId: string): Promise<Contract> {
  const before = await lockContract(ctx, contractId, "CONTRACT_DELETED");
  if (before.status !== "BLOCKED") {
    const message = `Only the file of a BLOCKED contract can be removed. This one is ${before.status}; upload another file.`;
    throw invalid("CONTRACT_NOT_BLOCKED", message, { status: before.status });
  }
  if (before.file === null) throw recordNotFound("CONTRACT_FILE_MISSING");
  await store.removeFile(ctx.tx, ctx.merchant.id, contractId);
  const after = { ...before, file: null };
  const changes = changesBetween(auditedContract(before), auditedContract(after));
  ctx.audit({ action: "contract.remove-file", entityType: "CONTRACT", entityId: contractId, changes });
  ctx.publish({ type: "contract.file-removed", contractId });
  return saveContract(ctx, before, after);
}

/**
 * @throws DomainError CONTRACT_NOT_FOUND
 * @throws TransportError 500 CONTRACT_FILE_MISSING, as specified for this endpoint
 */
export async function getFile(reader: Reader, contractId: string): Promise<{ name: string; bytes: Uint8Array }> {
  await getContract(reader, contractId, "NOT_FOUND");
  const file = await store.findFile(reader.tx, reader.merchant.id, contractId);
  if (file !== undefined) return file;
  throw new TransportError({
    status: 500,
    errorCode: "CONTRACT_FILE_MISSING",
    message: "The contract has no file; upload one.",
  });
}
