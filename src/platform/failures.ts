/** An item whose work failed, while the work on the others went on (behaviour JOB-1). */
export type Failure<T> = { readonly item: T; readonly error: unknown };

/** Works on each item, also after others failed; returns those that failed. */
export async function tryEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<Failure<T>[]> {
  const failures: Failure<T>[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push({ item, error });
    }
  }
  return failures;
}

/** Works on a batch at once and, if that fails, on its items one by one, so that one bad item does not hold up the others. */
export async function tryBatch<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<void>,
): Promise<Failure<T>[]> {
  try {
    await work(items);
    return [];
  } catch (error) {
    if (items.length === 1) return items.map((item) => ({ item, error }));
  }
  return tryEach(items, (item) => work([item]));
}

/**
 * Throws if some items failed, so that the job is logged and tried again.
 *
 * @throws AggregateError with the number of failures and the reason of the first
 */
export function throwFailures(failures: readonly Failure<unknown>[], what: string): void {
  const [first] = failures;
  if (first === undefined) return;
  const errors = failures.map(({ error }) => error);
  const reason = first.error instanceof Error ? first.error.message : String(first.error);
  throw new AggregateError(errors, `${failures.length} ${what} failed; the first one: ${reason}`);
}
