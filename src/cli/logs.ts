import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import type { Db } from "../platform/db/pool.ts";
import { type LoggedRequest, latestLoggedRequests } from "../platform/request-log-store.ts";
import { read } from "../platform/write.ts";
import { idArgument } from "./arguments.ts";
import { printLine } from "./output.ts";
import { withRuntime } from "./runtime.ts";

/** `accord logs tail`. */
export function logsCommand(): Command {
  return new Command("logs").description("follow the request log of a merchant").addCommand(tailCommand());
}

type Options = { readonly merchant: string; readonly lines: number };

function tailCommand(): Command {
  return new Command("tail")
    .description("show writes and rejected requests as they come")
    .requiredOption("--merchant <id>", "the merchant", idArgument)
    .option("--lines <count>", "how many of the latest to begin with", linesArgument, 10)
    .action(async ({ merchant: merchantId, lines }: Options) => {
      await withRuntime(async ({ platform }) => {
        printLine(`Requests of ${merchantId}, until you press Ctrl+C.`);
        const { signal } = new AbortController();
        await followRequests(platform.db, { merchantId, lines, signal, print: printLine });
      });
    });
}

const pollMilliseconds = 500;
/** Each process writes its requests once a second, so a line may come after later ones. */
const lateSeconds = 60;
const mostAtOnce = 1_000;

/** Prints the latest requests, oldest first, and then each new one once, until it is stopped. */
export async function followRequests(
  db: Db,
  order: {
    readonly merchantId: string;
    readonly lines: number;
    readonly signal: AbortSignal;
    readonly print: (line: string) => void;
  },
): Promise<void> {
  const { merchantId, lines, signal, print } = order;
  const latest = () => read({ db }, merchantId, ({ tx }) => latestLoggedRequests(tx, merchantId, mostAtOnce));
  const first = await latest();
  // Of the requests found at the start, those before the last `lines` are not shown later either.
  for (const line of first.slice(Math.max(0, first.length - lines))) print(textOf(line));
  let seen = new Map(first.map(({ id, at }) => [id, at]));
  let begin = earlier(first.at(-1)?.at);
  while (!signal.aborted) {
    await sleep(pollMilliseconds, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const found = await latest();
    for (const line of found.filter(({ id, at }) => at >= begin && !seen.has(id))) print(textOf(line));
    seen = new Map([...seen, ...found.map(({ id, at }) => [id, at] as const)]);
    begin = earlier([...seen.values()].toSorted().at(-1));
    for (const [id, at] of seen) if (at < begin) seen.delete(id);
  }
}

function earlier(at: string | undefined): string {
  if (at === undefined) return "";
  return Temporal.Instant.from(at).subtract({ seconds: lateSeconds }).toString({ smallestUnit: "millisecond" });
}

function textOf({ at, method, path, status, errorCode, milliseconds, requestId }: LoggedRequest): string {
  return [at, status, method, path, errorCode, `${milliseconds} ms`, requestId]
    .filter((part) => part !== null)
    .join(" ");
}

function linesArgument(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of lines from 0 to 999.");
}
