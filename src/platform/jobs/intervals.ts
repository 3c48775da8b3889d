/**
 * The interval of a worker's heartbeats; a job without one for `heartbeatSeconds` is taken over (ADR 0042). Both leave room for a
 * process that computes for a while. Taking a job over from a live worker does no harm, because its work is one transaction that is
 * effective once.
 */
export const beatSeconds = 1.5;
export const heartbeatSeconds = 5;

/** How often workers look for jobs without a heartbeat. */
export const secondsBetweenChecks = 1;

/** How often a queue is polled without a notification: jobs that are tried again do not send one. */
export const notifyPollingIntervalSeconds = 1;

/** How often a queue is polled while the database sends no notifications. */
export const pollingIntervalSeconds = 0.5;

/** Longer than processing may take: after it the job of a live but stuck worker is tried again. */
export const processingExpiresAfterSeconds = 120;

/** The longest that the queue allows, for work that lasts as long as the books are large. That its worker is dead shows in its heartbeat. */
export const longWorkExpiresAfterSeconds = 24 * 60 * 60;
