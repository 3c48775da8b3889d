import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import type { PgBoss } from "pg-boss";
import { notFound } from "../kernel/errors.ts";
import { plural } from "../kernel/plural.ts";
import type { Db } from "../platform/db/pool.ts";
import { deadLetterQueueName, openBoss } from "../platform/jobs/queue.ts";
import { idArgument, jsonHelp, secondsArgument } from "./arguments.ts";
import { countOpenJobs, countOwedJobs, listOpenJobs, type OwedJobs } from "./job-store.ts";
import { printJson, printLine, printTable, progressBar } from "./output.ts";
import { withRuntime } from "./runtime.ts";

/** `accord jobs wait`, `list` and `retry`. */
export function jobsCommand(): Command {
  return new Command("jobs")
    .description("wait for jobs, list them, retry failed ones")
    .addCommand(waitCommand())
    .addCommand(listCommand())
    .addCommand(retryCommand());
}

function waitCommand(): Command {
  return new Command("wait")
    .description("wait until no job is due or running; exit 1 on time-out or when jobs failed for good")
    .option("--timeout <seconds>", "how many seconds at most", secondsArgument, 60)
    .option("--json", jsonHelp)
    .action(async ({ timeout, json = false }: { timeout: number; json?: boolean }) => {
      const { waiting, running, failed } = await withRuntime(({ platform }) => waitForJobs(platform.db, timeout));
      const timedOut = waiting + running > 0;
      if (timedOut || failed > 0) process.exitCode = 1;
      if (json) return printJson({ waiting, running, failed, timedOut });
      if (timedOut)
        printLine(`After ${timeout} s ${plural(waiting, "job")} waiting and ${running} running; is a worker running?`);
      if (failed > 0) printLine(`${plural(failed, "job")} failed for good; see accord jobs list.`);
      if (!timedOut && failed === 0) printLine("No job is due or running.");
    });
}

const pollMilliseconds = 200;

/** The counts once no job is left to do, or when the time is over. */
async function waitForJobs(db: Db, timeoutSeconds: number): Promise<OwedJobs> {
  const deadline = Date.now() + timeoutSeconds * 1_000;
  let jobs = await countOwedJobs(db);
  const total = jobs.waiting + jobs.running;
  if (total === 0) return jobs;
  const progress = progressBar("jobs", total);
  while (jobs.waiting + jobs.running > 0 && Date.now() < deadline) {
    await sleep(pollMilliseconds);
    jobs = await countOwedJobs(db);
    progress.update(Math.max(0, total - jobs.waiting - jobs.running));
  }
  progress.done();
  return jobs;
}

const longestList = 1_000;

function listCommand(): Command {
  return new Command("list")
    .description(`list jobs that failed for good, run or wait, at most ${longestList} in this order, oldest first`)
    .option("--json", jsonHelp)
    .action(async ({ json = false }: { json?: boolean }) => {
      const { jobs, all } = await withRuntime(async ({ platform: { db } }) => {
        return { jobs: await listOpenJobs(db, longestList), all: await countOpenJobs(db) };
      });
      if (json) return printJson(jobs);
      printTable(
        ["id", "type", "status", "contract", "progress", "attempts", "created", "last error"],
        jobs.map((job) => [
          job.id,
          job.type,
          job.status,
          job.contractId,
          `${job.progress.done} of ${job.progress.total}`,
          job.attempts,
          job.createdAt,
          job.lastError?.split("\n", 1)[0] ?? null,
        ]),
      );
      if (all > jobs.length) printLine(`${(all - jobs.length).toLocaleString("en")} more are not shown.`);
    });
}

function retryCommand(): Command {
  return new Command("retry")
    .description("retry a job that failed for good, or all of them")
    .argument("[id]", "id of the failed job, see accord jobs list", idArgument)
    .option("--all", "retry every failed job")
    .option("--json", jsonHelp)
    .action(retry);
}

type RetryOptions = { readonly all?: boolean; readonly json?: boolean };

async function retry(jobId: string | undefined, { all, json }: RetryOptions, command: Command): Promise<void> {
  if ((jobId === undefined) !== (all === true)) command.error("Give either the id of a failed job or --all.");
  if (jobId === undefined) {
    const retried = await withRuntime(({ connectionString }) => withQueue(connectionString, retryAll));
    if (json === true) return printJson({ retried });
    return printLine(`${plural(retried, "job")} will be tried again.`);
  }
  await withRuntime(({ connectionString }) => withQueue(connectionString, (boss) => retryJob(boss, jobId)));
  if (json === true) return printJson({ jobId, status: "QUEUED" });
  printLine(`Job ${jobId} will be tried again.`);
}

async function withQueue<T>(connectionString: string, use: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = openBoss({ connectionString, onError: () => undefined, maintains: false });
  await boss.start();
  try {
    return await use(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** @throws DomainError JOB_NOT_FOUND if no job with this id has failed for good */
async function retryJob(boss: PgBoss, jobId: string): Promise<void> {
  if ((await boss.redrive(deadLetterQueueName, { ids: [jobId] })) === 1) return;
  const [found] = await boss.findJobs(deadLetterQueueName, { id: jobId });
  if (found === undefined) throw notFound("JOB_NOT_FOUND", "No failed job has this id; see accord jobs list.");
  // Another job for the same contract waits already and will do everything that this one left undone.
  await boss.deleteJob(deadLetterQueueName, jobId);
}

/** Retries all failed jobs; returns their number. */
async function retryAll(boss: PgBoss): Promise<number> {
  const ids = (await boss.findJobs(deadLetterQueueName, { queued: true })).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await boss.redrive(deadLetterQueueName, { ids, limit: ids.length });
  // The library marks those as failed that have another job, as above.
  const left = (await boss.findJobs(deadLetterQueueName)).filter(({ state }) => state === "failed");
  if (left.length > 0)
    await boss.deleteJob(
      deadLetterQueueName,
      left.map(({ id }) => id),
    );
  return ids.length;
}
