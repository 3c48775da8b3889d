import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { TransportError } from "./errors.ts";
import { ownedBy, type SecondThreadMessage, type SecondThreadOrder } from "./second-thread-messages.ts";
import type { CarryOutInSecondThread, SecondThreadAnswer } from "./second-thread-request.ts";

/** A second thread of the process, with its own connections (ADR 0060). */
export type SecondThread = {
  readonly carryOut: CarryOutInSecondThread;
  /** Makes it work on jobs from now on, also after a restart. */
  readonly beginWork: () => void;
  /** Closes it; running requests have some time to finish. */
  readonly close: () => Promise<void>;
};

export type SecondThreadOptions = {
  /** The script of the thread, which answers every request with one answer. */
  readonly script: URL;
  readonly workerData: unknown;
  /** Called when it ends by itself, which fails its running requests. */
  readonly onFailure: (error: Error) => void;
};

const longestClose = 12_000;
/** Pause before a restart, so that a thread that ends at once, as when the database is away, is not restarted continuously. */
const pauseBeforeRestart = 1_000;
/** Bytes of an answer that may wait here for the client. The thread is asked for no more chunks beyond these. */
const waitingBytes = 256 * 1024;

type Pending = { readonly resolve: (answer: SecondThreadAnswer) => void; readonly reject: (error: Error) => void };
type Running = { readonly worker: Worker; readonly pending: Map<number, Pending>; readonly ended: Promise<void> };

/** Starts the thread when it is first needed, and again when it has ended. */
export function openSecondThread({ script, workerData, onFailure }: SecondThreadOptions): SecondThread {
  let running: Running | undefined;
  let works = false;
  let isClosing = false;
  let lastNumber = 0;

  const start = (): Running => {
    const worker = new Worker(script, { workerData });
    const pending = new Map<number, Pending>();
    const answers = answersOf(pending, (order) => worker.postMessage(order));
    const ended = new Promise<void>((resolve) => {
      worker.once("exit", () => {
        running = undefined;
        answers.fail();
        resolve();
        if (isClosing) return;
        setTimeout(() => works && !isClosing && begun(), pauseBeforeRestart).unref();
      });
    });
    worker.on("error", onFailure);
    worker.on("message", answers.hear);
    if (works) worker.postMessage({ kind: "work" } satisfies SecondThreadOrder);
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
        const order: SecondThreadOrder = { kind: "request", number: lastNumber, request };
        worker.postMessage(order, ownedBy(request.body));
      }),
    beginWork: () => {
      works = true;
      if (running === undefined) begun();
      else running.worker.postMessage({ kind: "work" } satisfies SecondThreadOrder);
    },
    close: async () => {
      isClosing = true;
      if (running === undefined) return;
      const { worker, ended } = running;
      worker.postMessage({ kind: "close" } satisfies SecondThreadOrder);
      const timer = setTimeout(() => void worker.terminate(), longestClose);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Passes the thread's messages to the waiting requests. When the thread ends, an answer that has begun is cut off, so that no
 * client takes it for complete.
 */
function answersOf(pending: Map<number, Pending>, order: (order: SecondThreadOrder) => void) {
  /** Answers in chunks that are not complete. */
  const bodies = new Map<number, Readable>();
  const begin = (number: number): Readable => {
    const body = new Readable({
      highWaterMark: waitingBytes,
      read: () => order({ kind: "more", number }),
      destroy: (error, done) => {
        if (bodies.delete(number)) order({ kind: "leave", number });
        done(error);
      },
    });
    // The code that sends the answer gets the error too, once it has begun to send.
    body.on("error", () => undefined);
    bodies.set(number, body);
    return body;
  };
  const end = (number: number): Readable | undefined => {
    const body = bodies.get(number);
    bodies.delete(number);
    return body;
  };
  const fail = (number: number) => {
    pending.get(number)?.reject(endedBeforeAnswer());
    pending.delete(number);
    end(number)?.destroy(endedBeforeAnswer());
  };
  return {
    hear: (answer: SecondThreadMessage) => {
      const { number } = answer;
      if (answer.kind === "piece") return void bodies.get(number)?.push(answer.bytes);
      if (answer.kind === "end") return void end(number)?.push(null);
      if (answer.kind === "failure") return fail(number);
      const { status, headers, body = begin(number) } = answer;
      pending.get(number)?.resolve({ status, headers, body });
      pending.delete(number);
    },
    fail: () => {
      for (const number of [...pending.keys(), ...bodies.keys()]) fail(number);
    },
  };
}

function endedBeforeAnswer(): TransportError {
  return new TransportError({
    status: 503,
    errorCode: "SERVICE_UNAVAILABLE",
    message: "The request was interrupted before it was carried out. Try again in a moment.",
    headers: { "retry-after": "1" },
  });
}
