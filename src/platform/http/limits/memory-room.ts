import { assert } from "../../../kernel/assert.ts";

/** Memory that requests share: each reserves the most that it may need before it reads, and releases it when it is done. */
export type MemoryRoom = {
  /**
   * Waits for memory, in the order of asking, so that a large request is not overtaken for ever. A request that waits for the share
   * of its own group does not block other groups.
   *
   * @param group whose request it is
   * @param bytes at most the share of a group
   * @throws what `rejection` makes, if none became free in time
   */
  readonly take: (group: string, bytes: number) => Promise<Disposable>;
};

export type RoomLimits = {
  /** Bytes of all groups together; undefined: only the share of each group counts. */
  readonly inAll?: number;
  /** Bytes of one group, for all its requests together. */
  readonly perGroup: number;
  /** Milliseconds. */
  readonly longestWait: number;
  readonly rejection: () => Error;
};

type Waiting = { readonly group: string; readonly bytes: number; readonly enter: () => void };

export function memoryRoom({
  inAll = Number.POSITIVE_INFINITY,
  perGroup,
  longestWait,
  rejection,
}: RoomLimits): MemoryRoom {
  let free = inAll;
  /** The bytes that each group holds; groups that hold none are left out. */
  const taken = new Map<string, number>();
  const queue: Waiting[] = [];

  const change = (group: string, bytes: number) => {
    const has = (taken.get(group) ?? 0) + bytes;
    if (has === 0) taken.delete(group);
    else taken.set(group, has);
    free -= bytes;
  };
  const admit = () => {
    for (const waiting of [...queue]) {
      const { group, bytes, enter } = waiting;
      if ((taken.get(group) ?? 0) + bytes > perGroup) continue;
      if (bytes > free) return;
      queue.splice(queue.indexOf(waiting), 1);
      change(group, bytes);
      enter();
    }
  };
  const roomOf = (group: string, bytes: number): Disposable => {
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (isHeld) change(group, -bytes);
        isHeld = false;
        admit();
      },
    };
  };
  return {
    take: (group, bytes) => {
      assert(bytes <= perGroup, "nobody asks for more than the share of a group");
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(rejection());
          admit();
        }, longestWait);
        const enter = () => {
          clearTimeout(timer);
          resolve(roomOf(group, bytes));
        };
        const waiting: Waiting = { group, bytes, enter };
        queue.push(waiting);
        admit();
      });
    },
  };
}
