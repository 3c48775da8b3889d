/** Drafts that keep a month open: the first of them, and how many there are. */
export type Waiting = { readonly ids: readonly string[]; readonly total: number };

/** A draft that could not be issued, and why. */
export type Failed = { readonly id: string; readonly why: string };

/** How far it is: drafts that were tried, those of them that could not be issued, and all that are known, tried or not. */
export type Progress = { readonly tried: number; readonly failed: readonly Failed[]; readonly total: number };

type Steps = {
  /** Issues one draft; what is thrown is why it cannot be. */
  readonly issue: (id: string) => Promise<unknown>;
  /** The drafts that keep the month open by now. */
  readonly read: () => Promise<Waiting>;
  readonly reasonOf: (error: unknown) => string;
  /** Says whether to go on. */
  readonly isOpen: () => boolean;
  readonly onProgress: (progress: Progress) => void;
};

/**
 * Issues drafts one after the other. The API names the first of them alone, so it is asked again until it names none that was not tried;
 * none is tried twice. Those that fail stay among the first: where they are all that is named, more may wait behind them.
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
