import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { notFound } from "../kernel/errors.ts";
import { enumField, instantField, stringField } from "../platform/http/filter.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Instant, Named, Nullable, OneOf, PageOf, Uuid } from "../platform/http/wire.ts";
import { findJob, listJobs } from "../platform/jobs/job-store.ts";
import { jobStatuses } from "../platform/jobs/progress.ts";
import { type Platform, read } from "../platform/write.ts";

const JobView = Named(
  "Job",
  Closed({
    id: Uuid(),
    type: Type.String({
      description:
        "REGENERATE_INVOICES: plan and revenue of a contract. ISSUE_INVOICES: all that is due. PROCESS_CONTRACT: a contract's file. " +
        "RESOLVE_PAYMENT_METHOD: a customer's payment method.",
    }),
    contractId: Nullable(Uuid({ description: "The contract that is worked on." })),
    status: OneOf(jobStatuses),
    progress: Closed(
      { done: Type.Integer(), total: Type.Integer() },
      {
        description:
          "Steps done, of those known so far: pages of a contract's file, kinds of due work, or a single step.",
      },
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
    url: "/v3/jobs",
    operationId: "listJobs",
    summary: "List the jobs of the merchant",
    description: "Newest first. Finished jobs are deleted after some days.",
    tag: "Jobs",
    access: "read",
    list: {
      fields: {
        type: stringField("eq", "neq", "in", "nin"),
        status: enumField(jobStatuses),
        createdAt: instantField(),
      },
    },
    payload: PageOf(JobView),
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, list }) => {
      const { jobs, extent } = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        listJobs(tx, merchant.id, list),
      );
      return { payload: pageOf(list, jobs, extent), message: "Jobs." };
    },
  });

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
        const job = await findJob(tx, merchant.id, params.id);
        if (job === undefined) throw notFound("JOB_NOT_FOUND", "Job not found.");
        return { payload: job, message: "Job." };
      }),
  });
}
