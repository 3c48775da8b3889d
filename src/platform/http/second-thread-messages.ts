import { setTimeout as sleep } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import type { FastifyInstance } from "fastify";
import type { Principal } from "./endpoint.ts";
import type { SecondThreadRequest } from "./second-thread-request.ts";

/** Messages to the second thread: execute a request, send one more chunk of an answer, the client has left, begin to work on jobs, or end. */
export type SecondThreadOrder =
  | { readonly kind: "request"; readonly number: number; readonly request: SecondThreadRequest }
  | { readonly kind: "more" | "leave"; readonly number: number }
  | { readonly kind: "work" | "close" };

/** Messages about a request. A failure before its answer means that there is no answer, one after it that the rest will not come. */
export type SecondThreadMessage = { readonly number: number } & (
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** Undefined if the body comes in chunks, each on request. */
      readonly body: Uint8Array<ArrayBuffer> | undefined;
    }
  | { readonly kind: "piece"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" }
  | { readonly kind: "failure" }
);

export type SecondThreadWork = {
  readonly server: FastifyInstance;
  /** The principals of the requests being executed, by the number that takes the place of a key. */
  readonly admitted: Map<string, Principal>;
  readonly beginWork: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Milliseconds that running requests may take when the thread is closed. */
const longestEnding = 5_000;

/** Executes, in the second thread, the orders of the first. */
export function followOrders(port: MessagePort, { server, admitted, beginWork, close }: SecondThreadWork): void {
  const underWay = new Map<number, Promise<void>>();
  /** For answers in chunks. */
  const readers = new Map<number, { readonly more: () => void; readonly leave: () => void }>();
  const say = (answer: SecondThreadMessage, bytes?: Uint8Array<ArrayBuffer>) =>
    port.postMessage(answer, ownedBy(bytes));

  const carryOut = async (number: number, { principal, method, url, headers, body }: SecondThreadRequest) => {
    const key = String(number);
    admitted.set(key, principal);
    try {
      const answered = await server.inject({
        ...{ method, url, headers: { ...headers, authorization: `Bearer ${key}` }, payloadAsStream: true },
        ...(body === undefined ? {} : { payload: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
      });
      const sent = Object.fromEntries(Object.entries(answered.headers).map(([name, value]) => [name, String(value)]));
      const answer = { kind: "answer", number, status: answered.statusCode, headers: sent } as const;
      const stream = answered.stream();
      if (sent["transfer-encoding"] === undefined) {
        // An answer with a length is complete already.
        const whole = wholeOf(await stream.toArray());
        return say({ ...answer, body: whole }, whole);
      }
      const room = roomForPieces();
      const leave = () => {
        answered.raw.res.destroy();
        stream.destroy();
        room.giveAll();
      };
      readers.set(number, { more: room.give, leave });
      say({ ...answer, body: undefined });
      for await (const bytes of stream as AsyncIterable<Buffer<ArrayBuffer>>) {
        await room.take();
        say({ kind: "piece", number, bytes }, bytes);
      }
      say({ kind: "end", number });
    } catch {
      say({ kind: "failure", number });
    } finally {
      admitted.delete(key);
      readers.delete(number);
      underWay.delete(number);
    }
  };

  port.on("message", async (order: SecondThreadOrder) => {
    if (order.kind === "request") underWay.set(order.number, carryOut(order.number, order.request));
    if (order.kind === "more") readers.get(order.number)?.more();
    if (order.kind === "leave") readers.get(order.number)?.leave();
    if (order.kind === "work") await beginWork();
    if (order.kind !== "close") return;
    await Promise.race([Promise.all(underWay.values()), sleep(longestEnding, undefined, { ref: false })]);
    await close();
    port.close();
  });
}

/** The buffer of bytes that fill it completely: it is transferred and not copied. */
export function ownedBy(bytes: Uint8Array<ArrayBuffer> | undefined): ArrayBuffer[] {
  return bytes !== undefined && bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > 0
    ? [bytes.buffer]
    : [];
}

function wholeOf(parts: Buffer<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
}

function roomForPieces() {
  let free = 0;
  let enter: (() => void) | undefined;
  const give = (pieces = 1) => {
    free += pieces;
    enter?.();
  };
  return {
    give: () => give(),
    giveAll: () => give(Number.POSITIVE_INFINITY),
    take: async () => {
      while (free === 0) {
        await new Promise<void>((resolve) => {
          enter = resolve;
        });
      }
      free -= 1;
    },
  };
}
