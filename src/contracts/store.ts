import { sql } from "kysely";
import type { CustomFieldValue } from "../customers/custom-field-value.ts";
import {
  customFieldsColumn,
  customFieldValues,
  customFieldValuesFromRow,
} from "../customers/custom-field-value-store.ts";
import { type Day, dayFrom, formatDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { instantOut } from "../platform/clock.ts";
import { cachedStatement } from "../platform/db/cached-statement.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { readOnce, sendAhead, type Tx } from "../platform/db/pool.ts";
import { insertRow, updateRow } from "../platform/db/single-row.ts";
import type { RowOf } from "../schema/tables.ts";
import type { ReadinessReport } from "./block-reason.ts";
import type { Contract, ContractExternalId } from "./contract.ts";
import type { ContractFile } from "./contract-file.ts";
import type { Metadata } from "./metadata.ts";
import { allReasons } from "./readiness.ts";

type ContractRow = RowOf<"contract"> & {
  customer_name: string | null;
  lacks_tax_location: boolean;
  external_ids: ContractExternalId[];
  custom_field_values: CustomFieldValue[];
  reports: ReadinessReport[];
  file_name: string | null;
  file_sha256: string | null;
  file_uploaded_at: string | null;
};

const contractsById = cachedStatement<"merchantId" | "contractIds", ContractRow>((tx, { merchantId, contractIds }) => {
  // The collation "C" orders as the program does, whatever the locale of the server.
  const externalIds = sql<ContractExternalId[]>`coalesce((
    select jsonb_agg(
      jsonb_build_object('sourceType', source_type, 'externalId', external_id)
        || case when metadata is null then '{}' else jsonb_build_object('metadata', metadata) end
      order by source_type collate "C")
    from contract_external_id entry
    where entry.merchant_id = contract.merchant_id and entry.contract_id = contract.id), '[]')`;
  const reports = sql<ReadinessReport[]>`coalesce((
    select jsonb_agg(jsonb_build_object('source', source, 'reasons', reasons) order by source collate "C")
    from contract_readiness report
    where report.merchant_id = contract.merchant_id and report.contract_id = contract.id), '[]')`;
  const lacksTaxLocation = sql<boolean>`
    customer.id is not null and not customer.is_tax_exempt and customer.billing_address ->> 'country' is null`;
  return tx
    .selectFrom("contract")
    .leftJoin("customer", (join) =>
      join.onRef("customer.merchant_id", "=", "contract.merchant_id").onRef("customer.id", "=", "contract.customer_id"),
    )
    .leftJoin("contract_file as file", (join) =>
      join.onRef("file.merchant_id", "=", "contract.merchant_id").onRef("file.contract_id", "=", "contract.id"),
    )
    .selectAll("contract")
    .select(["file.name as file_name", "file.uploaded_at as file_uploaded_at"])
    .select(sql<string | null>`encode(file.sha256, 'hex')`.as("file_sha256"))
    .select(["customer.name as customer_name", lacksTaxLocation.as("lacks_tax_location")])
    .select([
      externalIds.as("external_ids"),
      customFieldValues("contract").as("custom_field_values"),
      reports.as("reports"),
    ])
    .where("contract.merchant_id", "=", merchantId)
    .where("contract.id", "=", contractIds)
    .orderBy("contract.id");
});

/** Contracts by id, with deleted ones, in the order of ids. Unknown ids and those of other merchants are left out. */
export async function findContracts(tx: Tx, merchantId: string, contractIds: readonly string[]): Promise<Contract[]> {
  return (await readOnce(tx, contractsById(tx, { merchantId, contractIds }))).map(contractFromRow);
}

export function insertContract(tx: Tx, merchantId: string, contract: Contract): void {
  insertRow(tx, "contract", {
    ...columnsOf(contract),
    merchant_id: merchantId,
    id: contract.id,
    source: contract.source,
    metadata: metadataColumn(contract.metadata),
    created_at: contract.createdAt,
    invoiced_through: null,
    deleted_at: null,
  });
  upsertExternalIds(tx, merchantId, contract.id, contract.externalIds);
}

/** Updates the header of a locked contract, without metadata, external ids and reports, which have functions of their own. */
export function updateContract(tx: Tx, merchantId: string, contract: Contract): void {
  updateRow(tx, "contract", { merchantId, id: contract.id }, columnsOf(contract));
}

/** Marks a locked contract as deleted; its other fields stay. */
export async function markDeleted(tx: Tx, merchantId: string, contractId: string, deletedAt: string): Promise<void> {
  await tx
    .updateTable("contract")
    .set({ deleted_at: deletedAt, last_updated_at: deletedAt })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", contractId)
    .execute();
}

export async function updateMetadata(
  tx: Tx,
  merchantId: string,
  contract: Pick<Contract, "id" | "metadata" | "lastUpdatedAt">,
): Promise<void> {
  await tx
    .updateTable("contract")
    .set({ metadata: metadataColumn(contract.metadata), last_updated_at: contract.lastUpdatedAt })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", contract.id)
    .execute();
}

/** Sets external ids and their metadata by source type; those of other types stay. */
export function upsertExternalIds(
  tx: Tx,
  merchantId: string,
  contractId: string,
  externalIds: readonly ContractExternalId[],
): void {
  if (externalIds.length === 0) return;
  const upsert = tx
    .insertInto("contract_external_id")
    .values(
      externalIds.map(({ sourceType, externalId, metadata }) => ({
        merchant_id: merchantId,
        contract_id: contractId,
        source_type: sourceType,
        external_id: externalId,
        metadata: metadataColumn(metadata ?? null),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["merchant_id", "contract_id", "source_type"]).doUpdateSet((set) => ({
        external_id: set.ref("excluded.external_id"),
        metadata: set.ref("excluded.metadata"),
      })),
    );
  sendAhead(tx, upsert);
}

/** Stores readiness reports of a contract, each replacing the earlier one of its source. */
export function upsertReports(
  tx: Tx,
  merchantId: string,
  contractId: string,
  reports: readonly ReadinessReport[],
): void {
  if (reports.length === 0) return;
  const rows = reports.map(({ source, reasons }) => {
    return { merchant_id: merchantId, contract_id: contractId, source, reasons: JSON.stringify(reasons) };
  });
  const upsert = tx
    .insertInto("contract_readiness")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["merchant_id", "contract_id", "source"])
        .doUpdateSet({ reasons: (row) => row.ref("excluded.reasons") }),
    );
  sendAhead(tx, upsert);
}

/** Sets `invoiced_through` of contracts in one statement; contracts that already have the value are not updated. */
export function updateInvoicedThrough(
  tx: Tx,
  merchantId: string,
  throughByContractId: ReadonlyMap<string, Day | null>,
  timestamp: string,
): void {
  const [contractIds, days] = [[...throughByContractId.keys()], [...throughByContractId.values()].map(formatDayOrNull)];
  const update = sql`
    update contract set invoiced_through = report.through, last_updated_at = ${timestamp}
    from unnest(${contractIds}::uuid[], ${days}::date[]) as report (contract_id, through)
    where contract.merchant_id = ${merchantId} and contract.id = report.contract_id
      and contract.invoiced_through is distinct from report.through`;
  sendAhead(tx, update.compile(tx));
}

function formatDayOrNull(day: Day | null): string | null {
  return day === null ? null : formatDay(day);
}

function contractFromRow(row: ContractRow): Contract {
  const status = row.status;
  const allocationMethod = row.allocation_method;
  const readiness = { customerId: row.customer_id, reports: row.reports, allocationMethod };
  return {
    id: row.id,
    name: row.name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    lacksTaxLocation: row.lacks_tax_location,
    currency: row.currency,
    start: dayFromRow(row.start_date),
    end: dayFromRow(row.end_date),
    closeDate: dayFromRow(row.close_date),
    netPaymentTerms: row.net_payment_terms,
    externalIds: row.external_ids,
    source: row.source,
    poNumber: row.po_number,
    consolidationKey: row.consolidation_key,
    allocationMethod,
    metadata: row.metadata as Contract["metadata"],
    customFields: customFieldValuesFromRow(row.custom_field_values),
    status,
    blockReasons: status === "BLOCKED" ? allReasons(readiness) : [],
    reports: row.reports,
    approvedAt: instantFromRow(row.approved_at),
    approvedBy: row.approved_by,
    approvedBookMonth: row.approved_book_month === null ? null : monthFromColumn(row.approved_book_month),
    termsStart: dayFromRow(row.terms_start),
    termsEnd: dayFromRow(row.terms_end),
    termsValue: row.terms_value_minor === null ? null : money(BigInt(row.terms_value_minor), row.currency),
    invoicedThrough: dayFromRow(row.invoiced_through),
    file: fileFromRow(row),
    jobId: row.job_id,
    awaitsJob: row.awaits_job,
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
    deletedAt: instantFromRow(row.deleted_at),
  };
}

function columnsOf(contract: Contract) {
  return {
    name: contract.name,
    customer_id: contract.customerId,
    currency: contract.currency,
    start_date: dayColumn(contract.start),
    end_date: dayColumn(contract.end),
    close_date: dayColumn(contract.closeDate),
    net_payment_terms: contract.netPaymentTerms,
    po_number: contract.poNumber,
    consolidation_key: contract.consolidationKey,
    allocation_method: contract.allocationMethod,
    custom_fields: customFieldsColumn(contract.customFields),
    status: contract.status,
    approved_at: contract.approvedAt,
    approved_by: contract.approvedBy,
    approved_book_month: contract.approvedBookMonth === null ? null : monthColumn(contract.approvedBookMonth),
    terms_start: dayColumn(contract.termsStart),
    terms_end: dayColumn(contract.termsEnd),
    terms_value_minor: contract.termsValue?.minor ?? null,
    job_id: contract.jobId,
    awaits_job: contract.awaitsJob,
    last_updated_at: contract.lastUpdatedAt,
  };
}

function fileFromRow({ file_name: name, file_sha256: sha256, file_uploaded_at: at }: ContractRow): ContractFile | null {
  return name === null || sha256 === null || at === null ? null : { name, sha256, uploadedAt: instantOut(at) };
}

function metadataColumn(metadata: Metadata | null): string | null {
  return metadata === null ? null : JSON.stringify(metadata);
}

function dayColumn(day: Day | null): string | null {
  return day === null ? null : formatDay(day);
}

function dayFromRow(text: string | null): Day | null {
  return text === null ? null : dayFrom(text);
}

function instantFromRow(text: string | null): string | null {
  return text === null ? null : instantOut(text);
}
