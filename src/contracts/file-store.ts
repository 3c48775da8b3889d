import type { Tx } from "../platform/db/pool.ts";
import type { BlockReason } from "./block-reason.ts";
import type { ContractFile } from "./contract-file.ts";

/** Stores the file of a locked contract, replacing the one before and its check result. */
export async function putFile(
  tx: Tx,
  merchantId: string,
  contractId: string,
  { name, sha256, uploadedAt, bytes }: ContractFile & { readonly bytes: Uint8Array },
): Promise<void> {
  const file = {
    name,
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    sha256: Buffer.from(sha256, "hex"),
    uploaded_at: uploadedAt,
    extracted_text: null,
    page_count: null,
    findings: null,
    processed_at: null,
  };
  await tx
    .insertInto("contract_file")
    .values({ merchant_id: merchantId, contract_id: contractId, ...file })
    .onConflict((conflict) => conflict.columns(["merchant_id", "contract_id"]).doUpdateSet(file))
    .execute();
}

export async function removeFile(tx: Tx, merchantId: string, contractId: string): Promise<void> {
  await tx
    .deleteFrom("contract_file")
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .execute();
}

/** The file of a contract with name and hash; undefined if there is none. */
export async function findFile(
  tx: Tx,
  merchantId: string,
  contractId: string,
): Promise<{ name: string; sha256: string; bytes: Buffer } | undefined> {
  const row = await tx
    .selectFrom("contract_file")
    .select(["name", "sha256", "bytes"])
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .executeTakeFirst();
  return row === undefined ? undefined : { name: row.name, sha256: row.sha256.toString("hex"), bytes: row.bytes };
}

export type FileCheckResult = {
  readonly text: string | null;
  readonly pageCount: number | null;
  readonly reasons: readonly BlockReason[];
  readonly processedAt: string;
};

/** Stores the result of processing the file of a locked contract. */
export async function saveCheckResult(
  tx: Tx,
  merchantId: string,
  contractId: string,
  { text, pageCount, reasons, processedAt }: FileCheckResult,
): Promise<void> {
  await tx
    .updateTable("contract_file")
    .set({
      extracted_text: text,
      page_count: pageCount,
      findings: JSON.stringify(reasons),
      processed_at: processedAt,
    })
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .execute();
}

/** Live contracts that wait for a processing job, with the job, with ids after `after` and in their order. */
export async function contractsAwaitingJobs(
  tx: Tx,
  merchantId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<{ contractId: string; jobId: string }[]> {
  let query = tx
    .selectFrom("contract")
    .select(["id", "job_id"])
    .where("merchant_id", "=", merchantId)
    .where("awaits_job", "=", true)
    .where("deleted_at", "is", null);
  if (after !== undefined) query = query.where("id", ">", after);
  const rows = await query.orderBy("id").limit(limit).execute();
  return rows.flatMap((row) => (row.job_id === null ? [] : [{ contractId: row.id, jobId: row.job_id }]));
}
