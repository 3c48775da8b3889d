import { Argument, Command } from "commander";
import { readers, type System } from "../integrations/subscription-export/readers-service.ts";
import { type ConversionResult, convertExport } from "../integrations/subscription-export/service.ts";
import type { Day } from "../kernel/day.ts";
import { DomainError } from "../kernel/errors.ts";
import { dayArgument, jsonHelp, timeZoneArgument } from "./arguments.ts";
import { cannotRun } from "./failure.ts";
import { noteTable, printJson, printLine, printNote, printTable } from "./output.ts";

type Options = { readonly asOf: Day; readonly out: string; readonly timeZone: string; readonly json?: boolean };

const mostListed = 100;

/** `accord convert`: converts an export of another system into a book. Exit 0: all records; 1: some were left out; 2: could not run. */
export function convertCommand(): Command {
  return new Command("convert")
    .description("convert an export of Stripe or Chargebee into a book for accord import")
    .addArgument(new Argument("<system>", "where the export comes from").choices(Object.keys(readers)))
    .argument("<folder>", "the answers of its API that were saved")
    .requiredOption("--as-of <day>", "the last day of a month, up to which the other system bills", dayArgument)
    .requiredOption("--out <folder>", "an empty folder, or a new one")
    .option(
      "--time-zone <name>",
      "the time zone that turns the moments of the export into days",
      timeZoneArgument,
      "UTC",
    )
    .option("--json", jsonHelp)
    .action(async (system: System, from: string, { asOf, out, timeZone, json = false }: Options) => {
      const result = await convertExport({ system, from, out, asOf, timeZone }).catch(asCannotRun);
      if (result.notCarried.length > 0) process.exitCode = 1;
      if (json) printJson(result);
      else publish(result, out);
    });
}

function publish({ asOf, rows, notCarried }: ConversionResult, folder: string): void {
  if (notCarried.length > 0) {
    const cells = notCarried.slice(0, mostListed).map(({ kind, id, name, reason }) => [kind, id, name, reason]);
    noteTable(["left out", "id", "name", "because"], cells);
    if (notCarried.length > mostListed) printNote(`and ${notCarried.length - mostListed} more`);
  }
  printTable(
    ["file", "rows"],
    Object.entries(rows).map(([kind, count]) => [kind, String(count)]),
  );
  printLine(`Openings are as of ${asOf}. Next: accord import ${folder} --merchant ID --dry-run`);
}

function asCannotRun(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const issues = error.details.issues as readonly { readonly message: string }[] | undefined;
  throw cannotRun(issues?.map(({ message }) => message).join("\n") ?? error.message, error.code);
}
