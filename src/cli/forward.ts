import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import type { Db } from "../platform/db/pool.ts";
import { eventTypeNames } from "../platform/events/catalogue.ts";
import { type EventBody, eventBody } from "../platform/events/event-view.ts";
import { readFeed } from "../platform/events/feed-service.ts";
import { lastPosition } from "../platform/events/feed-store.ts";
import { read } from "../platform/write.ts";
import { secretText } from "../webhooks/endpoint.ts";
import { signed } from "../webhooks/send-service.ts";
import { idArgument, webhookSecretArgument } from "./arguments.ts";
import { printLine } from "./output.ts";
import { withRuntime } from "./runtime.ts";

type Options = {
  readonly merchant: string;
  readonly to: URL;
  readonly after?: number;
  readonly types?: readonly string[];
  readonly secret?: Uint8Array;
};

/** `accord listen`: sends the events of a merchant as webhooks to an address of this machine, without an endpoint. */
export function listenCommand(): Command {
  return new Command("listen")
    .description("send a merchant's events to a local address as they happen")
    .requiredOption("--merchant <id>", "the merchant", idArgument)
    .requiredOption("--to <url>", "where your receiver listens", urlArgument)
    .option("--after <cursor>", "a cursor of the feed to start after; now when left out", cursorArgument)
    .option(
      "--secret <text>",
      "the secret that signs them, as endpoints have it; a new one when left out",
      webhookSecretArgument,
    )
    .addOption(new Option("--types <type...>", "only these types").choices(eventTypeNames))
    .action(async ({ merchant, to, after, types, secret = randomBytes(32) }: Options) => {
      await withRuntime(async ({ platform }) => {
        const last = await read(platform, merchant, ({ tx }) => lastPosition(tx, merchant));
        const start = after ?? last;
        printLine(`Events of ${merchant} after ${start} go to ${to.href}, until you press Ctrl+C.`);
        printLine(`Their secret: ${secretText(secret)}`);
        const { signal } = new AbortController();
        await forwardEvents(platform.db, {
          merchantId: merchant,
          to,
          after: start,
          types,
          secret,
          signal,
          note: printLine,
        });
      });
    });
}

export type Forwarding = {
  readonly merchantId: string;
  readonly to: URL;
  readonly after: number;
  readonly types: readonly string[] | undefined;
  readonly secret: Uint8Array;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
};

const pollMilliseconds = 500;
/** Milliseconds that a webhook waits for its answer. */
const longestAnswer = 10_000;

/**
 * Sends every event after a position of the feed, one by one, and later events as they come, until it is stopped. Each answer is
 * reported. A webhook that a receiver rejects is not sent again, because this is for looking at receivers under development.
 */
export async function forwardEvents(db: Db, order: Forwarding): Promise<void> {
  const { merchantId, types, signal } = order;
  for (let { after } = order; !signal.aborted; ) {
    const { events, cursor, hasMore } = await readFeed(db, merchantId, {
      after,
      types: types && [...types],
      limit: 100,
    });
    for (const event of events) {
      if (signal.aborted) return;
      await forward(eventBody(event), order);
    }
    after = cursor;
    if (!hasMore) await sleep(pollMilliseconds, undefined, { signal }).catch(() => undefined);
  }
}

async function forward(event: EventBody, { to, secret, note, signal: end }: Forwarding): Promise<void> {
  const body = JSON.stringify(event);
  const headers = { ...signed(event.id, body, [secret]), "content-type": "application/json" };
  const signal = AbortSignal.any([end, AbortSignal.timeout(longestAnswer)]);
  const answer = await fetch(to, { method: "POST", headers, body, redirect: "manual", signal })
    .then(async (answered) => {
      // Nobody reads the body, and the connection would wait for that.
      await answered.body?.cancel();
      return String(answered.status);
    })
    .catch(() => "no answer");
  note(`${event.sequence} ${event.type} ${event.id}: ${answer}`);
}

function urlArgument(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError("It must be an address such as http://127.0.0.1:4000/accord.");
}

function cursorArgument(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a cursor of the feed, such as 0.");
  return Number(text);
}
