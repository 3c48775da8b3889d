import { readFile, stat } from "node:fs/promises";
import { Command } from "commander";
import { type Mapping, parseMapping } from "../integrations/contract-import/mapping.ts";
import { type FailedRow, type ImportResult, importContracts } from "../integrations/contract-import/service.ts";
import { DomainError } from "../kernel/errors.ts";
import { plural } from "../kernel/plural.ts";
import { idArgument, jsonHelp } from "./arguments.ts";
import { importFolder, reverseFolder } from "./book.ts";
import { countLines, unreadable } from "./csv-file.ts";
import { cannotRun } from "./failure.ts";
import { noteTable, printJson, printLine, printNote, progressBar } from "./output.ts";
import { withRuntime } from "./runtime.ts";

type Options = {
  readonly mapping?: string;
  readonly merchant: string;
  readonly dryRun?: boolean;
  readonly acceptDifferences?: boolean;
  readonly reverse?: boolean;
  readonly json?: boolean;
};

/** `accord import`: contracts from one CSV file, or a whole book. Exit 0: all imported; 1: some rows rejected; 2: could not run. */
export function importCommand(): Command {
  return new Command("import")
    .description("import contracts from a CSV file or a whole book; a run cut short is repeated")
    .argument("<path>", "the CSV file, or the folder")
    .option("--mapping <file>", "JSON file that says how a row of the CSV file becomes a contract")
    .requiredOption("--merchant <id>", "id of the merchant", idArgument)
    .option("--dry-run", "try every row and keep nothing")
    .option("--accept-differences", "load a book whose balances differ from those of its tie-out.csv")
    .option("--reverse", "reverse the import of a folder's book as a whole")
    .option("--json", jsonHelp)
    .action(async (file: string, options: Options) => {
      const { mapping: mappingFile, merchant: merchantId, dryRun: isDryRun = false, json = false } = options;
      const found = await stat(file).catch((error: unknown) => {
        throw unreadable(file, error);
      });
      if (options.reverse === true) return reverseFolder(file, { ...options, isDryRun, json });
      if (found.isDirectory()) return importFolder(file, { ...options, isDryRun, json });
      if (mappingFile === undefined)
        throw cannotRun(
          "A CSV file needs a mapping: say --mapping FILE. Only a folder is loaded without one.",
          "MAPPING_INVALID",
        );
      const mapping = await readMapping(mappingFile);
      const totalRows = await countLines(file);
      const result = await withRuntime(({ platform }) => {
        const bar = progressBar(isDryRun ? "Trying" : "Importing", totalRows);
        const actor = { kind: "SYSTEM", id: "accord import" } as const;
        const onProgress = ({ rows }: { readonly rows: number }) => bar.update(Math.min(rows, totalRows));
        const running = importContracts(platform, { merchantId, csv: file, mapping, actor, isDryRun, onProgress });
        return runnable(running).finally(bar.done);
      });
      if (json) printJson(result);
      else publish(result, isDryRun);
      if (result.refused > 0) process.exitCode = 1;
    });
}

/** If the use case rejects the whole file, the command could not run: no row was looked at. */
async function runnable(running: Promise<ImportResult>): Promise<ImportResult> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof DomainError) throw cannotRun(sentencesOf(error.details.issues) ?? error.message, error.code);
    throw error;
  }
}

async function readMapping(path: string): Promise<Mapping> {
  const text = await readText(path);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw cannotRun(
      `The mapping ${path} is not JSON: ${error instanceof Error ? error.message : error}.`,
      "MAPPING_INVALID",
    );
  }
  const parsed = parseMapping(document);
  if ("mapping" in parsed) return parsed.mapping;
  const problems = parsed.issues.map(({ path: place, message }) => (place === "" ? message : `${place}: ${message}`));
  throw cannotRun(`The mapping ${path} cannot be used.\n${problems.join("\n")}`, "MAPPING_INVALID");
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw unreadable(path, error);
  }
}

function publish({ rows, imported, skipped, refused, failed }: ImportResult, isDryRun: boolean): void {
  if (failed.length > 0) noteTable(["line", "key", "columns", "reason"], failed.flatMap(cellsOf));
  if (refused > failed.length) printNote(`and ${plural(refused - failed.length, "more row")}`);
  const parts = [
    `${imported} ${isDryRun ? "would be imported" : "imported"}`,
    `${skipped} were imported before`,
    `${refused} rejected`,
  ];
  printLine(`${plural(rows, "row")}: ${parts.join(", ")}.`);
  if (isDryRun) printLine("Nothing was kept.");
  else if (refused > 0) printLine("Correct the rejected rows and run the same command again.");
}

/** A line of the table for each reason. One cell can be the reason for issues at several paths of a body. */
function cellsOf({ line, key, issues }: FailedRow): string[][] {
  const reasons = issues.map(({ path, columns, message }) => {
    return [String(line), key ?? "", columns.length > 0 ? columns.join(", ") : path, message];
  });
  return [...new Map(reasons.map((cells) => [cells.join(), cells])).values()];
}

function sentencesOf(issues: unknown): string | undefined {
  if (!Array.isArray(issues) || issues.length === 0) return undefined;
  return issues.map((issue: { readonly message?: unknown }) => String(issue.message)).join("\n");
}
