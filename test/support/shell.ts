import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export type Shell = {
  /** Runs lines in one shell, in the folder, until one fails; returns their output. */
  readonly run: (lines: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<string>;
};

/** A shell in a folder with the launcher and the examples, like in a clone, so that `./accord` runs. */
export async function shellIn(folder: string, always: Readonly<Record<string, string>>): Promise<Shell> {
  for (const name of ["accord", "docs"]) await symlink(join(root, name), join(folder, name));
  return {
    run: (lines, environment = {}) =>
      new Promise((resolve, reject) => {
        const env = { PATH: process.env.PATH ?? "", ...always, ...environment };
        execFile("sh", ["-e", "-c", lines.join("\n")], { cwd: folder, env }, (error, stdout, stderr) => {
          if (error === null) resolve(stdout);
          else reject(new assert.AssertionError({ message: `${lines.join("\n")}\n${stdout}${stderr}` }));
        });
      }),
  };
}
