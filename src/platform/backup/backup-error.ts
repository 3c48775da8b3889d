import { errorCode, errorText } from "../db/embedded-error.ts";
import { sqlState } from "../db/pool.ts";

/** A backup or restore that is not possible at present. The message is one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const ofFiles = ["ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR", "EROFS", "ENOSPC", "EDQUOT", "EFBIG", "EEXIST"];
const databaseSentences: Readonly<Record<string, string>> = {
  "42501": "The role may not do this on the database",
  "53100": "The disk of the database is full",
};

/** A BackupError for errors of the disk or the database; any other error unchanged. Whatever was begun has been undone. */
export function explained(error: unknown, path: string): unknown {
  if (ofFiles.includes(errorCode(error) ?? "")) {
    return new BackupError("FILE_UNUSABLE", `${path} cannot be used: ${errorText(error)}.`);
  }
  const sentence = databaseSentences[sqlState(error) ?? ""];
  return sentence === undefined ? error : new BackupError("DATABASE_REJECTS", `${sentence}: ${errorText(error)}.`);
}
