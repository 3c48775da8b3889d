import { Command } from "commander";
import { silentLog } from "../platform/log.ts";
import { jsonHelp } from "./arguments.ts";
import { printJson, printLine } from "./output.ts";
import { withDatabase } from "./runtime.ts";

/** `accord migrate`: brings the database up to date, or with `--check` only says whether it is (exit 1: it is not). */
export function migrateCommand(): Command {
  return new Command("migrate")
    .description("bring the database up to date")
    .option("--check", "change nothing; exit 1 when migrations are pending or access is not right")
    .option("--json", jsonHelp)
    .action(async ({ check = false, json = false }: { check?: boolean; json?: boolean }) => {
      await withDatabase(({ ownerConnectionString: connectionString }) =>
        check ? publish(connectionString, json) : apply(connectionString, json),
      );
    });
}

/** `applied` has all migrations of the database. */
async function publish(connectionString: string, json: boolean): Promise<void> {
  const { migrationState } = await import("./database.ts");
  const { accessProblems } = await import("../platform/db/access.ts");
  const { applied, pending, unknown } = await migrationState(connectionString);
  const isCurrent = pending.length + unknown.length === 0;
  // Only for a current schema is it known which access is right.
  const access = isCurrent ? await accessProblems(connectionString) : [];
  if (json) printJson({ applied, pending, unknown, access });
  else {
    for (const name of pending) printLine(`pending  ${name}`);
    for (const name of unknown) printLine(`unknown  ${name} (the database is newer than this program)`);
    for (const problem of access) printLine(problem);
    if (isCurrent && access.length === 0) printLine("The database is up to date.");
  }
  if (!isCurrent || access.length > 0) process.exitCode = 1;
}

/** `applied` has the migrations of this call. */
async function apply(connectionString: string, json: boolean): Promise<void> {
  const { prepareAlone } = await import("./database.ts");
  const { applied, distributed } = await prepareAlone(connectionString, silentLog());
  if (json) return printJson({ applied, pending: [], ...(distributed.length > 0 && { distributed }) });
  for (const name of applied) printLine(`applied  ${name}`);
  if (distributed.length > 0) printLine(`distributed  ${distributed.length} tables by merchant_id`);
  if (applied.length === 0 && distributed.length === 0) printLine("The database is up to date.");
}
