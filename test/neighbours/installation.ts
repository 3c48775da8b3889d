import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { join } from "node:path";
import { prepareDatabase } from "../../src/app.ts";
import { createKey } from "../../src/platform/auth/keys.ts";
import { openEmbedded } from "../../src/platform/db/embedded.ts";
import { openPool } from "../../src/platform/db/pool.ts";
import { silentLog } from "../../src/platform/log.ts";
import { createMerchant } from "../../src/platform/merchant/merchants.ts";
import { temporaryDataDirectory } from "../support/data-directory.ts";
import { exchange } from "./exchange.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is known to who asked
type Json = any;

/** A merchant of the installation, and what tests ask of the program in its name. */
export type Tenant = {
  readonly merchantId: string;
  readonly key: string;
  /** The payload of a request that must succeed. */
  readonly ok: (method: string, path: string, body?: unknown) => Promise<Json>;
};

/** The program as an operator runs it, a process of its own beside a PostgreSQL that keeps what it confirms. */
export type Installation = {
  readonly url: string;
  readonly connectionString: string;
  readonly newTenant: (clock: string) => Promise<Tenant>;
  /** The process that serves and works. */
  readonly processId: number;
  readonly close: () => Promise<void>;
};

const launcher = join(import.meta.dirname, "..", "..", "bin", "accord.js");
const silent = { info: () => undefined, warn: () => undefined };

/** @param nodeOptions of the process that serves, such as those of a profile */
export async function install(nodeOptions: readonly string[] = []): Promise<Installation> {
  await using opened = new AsyncDisposableStack();
  const directory = await temporaryDataDirectory();
  opened.defer(directory.remove);
  const database = await openEmbedded({ dataDirectory: directory.path, purpose: "serve", log: silent });
  opened.defer(() => database.close());
  const { connectionString } = database;
  await prepareDatabase(connectionString, silentLog());
  const db = openPool({ connectionString, size: 2 });
  opened.defer(() => db.destroy());
  const child = serve(connectionString, nodeOptions);
  opened.defer(() => end(child));
  const url = await addressOf(child);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  opened.defer(async () => agent.destroy());
  const everything = opened.move();
  return {
    url,
    connectionString,
    processId: child.pid ?? 0,
    newTenant: async (clock) => {
      const merchantId = await createMerchant(db, {
        ...{
          name: "Neighbour",
          currency: "USD",
          timeZone: "UTC",
          erpKind: "ACCOUNTING",
          performanceObligations: false,
        },
        sandboxClock: Temporal.Instant.from(clock),
      });
      const { key } = await createKey(db, { merchantId, userId: null, access: "WRITE", name: "neighbour" });
      const ok: Tenant["ok"] = async (method, path, body) => {
        const sent = { method, path, key, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
        const { status, text } = await exchange(agent, url, sent, true);
        if (status < 200 || status > 299) throw new Error(`${method} ${path} answered ${status}: ${text}`);
        return JSON.parse(text).payload;
      };
      return { merchantId, key, ok };
    },
    close: () => everything.disposeAsync(),
  };
}

function serve(connectionString: string, nodeOptions: readonly string[]): ChildProcess {
  const env = {
    ...process.env,
    ...{ DATABASE_URL: connectionString, PORT: "0", ACCORD_DEMO: "off", ACCORD_CONSOLE: "off", LOG_LEVEL: "error" },
  };
  return spawn(process.execPath, [...nodeOptions, launcher, "serve"], { env, stdio: ["ignore", "pipe", "inherit"] });
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = "";
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    const url = /^listening on (\S+)/m.exec(output)?.[1];
    if (url !== undefined) {
      child.stdout?.on("data", () => undefined);
      return url;
    }
  }
  throw new Error(`the program did not start: ${output}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
