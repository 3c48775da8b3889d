import { Registry } from "prom-client";
import { registerRoutes } from "../api/routes.ts";
import { composePlatform } from "../app.ts";
import { openPool } from "../platform/db/pool.ts";
import { createHttpServer } from "../platform/http/server.ts";
import { silentLog } from "../platform/log.ts";
import { version } from "../platform/version.ts";

/** The OpenAPI document of this program, made without a database. */
export async function openApiDocument(): Promise<unknown> {
  // Endpoints use the platform only when they are called, so this pool never connects.
  const db = openPool({ connectionString: "postgresql://unused.invalid/unused" });
  const platform = composePlatform(db, { enqueue: async () => undefined, waitingJob: async () => undefined }, {});
  const server = await createHttpServer({
    authenticate: {
      signInMethods: [],
      key: async () => undefined,
      session: async () => undefined,
      download: async () => undefined,
    },
    log: silentLog(),
    rateLimitPerMinute: 0,
    version,
    readiness: async () => ({ ready: false, reasons: [] }),
    metrics: new Registry(),
    registerRoutes: (app) => registerRoutes(app, platform),
  });
  try {
    return server.openapi();
  } finally {
    await server.close();
    await db.destroy();
  }
}
