import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { laneFolderVariable } from "../lanes/lane.ts";
import { documentFileVariable } from "./openapi-document.ts";
import { clusterVariable, startTestServer, type TestServer, useTestServer } from "./template.ts";

const variable = "ACCORD_TEST_DATABASE_URL";

let server: TestServer | undefined;
let folder: string | undefined;

/**
 * Runs once before all test files (`node --test --test-global-setup`). Each file runs in its own process and inherits the
 * connection string through the environment. If the variable is set already, that server is used, and with the variable of a cluster its
 * coordinator; the role must be a superuser, because databases and roles are created.
 */
export async function globalSetup(): Promise<void> {
  const [coordinator] = process.env[clusterVariable]?.split(",") ?? [];
  const given = process.env[variable] ?? coordinator;
  server = given === undefined ? await startTestServer() : await useTestServer(given);
  process.env[variable] = server.connectionString;
  folder = await mkdtemp(join(tmpdir(), "accord-test-run-"));
  // Every process loads the same modules; compiled once, they load in half the time.
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
