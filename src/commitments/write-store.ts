import { isDeepStrictEqual } from "node:util";
import { formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Commitment, Schedule, Step } from "./commitment.ts";

type Where = { readonly merchantId: string; readonly commitmentId: string; readonly at: string };

/** Inserts a commitment with its schedules and steps. */
export async function insertCommitment(tx: Tx, merchantId: string, commitment: Commitment, at: string): Promise<void> {
  await tx
    .insertInto("commitment")
    .values({
      merchant_id: merchantId,
      id: commitment.id,
      contract_id: commitment.contractId,
      name: commitment.name,
      unit_type: commitment.unitType,
      is_full_duration: commitment.isFullDuration,
      price_priority: commitment.pricePriority,
      recognition_pattern: commitment.pattern,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await saveSchedules(tx, { merchantId, commitmentId: commitment.id, at }, [], commitment.schedules);
}

/** Stores the changes of a commitment; removed schedules and steps are marked as deleted. */
export async function updateCommitment(
  tx: Tx,
  merchantId: string,
  { before, after }: { readonly before: Commitment; readonly after: Commitment },
  { at, terminatedAt }: { readonly at: string; readonly terminatedAt: string | null },
): Promise<void> {
  await tx
    .updateTable("commitment")
    .set({
      is_full_duration: after.isFullDuration,
      price_priority: after.pricePriority,
      terminated_at: terminatedAt,
      updated_at: at,
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", after.id)
    .execute();
  await saveSchedules(tx, { merchantId, commitmentId: after.id, at }, before.schedules, after.schedules);
}

/** Marks the commitments of a contract as deleted, when the contract is deleted. */
export async function deleteCommitmentsOf(tx: Tx, merchantId: string, contractId: string, at: string): Promise<void> {
  await tx
    .updateTable("commitment")
    .set({ deleted_at: at, updated_at: at })
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .where("deleted_at", "is", null)
    .execute();
}

async function saveSchedules(
  tx: Tx,
  where: Where,
  before: readonly Schedule[],
  after: readonly Schedule[],
): Promise<void> {
  const known = new Map(before.map((schedule) => [schedule.id, schedule]));
  for (const gone of before.filter(({ id }) => !after.some((schedule) => schedule.id === id))) {
    await tx
      .updateTable("commitment_schedule")
      .set({ deleted_at: where.at, updated_at: where.at })
      .where("merchant_id", "=", where.merchantId)
      .where("id", "=", gone.id)
      .execute();
    await saveSteps(tx, where, gone.id, gone.steps, []);
  }
  for (const schedule of after) {
    const was = known.get(schedule.id);
    if (was === undefined) {
      const { merchantId, commitmentId, at } = where;
      const row = { merchant_id: merchantId, id: schedule.id, commitment_id: commitmentId };
      await tx
        .insertInto("commitment_schedule")
        .values({ ...row, ...columnsOf(schedule), created_at: at, updated_at: at })
        .execute();
    } else if (!isDeepStrictEqual(columnsOf(was), columnsOf(schedule))) {
      await tx
        .updateTable("commitment_schedule")
        .set({ ...columnsOf(schedule), updated_at: where.at })
        .where("merchant_id", "=", where.merchantId)
        .where("id", "=", schedule.id)
        .execute();
    }
    await saveSteps(tx, where, schedule.id, was?.steps ?? [], schedule.steps);
  }
}

function columnsOf({ start, end, interval, trueUp, prepaid, netPaymentTerms, overageConfigs }: Schedule) {
  return {
    start_date: formatDay(start),
    end_date: formatDay(end),
    commitment_interval: interval,
    true_up_behavior: trueUp.behavior,
    true_up_name: trueUp.name,
    true_up_item_id: trueUp.itemId,
    prepaid_value: prepaid?.value ?? null,
    prepayment_schedule_type: prepaid?.scheduleType ?? null,
    prepayment_name: prepaid?.lineName ?? null,
    prepayment_item_id: prepaid?.itemId ?? null,
    net_payment_terms: netPaymentTerms,
    overage_configs: JSON.stringify(overageConfigs),
  };
}

async function saveSteps(
  tx: Tx,
  where: Where,
  scheduleId: string,
  before: readonly Step[],
  after: readonly Step[],
): Promise<void> {
  const { merchantId, commitmentId, at } = where;
  for (const gone of before.filter(({ id }) => !after.some((step) => step.id === id))) {
    await tx
      .updateTable("commitment_step")
      .set({ deleted_at: at, updated_at: at })
      .where("merchant_id", "=", merchantId)
      .where("id", "=", gone.id)
      .execute();
  }
  for (const [position, step] of after.entries()) {
    const was = before.find(({ id }) => id === step.id);
    if (was !== undefined && isDeepStrictEqual(was, step)) continue;
    const columns = { name: step.name, value: step.value, updated_at: at };
    if (was === undefined) {
      const place = { merchant_id: merchantId, id: step.id, commitment_id: commitmentId, schedule_id: scheduleId };
      await tx
        .insertInto("commitment_step")
        .values({ ...place, ...columns, position, created_at: at })
        .execute();
    } else {
      await tx
        .updateTable("commitment_step")
        .set(columns)
        .where("merchant_id", "=", merchantId)
        .where("id", "=", step.id)
        .execute();
    }
    await saveTerms(tx, merchantId, step);
  }
}

async function saveTerms(tx: Tx, merchantId: string, { id, billingTermIds }: Step): Promise<void> {
  await tx.deleteFrom("commitment_step_term").where("merchant_id", "=", merchantId).where("step_id", "=", id).execute();
  await tx
    .insertInto("commitment_step_term")
    .values(
      billingTermIds.map((termId, position) => {
        return { merchant_id: merchantId, step_id: id, billing_term_id: termId, position };
      }),
    )
    .execute();
}
