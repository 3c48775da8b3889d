import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { refusalsOf } from "../cluster/refused-statements.ts";
import { noteStatements } from "./sent-statements.ts";

/** The root of the repository. */
export const root = join(import.meta.dirname, "../..");

// A file may take as long as its tests do: `--test-timeout` is for each of them, and on a slow machine many short ones add up.
const longestFile = 3_600_000;

/** The folder in which lanes note the files they took; set by the global setup. */
export const laneFolderVariable = "ACCORD_TEST_LANES";

/** Whether `npm test` has the file: one that sends something to every operation or list of the API waits for `npm run test:slow`. */
export const isQuick = (file: string): boolean => !file.startsWith("test/matrix/");

/**
 * Runs test files one after the other in this process, so that the program is loaded, compiled and warm for all of them.
 * Lanes beside each other share the files out: each takes the next that no other has taken, so they end together. A file
 * is a suite of its own: what it does before and after is done around its tests, and a failure names it. In the end every statement that
 * the program sent meanwhile is checked for what a cluster would reject.
 */
export async function runLane(isChosen: (file: string) => boolean = isQuick): Promise<void> {
  const found = globSync(["src/**/*.test.ts", "test/**/*.test.ts"], { cwd: root });
  const files = found.map((path) => path.replaceAll("\\", "/")).filter((file) => !file.endsWith(".slow.test.ts"));
  const statements = noteStatements();
  for (const file of files.toSorted()) {
    if (!isChosen(file) || !(await take(file))) continue;
    await describe(file, { timeout: longestFile }, async () => {
      try {
        await import(join(root, file));
      } catch (error) {
        // A suite that cannot be built would be left out of the summary.
        test("the file is loaded", () => {
          throw error;
        });
      }
    });
  }
  await describe("the statements of all these tests", () => {
    test("each concerns one merchant, and has nothing that a cluster rejects (ADR 0095)", () => {
      assert.ok(statements.size > 100, `${statements.size} statements`);
      const refused = [...statements].flatMap((each) => refusalsOf(each).map((reason) => `${reason}: ${each}`));
      assert.deepEqual(refused, []);
    });
  });
}

/** Whether this lane is the first to ask for the file. */
async function take(file: string): Promise<boolean> {
  const folder = process.env[laneFolderVariable];
  if (folder === undefined) return true;
  try {
    await (await open(join(folder, file.replaceAll("/", "+")), "wx")).close();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
