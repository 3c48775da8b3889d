/**
 * Milliseconds that this thread computed while `work` was done. Unlike the time on the wall they are the same on a machine that is
 * busy with other things, so a test may hold them against a bound.
 */
export function processorMilliseconds(work: () => void): number {
  const begin = process.threadCpuUsage();
  work();
  return since(begin);
}

/** As {@link processorMilliseconds}, of work that waits in between. */
export async function processorMillisecondsOf(work: () => Promise<void>): Promise<number> {
  const begin = process.threadCpuUsage();
  await work();
  return since(begin);
}

function since(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1_000;
}
