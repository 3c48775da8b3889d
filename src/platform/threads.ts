import { Worker } from "node:worker_threads";

export type ThreadOptions = {
  /** The script of each thread: it answers every message with one message, in order. */
  readonly script: URL;
  /** The product of an order with its article, for messages: "a PDF". */
  readonly product: string;
  /** Passed to each thread when it starts. */
  readonly workerData?: unknown;
  /** Maximal heap of a thread. */
  readonly megabytes?: number;
  /** Maximal time of one order, without its wait for a thread. */
  readonly milliseconds?: number | undefined;
};

/** Threads for work that would otherwise delay every other request. */
export type Threads<Order, Product> = {
  /**
   * Executes an order, which is copied into the thread.
   *
   * @throws Error if it takes too much time or memory, or the threads are closed
   */
  readonly make: (order: Order) => Promise<Product>;
  /** Ends every thread; orders being executed fail. */
  readonly close: () => Promise<void>;
};

/** Orders executed at the same time. Others wait, so that a rush costs time but no memory. */
const mostThreads = 2;
const defaultMegabytes = 512;
const defaultMilliseconds = 30_000;
/** A thread ends when it has been idle for so long, or after `mostProducts` orders, so that it does not keep memory for ever. */
const idleMilliseconds = 60_000;
const mostProducts = 200;

type Thread = { readonly worker: Worker; made: number; idle?: NodeJS.Timeout };

/** Threads start when needed and are reused, because the first order spends much of its time on the start. */
export function openThreads<Order, Product>(options: ThreadOptions): Threads<Order, Product> {
  const { script, product, workerData } = options;
  const { megabytes = defaultMegabytes, milliseconds = defaultMilliseconds } = options;
  const threads = new Set<Thread>();
  let idle: Thread[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  let isClosed = false;

  const start = (): Thread => {
    const resourceLimits = { maxOldGenerationSizeMb: megabytes };
    const worker = new Worker(script, { workerData, resourceLimits, env: {} });
    // An idle thread does not keep the process alive.
    worker.unref();
    const thread = { worker, made: 0 };
    threads.add(thread);
    worker.on("error", () => forget(thread)).on("exit", () => forget(thread));
    return thread;
  };
  const forget = (thread: Thread): void => {
    clearTimeout(thread.idle);
    threads.delete(thread);
    idle = idle.filter((each) => each !== thread);
  };
  const end = async (thread: Thread): Promise<void> => {
    forget(thread);
    await thread.worker.terminate();
  };
  const rest = (thread: Thread): void => {
    idle.push(thread);
    thread.idle = setTimeout(() => void end(thread), idleMilliseconds).unref();
  };

  const makeInThread = async (order: Order): Promise<Product> => {
    if (isClosed) throw new Error("the program is closing");
    const thread = idle.pop() ?? start();
    clearTimeout(thread.idle);
    try {
      const made = await answerTo<Order, Product>(thread.worker, order, { product, milliseconds });
      thread.made += 1;
      if (isClosed || thread.made === mostProducts) await end(thread);
      else rest(thread);
      return made;
    } catch (error) {
      await end(thread);
      throw error;
    }
  };

  return {
    make: async (order) => {
      if (busy >= mostThreads) await new Promise<void>((go) => waiting.push(go));
      else busy++;
      try {
        return await makeInThread(order);
      } finally {
        const next = waiting.shift();
        if (next === undefined) busy--;
        else next();
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...threads].map(end));
    },
  };
}

type Limits = { readonly product: string; readonly milliseconds: number };

/** Sends an order to a thread and waits for its answer. After an error the thread has ended, or the caller ends it. */
async function answerTo<Order, Product>(worker: Worker, order: Order, { product, milliseconds }: Limits) {
  const { promise, resolve, reject } = Promise.withResolvers<Product>();
  const onExit = () => reject(new Error(`the thread ended without ${product}`));
  worker.on("message", resolve).on("error", reject).on("exit", onExit);
  const deadline = setTimeout(() => reject(new Error(`${product} took more than ${milliseconds} ms`)), milliseconds);
  try {
    worker.postMessage(order);
    return await promise;
  } finally {
    clearTimeout(deadline);
    worker.off("message", resolve).off("error", reject).off("exit", onExit);
  }
}
