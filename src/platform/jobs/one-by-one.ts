import type { Job, PgBoss } from "pg-boss";
import { beatSeconds, notifyPollingIntervalSeconds, pollingIntervalSeconds } from "./intervals.ts";

/**
 * Works on the jobs of a queue one by one, in as many loops as are asked for. A loop looks for its next job as soon as one has ended; the library
 * alone would let it wait for the next time the queue is polled.
 */
export async function workOneByOne<Data extends object>(
  boss: PgBoss,
  queueName: string,
  loops: number,
  handle: (job: Job<Data>) => Promise<void>,
): Promise<void> {
  const options = {
    ...{ batchSize: 1, pollingIntervalSeconds, notifyPollingIntervalSeconds },
    heartbeatRefreshSeconds: beatSeconds,
  };
  for (let loop = 0; loop < loops; loop++) {
    const workerId = await boss.work(queueName, options, async (jobs: Job<Data>[]) => {
      try {
        for (const job of jobs) await handle(job);
      } finally {
        boss.notifyWorker(workerId);
      }
    });
  }
}
