import { sql } from "kysely";
import { formatInstant, instantFromColumn } from "../clock.ts";
import type { Tx } from "../db/pool.ts";
import { type JobStatus, type Progress, progressOf } from "./progress.ts";
import { failureMessage } from "./queue.ts";

const statuses: Readonly<Record<string, JobStatus>> = {
  created: "QUEUED",
  retry: "QUEUED",
  active: "RUNNING",
  completed: "SUCCEEDED",
};

/** A job of a merchant, with how far it has come; undefined for another merchant's and for one that is gone. */
export async function findJob(tx: Tx, merchantId: string, jobId: string) {
  const { rows } = await sql<{
    id: string;
    name: string;
    state: string;
    created_on: string;
    started_on: string | null;
    completed_on: string | null;
    retry_count: number;
    progress: Progress | null;
    error: string | null;
  }>`
    select id, name, state, created_on, started_on, completed_on, retry_count,
      data -> 'progress' as progress,
      case
        when output ->> 'name' = 'DomainError' then output ->> 'message'
        when output ->> 'message' is not null then ${failureMessage}
      end as error
    from pgboss.job where id = ${jobId}::uuid and data ->> 'merchantId' = ${merchantId}`.execute(tx);
  const [job] = rows;
  if (job === undefined) return undefined;
  const instant = (text: string | null) => (text === null ? null : formatInstant(instantFromColumn(text)));
  const status = statuses[job.state] ?? "FAILED";
  return {
    id: job.id,
    type: job.name.toUpperCase().replaceAll("-", "_"),
    status,
    progress: progressOf(status, job.progress),
    createdAt: instant(job.created_on),
    startedAt: instant(job.started_on),
    finishedAt: instant(job.completed_on),
    attempts: job.retry_count,
    lastError: job.error,
  };
}
