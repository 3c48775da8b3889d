import { sql } from "kysely";
import { formatInstant, instantFromColumn } from "../platform/clock.ts";
import type { Db } from "../platform/db/pool.ts";
import { type Progress, progressOf } from "../platform/jobs/progress.ts";
import { deadLetterQueueName, workQueueNames } from "../platform/jobs/queue.ts";

/** Work that is not done yet. A failed job that waits to be tried again counts as waiting, whenever its turn is. */
export type OwedJobs = { readonly waiting: number; readonly running: number; readonly failed: number };

export async function countOwedJobs(db: Db): Promise<OwedJobs> {
  const { rows } = await sql<{ waiting: string; running: string; failed: string }>`
    select
      count(*) filter (where name <> ${deadLetterQueueName}
        and (state = 'retry' or state = 'created' and start_after <= now())) as waiting,
      count(*) filter (where state = 'active') as running,
      count(*) filter (where name = ${deadLetterQueueName}) as failed
    from pgboss.job
    where name = any(${[...workQueueNames, deadLetterQueueName]}::text[]) and state <= 'active'`.execute(db);
  const [row] = rows;
  return { waiting: Number(row?.waiting ?? 0), running: Number(row?.running ?? 0), failed: Number(row?.failed ?? 0) };
}

/** The number of jobs that wait, whenever their turn is, run, or failed for good. */
export async function countOpenJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pgboss.job
    where name = any(${[...workQueueNames, deadLetterQueueName]}::text[]) and state <= 'active'`.execute(db);
  return rows[0]?.jobs ?? 0;
}

export type ListedJob = {
  readonly id: string;
  readonly type: string;
  readonly status: "QUEUED" | "RUNNING" | "FAILED";
  readonly merchantId: string | null;
  readonly contractId: string | null;
  readonly progress: Progress;
  readonly attempts: number;
  readonly createdAt: string;
  readonly lastError: string | null;
};

/** The first jobs that are not done, at most `limit`: those that failed for good, then running ones, then waiting ones, each oldest first. */
export async function listOpenJobs(db: Db, limit: number): Promise<ListedJob[]> {
  const { rows } = await sql<{
    id: string;
    type: string;
    status: ListedJob["status"];
    merchant_id: string | null;
    contract_id: string | null;
    progress: Progress | null;
    attempts: number;
    created_on: string;
    last_error: string | null;
  }>`
    select
      id,
      upper(replace(coalesce(source_name, name), '-', '_')) as type,
      case when name = ${deadLetterQueueName} then 'FAILED' when state = 'active' then 'RUNNING' else 'QUEUED' end as status,
      data ->> 'merchantId' as merchant_id,
      data ->> 'contractId' as contract_id,
      data -> 'progress' as progress,
      coalesce(source_retry_count, retry_count) as attempts,
      coalesce(source_created_on, created_on) as created_on,
      coalesce(source_output ->> 'reason', source_output ->> 'message', output ->> 'reason', output ->> 'message') as last_error
    from pgboss.job
    where name = any(${[...workQueueNames, deadLetterQueueName]}::text[]) and state <= 'active'
    order by name <> ${deadLetterQueueName}, state <> 'active', created_on, id
    limit ${limit}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    status: row.status,
    merchantId: row.merchant_id,
    contractId: row.contract_id,
    progress: progressOf(row.status, row.progress),
    attempts: row.attempts,
    createdAt: formatInstant(instantFromColumn(row.created_on)),
    lastError: row.last_error,
  }));
}
