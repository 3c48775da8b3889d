import { existsSync } from "node:fs";
import { Command } from "commander";
import { plural } from "../kernel/plural.ts";
import { jsonHelp } from "./arguments.ts";
import { refused } from "./failure.ts";
import { type ProgressBar, printJson, printLine, progressBar } from "./output.ts";
import { withDatabase } from "./runtime.ts";

/** `accord backup FILE`: a whole database in one file, while the server runs (ADR 0043). */
export function backupCommand(): Command {
  return new Command("backup")
    .description("write everything into one file, as one snapshot, beside a running server")
    .argument("<file>", "the file to write; it must not exist yet")
    .option("--json", jsonHelp)
    .action(async (file: string, { json = false }: { json?: boolean }) => {
      if (existsSync(file)) throw refused(`${file} exists already; name another file.`, "FILE_EXISTS");
      await withDatabase(({ ownerConnectionString: connectionString }) => run(connectionString, file, json));
    });
}

async function run(connectionString: string, file: string, json: boolean): Promise<void> {
  const { requireCurrent } = await import("./database.ts");
  const { backUp } = await import("../platform/backup/backup.ts");
  await requireCurrent(connectionString);
  let bar: ProgressBar | undefined;
  try {
    const result = await backUp(connectionString, file, (done, total) => {
      if (json) return;
      bar ??= progressBar("Backing up tables", total);
      bar.update(done);
    });
    if (json) return printJson({ file, ...result });
    bar?.done();
    bar = undefined;
    printLine(
      `${file}: ${plural(result.merchants, "merchant")}, ${plural(result.rows, "row")}, ${result.bytes} bytes.`,
    );
  } finally {
    bar?.done();
  }
}
