/**
 * Turns that are shared fairly between groups, so that no group takes them all: the requests of each merchant, or the unknown keys
 * of each address.
 */
export type FairTurns = {
  /**
   * Waits for a turn of the group. Within a group turns are given in the order of asking; between groups, round robin.
   *
   * @returns the turn, which ends when it is disposed of
   * @throws what `rejection` makes, if too many of the group wait already or this one has waited too long
   */
  readonly take: (group: string) => Promise<Disposable>;
  /**
   * As {@link FairTurns.take}, without a limit on the number of waiting ones, and without a time limit unless `patience` has one.
   * For work that has begun and must not be given up.
   */
  readonly waitFor: (group: string, patience?: Patience) => Promise<Disposable>;
};

/** How long to wait, in milliseconds, and the error after that. */
type Patience = { readonly longestWait: number; readonly rejection: () => Error };

export type TurnLimits = {
  /** Simultaneous turns of one group. */
  readonly perGroup: number;
  /** Simultaneous turns of all groups together; undefined: only the limit of each group counts. */
  readonly inAll?: number;
  /** How many of one group may wait. */
  readonly waiting: number;
  /** Milliseconds. */
  readonly longestWait: number;
  readonly rejection: () => Error;
};

type Group = { running: number; readonly waiting: (() => void)[] };

export function fairTurns({
  perGroup,
  inAll = Number.POSITIVE_INFINITY,
  waiting,
  longestWait,
  rejection,
}: TurnLimits): FairTurns {
  /** In the order of their next turns. */
  const groups = new Map<string, Group>();
  let running = 0;

  const forgetIfIdle = (name: string, group: Group) => {
    if (group.running === 0 && group.waiting.length === 0) groups.delete(name);
  };
  const letIn = () => {
    for (const [name, group] of groups) {
      if (running >= inAll) return;
      if (group.waiting.length === 0 || group.running >= perGroup) continue;
      group.running += 1;
      running += 1;
      // The group goes to the end of the round.
      groups.delete(name);
      groups.set(name, group);
      group.waiting.shift()?.();
    }
  };
  const turnOf = (name: string, group: Group): Disposable => {
    let isOver = false;
    return {
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        group.running -= 1;
        running -= 1;
        forgetIfIdle(name, group);
        letIn();
      },
    };
  };
  const taken = (name: string, most: number, patience: Patience | undefined): Promise<Disposable> => {
    const group = groups.get(name) ?? { running: 0, waiting: [] };
    groups.set(name, group);
    const isFree = group.running < perGroup && running < inAll;
    if (!isFree && group.waiting.length >= most) {
      return Promise.reject(rejection());
    }
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const enter = () => {
        clearTimeout(timer);
        resolve(turnOf(name, group));
      };
      group.waiting.push(enter);
      letIn();
      if (!group.waiting.includes(enter)) return;
      if (patience === undefined) return;
      timer = setTimeout(() => {
        group.waiting.splice(group.waiting.indexOf(enter), 1);
        forgetIfIdle(name, group);
        reject(patience.rejection());
      }, patience.longestWait);
    });
  };
  return {
    take: (name) => taken(name, waiting, { longestWait, rejection }),
    waitFor: (name, patience) => taken(name, Number.POSITIVE_INFINITY, patience),
  };
}
