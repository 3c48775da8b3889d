import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Command, InvalidArgumentError } from "commander";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { EmulatedAnswer } from "../emulators/answer.ts";
import { type AcceptedRecord, take } from "../emulators/ledger.ts";
import { processorAnswer, processorRejection } from "../emulators/processor.ts";
import { plural } from "../kernel/plural.ts";
import { secretText } from "../webhooks/endpoint.ts";
import { countArgument, webhookSecretArgument } from "./arguments.ts";
import { listenOn } from "./listen.ts";
import { printLine } from "./output.ts";

type LedgerOptions = { readonly port: number; readonly secret?: Uint8Array; readonly away: number };

const host = "127.0.0.1";
const portHelp = "where to listen on 127.0.0.1; a free port when left out";

/** `accord emulate`: emulators of the systems that Accord talks to, on this machine, for trying things out. */
export function emulateCommand(): Command {
  return new Command("emulate")
    .description("emulate the payment processor or the accounting system, to test against")
    .addCommand(
      new Command("processor")
        .description("payment processor A: cus_card_NAME pays by card, so do ach, transfer, check, link; none, down")
        .option("--port <port>", portHelp, portArgument, 0)
        .action(async ({ port }: { readonly port: number }) => {
          const url = await listenOn(createServer(processorListener), { host, port });
          printLine(`Payment processor A is emulated at ${url}, until you press Ctrl+C.`);
          printLine(`For the server: ACCORD_PROCESSOR_A_URL=${url} ACCORD_PROCESSOR_A_KEY=emulated`);
        }),
    )
    .addCommand(
      new Command("ledger")
        .description(
          "an accounting system that takes sync.records; [reject: reason] in a text of a record has it rejected",
        )
        .option("--port <port>", portHelp, portArgument, 0)
        .option(
          "--secret <text>",
          "the secret of the endpoint; then only what it signed is taken",
          webhookSecretArgument,
        )
        .option("--away <n>", "answer the first n messages 503, as while it is away", countArgument, 0)
        .action(async ({ port, secret, away }: LedgerOptions) => {
          const url = await listenOn(createServer(ledgerListener(secret, away)), { host, port });
          printLine(`An accounting system is emulated at ${url}, until you press Ctrl+C. Its records: ${url}/records`);
          printLine(`For the server: ACCORD_WEBHOOK_ALLOW=${host}; then POST /v3/webhook-endpoints with`);
          printLine(`{ "url": "${url}", "purpose": "SYNC" }`);
        }),
    );
}

const processorListener: RequestListener = (request, response) => {
  request.resume();
  const { pathname } = new URL(request.url ?? "", `http://${host}`);
  const isKnown = /^Bearer \S+$/.test(request.headers.authorization ?? "");
  const answer = isKnown ? processorAnswer(pathname) : processorRejection(401, "You did not provide an API key.");
  printLine(`${request.method} ${pathname}: ${answer.status}`);
  send(response, answer);
};

function ledgerListener(secret: Uint8Array | undefined, away: number): RequestListener {
  let taken: ReadonlyMap<string, AcceptedRecord> = new Map();
  let left = away;
  const answerTo = (body: string, headers: IncomingMessage["headers"]): EmulatedAnswer => {
    if (left > 0) {
      left -= 1;
      return { status: 503, body: { error: `Away for ${plural(left, "more message")}.` } };
    }
    if (secret !== undefined && !isSigned(body, headers, secret)) {
      return { status: 401, body: { error: "The message is not signed with the secret that was given." } };
    }
    const step = take(taken, jsonOr(body));
    taken = step.taken;
    return step.answer;
  };
  return async (request, response) => {
    if (request.method === "GET") {
      request.resume();
      return send(response, { status: 200, body: { records: [...taken.values()] } });
    }
    const answer = answerTo(await text(request), request.headers);
    printLine(`${request.method} ${request.url}: ${answer.status} ${JSON.stringify(answer.body)}`);
    send(response, answer);
  };
}

function isSigned(body: string, headers: IncomingMessage["headers"], secret: Uint8Array): boolean {
  try {
    new Webhook(secretText(secret)).verify(body, headers as Record<string, string>);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

function jsonOr(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body }: EmulatedAnswer): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function portArgument(value: string): number {
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw new InvalidArgumentError("It must be a port such as 9090, or 0 for a free one.");
}
