/**
 * Milliseconds of processor time that this thread used during `work`. Unlike wall-clock time they do not depend on how busy the
 * machine is, so a test may compare them with a limit.
 */
export function processorMilliseconds(work: () => void): number {
  const begin = process.threadCpuUsage();
  work();
  return since(begin);
}

/** As {@link processorMilliseconds}, for work that waits in between. */
export async function processorMillisecondsOf(work: () => Promise<void>): Promise<number> {
  const begin = process.threadCpuUsage();
  await work();
  return since(begin);
}

function since(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1_000;
}
