import { sql } from "kysely";
import { formatInstant, instantFromColumn } from "../clock.ts";
import type { Tx } from "../db/pool.ts";
import { column, type FilterTarget } from "../http/filter-sql.ts";
import type { Extent, ListQuery } from "../http/list-query.ts";
import { selectPage } from "../http/page-sql.ts";
import { type JobStatus, type Progress, progressOf } from "./progress.ts";
import { deadLetterQueueName, failureMessage, workQueueNames } from "./queue.ts";

type Row = {
  readonly id: string;
  readonly type: string;
  readonly contract_id: string | null;
  readonly status: JobStatus;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly attempts: number;
  readonly progress: Progress | null;
  readonly error: string | null;
};

/** A job of a merchant, with its progress. */
export type Job = ReturnType<typeof jobFromRow>;

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  type: column(sql.ref("job.type")),
  status: column(sql.ref("job.status")),
  createdAt: column(sql.ref("job.created_at")),
};

/** One page of the jobs of a merchant, newest first. */
export async function listJobs(tx: Tx, merchantId: string, list: ListQuery): Promise<{ jobs: Job[]; extent: Extent }> {
  const { rows, extent } = await selectPage(jobQuery(tx, merchantId), list, { targets: filterTargets });
  return { jobs: rows.map(jobFromRow), extent };
}

/** Undefined for a job of another merchant and for one that was deleted. */
export async function findJob(tx: Tx, merchantId: string, jobId: string): Promise<Job | undefined> {
  const row = await jobQuery(tx, merchantId).where("id", "=", jobId).executeTakeFirst();
  return row === undefined ? undefined : jobFromRow(row);
}

/** The table belongs to the queue; the merchant of a job is only in its data. */
function jobQuery(tx: Tx, merchantId: string) {
  const jobs = sql<Row>`(
    select id, upper(replace(name, '-', '_')) as type, data ->> 'contractId' as contract_id, date_trunc('milliseconds', created_on) as created_at, started_on as started_at,
      completed_on as finished_at, retry_count as attempts, data -> 'progress' as progress,
      case state when 'created' then 'QUEUED' when 'retry' then 'QUEUED' when 'active' then 'RUNNING'
        when 'completed' then 'SUCCEEDED' else 'FAILED' end as status,
      case
        when output ->> 'name' = 'DomainError' then output ->> 'message'
        when output ->> 'message' is not null then ${failureMessage}
      end as error
    from pgboss.job
    where name = any(${[...workQueueNames, deadLetterQueueName]}::text[]) and data ->> 'merchantId' = ${merchantId}
  )`;
  return tx.selectFrom(jobs.as("job")).selectAll("job");
}

function jobFromRow(job: Row) {
  const instant = (text: string) => formatInstant(instantFromColumn(text));
  return {
    id: job.id,
    type: job.type,
    contractId: job.contract_id,
    status: job.status,
    progress: progressOf(job.status, job.progress),
    createdAt: instant(job.created_at),
    startedAt: job.started_at === null ? null : instant(job.started_at),
    finishedAt: job.finished_at === null ? null : instant(job.finished_at),
    attempts: job.attempts,
    lastError: job.error,
  };
}
