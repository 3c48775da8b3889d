import { sql } from "kysely";
import { required } from "../kernel/assert.ts";
import { idArray } from "../platform/db/columns.ts";
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

/** SQL expression: SHA-256, hex, of the check result in a row of `contract_file`; null before the file was processed. */
const hashOfCheckResult = (row: string) => `case
    when num_nonnulls(${row}.extracted_text, ${row}.page_count, ${row}.findings, ${row}.processed_at) > 0
    then encode(sha256(convert_to(jsonb_build_array(${row}.extracted_text, ${row}.page_count, ${row}.findings,
      ${row}.processed_at at time zone 'UTC')::text, 'UTF8')), 'hex') end`;

/** Stores the result of processing the file of a locked contract. Returns the hashes of the result before and of this one, for the audit log. */
export async function saveCheckResult(
  tx: Tx,
  merchantId: string,
  contractId: string,
  { text, pageCount, reasons, processedAt }: FileCheckResult,
): Promise<{ readonly before: string | null; readonly after: string | null }> {
  const { rows } = await sql<{ before: string | null; after: string | null }>`
    with former as materialized (
      select ${sql.raw(hashOfCheckResult("contract_file"))} as hash from contract_file
      where merchant_id = ${merchantId} and contract_id = ${contractId}
    ), processed as (
      update contract_file set extracted_text = ${text}, page_count = ${pageCount}, findings = ${JSON.stringify(reasons)}::jsonb,
        processed_at = ${processedAt}::timestamptz
      where merchant_id = ${merchantId} and contract_id = ${contractId}
      returning extracted_text, page_count, findings, processed_at
    )
    select (select hash from former) as before, ${sql.raw(hashOfCheckResult("processed"))} as after from processed`.execute(
    tx,
  );
  return required(rows[0], "the file that was processed");
}

/** The hash of the check result of the files of some contracts, by contract; without files that were not processed. */
export async function checkResultHashes(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; hash: string | null }>`
    select contract_id as id, ${sql.raw(hashOfCheckResult("contract_file"))} as hash from contract_file
    where merchant_id = ${merchantId} and contract_id = any(${idArray(contractIds)}::uuid[])`.execute(tx);
  return new Map(rows.flatMap(({ id, hash }) => (hash === null ? [] : [[id, hash]])));
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
