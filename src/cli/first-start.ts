import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type DemoMerchant, demoMonths, seedDemo } from "../integrations/demo/service.ts";
import { createSignInLink, signInPath } from "../platform/auth/sign-in-links.ts";
import type { Config } from "../platform/config.ts";
import { openPool } from "../platform/db/pool.ts";
import { systemWrite } from "../platform/due-work.ts";
import { listMerchants } from "../platform/merchant/merchants.ts";
import { updateMerchant } from "../platform/merchant/settings-service.ts";
import { type Platform, write } from "../platform/write.ts";
import { aloneOn, type OpenDatabase, openPlatform } from "./database.ts";
import { printNote, progressBar } from "./output.ts";
import type { Starting } from "./starting.ts";

const demoName = "Acme Cloud";
const interruptedName = `${demoName} (interrupted start)`;

/** What a start found or created: keys to show, merchants whose keys were shown before, or no merchant. */
export type FirstStart = { readonly demo: Demo | undefined; readonly isEmpty: boolean };

/** The demo merchant, and the secret of a link that signs its user in. */
type Demo = DemoMerchant & { readonly linkToken: string };

/** How a first start is cut short, who is told how far it is, and where that can be seen. */
type Progress = { readonly signal: AbortSignal; readonly step: Starting["step"]; readonly url: string };

/**
 * Makes the demo merchant on an empty database: by default on an embedded one, on DATABASE_URL when ACCORD_DEMO=on. Of
 * several processes that start at once one makes it. A start that was killed half-way never showed the keys, so the
 * next one puts its merchant aside and begins again.
 */
export async function seedOnFirstStart(
  { connectionString, isEmbedded }: OpenDatabase,
  config: Config,
  progress: Progress,
): Promise<FirstStart> {
  const isWanted = (config.demo ?? isEmbedded) && config.role !== "worker";
  const marker = isEmbedded ? markerOf(config) : undefined;
  const isEmpty = await hasNoMerchant(connectionString, marker);
  if (!isWanted || !isEmpty) return { demo: undefined, isEmpty };
  return aloneOn(connectionString, async () => {
    if (!(await hasNoMerchant(connectionString, marker))) return { demo: undefined, isEmpty: false };
    if (marker !== undefined) await writeFile(marker, "The demo data set is being made.\n");
    return { demo: await seed(connectionString, progress), isEmpty: false };
  });
}

/** The keys were shown; from now on the demo is the operator's. */
export async function forgetFirstStart(config: Config): Promise<void> {
  await rm(markerOf(config), { force: true });
}

/** What people want to know after the first start: where to look, with which keys, and a line to try (operations). */
export function announcement(url: string, { demo, isEmpty }: FirstStart): string[] {
  const hint = 'no merchant yet; create one with: ./accord merchant create --name "My company"';
  if (demo === undefined) return isEmpty ? [hint] : [];
  return [
    "",
    `The sandbox merchant "${demoName}" is ready. This link, which works once, and its keys are shown this one time:`,
    "",
    `  sign in    ${url}${signInPath(demo.linkToken)}`,
    `  API        ${url}/v3`,
    `  reference  ${url}/docs`,
    `  write key  ${demo.writeKey}`,
    `  read key   ${demo.readKey}`,
    "",
    `curl -sS -H 'Authorization: Bearer ${demo.readKey}' '${url}/v3/contracts?limit=3'`,
    "",
  ];
}

async function seed(connectionString: string, { signal, step, url }: Progress): Promise<Demo> {
  const { platform, close } = await openPlatform(connectionString);
  printNote(`first start: ${url} shows how far it is`);
  const progress = progressBar(`demo merchant ${demoName}`, demoMonths);
  const show = (done: number) => step({ name: `Demo merchant ${demoName}, by month`, done, total: demoMonths });
  show(0);
  const onProgress = (done: number) => {
    progress.update(done);
    show(done);
  };
  // Asked to end, the process does not finish a year of business first: the work in progress is rolled back.
  const cutShort = () => void close();
  signal.addEventListener("abort", cutShort);
  try {
    await putAside(platform);
    const demo = await seedDemo(platform, { name: demoName, onProgress });
    const { token } = await createSignInLink(platform.db, { userId: demo.userId, merchantId: null });
    return { ...demo, linkToken: token };
  } finally {
    signal.removeEventListener("abort", cutShort);
    progress.done();
    await close();
  }
}

/** Merchants are never deleted; what an interrupted start left gets a name that says so. */
async function putAside(platform: Platform): Promise<void> {
  for (const { id, name } of await listMerchants(platform.db)) {
    if (name !== demoName) continue;
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
