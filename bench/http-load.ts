import { once } from "node:events";
import net from "node:net";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { percentile } from "./rounds.ts";

/** One request; the body is JSON text. */
export type LoadRequest = { readonly method: string; readonly path: string; readonly body?: string };

type Task = {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  readonly requests: readonly LoadRequest[];
};

/** The number of answers by status, the total time, and the 99th percentile of the time of one answer in milliseconds. */
export type LoadResult = {
  readonly seconds: number;
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
};

/** A thread that sends requests on several connections; each connection sends its next request when it has the answer. */
export type Load = { readonly run: (task: Task) => Promise<LoadResult>; readonly close: () => Promise<unknown> };

export function openLoad(): Load {
  const worker = new Worker(new URL(import.meta.url));
  return {
    run: async (task) => {
      worker.postMessage(task);
      const [result] = await once(worker, "message");
      return result;
    },
    close: () => worker.terminate(),
  };
}

if (!isMainThread) {
  parentPort?.on("message", async (task: Task) => parentPort?.postMessage(await send(task)));
}

async function send({ url, key, connections, requests }: Task): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, "connect");
      return socket;
    }),
  );
  const statuses: Record<string, number> = {};
  const took: number[] = [];
  let next = 0;
  const begin = performance.now();
  const client = async (socket: net.Socket) => {
    const answers = answersOf(socket);
    for (;;) {
      const request = requests[next++];
      if (request === undefined) return;
      const sent = performance.now();
      socket.write(textOf(request, hostname, key));
      const status = await answers();
      took.push(performance.now() - sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(sockets.map(client));
  const seconds = (performance.now() - begin) / 1_000;
  for (const socket of sockets) socket.destroy();
  return { seconds, p99: percentile(took, 0.99), statuses };
}

function textOf({ method, path, body }: LoadRequest, host: string, key: string): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Waits for the next complete answer on a socket and returns its status; answers state their length. */
function answersOf(socket: net.Socket): () => Promise<string> {
  let arrived: Buffer = Buffer.alloc(0);
  let waiting: { resolve: (status: string) => void; reject: (error: Error) => void } | undefined;
  const look = () => {
    const end = arrived.indexOf("\r\n\r\n");
    if (end < 0 || waiting === undefined) return;
    const head = arrived.subarray(0, end).toString("latin1");
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (arrived.length < end + 4 + length) return;
    arrived = arrived.subarray(end + 4 + length);
    const { resolve } = waiting;
    waiting = undefined;
    resolve(head.slice(9, 12));
  };
  const fail = (error: Error) => waiting?.reject(error);
  socket.on("data", (chunk: Buffer) => {
    arrived = arrived.length === 0 ? chunk : Buffer.concat([arrived, chunk]);
    look();
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The server closed a connection.")));
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      look();
    });
}
