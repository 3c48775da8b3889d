/** The progress of a job in steps of its own: pages of a file, kinds of due work, merchants of the hourly examination, or a single step. */
export type Progress = { readonly done: number; readonly total: number };

export const jobStatuses = ["QUEUED", "RUNNING", "SUCCEEDED", "FAILED"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Called by the work itself, as often as it likes. */
export type ReportProgress = (done: number, total: number) => void;

/**
 * The progress to show for a job. A job that reports none is a single step. A waiting job starts at zero, whatever an earlier
 * attempt did; a failed one has the progress of its last attempt; a successful one has done all.
 */
export function progressOf(status: JobStatus, reported: Progress | null): Progress {
  const { done, total } = reported ?? { done: 0, total: 1 };
  if (status === "QUEUED") return { done: 0, total };
  return status === "SUCCEEDED" ? { done: total, total } : { done, total };
}

const millisecondsBetween = 1_000;

/**
 * Runs work that reports its progress. At most one report a second is written, in the background; a failed write is not repeated.
 * No write is under way when this returns.
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
