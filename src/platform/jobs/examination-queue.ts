import { sql } from "kysely";
import type { Job, PgBoss } from "pg-boss";
import type { Db } from "../db/pool.ts";
import { beatSeconds } from "./intervals.ts";
import { type ReportProgress, withProgress } from "./progress.ts";
import { examinationQueueName, progressWriter } from "./queue.ts";

/** Runs the examination of the books on schedule; its report is stored as the output of the job. */
export async function workOnExaminations(
  boss: PgBoss,
  examine: (report: ReportProgress) => Promise<object>,
): Promise<void> {
  const options = { pollingIntervalSeconds: 5, heartbeatRefreshSeconds: beatSeconds };
  await boss.work(examinationQueueName, options, async ([job]: Job[]) => {
    if (job === undefined) return;
    return await withProgress(progressWriter(boss, examinationQueueName, job.id), examine);
  });
}

/** The report of the last finished examination; undefined before the first. */
export async function lastExamination<Report>(db: Db): Promise<Report | undefined> {
  const { rows } = await sql<{ output: Report }>`
    select output from pgboss.job where name = ${examinationQueueName} and state = 'completed' and output is not null
    order by completed_on desc limit 1`.execute(db);
  return rows[0]?.output;
}
