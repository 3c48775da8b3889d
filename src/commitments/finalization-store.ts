import { sql } from "kysely";
import { type Day, dayFrom, formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { DueSpan } from "../platform/write.ts";

/** The key of a commitment period: schedule and first day. */
export type PeriodKey = { readonly scheduleId: string; readonly periodStart: Day };

// SQL for periods of approved contracts that are not recorded as final, with the first day on which they may be final (`due_on`). Months are counted
// from the first day of the schedule, as in `commitmentPeriods`. Periods that ended by the opening of a contract were final in its former books.
const unrecorded = (merchantId: string) => sql`
  select commitment.contract_id, commitment.id as commitment_id, schedule.id as schedule_id, period.start_date,
    period.end_date + merchant.usage_grace_days as due_on
  from commitment
    join merchant on merchant.id = commitment.merchant_id
    join contract on contract.merchant_id = commitment.merchant_id and contract.id = commitment.contract_id
      and contract.status = 'APPROVED' and contract.deleted_at is null
    join commitment_schedule as schedule on schedule.merchant_id = commitment.merchant_id
      and schedule.commitment_id = commitment.id and schedule.deleted_at is null
    cross join lateral (
      select case schedule.commitment_interval when 'DAILY' then 1 when 'WEEKLY' then 7 when 'MONTHLY' then 28
          when 'QUARTERLY' then 89 when 'YEARLY' then 365 else 1000000 end as shortest_days,
        case schedule.commitment_interval when 'DAILY' then interval '1 day' when 'WEEKLY' then interval '7 days'
          when 'MONTHLY' then interval '1 month' when 'QUARTERLY' then interval '3 months'
          when 'YEARLY' then interval '1 year' else interval '1000 years' end as length
    ) as rule
    cross join lateral (
      select (schedule.start_date + number * rule.length)::date as start_date,
        least((schedule.start_date + (number + 1) * rule.length)::date, schedule.end_date) as end_date
      from generate_series(0, (schedule.end_date - schedule.start_date) / rule.shortest_days) as number
    ) as period
    left join contract_opening as opening
      on opening.merchant_id = commitment.merchant_id and opening.contract_id = commitment.contract_id
  where commitment.merchant_id = ${merchantId} and commitment.deleted_at is null
    and period.start_date < schedule.end_date and (opening.as_of is null or period.end_date > opening.as_of + 1)
    and not exists (
      select from finalized_period as recorded
      where recorded.merchant_id = commitment.merchant_id and recorded.schedule_id = schedule.id
        and recorded.period_start = period.start_date)`;

/** The earliest day of a span on which a period may become final, or undefined. */
export async function nextFinalDate(tx: Tx, merchantId: string, { after, through }: DueSpan): Promise<Day | undefined> {
  const { rows } = await sql<{ date: string | null }>`
    select min(due_on) as date from (${unrecorded(merchantId)}) as period
    where due_on > ${formatDay(after)}::date and due_on <= ${formatDay(through)}::date`.execute(tx);
  return rows[0]?.date == null ? undefined : dayFrom(rows[0].date);
}

/** Contracts with a period that may be final by `through` and is not recorded as final; ids after `after`, in order, at most `limit`. */
export async function contractsWithEndedPeriods(
  tx: Tx,
  merchantId: string,
  { through, after, limit }: { through: Day; after: string | undefined; limit: number },
): Promise<string[]> {
  const behind = after === undefined ? sql`true` : sql`contract_id > ${after}`;
  const { rows } = await sql<{ contract_id: string }>`
    select distinct contract_id from (${unrecorded(merchantId)}) as period
    where due_on <= ${formatDay(through)}::date and ${behind} order by contract_id limit ${limit}`.execute(tx);
  return rows.map((row) => row.contract_id);
}

/** Periods of some contracts that may be final by `through` and are not recorded as final, ordered by commitment and day. */
export async function endedPeriods(
  tx: Tx,
  merchantId: string,
  { contractIds, through }: { contractIds: readonly string[]; through: Day },
): Promise<(PeriodKey & { readonly commitmentId: string })[]> {
  const { rows } = await sql<{ commitment_id: string; schedule_id: string; start_date: string }>`
    select commitment_id, schedule_id, start_date from (${unrecorded(merchantId)}) as period
    where contract_id = any(${contractIds}::uuid[]) and due_on <= ${formatDay(through)}::date
    order by commitment_id, start_date, schedule_id`.execute(tx);
  return rows.map((row) => ({
    commitmentId: row.commitment_id,
    scheduleId: row.schedule_id,
    periodStart: dayFrom(row.start_date),
  }));
}

/** Records that a period is final. @returns false if it was recorded already */
export async function recordFinalized(
  tx: Tx,
  merchantId: string,
  { scheduleId, periodStart }: PeriodKey,
  at: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into finalized_period (merchant_id, schedule_id, period_start, created_at)
    values (${merchantId}, ${scheduleId}, ${formatDay(periodStart)}::date, ${at}::timestamptz)
    on conflict (merchant_id, schedule_id, period_start) do nothing returning schedule_id`.execute(tx);
  return rows.length > 0;
}
