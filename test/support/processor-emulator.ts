import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { accountAnswer, type ProcessorAAccount, processorRejection } from "../../src/emulators/processor.ts";

export type ProcessorEmulator = {
  readonly url: string;
  /** By reference; may change at any time. */
  readonly accounts: Map<string, ProcessorAAccount>;
  /** Requested paths, oldest first. */
  readonly requests: string[];
  /** What goes wrong with the next answers, in order: an error status, a delay, or a wrong answer. */
  readonly next: Misbehaviour[];
  /** Waits until this many requests have arrived. */
  readonly arrived: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type Misbehaviour =
  | { readonly status: number }
  /** Answers with the state at the time of the request, once the promise is settled. */
  | { readonly after: Promise<void> }
  | { readonly body: unknown };

/** The part of payment processor A that the SDK calls, on its own port; `key` is the only valid key. */
export async function startProcessorEmulator(key: string): Promise<ProcessorEmulator> {
  const accounts = new Map<string, ProcessorAAccount>();
  const requests: string[] = [];
  const next: Misbehaviour[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://emulator");
    requests.push(pathname);
    const misbehaviour = next.shift();
    const known = request.headers.authorization === `Bearer ${key}`;
    const answer = known
      ? accountAnswer(pathname, (reference) => accounts.get(reference))
      : processorRejection(401, `Invalid API Key provided: ${key}`);
    if (misbehaviour === undefined) return send(response, answer);
    if ("status" in misbehaviour)
      return send(response, processorRejection(misbehaviour.status, `Failed on ${pathname}`));
    if ("body" in misbehaviour) return send(response, { status: 200, body: misbehaviour.body });
    await misbehaviour.after;
    return send(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    accounts,
    requests,
    next,
    arrived: async (count) => {
      while (requests.length < count) await sleep(5);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function send(response: ServerResponse, { status, body }: { readonly status: number; readonly body: unknown }): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
