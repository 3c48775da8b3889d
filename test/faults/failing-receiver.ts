import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Event, verifyWebhook } from "@accord/client";

/** What a receiver does with a request, and how often of a hundred. */
const answers = {
  accepted: 55,
  /** Answered late. */
  slow: 12,
  /** Stored, but the connection breaks before the answer, so it is sent again. */
  unanswered: 9,
  /** 500. */
  broken: 9,
  /** A redirect, or bytes that are no answer. */
  wrong: 8,
  /** The connection is cut before the body is read. */
  cut: 6,
  /** 410: the endpoint is disabled. */
  gone: 1,
} as const;
type Kind = keyof typeof answers;

export type FailingReceiver = {
  readonly url: string;
  /** Verifies signatures from now on. */
  secret: string;
  /** If false, every event is accepted at once. */
  fails: boolean;
  /** The events that it stored, by id. */
  readonly events: ReadonlyMap<string, Event>;
  readonly counts: Readonly<Record<Kind | "duplicates", number>>;
  readonly close: () => void;
};

/** Starts a receiver of webhooks that fails in every way, by chance. */
export async function startFailingReceiver(random: () => number): Promise<FailingReceiver> {
  const events = new Map<string, Event>();
  const counts = { accepted: 0, slow: 0, unanswered: 0, broken: 0, wrong: 0, cut: 0, gone: 0, duplicates: 0 };
  const server = createServer((request, response) => {
    const kind = own.fails ? drawn(random) : "accepted";
    counts[kind] += 1;
    // A connection that breaks, of this receiver's own will or of a killed worker, is no error of the test.
    answer(kind, request, response).catch(() => response.destroy());
  });

  async function answer(kind: Kind, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (kind === "cut") return void request.destroy();
    if (kind === "broken") return void response.writeHead(500).end();
    if (kind === "gone") return void response.writeHead(410).end();
    if (kind === "wrong") {
      if (random() < 0.5) response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
      else request.socket.end("no answer of HTTP\r\n\r\n");
      return;
    }
    await store(request);
    if (kind === "slow") await sleep(200 + random() * 1_300);
    if (kind === "unanswered") request.destroy();
    else response.writeHead(204).end();
  }

  async function store(request: IncomingMessage): Promise<void> {
    request.setEncoding("utf8");
    let body = "";
    for await (const part of request) body += part;
    const event = await verifyWebhook({ headers: request.headers, body }, own.secret);
    if (events.has(event.id)) counts.duplicates += 1;
    events.set(event.id, event);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  const own: FailingReceiver = {
    url: `http://127.0.0.1:${port}/accord`,
    ...{ secret: "", fails: true, events, counts, close },
  };
  return own;
}

function drawn(random: () => number): Kind {
  let left = random() * Object.values(answers).reduce((sum, share) => sum + share, 0);
  for (const [kind, share] of Object.entries(answers)) {
    left -= share;
    if (left < 0) return kind as Kind;
  }
  return "accepted";
}
