import { startTestServer, type TestServer, useTestServer } from "./template.ts";

const variable = "ACCORD_TEST_DATABASE_URL";

let server: TestServer | undefined;

/**
 * Runs once before all test files (`node --test --test-global-setup`). The files run in processes of their own, which
 * inherit the address through the environment. An address that is set already names a server to use instead; its role
 * must be a superuser, since it creates databases and roles.
 */
export async function globalSetup(): Promise<void> {
  const given = process.env[variable];
  server = given === undefined ? await startTestServer() : await useTestServer(given);
  process.env[variable] = server.connectionString;
}

/** Runs once after all test files. */
export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
