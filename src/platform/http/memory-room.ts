import { assert } from "../../kernel/assert.ts";
import { uploadsBusy } from "./errors.ts";

/** Memory that requests share: each takes what it may need before it reads, and gives it back when it is done. */
export type MemoryRoom = {
  /**
   * Waits for room, in the order of asking, so that a large request is not overtaken for ever.
   *
   * @param bytes at most the size of the room
   * @throws TransportError 503 SERVICE_UNAVAILABLE, when there was none in time
   */
  readonly take: (bytes: number) => Promise<Disposable>;
};

/**
 * @param size        bytes
 * @param longestWait milliseconds
 */
export function memoryRoom(size: number, longestWait: number): MemoryRoom {
  let free = size;
  const queue: { readonly bytes: number; readonly enter: () => void }[] = [];
  const admit = () => {
    for (let first = queue[0]; first !== undefined && first.bytes <= free; first = queue[0]) {
      queue.shift();
      free -= first.bytes;
      first.enter();
    }
  };
  const taken = (bytes: number): Disposable => {
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (isHeld) free += bytes;
        isHeld = false;
        admit();
      },
    };
  };
  return {
    take: (bytes) => {
      assert(bytes <= size, "nobody asks for more than all the room");
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(uploadsBusy());
          admit();
        }, longestWait);
        const enter = () => {
          clearTimeout(timer);
          resolve(taken(bytes));
        };
        const waiting = { bytes, enter };
        queue.push(waiting);
        admit();
      });
    },
  };
}
