/** Turns that groups share, so that none of them takes them all: the requests of each merchant, the strangers of each address. */
export type FairTurns = {
  /**
   * Waits for a turn of the group. Within a group it goes by the order of asking, between groups it goes round.
   *
   * @returns the turn, which is over when it is disposed of
   * @throws what `rejection` makes, when too many of the group wait already or this one has waited for too long
   */
  readonly take: (group: string) => Promise<Disposable>;
  /** As {@link FairTurns.take}, beside any number of others. For what has begun and is not to be given up it waits for as long as it takes. */
  readonly waitFor: (group: string, patience?: Patience) => Promise<Disposable>;
};

/** How long something waits, in milliseconds, and what it is told then. */
type Patience = { readonly longestWait: number; readonly rejection: () => Error };

export type TurnLimits = {
  /** Turns of one group at once. */
  readonly perGroup: number;
  /** Turns of all groups together at once; without it each group has its own. */
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
  /** In the order in which they come next. */
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
      // It goes to the end of the round.
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
