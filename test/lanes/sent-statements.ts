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

/** Whether a test sends a statement by itself: nothing of the program but its platform, such as a transaction, is between them. */
function isOfTest(): boolean {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = frames;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = usual;
  const isTest = (line: string) => /\.test\.ts|\/test\/(?!lanes\/)/.test(line);
  const isAbovePlatform = (line: string) => /\/src\/(?!platform\/)/.test(line);
  const nearest = stack.split("\n").find((line) => isTest(line) || isAbovePlatform(line));
  return nearest !== undefined && isTest(nearest);
}
