import { Worker } from "node:worker_threads";

export type ThreadOptions = {
  /** What runs in each thread: it answers every message with one message, in order. */
  readonly script: URL;
  /** What an order makes, with its article, for messages: "a PDF". */
  readonly product: string;
  /** Handed to each thread when it starts. */
  readonly workerData?: unknown;
  /** What the heap of a thread may take. */
  readonly megabytes?: number;
  /** The longest that one order may take, its wait for a thread left out. */
  readonly milliseconds?: number | undefined;
};

/** Does in threads of its own what would hold up every other request. */
export type Threads<Order, Product> = {
  /**
   * Makes what is ordered. The order is copied into the thread.
   *
   * @throws Error when it takes longer or more memory than it may, or the threads are closed
   */
  readonly make: (order: Order) => Promise<Product>;
  /** Ends every thread; what is being made fails. */
  readonly close: () => Promise<void>;
};

/** How many orders are worked on at a time; the others wait their turn, so a rush of them costs time and no memory. */
const mostThreads = 2;
const defaultMegabytes = 512;
const defaultMilliseconds = 30_000;
/** A thread that is not needed for so long ends, and so does one that has made so many: neither keeps memory for good. */
const idleMilliseconds = 60_000;
const mostProducts = 200;

type Thread = { readonly worker: Worker; made: number; idle?: NodeJS.Timeout };

/** Threads start when they are needed and stay for the next order: much of the time of the first goes into the start. */
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
    // A thread that waits for work keeps no process alive, and one that dies while it waits is not missed.
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

/** Hands a thread one order and waits for its answer. A thread that fails ends, or is ended by who asked. */
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
