import { Command } from "commander";
import { plural } from "../kernel/plural.ts";
import type { BackupFile, TableDigest } from "../platform/backup/file.ts";
import { silentLog } from "../platform/log.ts";
import { jsonHelp } from "./arguments.ts";
import { examineBooks, printOutcomes } from "./doctor.ts";
import { type ProgressBar, printJson, printLine, progressBar } from "./output.ts";
import { withDatabase } from "./runtime.ts";

/** `accord restore FILE`: fills an empty database from a backup and examines it; exit 1 if a check of the books fails. */
export function restoreCommand(): Command {
  return new Command("restore")
    .description("fill an empty database with a backup, compare every table, and examine the books")
    .argument("<file>", 'what "accord backup" wrote')
    .option("--json", jsonHelp)
    .action(async (file: string, { json = false }: { json?: boolean }) => {
      const { explained } = await import("../platform/backup/backup-error.ts");
      try {
        const backup = await wholeBackup(file);
        await withDatabase(({ ownerConnectionString: connectionString }) => run(connectionString, file, backup, json));
      } catch (error) {
        throw explained(error, file);
      }
    });
}

/** The backup, read to its end before the database is changed. */
async function wholeBackup(file: string): Promise<BackupFile> {
  const { openBackupFile } = await import("../platform/backup/file.ts");
  const { rejectOtherSchema } = await import("../platform/backup/restore.ts");
  const { migrationNames } = await import("../platform/db/migrate.ts");
  const backup = await openBackupFile(file);
  rejectOtherSchema(backup.header, await migrationNames());
  return backup;
}

async function run(connectionString: string, file: string, backup: BackupFile, json: boolean): Promise<void> {
  const tables = await filled(connectionString, backup, json);
  const { openPlatform } = await import("./database.ts");
  const { platform, close } = await openPlatform(connectionString);
  try {
    const { outcomes, results } = await examineBooks(platform, { json });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const { merchants, takenAt } = backup.header;
    if (json) printJson({ file, takenAt, merchants, rows, tables, doctor: results });
    else {
      printOutcomes(platform, outcomes, results);
      printLine(
        `Restored ${plural(merchants, "merchant")}, ${plural(rows, "row")}, as of ${takenAt}; every table matches the backup.`,
      );
    }
    if (results.some(({ severity }) => severity === "violation")) process.exitCode = 1;
  } finally {
    await close();
  }
}

/** Restores while no server can prepare the database. */
async function filled(connectionString: string, backup: BackupFile, json: boolean): Promise<readonly TableDigest[]> {
  const { aloneOn, migrationState } = await import("./database.ts");
  const { prepareDatabase } = await import("../app.ts");
  const { rejectUsedDatabase, restore } = await import("../platform/backup/restore.ts");
  await migrationState(connectionString);
  return aloneOn(connectionString, async () => {
    await rejectUsedDatabase(connectionString);
    await prepareDatabase(connectionString, silentLog());
    let bar: ProgressBar | undefined;
    try {
      return await restore(connectionString, backup, (done, total) => {
        if (json) return;
        bar ??= progressBar("Restoring and comparing tables", total);
        bar.update(done);
      });
    } finally {
      bar?.done();
    }
  });
}
