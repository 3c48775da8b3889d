import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "./api.ts";

/** The file that keeps the OpenAPI document of one run of tests, named by the global setup. */
export const documentFileVariable = "ACCORD_TEST_OPENAPI_FILE";

const tries = 20;
const pauseMilliseconds = 500;

/**
 * The OpenAPI document that a server answers. It is the same for all servers of a run and large, so the first who asks for
 * it keeps it on disk for the others.
 */
export async function openapiDocument(url: string): Promise<Json> {
  const file = process.env[documentFileVariable];
  const kept = file === undefined ? undefined : await readFile(file, "utf8").catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept);
  const text = await servedDocument(url);
  if (file !== undefined) {
    // Another process may be reading: it sees the whole document or none.
    const part = `${file}.${randomUUID()}`;
    await writeFile(part, text);
    await rename(part, file);
  }
  return JSON.parse(text);
}

/** What the server answers when it is not too busy to. @throws AssertionError when it answers anything else, or is busy for long */
async function servedDocument(url: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${url}/openapi.json`);
    const text = await answer.text();
    if (answer.status === 200) return text;
    assert.ok(answer.status === 503 && attempt < tries, `GET /openapi.json: ${answer.status} ${text}`);
    await sleep(pauseMilliseconds);
  }
}
