import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

type Method = { readonly id: string; readonly type: string };

/** An account as the emulator keeps it: its methods, and which of them is the default. */
export type EmulatedAccount = { readonly methods?: readonly Method[]; readonly defaultMethod?: string };

export type ProcessorEmulator = {
  readonly url: string;
  /** By reference; may change at any time. */
  readonly accounts: Map<string, EmulatedAccount>;
  /** Paths asked for, oldest first. */
  readonly requests: string[];
  /** What the next answers do, in order: fail with a status, be late, or claim something else. */
  readonly next: Misbehaviour[];
  /** Waits until this many requests have arrived. */
  readonly arrived: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type Misbehaviour =
  | { readonly status: number }
  /** Answers with what is true when it was asked, once the promise is settled. */
  | { readonly after: Promise<void> }
  | { readonly body: unknown };

/** The part of payment processor A that the SDK calls, on a port of its own; `key` is the only one it knows. */
export async function startProcessorEmulator(key: string): Promise<ProcessorEmulator> {
  const accounts = new Map<string, EmulatedAccount>();
  const requests: string[] = [];
  const next: Misbehaviour[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://emulator");
    requests.push(pathname);
    const misbehaviour = next.shift();
    const known = request.headers.authorization === `Bearer ${key}`;
    const answer = known ? answerTo(accounts, pathname) : rejection(401, `Invalid API Key provided: ${key}`);
    if (misbehaviour === undefined) return send(response, answer);
    if ("status" in misbehaviour) return send(response, rejection(misbehaviour.status, `Failed on ${pathname}`));
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

type Answer = { readonly status: number; readonly body: unknown };

function answerTo(accounts: ReadonlyMap<string, EmulatedAccount>, path: string): Answer {
  const [, reference = "", methodId] = /^\/v1\/customers\/([^/]+)(?:\/payment_methods\/([^/]+))?$/.exec(path) ?? [];
  const account = accounts.get(reference);
  if (account === undefined) return rejection(404, `No such customer: '${reference}'`, "resource_missing");
  if (methodId === undefined) return { status: 200, body: customer(reference, account) };
  const method = account.methods?.find(({ id }) => id === methodId);
  return method === undefined
    ? rejection(404, `No such PaymentMethod: '${methodId}'`, "resource_missing")
    : { status: 200, body: paymentMethod(reference, method) };
}

function customer(id: string, { methods = [], defaultMethod }: EmulatedAccount) {
  const method = methods.find((each) => each.id === defaultMethod);
  return {
    id,
    object: "customer",
    default_source: null,
    invoice_settings: { default_payment_method: method === undefined ? null : paymentMethod(id, method) },
  };
}

function paymentMethod(customerId: string, { id, type }: Method) {
  return { id, object: "payment_method", type, customer: customerId, [type]: {} };
}

function rejection(status: number, message: string, code?: string): Answer {
  return { status, body: { error: { type: status < 500 ? "invalid_request_error" : "api_error", code, message } } };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
