/**
 * The embedded database cannot be used at present. The message is one plain sentence for the person who started the program (what
 * is wrong, where, what to do), sometimes followed by lines of the PostgreSQL log. The caller prints it and exits with 1 (behaviour
 * DBF-8).
 */
export class EmbeddedDatabaseError extends Error {
  override readonly name = "EmbeddedDatabaseError";
}

/** The `code` of a file system or network error (`ENOENT`, `EEXIST`, …), or undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** The message of whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
