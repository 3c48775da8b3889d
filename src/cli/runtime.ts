import { readConfig } from "../platform/config.ts";
import { silentLog } from "../platform/log.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import type { OpenDatabase } from "./database.ts";

/** The platform and the database of a command. */
export type Runtime = { readonly platform: WritingPlatform; readonly connectionString: string };

/**
 * Runs a command on the database of the environment: DATABASE_URL, or the embedded one, beside a running server or alone. Nothing
 * is served and no job is executed; jobs of its writes wait for a worker. An embedded database that is new is migrated first; every
 * other one must fit this program. All is closed at the end, also after a failure or an interruption.
 *
 * @throws ConfigError, EmbeddedDatabaseError, MigrationError or CommandError with sentences for the operator
 */
export async function withRuntime<T>(use: (runtime: Runtime) => Promise<T>): Promise<T> {
  const { migrationState, openPlatform, prepareAlone, requireCurrent } = await import("./database.ts");
  return withDatabase(async ({ connectionString, isEmbedded }) => {
    if (isEmbedded && (await migrationState(connectionString)).applied.length === 0) {
      await prepareAlone(connectionString, silentLog());
    }
    await requireCurrent(connectionString);
    const { platform, close } = await openPlatform(connectionString);
    try {
      return await use({ platform, connectionString });
    } finally {
      await close();
    }
  });
}

/** As {@link withRuntime}, for commands about the schema itself: the database may be in any state. */
export async function withDatabase<T>(use: (database: Omit<OpenDatabase, "close">) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  // This import loads the whole program, so it is done only after the call was found valid.
  const { openDatabase } = await import("./database.ts");
  const database = await openDatabase(config, "command", silentLog());
  let ending: Promise<never> | undefined;
  const interrupt = (signal: NodeJS.Signals) => {
    ending ??= endInterrupted(signal, database.close);
  };
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  try {
    return await use(database);
  } catch (error) {
    // After an interruption the work fails, as expected, and that is not logged.
    throw ending === undefined ? error : await ending;
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    await database.close();
  }
}

const signalNumbers: Partial<Record<NodeJS.Signals, number>> = { SIGINT: 2, SIGTERM: 15 };

/** A PostgreSQL that this command started must not outlive it. Open transactions are rolled back. */
async function endInterrupted(signal: NodeJS.Signals, close: () => Promise<void>): Promise<never> {
  await close().catch(() => undefined);
  process.exit(128 + (signalNumbers[signal] ?? 0));
}
