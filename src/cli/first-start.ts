import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type App, openApp } from "../app.ts";
import { acmeCloud, createAcmeCloud, playAcmeCloud, type Request } from "../integrations/demo/acme-cloud-service.ts";
import type { DemoMerchant } from "../integrations/demo/service.ts";
import { storyMonths } from "../integrations/demo/story/acme-cloud.ts";
import { createSignInLink, signInPath } from "../platform/auth/sign-in-links.ts";
import type { Config } from "../platform/config.ts";
import { errorText } from "../platform/db/embedded-error.ts";
import { openPool } from "../platform/db/pool.ts";
import { systemWrite } from "../platform/due-work.ts";
import { silentLog } from "../platform/log.ts";
import { listMerchants } from "../platform/merchant/merchants.ts";
import { updateMerchant } from "../platform/merchant/settings-service.ts";
import { type Platform, write } from "../platform/write.ts";
import { aloneOn, type OpenDatabase, openPlatform } from "./database.ts";
import { printNote, progressBar } from "./output.ts";
import type { Starting } from "./starting.ts";

const interruptedName = `${acmeCloud} (interrupted start)`;

/** The result of a start: keys to show, merchants whose keys were shown before, or no merchant. */
export type FirstStart = { readonly demo: Demo | undefined; readonly isEmpty: boolean };

/** The demo merchant, and the secret of a link that signs its user in. */
type Demo = DemoMerchant & { readonly linkToken: string };

/** How the history can be interrupted, who gets its progress, and how the app that runs it is configured. */
type HistoryOptions = Pick<Config, "logsRequests" | "signingKeyFile" | "secretKeyFile"> & {
  readonly signal: AbortSignal;
  readonly step: Starting["step"];
};

/**
 * Makes the demo merchant, without its history, on an empty database: by default on an embedded one, on DATABASE_URL if
 * ACCORD_DEMO=on. If several processes start at once, one makes it. A demo whose start was killed before its history was complete
 * is put aside, and a new one is begun.
 */
export async function beginFirstStart(
  { connectionString, isEmbedded }: OpenDatabase,
  config: Config,
): Promise<FirstStart> {
  const isWanted = (config.demo ?? isEmbedded) && config.role !== "worker";
  const marker = isEmbedded ? markerOf(config) : undefined;
  const isEmpty = await hasNoMerchant(connectionString, marker);
  if (!isWanted || !isEmpty) return { demo: undefined, isEmpty };
  return aloneOn(connectionString, async () => {
    if (!(await hasNoMerchant(connectionString, marker))) return { demo: undefined, isEmpty: false };
    if (marker !== undefined) await writeFile(marker, "The demo data set is being made.\n");
    return { demo: await create(connectionString), isEmpty: false };
  });
}

/** The history is complete; from now on the demo belongs to the operator. */
export async function forgetFirstStart(config: Config): Promise<void> {
  await rm(markerOf(config), { force: true });
}

/** What is printed as soon as the first start listens: the URLs. The keys follow when the demo is complete. */
export function announcement(url: string, { demo, isEmpty }: FirstStart): string[] {
  const hint = 'no merchant yet; create one with: ./accord merchant create --name "My company"';
  if (demo === undefined) return isEmpty ? [hint] : [];
  return [
    "",
    `The sandbox merchant "${acmeCloud}" is being given two years of business; ${url} shows how far it is.`,
    "This link, which works once, is shown this one time:",
    "",
    `  sign in    ${url}${signInPath(demo.linkToken)}`,
    "",
  ];
}

/** The keys of the demo and a command to try (operations). They are shown once the books no longer change by themselves. */
export function keysOf(url: string, { writeKey, readKey }: DemoMerchant, isWhole: boolean): string[] {
  return [
    "",
    isWhole
      ? `The sandbox merchant "${acmeCloud}" is ready. Its keys are shown this one time:`
      : `The keys of the sandbox merchant "${acmeCloud}" are shown this one time:`,
    "",
    `  API        ${url}/v3`,
    `  reference  ${url}/docs`,
    `  write key  ${writeKey}`,
    `  read key   ${readKey}`,
    "",
    `curl -sS -H 'Authorization: Bearer ${readKey}' '${url}/v3/contracts?limit=3'`,
    "",
  ];
}

async function create(connectionString: string): Promise<Demo> {
  const { platform, close } = await openPlatform(connectionString);
  try {
    await putAside(platform);
    const demo = await createAcmeCloud(platform);
    const { token } = await createSignInLink(platform.db, { userId: demo.userId, merchantId: null });
    return { ...demo, linkToken: token };
  } finally {
    await close();
  }
}

/**
 * Runs the two years of the demo's history. It stops early when the process is asked to end. If the demo cannot go on, perhaps
 * because somebody changed its books meanwhile, it stays as it is and the server keeps running.
 *
 * @returns whether the history is complete
 */
export async function playDemoHistory(
  connectionString: string,
  demo: Demo,
  { signal, step, ...kept }: HistoryOptions,
): Promise<boolean> {
  const progress = progressBar(`demo merchant ${acmeCloud}`, storyMonths);
  const onProgress = (done: number) => {
    progress.update(done);
    step({ name: `Demo merchant ${acmeCloud}, by month`, done, total: storyMonths });
  };
  onProgress(0);
  // Run on an app of its own, so that its thousands of requests are not in the log.
  const { server, platform, close } = await openApp({
    ...{ connectionString, connections: 2, log: silentLog(), rateLimitPerMinute: 0, overloadDelay: 0 },
    ...{ serves: true, works: false, ...kept },
  });
  try {
    await playAcmeCloud(platform, demo, { request: requestsOf(server), signal, onProgress });
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    printNote(`\nThe demo ends early: ${errorText(error)}`);
    return false;
  } finally {
    progress.done();
    onProgress(storyMonths);
    await close();
  }
}

/** Returns the memory of the demo's history at once: V8 does so only when it allocates more, and an idle server allocates little. */
export function forgetStory(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")({ type: "major", flavor: "last-resort", execution: "sync" });
}

/** Sends requests without a socket. */
function requestsOf(server: App["server"]): Request {
  return async (key, method, path, body) => {
    const { statusCode: status, payload: text } = await server.inject({
      ...{ method: method as "GET", url: path, headers: { authorization: `Bearer ${key}` } },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status, text };
  };
}

/** Merchants are never deleted, so one left by an interrupted start gets a name that says so. */
async function putAside(platform: Platform): Promise<void> {
  for (const { id, name } of await listMerchants(platform.db)) {
    if (name !== acmeCloud) continue;
    await write(platform, systemWrite(id), (ctx) => updateMerchant(ctx, { name: interruptedName }));
  }
}

/** True if the database has no merchant, or only that of an interrupted first start. */
async function hasNoMerchant(connectionString: string, marker: string | undefined): Promise<boolean> {
  const db = openPool({ connectionString, size: 1 });
  try {
    const merchants = await listMerchants(db);
    const leftOver = marker !== undefined && existsSync(marker);
    return merchants.length === 0 || leftOver;
  } finally {
    await db.destroy();
  }
}

function markerOf({ dataDirectory }: Config): string {
  return join(dataDirectory, "demo-unfinished");
}
