import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { type ImportFile, readImportFile } from "../catalog/import-file.ts";
import { errorCode } from "../platform/db/embedded-error.ts";
import { cannotRun } from "./failure.ts";

/**
 * Reads a file of records from an outside system: JSON if its name ends in `.json`, else CSV.
 *
 * @param fields the columns of the CSV
 * @throws CommandError if there is no such file or it is not text
 */
export async function readRecordFile(path: string, fields: readonly string[]): Promise<ImportFile> {
  const format = extname(path).toLowerCase() === ".json" ? "JSON" : "CSV";
  return readImportFile(textOf(await bytesOf(path), path), format, fields);
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw cannotRun(`${path} cannot be read: ${errorCode(error) ?? String(error)}.`, "FILE_UNREADABLE");
  }
}

function textOf(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw cannotRun(`${path} is not UTF-8 text.`, "FILE_UNREADABLE");
  }
}
