/** Drafts that block a close: the first of them, and their total number. */
export type Waiting = { readonly ids: readonly string[]; readonly total: number };

/** A draft that could not be issued, and why. */
export type Failed = { readonly id: string; readonly why: string };

/** Progress: the number of tried drafts, the failed ones, and the number of all known drafts. */
export type Progress = { readonly tried: number; readonly failed: readonly Failed[]; readonly total: number };

type Steps = {
  /** Issues one draft; what is thrown is why it cannot be. */
  readonly issue: (id: string) => Promise<unknown>;
  /** The drafts that keep the month open by now. */
  readonly read: () => Promise<Waiting>;
  readonly reasonOf: (error: unknown) => string;
  /** Returns true to continue. */
  readonly isOpen: () => boolean;
  readonly onProgress: (progress: Progress) => void;
};

/**
 * Issues drafts one after the other, each at most once. The API returns only the first ones, so they are read again until all returned ones
 * were tried. Drafts that fail stay among the first; if only failed ones are returned, there may be more after them.
 */
export async function issueDrafts(
  first: Waiting,
  { issue, read, reasonOf, isOpen, onProgress }: Steps,
): Promise<Progress> {
  const tried = new Set<string>();
  let failed: Failed[] = [];
  let waiting = first;
  let total = first.total;
  const progress = (): Progress => ({ tried: tried.size, failed: [...failed], total });
  for (;;) {
    const untried = waiting.ids.filter((id) => !tried.has(id));
    if (untried.length === 0) return progress();
    for (const id of untried) {
      if (!isOpen()) return progress();
      onProgress(progress());
      await issue(id).catch((error: unknown) => failed.push({ id, why: reasonOf(error) }));
      tried.add(id);
    }
    waiting = await read();
    // A worker issues drafts too: what waits no longer has not failed.
    const left = new Set(waiting.ids);
    failed = failed.filter(({ id }) => left.has(id));
    total = tried.size - failed.length + waiting.total;
  }
}
