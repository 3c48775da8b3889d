import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { PiecewiseAnswer } from "../../src/platform/http/answer.ts";
import { route } from "../../src/platform/http/route.ts";

/** The progress of the thread that makes answers in chunks, visible to both threads, and a function that lets waiting answers go on. */
export type Made = { readonly pieces: () => number; readonly endings: () => number; readonly letLate: () => void };

/** Memory that both threads see. */
export const sharedCounts = (): SharedArrayBuffer => new SharedArrayBuffer(12);

export function madeIn(shared: SharedArrayBuffer): Made {
  const counts = new Int32Array(shared);
  return {
    pieces: () => Atomics.load(counts, 0),
    endings: () => Atomics.load(counts, 1),
    letLate: () => void Atomics.store(counts, 2, 1),
  };
}

/** Bytes of a piece. */
export const pieceLength = 300_000;
/** Chunks of an answer that is complete. */
export const wholePieces = 40;

/** Endpoints that answer in chunks and count them, one for each way in which such an answer may go on. */
export function registerPieces(app: FastifyInstance, shared: SharedArrayBuffer): void {
  const counts = new Int32Array(shared);
  const answering = (name: string, go: (piece: number) => "on" | "end" | Promise<"on" | "end">) => {
    const pieces = async function* () {
      try {
        for (let piece = 0; (await go(piece)) === "on"; piece += 1) {
          Atomics.add(counts, 0, 1);
          yield String(piece % 10).repeat(pieceLength);
          await new Promise(setImmediate);
        }
      } finally {
        Atomics.add(counts, 1, 1);
      }
    };
    route(app, {
      ...{
        method: "GET",
        url: `/v3/pieces/${name}`,
        operationId: `get-${name}`,
        summary: `Get ${name}`,
        tag: "Things",
      },
      ...{ access: "read", payload: Type.String(), isHeavy: true, successStatus: 200, errors: [] },
      handler: async (): Promise<PiecewiseAnswer> => ({
        pieces: pieces(),
        contentType: "text/csv",
        fileName: "all.csv",
      }),
    } as Parameters<typeof route>[1]);
  };
  route(app, {
    ...{ method: "GET", url: "/v3/quick", operationId: "getQuick", summary: "Get it quickly", tag: "Things" },
    ...{ access: "read", payload: Type.Null(), successStatus: 200, errors: [] },
    handler: async () => ({ payload: null, message: "Done." }),
  } as Parameters<typeof route>[1]);
  answering("endless", () => "on");
  answering("whole", (piece) => (piece < wholePieces ? "on" : "end"));
  answering("late", async () => {
    while (Atomics.load(counts, 2) === 0) await sleep(10);
    return "end" as const;
  });
  answering("failing", (piece) => {
    if (piece === 3) throw new Error("The database is gone.");
    return "on";
  });
  answering("dying", (piece) => {
    if (piece === 3) process.exit(1);
    return "on";
  });
}
