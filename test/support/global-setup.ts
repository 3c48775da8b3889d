import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { laneFolderVariable } from "../lanes/lane.ts";
import { documentFileVariable } from "./openapi-document.ts";
import { startTestServer, type TestServer, useTestServer } from "./template.ts";

const variable = "ACCORD_TEST_DATABASE_URL";

let server: TestServer | undefined;
let folder: string | undefined;

/**
 * Runs once before all test files (`node --test --test-global-setup`). The files run in processes of their own, which
 * inherit the address through the environment. An address that is set already names a server to use instead; its role
 * must be a superuser, since it creates databases and roles.
 */
export async function globalSetup(): Promise<void> {
  const given = process.env[variable];
  server = given === undefined ? await startTestServer() : await useTestServer(given);
  process.env[variable] = server.connectionString;
  folder = await mkdtemp(join(tmpdir(), "accord-test-run-"));
  // Every process loads the same modules: compiled once, they take half the time.
  process.env.NODE_COMPILE_CACHE = join(folder, "modules");
  process.env[documentFileVariable] = join(folder, "openapi.json");
  const lanes = join(folder, "lanes");
  await mkdir(lanes);
  process.env[laneFolderVariable] = lanes;
}

/** Runs once after all test files. */
export async function globalTeardown(): Promise<void> {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
