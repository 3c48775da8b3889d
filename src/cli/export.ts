import { Command } from "commander";
import { exportBook } from "../integrations/book-export/service.ts";
import { DomainError } from "../kernel/errors.ts";
import { idArgument, jsonHelp } from "./arguments.ts";
import { cannotRun } from "./failure.ts";
import { noteTable, printJson, printLine, printNote, printTable, progressBar } from "./output.ts";
import { withRuntime } from "./runtime.ts";

type Options = { readonly merchant: string; readonly out: string; readonly json?: boolean };

const mostListed = 100;

/** `accord export`: a merchant's book as files. Exit 0: all records; 1: some were left out; 2: could not run. */
export function exportCommand(): Command {
  return new Command("export")
    .description("write the book of a merchant to a folder, for accord import")
    .requiredOption("--merchant <id>", "id of the merchant", idArgument)
    .requiredOption("--out <folder>", "an empty folder, or a new one")
    .option("--json", jsonHelp)
    .action(async ({ merchant: merchantId, out: folder, json = false }: Options) => {
      const result = await withRuntime(({ platform }) => {
        let bar: ReturnType<typeof progressBar> | undefined;
        const onProgress = (contracts: number, of: number) => {
          bar ??= progressBar("Writing", of);
          bar.update(contracts);
        };
        return exportBook(platform, { merchantId, folder, onProgress })
          .catch(asCannotRun)
          .finally(() => bar?.done());
      });
      const { asOf, rows, notCarried } = result;
      if (notCarried.length > 0) process.exitCode = 1;
      if (json) return printJson(result);
      if (notCarried.length > 0) {
        const cells = notCarried.slice(0, mostListed).map(({ kind, id, name, reason }) => [kind, id, name, reason]);
        noteTable(["left out", "id", "name", "because"], cells);
        if (notCarried.length > mostListed) printNote(`and ${notCarried.length - mostListed} more`);
      }
      printTable(
        ["file", "rows"],
        Object.entries(rows).map(([kind, count]) => [kind, count]),
      );
      printLine(asOf === null ? "No month is closed: no contract has an opening." : `Openings are as of ${asOf}.`);
    });
}

function asCannotRun(error: unknown): never {
  if (error instanceof DomainError) throw cannotRun(error.message, error.code);
  throw error;
}
