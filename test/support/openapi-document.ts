import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import type { Json } from "./api.ts";

/** The file that keeps the OpenAPI document of one run of tests, named by the global setup. */
export const documentFileVariable = "ACCORD_TEST_OPENAPI_FILE";

/**
 * The OpenAPI document that a server answers. It is the same for all servers of a run and large, so the first test file asks
 * for it and the others read it from disk.
 */
export async function openapiDocument(url: string): Promise<Json> {
  const file = process.env[documentFileVariable];
  const kept = file === undefined ? undefined : await readFile(file, "utf8").catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept);
  const text = await (await fetch(`${url}/openapi.json`)).text();
  if (file !== undefined) {
    // Another file may be reading: it sees the whole document or none.
    const part = `${file}.${randomUUID()}`;
    await writeFile(part, text);
    await rename(part, file);
  }
  return JSON.parse(text);
}
