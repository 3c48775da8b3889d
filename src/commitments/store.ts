import { sql } from "kysely";
import { dayFrom } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import { oneOf } from "../platform/db/columns.ts";
import { type Cutoff, liveAt } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { OverageConfig, PrepaymentScheduleType, Schedule, Step } from "./commitment.ts";
import type { CommitmentRecord } from "./commitment-record.ts";

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  contractId: column(sql.ref("commitment.contract_id")),
  customerId: column(sql`(select customer_id from contract
    where contract.merchant_id = commitment.merchant_id and contract.id = commitment.contract_id)`),
};

/** A page of commitments without deleted ones, newest first, and their total number: of one contract where `contractId` is given. */
export async function listCommitments(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
  { contractId }: { readonly contractId?: string } = {},
): Promise<{ records: CommitmentRecord[]; extent: Extent }> {
  let all = tx
    .selectFrom("commitment")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("deleted_at", "is", null);
  if (contractId !== undefined) all = all.where("contract_id", "=", contractId);
  const { rows, extent } = await selectPage(all, list, { targets: filterTargets });
  const ids = rows.map(({ id }) => id);
  return { records: await commitmentsById(tx, merchantId, ids), extent };
}

/** Live commitments in the order of `ids`; unknown ids are left out. */
export async function commitmentsById(tx: Tx, merchantId: string, ids: readonly string[]): Promise<CommitmentRecord[]> {
  if (ids.length === 0) return [];
  const records = await recordsWhere(tx, merchantId, sql`commitment.id = any(${ids}::uuid[])`);
  const byId = new Map(records.map((record) => [record.commitment.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Live commitments of a contract, oldest first. */
export function commitmentsOfContract(tx: Tx, merchantId: string, contractId: string): Promise<CommitmentRecord[]> {
  return commitmentsOfContracts(tx, merchantId, [contractId]);
}

/**
 * Live commitments of some contracts, oldest first.
 *
 * @param cutoff commitments, schedules and steps that were live at this moment; their fields have present values
 */
export function commitmentsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  cutoff: Cutoff = null,
): Promise<CommitmentRecord[]> {
  return recordsWhere(tx, merchantId, sql`commitment.contract_id = any(${contractIds}::uuid[])`, cutoff);
}

/** Live commitments of a customer's contracts, oldest first. */
export function commitmentsOfCustomer(tx: Tx, merchantId: string, customerId: string): Promise<CommitmentRecord[]> {
  return recordsWhere(tx, merchantId, sql`contract.customer_id = ${customerId}`);
}

/** The id of the commitment of a live schedule of the merchant. */
export async function commitmentOfSchedule(tx: Tx, merchantId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("commitment_schedule")
    .select("commitment_id")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.commitment_id;
}

/** The id of the commitment of a live step of the merchant. */
export async function commitmentOfStep(tx: Tx, merchantId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("commitment_step")
    .select("commitment_id")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.commitment_id;
}

async function recordsWhere(
  tx: Tx,
  merchantId: string,
  condition: ReturnType<typeof sql>,
  cutoff: Cutoff = null,
): Promise<CommitmentRecord[]> {
  type Row = RowOf<"commitment"> & { currency: string; customer_id: string | null };
  const { rows } = await sql<Row>`
    select commitment.*, contract.currency, contract.customer_id
    from commitment join contract
      on contract.merchant_id = ${merchantId} and contract.id = commitment.contract_id
    where commitment.merchant_id = ${merchantId} and ${liveAt("commitment", cutoff)} and ${condition}
    order by commitment.created_at, commitment.id`.execute(tx);
  const schedules = await schedulesOf(
    tx,
    merchantId,
    rows.map(({ id }) => id),
    cutoff,
  );
  return rows.map((row) => ({
    commitment: {
      id: row.id,
      contractId: row.contract_id,
      name: row.name,
      currency: row.currency,
      unitType: row.unit_type,
      isFullDuration: row.is_full_duration,
      pricePriority: row.price_priority,
      pattern: row.recognition_pattern,
      schedules: schedules.get(row.id) ?? [],
    },
    customerId: row.customer_id,
    terminatedAt: row.terminated_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

async function schedulesOf(tx: Tx, merchantId: string, commitmentIds: readonly string[], cutoff: Cutoff) {
  const rows = await tx
    .selectFrom("commitment_schedule")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("commitment_id", "=", oneOf(commitmentIds))
    .where(liveAt("commitment_schedule", cutoff))
    .orderBy("start_date")
    .orderBy("id")
    .execute();
  const steps = await stepsOf(tx, merchantId, commitmentIds, cutoff);
  const schedules = new Map<string, Schedule[]>();
  for (const row of rows) {
    const schedule = scheduleFromRow(row, steps.get(row.id) ?? []);
    schedules.set(row.commitment_id, [...(schedules.get(row.commitment_id) ?? []), schedule]);
  }
  return schedules;
}

/** Steps by schedule id, in the order of drawdown. */
async function stepsOf(
  tx: Tx,
  merchantId: string,
  commitmentIds: readonly string[],
  cutoff: Cutoff,
): Promise<Map<string, Step[]>> {
  type Row = Pick<RowOf<"commitment_step">, "id" | "schedule_id" | "name" | "value"> & { term_ids: string[] };
  const { rows } = await sql<Row>`
    select step.id, step.schedule_id, step.name, step.value, array(
      select link.billing_term_id from commitment_step_term as link
      where link.merchant_id = ${merchantId} and link.step_id = step.id order by link.position) as term_ids
    from commitment_step as step
    where step.merchant_id = ${merchantId} and step.commitment_id = any(${commitmentIds}::uuid[])
      and ${liveAt("step", cutoff)}
    order by step.schedule_id, step.position`.execute(tx);
  const groups = Map.groupBy(rows, (row) => row.schedule_id);
  return new Map(
    [...groups].map(([scheduleId, ofSchedule]) => [
      scheduleId,
      ofSchedule.map((row): Step => {
        return { id: row.id, name: row.name, value: canonicalDecimal(row.value), billingTermIds: row.term_ids };
      }),
    ]),
  );
}

function scheduleFromRow(row: RowOf<"commitment_schedule">, steps: readonly Step[]): Schedule {
  const { prepaid_value: prepaidValue, prepayment_schedule_type: scheduleType } = row;
  return {
    id: row.id,
    start: dayFrom(row.start_date),
    end: dayFrom(row.end_date),
    interval: row.commitment_interval,
    trueUp: {
      behavior: row.true_up_behavior,
      name: row.true_up_name,
      itemId: row.true_up_item_id,
    },
    prepaid:
      prepaidValue === null
        ? null
        : {
            value: canonicalDecimal(prepaidValue),
            scheduleType: scheduleType as PrepaymentScheduleType,
            lineName: row.prepayment_name,
            itemId: row.prepayment_item_id,
          },
    netPaymentTerms: row.net_payment_terms,
    overageConfigs: row.overage_configs as readonly OverageConfig[],
    steps,
  };
}

/** The ids that are of no live billing term of the merchant. */
export async function unknownTerms(tx: Tx, merchantId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom("billing_term")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", oneOf(ids))
    .where("deleted_at", "is", null)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
