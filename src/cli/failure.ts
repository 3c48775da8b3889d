import { DomainError } from "../kernel/errors.ts";
import { BackupError } from "../platform/backup/backup-error.ts";
import { ConfigError } from "../platform/config.ts";
import { EmbeddedDatabaseError } from "../platform/db/embedded-error.ts";
import { MigrationError, OldDatabaseError } from "../platform/db/migrate.ts";

/** 1: the command was rejected, or a check failed; 2: it could not run (operations "CLI"). */
export type FailureCode = 1 | 2;

/** A sentence for the person at the command line, and the exit code. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: FailureCode;
  readonly code: string;
  constructor(exitCode: FailureCode, code: string, message: string) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
  }
}

/** The command cannot run at present; the sentence says what is missing. */
export function cannotRun(message: string, code = "CANNOT_RUN"): CommandError {
  return new CommandError(2, code, message);
}

/** The command was understood and rejected. */
export function refused(message: string, code = "REJECTED"): CommandError {
  return new CommandError(1, code, message);
}

/** A failure as it is printed: `lines` for people; `code`, `message` and `details` for programs. */
export type Failure = {
  readonly exitCode: FailureCode;
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
};

/** Explains an error. Only an unexpected one is printed with its stack. */
export function failureOf(thrown: unknown): Failure {
  // Closing failed too; the first error is the one that matters.
  if (thrown instanceof SuppressedError) return failureOf(thrown.suppressed);
  if (thrown instanceof DomainError) return domainFailure(thrown);
  if (thrown instanceof ConfigError) {
    const message = thrown.problems.join(" ");
    const details = { problems: thrown.problems };
    return { exitCode: 2, code: "CONFIGURATION_INVALID", message, details, lines: thrown.problems };
  }
  if (thrown instanceof CommandError) return plain(thrown.exitCode, thrown.code, thrown.message);
  if (thrown instanceof EmbeddedDatabaseError) return plain(2, "DATABASE_UNAVAILABLE", thrown.message);
  if (thrown instanceof BackupError) return plain(1, thrown.code, thrown.message);
  if (thrown instanceof OldDatabaseError) return plain(1, "DATABASE_TOO_OLD", thrown.message);
  if (thrown instanceof MigrationError) return plain(2, "DATABASE_UNFIT", thrown.message);
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const text = error.stack ?? error.message;
  return {
    exitCode: 2,
    code: "UNEXPECTED",
    message: error.message,
    details: {},
    lines: [`Unexpected failure: ${text}`],
  };
}

/** Every issue on a line of its own; the summary that counts them is only for programs. */
function domainFailure(error: DomainError): Failure {
  const issues = issuesOf(error);
  const lines = issues.length === 0 ? [error.message] : issues;
  return { exitCode: 1, code: error.code, message: error.message, details: error.details, lines };
}

function issuesOf({ details }: DomainError): string[] {
  const issues = Array.isArray(details.issues) ? (details.issues as readonly unknown[]) : [];
  return issues.flatMap((issue) => {
    if (issue === null || typeof issue !== "object" || !("message" in issue)) return [];
    const path = "path" in issue && typeof issue.path === "string" ? issue.path : "";
    return [path === "" ? String(issue.message) : `${path}: ${String(issue.message)}`];
  });
}

function plain(exitCode: FailureCode, code: string, message: string): Failure {
  return { exitCode, code, message, details: {}, lines: [message] };
}
