import { type BookFiles, readBook } from "../integrations/book-import/files-service.ts";
import { reverseBook } from "../integrations/book-import/reverse-service.ts";
import { type BookResult, importBook } from "../integrations/book-import/service.ts";
import { DomainError } from "../kernel/errors.ts";
import { plural } from "../kernel/plural.ts";
import { cannotRun } from "./failure.ts";
import { noteTable, printJson, printLine, printNote, printTable, progressBar } from "./output.ts";
import { withRuntime } from "./runtime.ts";

type Options = {
  readonly merchant: string;
  readonly isDryRun: boolean;
  readonly acceptDifferences?: boolean;
  readonly json: boolean;
};

/** Maximal number of rejected rows and differences in the output for people; `--json` has all. */
const mostListed = 100;

/** `accord import FOLDER`: a whole book, all or nothing. Exit 0: loaded; 1: rows rejected or a difference found; 2: could not run. */
export async function importFolder(folder: string, options: Options): Promise<void> {
  const { merchant: merchantId, isDryRun, acceptDifferences: acceptsDifferences = false, json } = options;
  const book = await readable(folder);
  const total = [...book.rows.values()].reduce((count, { length }) => count + length, 0);
  const result = await withRuntime(({ platform }) => {
    const bar = progressBar(isDryRun ? "Trying" : "Loading", total);
    const actor = { kind: "SYSTEM", id: "accord import" } as const;
    const running = importBook(platform, {
      ...{ merchantId, book, actor, isDryRun, acceptsDifferences, onProgress: bar.update },
    });
    return running.catch(asCannotRun).finally(bar.done);
  });
  if (json) printJson(result);
  else publish(result, isDryRun);
  const differs = differencesOf(result).length > 0;
  if (result.refused.length > 0 || (differs && !acceptsDifferences)) process.exitCode = 1;
}

/**
 * `accord import FOLDER --reverse`: the import of the folder's book as a whole. Exit 0: reversed; 1: a contract cannot be deleted, and nothing was;
 * 2: could not run.
 */
export async function reverseFolder(folder: string, options: Options): Promise<void> {
  const { merchant: merchantId, isDryRun, json } = options;
  const { name } = await readable(folder);
  const actor = { kind: "SYSTEM", id: "accord import" } as const;
  const result = await withRuntime(({ platform }) =>
    reverseBook(platform, { merchantId, name, actor, isDryRun }).catch(asCannotRun),
  );
  if (json) printJson(result);
  else {
    printTable(
      ["record", "name", "", "because"],
      result.records.map(({ kind, name: named, reason }) => [
        kind,
        named,
        reason === null ? "deleted" : "stays",
        reason ?? "",
      ]),
    );
    if (result.isReversed) printLine(`The import of the book ${name} is reversed.`);
    else printLine(isDryRun ? "Nothing was kept." : "Nothing was reversed.");
  }
  const isRejected = result.records.some(({ kind, reason }) => kind === "contract" && reason !== null);
  if (isRejected) process.exitCode = 1;
}

/** The files of a folder. If one cannot be read, the error has the system's reason. */
async function readable(folder: string): Promise<BookFiles> {
  try {
    return await readBook(folder);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw cannotRun(`The folder ${folder} cannot be read: ${error.message}.`, "FILE_UNREADABLE");
  }
}

/** A rejection of the whole book means that the command could not run. */
function asCannotRun(error: unknown): never {
  if (error instanceof DomainError) throw cannotRun(error.message, error.code);
  throw error;
}

function differencesOf({ tieOut = [] }: BookResult) {
  return tieOut.filter(({ difference }) => /[1-9]/.test(difference));
}

function publish(result: BookResult, isDryRun: boolean): void {
  const { name, isStored, wasLoaded, rows, refused, tieOut } = result;
  if (wasLoaded) {
    printLine(`The book ${name} was loaded before; nothing was done.`);
    return;
  }
  if (refused.length > 0) {
    const cells = refused.slice(0, mostListed).map(({ file, line, path, message }) => {
      return [file, line === null ? "" : String(line), path, message];
    });
    noteTable(["file", "line", "field", "problem"], cells);
    if (refused.length > mostListed) printNote(`and ${refused.length - mostListed} more; --json lists all`);
  }
  printTable(
    ["file", "rows"],
    Object.entries(rows).map(([kind, count]) => [kind, count]),
  );
  if (refused.length > 0) printLine(`${plural(refused.length, "problem")}; balances are compared once there are none.`);
  else if (tieOut !== undefined) {
    const differing = differencesOf(result);
    printLine(`${plural(tieOut.length, "balance")} compared, ${differing.length} different.`);
    const cells = differing.slice(0, mostListed).map(({ contract, account, old, loaded, difference }) => {
      return [contract, account, old, loaded, difference];
    });
    if (cells.length > 0) printTable(["contract", "account", "old", "loaded", "difference"], cells);
  }
  if (isStored) printLine(`The book ${name} is loaded.`);
  else
    printLine(isDryRun ? "Nothing was kept." : "Nothing was loaded. Correct the files and run the same command again.");
}
