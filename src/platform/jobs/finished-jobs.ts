/**
 * SQL that keeps finished jobs from being read with the others. The job library keeps them for seven days, which are a million rows for a
 * thousand merchants, and has no index for jobs that are not finished.
 *
 * Each second the library looks for jobs that exceed their time; the first index is for that. It also counts the jobs of every queue by
 * reading all of them. Nothing here uses those counts, so their next date, a column of the library, is set to a day that never comes.
 *
 * The second index is for the list of a merchant's jobs.
 */
export const leaveFinishedJobs = `
  create index if not exists accord_open on pgboss.job (name) where state <= 'active';
  create index if not exists accord_of_merchant on pgboss.job ((data ->> 'merchantId'));
  update pgboss.version set monitor_backoff_on = 'infinity';`;
