import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Db } from "./platform/db/pool.ts";
import { countJobs, type JobCounts } from "./platform/jobs/queue.ts";
import { showExamination } from "./reports/doctor/metrics-service.ts";

/** The metrics of `/metrics` besides requests: the process, the jobs, and the last examination of the books. */
export function metricsOf(db: Db): Registry {
  const registry = Registry.merge([processMetrics()]);
  // Both metrics share one query.
  let counting: Promise<JobCounts> | undefined;
  const counted = () => {
    counting ??= countJobs(db).finally(() => {
      counting = undefined;
    });
    return counting;
  };
  const jobs = new Gauge({
    name: "accord_jobs",
    help: "Jobs by state: waiting, running, failed for good; late are those waiting that have been due for a minute.",
    labelNames: ["state"],
    registers: [registry],
    collect: async () => {
      const counts = await counted();
      jobs.set({ state: "waiting" }, counts.waiting);
      jobs.set({ state: "running" }, counts.running);
      jobs.set({ state: "failed" }, counts.failed);
      jobs.set({ state: "late" }, counts.late);
    },
  });
  const oldest: Gauge = new Gauge({
    name: "accord_jobs_oldest_seconds",
    help: "Seconds that the oldest due job, or job of a dead worker, has waited; 0 where none waits.",
    registers: [registry],
    collect: async () => {
      const { oldestSeconds } = await counted();
      oldest.set(oldestSeconds);
    },
  });
  showExamination(registry, db);
  return registry;
}

let ofProcess: Registry | undefined;

/**
 * Memory, event loop and garbage collection of this process, observed from the first call on; registered once, however many apps
 * the process opens.
 */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}
