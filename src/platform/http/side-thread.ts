import { Worker } from "node:worker_threads";
import type { AnswerAside, CarryOutAside, RequestAside } from "./aside.ts";
import { TransportError } from "./errors.ts";

/** What the thread is told: a request, or to begin working on jobs, or to end. */
export type SideOrder =
  | { readonly kind: "request"; readonly number: number; readonly request: RequestAside }
  | { readonly kind: "work" }
  | { readonly kind: "close" };

/** What became of a request. One that has no answer failed before there could be any. */
export type SideAnswer = { readonly number: number; readonly answer: AnswerAside | undefined };

/** A second thread of the process, with connections of its own (ADR 0060). */
export type SideThread = {
  readonly carryOut: CarryOutAside;
  /** Has it work on jobs from now on, also after it was started again. */
  readonly beginWork: () => void;
  /** Lets it end what it does, for so long. */
  readonly close: () => Promise<void>;
};

export type SideThreadOptions = {
  /** What runs in it: it answers every request with one answer. */
  readonly script: URL;
  readonly workerData: unknown;
  /** Told when it ended by itself, which fails what it was doing. */
  readonly onFailure: (error: Error) => void;
};

const longestClose = 12_000;
/** A thread that ends at once, as when the database is away, is not started again in a circle. */
const pauseBeforeRestart = 1_000;

type Pending = { readonly resolve: (answer: AnswerAside) => void; readonly reject: (error: Error) => void };
type Running = { readonly worker: Worker; readonly pending: Map<number, Pending>; readonly ended: Promise<void> };

/** Starts the thread when it is first needed, and again when it has ended. */
export function openSideThread({ script, workerData, onFailure }: SideThreadOptions): SideThread {
  let running: Running | undefined;
  let works = false;
  let isClosing = false;
  let lastNumber = 0;

  const start = (): Running => {
    const worker = new Worker(script, { workerData });
    const pending = new Map<number, Pending>();
    const ended = new Promise<void>((resolve) => {
      worker.once("exit", () => {
        running = undefined;
        for (const { reject } of pending.values()) reject(endedBeforeAnswer());
        resolve();
        if (isClosing) return;
        setTimeout(() => works && !isClosing && begun(), pauseBeforeRestart).unref();
      });
    });
    worker.on("error", onFailure);
    worker.on("message", ({ number, answer }: SideAnswer) => {
      const waiting = pending.get(number);
      pending.delete(number);
      if (answer === undefined) waiting?.reject(endedBeforeAnswer());
      else waiting?.resolve(answer);
    });
    if (works) worker.postMessage({ kind: "work" } satisfies SideOrder);
    return { worker, pending, ended };
  };
  const begun = (): Running => {
    running ??= start();
    return running;
  };
  return {
    carryOut: (request) =>
      new Promise((resolve, reject) => {
        if (isClosing) return reject(endedBeforeAnswer());
        const { worker, pending } = begun();
        lastNumber += 1;
        pending.set(lastNumber, { resolve, reject });
        const order: SideOrder = { kind: "request", number: lastNumber, request };
        worker.postMessage(order, ownedBy(request.body));
      }),
    beginWork: () => {
      works = true;
      if (running === undefined) begun();
      else running.worker.postMessage({ kind: "work" } satisfies SideOrder);
    },
    close: async () => {
      isClosing = true;
      if (running === undefined) return;
      const { worker, ended } = running;
      worker.postMessage({ kind: "close" } satisfies SideOrder);
      const timer = setTimeout(() => void worker.terminate(), longestClose);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The memory of bytes that have it for themselves: it is handed over, and not copied. */
export function ownedBy(bytes: Uint8Array<ArrayBuffer> | undefined): ArrayBuffer[] {
  return bytes !== undefined && bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > 0
    ? [bytes.buffer]
    : [];
}

function endedBeforeAnswer(): TransportError {
  return new TransportError({
    status: 503,
    errorCode: "SERVICE_UNAVAILABLE",
    message: "What carried this request out has ended before it was done. Try again in a moment.",
    headers: { "retry-after": "1" },
  });
}
