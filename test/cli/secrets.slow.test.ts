import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { killLeftOver, run, runJson } from "./program.ts";

let api: TestApi;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "accord-seal-"));
  api = await startApi();
});
after(async () => {
  killLeftOver();
  await rm(folder, { recursive: true });
  await api?.close();
});

test("the secrets of all merchants are encrypted, again under the next key, and never without a key", async () => {
  for (const merchant of [api.merchants.A, api.merchants.B]) {
    await clientOf(api, merchant).ok("POST", "/v3/webhook-endpoints", { url: "https://8.8.8.8/in" });
  }
  const environment = { DATABASE_URL: api.connectionString };
  const without = await run(["secrets", "seal"], environment);
  assert.deepEqual([without.code, /ACCORD_SECRET_KEY_FILE/.test(without.stderr)], [2, true]);

  const [first, second] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
  const ACCORD_SECRET_KEY_FILE = join(folder, "keys");
  const withKey = { ...environment, ACCORD_SECRET_KEY_FILE };
  const sealedWith = async (...keys: string[]) => {
    await writeFile(ACCORD_SECRET_KEY_FILE, keys.join("\n"));
    const { sealed, already, unreadable } = await runJson(["secrets", "seal"], withKey);
    return [sealed, already, unreadable];
  };
  assert.deepEqual(await sealedWith(first), [2, 0, 0]);
  assert.deepEqual(await sealedWith(first), [0, 2, 0]);
  assert.deepEqual(await sealedWith(second, first), [2, 0, 0]);
  await writeFile(ACCORD_SECRET_KEY_FILE, first);
  const lost = await run(["secrets", "seal"], withKey);
  assert.equal(lost.code, 1);
  assert.match(lost.stdout, /2 cannot be read/);
});
