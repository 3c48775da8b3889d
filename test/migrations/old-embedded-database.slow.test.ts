import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openEmbedded } from "../../src/platform/db/embedded.ts";
import { killLeftOver, runJson } from "../cli/program.ts";
import { temporaryDataDirectory } from "../support/data-directory.ts";
import { contents, oldDatabase, query, rejects } from "./old-database.ts";

after(killLeftOver);

test("an embedded database from before the baseline is rejected and not changed; a new folder gets a new one", async (t) => {
  const [old, fresh] = [await temporaryDataDirectory(), await temporaryDataDirectory()];
  t.after(() => Promise.all([old.remove(), fresh.remove()]));
  const before = await inEmbedded(old.path, (address) => query(address, oldDatabase).then(() => contents(address)));
  await rejects([["serve"], ["migrate"], ["migrate", "--check"]], { ACCORD_DATA_DIR: old.path });
  assert.deepEqual(await inEmbedded(old.path, contents), before);

  const { applied } = await runJson(["migrate"], { ACCORD_DATA_DIR: fresh.path });
  assert.equal(applied[0], "0001_baseline");
  assert.deepEqual(await runJson(["migrate"], { ACCORD_DATA_DIR: fresh.path }), { applied: [], pending: [] });
});

async function inEmbedded<T>(dataDirectory: string, use: (connectionString: string) => Promise<T>): Promise<T> {
  const log = { info: () => undefined, warn: () => undefined };
  const embedded = await openEmbedded({ dataDirectory, purpose: "command", log });
  try {
    return await use(embedded.connectionString);
  } finally {
    await embedded.close();
  }
}
