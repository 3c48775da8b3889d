/** How far a job has come, in steps of its own: pages of a file, merchants of the hourly work, or one step that is all. */
export type Progress = { readonly done: number; readonly total: number };

export const jobStatuses = ["QUEUED", "RUNNING", "SUCCEEDED", "FAILED"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Reported by the work itself, as often as it likes. */
export type ReportProgress = (done: number, total: number) => void;

/**
 * What is shown of a job. One that reports nothing is a single step. A job that waits starts from the beginning,
 * whatever an earlier try did; one that failed shows how far its last try came; one that succeeded has done all.
 */
export function progressOf(status: JobStatus, reported: Progress | null): Progress {
  const { done, total } = reported ?? { done: 0, total: 1 };
  if (status === "QUEUED") return { done: 0, total };
  return status === "SUCCEEDED" ? { done: total, total } : { done, total };
}

const millisecondsBetween = 1_000;

/**
 * Does work that reports how far it has come. A report is written at most once a second, beside the work and not in its
 * way; one that cannot be written is not made up for. Nothing is being written any more when this returns.
 */
export async function withProgress<T>(
  writeProgress: (progress: Progress) => Promise<unknown>,
  work: (report: ReportProgress) => Promise<T>,
): Promise<T> {
  let writing: Promise<unknown> | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const report: ReportProgress = (done, total) => {
    if (writing !== undefined || performance.now() - writtenAt < millisecondsBetween) return;
    writtenAt = performance.now();
    writing = writeProgress({ done, total })
      .catch(() => undefined)
      .finally(() => {
        writing = undefined;
      });
  };
  try {
    return await work(report);
  } finally {
    await writing;
  }
}
