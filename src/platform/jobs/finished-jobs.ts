/**
 * SQL that lets nobody read finished jobs who does not ask for them. The library keeps them for seven days, which are a million rows for a
 * thousand merchants, and has no index for those that are not finished.
 *
 * Each second its supervision looks for jobs that are over their time, for which the first index is; it also counts the jobs of every queue by
 * reading all of them. Nothing here uses those counts, so they are put off for ever, by the library's own date for putting them off.
 *
 * The second index is for the list of a merchant's jobs.
 */
export const leaveFinishedJobs = `
  create index if not exists accord_open on pgboss.job (name) where state <= 'active';
  create index if not exists accord_of_merchant on pgboss.job ((data ->> 'merchantId'));
  update pgboss.version set monitor_backoff_on = 'infinity';`;
