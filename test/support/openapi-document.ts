import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "./api.ts";

/** The file that stores the OpenAPI document of one test run, set by the global setup. */
export const documentFileVariable = "ACCORD_TEST_OPENAPI_FILE";

const tries = 20;
const pauseMilliseconds = 500;

/**
 * The OpenAPI document of a server. It is large and the same for all servers of a run, so the first process stores it on disk for
 * the others.
 */
export async function openapiDocument(url: string): Promise<Json> {
  const file = process.env[documentFileVariable];
  const kept = file === undefined ? undefined : await readFile(file, "utf8").catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept);
  const text = await servedDocument(url);
  if (file !== undefined) {
    // Another process may be reading: it must see the whole document or none.
    const part = `${file}.${randomUUID()}`;
    await writeFile(part, text);
    await rename(part, file);
  }
  return JSON.parse(text);
}

/** The server's document, once it is not too busy. @throws AssertionError for any other answer, or if the server stays busy for long */
async function servedDocument(url: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${url}/openapi.json`);
    const text = await answer.text();
    if (answer.status === 200) return text;
    assert.ok(answer.status === 503 && attempt < tries, `GET /openapi.json: ${answer.status} ${text}`);
    await sleep(pauseMilliseconds);
  }
}
