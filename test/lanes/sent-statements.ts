import { Connection } from "../../src/platform/db/connection.ts";

/** The statements of the program, by their texts with single spaces. */
export type SentStatements = ReadonlySet<string>;

/**
 * Notes every statement that the program sends from now on in this process. Statements of tests, which look into the database by
 * themselves, are left out.
 */
export function noteStatements(): SentStatements {
  const known = new Set<string>();
  const noted = new Set<string>();
  const send = Connection.prototype.query;
  Connection.prototype.query = function query(this: Connection, ...sent: unknown[]) {
    const [statement] = sent;
    const written = typeof statement === "string" ? statement : (statement as { readonly text?: string })?.text;
    if (written !== undefined && !known.has(written) && !isOfTest()) {
      known.add(written);
      noted.add(written.replaceAll(/\s+/g, " ").trim());
    }
    return Reflect.apply(send, this, sent) as never;
  };
  return noted;
}

const frames = 60;

/** Whether a test sends a statement by itself: among the callers is a test, and nothing of the program but its connection. */
function isOfTest(): boolean {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = frames;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = usual;
  const callers = stack.split("\n").filter((line) => !line.includes("/test/lanes/"));
  const isProgram = callers.some((line) => line.includes("/src/") && !line.includes("/src/platform/db/"));
  return !isProgram && callers.some((line) => /\/test\/.*\.ts/.test(line));
}
