import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { Type } from "typebox";
import { present } from "../../kernel/assert.ts";
import { notFound } from "../../kernel/errors.ts";
import { formatInstant, instantFromColumn } from "../clock.ts";
import type { Tx } from "../db/pool.ts";
import { route } from "../http/route.ts";
import { Closed, Instant, Named, Nullable, OneOf, Uuid } from "../http/wire.ts";
import { type Platform, read } from "../write.ts";
import { type JobStatus, type Progress, progressOf } from "./progress.ts";
import { failureMessage } from "./queue.ts";

const JobView = Named(
  "Job",
  Closed({
    id: Uuid(),
    type: Type.String(),
    status: OneOf(["QUEUED", "RUNNING", "SUCCEEDED", "FAILED"]),
    progress: Closed(
      { done: Type.Integer(), total: Type.Integer() },
      { description: "Steps done, of those known by now: pages of a contract's file, or one step that is all." },
    ),
    createdAt: Instant(),
    startedAt: Nullable(Instant()),
    finishedAt: Nullable(Instant()),
    attempts: Type.Integer(),
    lastError: Nullable(Type.String()),
  }),
);

export function registerJobRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/jobs/:id",
    operationId: "getJob",
    summary: "Get a job",
    tag: "Jobs",
    access: "read",
    ids: { id: "JOB_NOT_FOUND" },
    payload: JobView,
    successStatus: 200,
    errors: [404],
    handler: ({ principal, params }) =>
      read(platform, principal.merchantId, async ({ tx, merchant }) => {
        const job = await findJob(tx, merchant.id, present(params.id, "the id"));
        if (job === undefined) throw notFound("JOB_NOT_FOUND", "Job not found.");
        return { payload: job, message: "Job." };
      }),
  });
}

const statuses: Readonly<Record<string, JobStatus>> = {
  created: "QUEUED",
  retry: "QUEUED",
  active: "RUNNING",
  completed: "SUCCEEDED",
};

async function findJob(tx: Tx, merchantId: string, jobId: string) {
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
