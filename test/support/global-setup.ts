import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentFileVariable } from "./openapi-document.ts";
import { startTestServer, type TestServer, useTestServer } from "./template.ts";

const variable = "ACCORD_TEST_DATABASE_URL";

let server: TestServer | undefined;
let compileCache: string | undefined;

/**
 * Runs once before all test files (`node --test --test-global-setup`). The files run in processes of their own, which
 * inherit the address through the environment. An address that is set already names a server to use instead; its role
 * must be a superuser, since it creates databases and roles.
 */
export async function globalSetup(): Promise<void> {
  const given = process.env[variable];
  server = given === undefined ? await startTestServer() : await useTestServer(given);
  process.env[variable] = server.connectionString;
  // Every file loads the same modules: compiled once, they take half the time.
  compileCache = await mkdtemp(join(tmpdir(), "accord-test-modules-"));
  process.env.NODE_COMPILE_CACHE = compileCache;
  process.env[documentFileVariable] = join(compileCache, "openapi.json");
}

/** Runs once after all test files. */
export async function globalTeardown(): Promise<void> {
  await server?.stop();
  if (compileCache !== undefined) await rm(compileCache, { recursive: true, force: true });
}
