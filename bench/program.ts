import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openApp, prepareDatabase } from "../src/app.ts";
import { createKey } from "../src/platform/auth/keys.ts";
import { openEmbedded } from "../src/platform/db/embedded.ts";
import { handleAllPending } from "../src/platform/due-work.ts";
import { silentLog } from "../src/platform/log.ts";
import { createMerchant } from "../src/platform/merchant/merchants.ts";

/** The payload of an answer, whose shape the caller knows. */
export type Json = ReturnType<typeof JSON.parse>;

export type BenchMerchant = { readonly merchantId: string; readonly key: string };

/** The program on a temporary database, with the same durability as in production. */
export type Program = {
  readonly url: string;
  readonly connectionString: string;
  /** For what no request can do: baselines, and inserting hundreds of thousands of rows. */
  readonly owner: pg.Client;
  readonly newMerchant: (clock?: string) => Promise<BenchMerchant>;
  /** The payload of a request that must succeed. */
  readonly ok: (merchant: BenchMerchant, method: string, path: string, body?: unknown) => Promise<Json>;
  /** Handles pending events of a merchant, like the worker. */
  readonly settle: (merchant: BenchMerchant) => Promise<void>;
  readonly close: () => Promise<void>;
};

const silent = { info: () => undefined, warn: () => undefined };

export async function startProgram(): Promise<Program> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "accord-bench-"));
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  // The database server may run as another user.
  await chmod(folder, 0o755);
  const database = await openEmbedded({ dataDirectory: join(folder, "data"), purpose: "serve", log: silent });
  opened.defer(() => database.close());
  const { connectionString } = database;
  await prepareDatabase(connectionString, silentLog());
  const owner = new pg.Client({ connectionString });
  owner.on("error", () => undefined);
  await owner.connect();
  opened.defer(() => owner.end());
  const app = await openApp({
    ...{ connectionString, log: silentLog(), rateLimitPerMinute: 0, overloadDelay: 0 },
    ...{ serves: true, works: false },
  });
  opened.defer(() => app.close());
  const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  const { db } = app.platform;
  const everything = opened.move();
  return {
    ...{ url, connectionString, owner },
    newMerchant: async (clock = "2026-01-15T12:00:00Z") => {
      const merchantId = await createMerchant(db, {
        ...{ name: "Bench", currency: "USD", timeZone: "UTC", erpKind: "ACCOUNTING", performanceObligations: false },
        sandboxClock: Temporal.Instant.from(clock),
      });
      const { key } = await createKey(db, { merchantId, userId: null, access: "WRITE", name: "bench" });
      return { merchantId, key };
    },
    ok: async (merchant, method, path, body) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${merchant.key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return JSON.parse(text).payload;
    },
    settle: (merchant) => handleAllPending(app.platform, merchant.merchantId),
    close: () => everything.disposeAsync(),
  };
}
