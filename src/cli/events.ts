import { Command } from "commander";
import { eventColumns, importUsageEvents, type UsageImportResult } from "../integrations/usage-import/service.ts";
import { DomainError } from "../kernel/errors.ts";
import { plural } from "../kernel/plural.ts";
import { idArgument, jsonHelp } from "./arguments.ts";
import { countLines } from "./csv-file.ts";
import { cannotRun } from "./failure.ts";
import { printJson, printLine, printNote, progressBar } from "./output.ts";
import { withRuntime } from "./runtime.ts";

type Options = { readonly merchant: string; readonly json?: boolean };

/** `accord events import`: usage events from one CSV file. Exit 0: all recorded; 1: some rows rejected; 2: could not run. */
export function eventsCommand(): Command {
  return new Command("events")
    .description("record usage events from a CSV file; a run that was cut short is simply repeated")
    .addCommand(
      new Command("import")
        .description("record the events of one file; keys are for ever, so a row counts once however often it is sent")
        .argument("<file>", `CSV with the columns ${eventColumns.join(", ")}; the last three may be left out`)
        .requiredOption("--merchant <id>", "id of the merchant", idArgument)
        .option("--json", jsonHelp)
        .action(async (path: string, { merchant: merchantId, json = false }: Options) => {
          const totalRows = await countLines(path);
          const result = await withRuntime(({ platform }) => {
            const bar = progressBar("Recording", totalRows);
            const actor = { kind: "SYSTEM", id: "accord events import" } as const;
            const onProgress = (rows: number) => bar.update(Math.min(rows, totalRows));
            return importUsageEvents(platform, { merchantId, path, actor, onProgress }).finally(bar.done);
          }).catch(rejectToRun);
          if (json) printJson(result);
          else publish(result);
          if (result.failed > 0) process.exitCode = 1;
        }),
    );
}

function rejectToRun(error: unknown): never {
  if (error instanceof DomainError) throw cannotRun(error.message, error.code);
  throw error;
}

function publish({ rows, created, duplicates, failed, refused }: UsageImportResult): void {
  for (const { line, key, message } of refused) printNote(`line ${line} ${key}: ${message}`);
  if (failed > refused.length) printNote(`and ${plural(failed - refused.length, "more row")}`);
  printLine(`${plural(rows, "row")}: ${created} recorded, ${duplicates} were recorded before, ${failed} rejected.`);
}
