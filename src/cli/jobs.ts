import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { notFound } from "../kernel/errors.ts";
import { plural } from "../kernel/plural.ts";
import type { Db } from "../platform/db/pool.ts";
import { deadLetterQueueName, openBoss } from "../platform/jobs/queue.ts";
import { idArgument, jsonHelp, secondsArgument } from "./arguments.ts";
import { countOwedJobs, listOpenJobs, type OwedJobs } from "./job-store.ts";
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
    .description("list jobs that wait, run or failed for good, oldest first")
    .option("--json", jsonHelp)
    .action(async ({ json = false }: { json?: boolean }) => {
      const jobs = await withRuntime(({ platform }) => listOpenJobs(platform.db, longestList));
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
    });
}

function retryCommand(): Command {
  return new Command("retry")
    .description("retry a job that failed for good")
    .argument("<id>", "id of the failed job, see accord jobs list", idArgument)
    .option("--json", jsonHelp)
    .action(async (jobId: string, { json = false }: { json?: boolean }) => {
      await withRuntime(({ connectionString }) => retryJob(connectionString, jobId));
      if (json) return printJson({ jobId, status: "QUEUED" });
      printLine(`Job ${jobId} will be tried again.`);
    });
}

/** @throws DomainError JOB_NOT_FOUND if no job with this id has failed for good */
async function retryJob(connectionString: string, jobId: string): Promise<void> {
  const boss = openBoss({ connectionString, onError: () => undefined, maintains: false });
  await boss.start();
  try {
    if ((await boss.redrive(deadLetterQueueName, { ids: [jobId] })) === 1) return;
    const [found] = await boss.findJobs(deadLetterQueueName, { id: jobId });
    if (found === undefined) throw notFound("JOB_NOT_FOUND", "No failed job has this id; see accord jobs list.");
    // Another job for the same contract waits already and will do everything that this one left undone.
    await boss.deleteJob(deadLetterQueueName, jobId);
  } finally {
    await boss.stop({ graceful: false });
  }
}
