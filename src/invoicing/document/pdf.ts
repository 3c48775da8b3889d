import { Worker } from "node:worker_threads";
import type { InvoiceDocument } from "./invoice-document.ts";

export type PdfOptions = {
  /** A TrueType or OpenType file for scripts beyond Latin, Greek and Cyrillic (rules 10). */
  readonly otherFont?: string | undefined;
  /** The longest that one document may take. */
  readonly milliseconds?: number;
};

/** Draws invoices in threads of its own, so that a long one holds up no other request. */
export type PdfRenderer = {
  /**
   * The document as PDF. Nothing is fetched: fonts come from files.
   *
   * @throws Error when it takes longer or more memory than it may, or the renderer is closed
   */
  readonly render: (document: InvoiceDocument) => Promise<Buffer>;
  /** Ends every thread; what is being drawn fails. */
  readonly close: () => Promise<void>;
};

/** How many are drawn at a time; the others wait their turn, so a rush of them costs time and no memory. */
const mostThreads = 2;
const megabytesOfThread = 512;
/** A thread that is not needed for so long ends, and so does one that has drawn so many: neither keeps memory for good. */
const idleMilliseconds = 60_000;
const mostDocuments = 200;

type Thread = { readonly worker: Worker; drawn: number; idle?: NodeJS.Timeout };

/** Threads start when they are needed and stay for the next document: most of the time of the first goes into fonts. */
export function openPdfRenderer({ otherFont, milliseconds = 30_000 }: PdfOptions = {}): PdfRenderer {
  const threads = new Set<Thread>();
  let idle: Thread[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  let isClosed = false;

  const start = (): Thread => {
    const worker = new Worker(new URL("./pdf-worker.ts", import.meta.url), {
      workerData: { otherFont: otherFont ?? null },
      resourceLimits: { maxOldGenerationSizeMb: megabytesOfThread },
      env: {},
    });
    // A thread that waits for work keeps no process alive, and one that dies while it waits is not missed.
    worker.unref();
    const thread = { worker, drawn: 0 };
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

  const drawInThread = async (document: InvoiceDocument): Promise<Buffer> => {
    if (isClosed) throw new Error("the program is closing");
    const thread = idle.pop() ?? start();
    clearTimeout(thread.idle);
    try {
      const bytes = await drawn(thread.worker, document, milliseconds);
      thread.drawn += 1;
      if (isClosed || thread.drawn === mostDocuments) await end(thread);
      else rest(thread);
      return bytes;
    } catch (error) {
      await end(thread);
      throw error;
    }
  };

  return {
    render: async (document) => {
      if (busy >= mostThreads) await new Promise<void>((go) => waiting.push(go));
      else busy++;
      try {
        return await drawInThread(document);
      } catch (error) {
        // A logo that begins as a PNG does and is none is no reason to have no invoice.
        if (document.logo === null) throw error;
        return await drawInThread({ ...document, logo: null });
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

/** Hands a thread one document and waits for its bytes. A thread that fails ends, or is ended by who asked. */
async function drawn(worker: Worker, document: InvoiceDocument, milliseconds: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const onMessage = (bytes: Uint8Array) => resolve(Buffer.from(bytes));
  const onExit = () => reject(new Error("the thread ended without a PDF"));
  worker.on("message", onMessage).on("error", reject).on("exit", onExit);
  const deadline = setTimeout(() => reject(new Error(`a PDF took more than ${milliseconds} ms`)), milliseconds);
  try {
    worker.postMessage(document);
    return await promise;
  } finally {
    clearTimeout(deadline);
    worker.off("message", onMessage).off("error", reject).off("exit", onExit);
  }
}
