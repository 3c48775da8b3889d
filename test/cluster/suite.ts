import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { clusterVariable } from "../support/template.ts";
import { importsOf } from "../tidy/source-imports.ts";
import { excluded } from "./excluded.ts";

// The tests that use the database, on a cluster of Citus instead of one PostgreSQL: each file has a distributed database of its own.
//
//   ACCORD_TEST_CLUSTER=postgres://owner@coordinator/postgres,postgres://owner@worker/postgres,… npm run test:citus:suite [-- FILES]

const root = join(import.meta.dirname, "../..");
const databaseOfTests = "test/support/database.ts";

const reaching = new Map<string, boolean>();

/** Whether a file imports the database of the tests, itself or through what it imports. */
function usesDatabase(file: string): boolean {
  const known = reaching.get(file);
  if (known !== undefined || file === databaseOfTests) return known ?? true;
  reaching.set(file, false);
  const imports = importsOf(readFileSync(join(root, file), "utf8")).filter((path) => path.startsWith("."));
  const near = imports.map((path) => join(dirname(file), path)).filter((path) => existsSync(join(root, path)));
  const uses = near.some(usesDatabase);
  reaching.set(file, uses);
  return uses;
}

/** Entries of the list whose file or test is no longer there. */
function staleEntries(): string[] {
  return excluded.flatMap(({ file, test }) => {
    const [found] = globSync(file, { cwd: root });
    if (found === undefined) return [file];
    return test === undefined || readFileSync(join(root, file), "utf8").includes(test) ? [] : [`${file}: ${test}`];
  });
}

const stale = staleEntries();
if (stale.length > 0) throw new Error(`test/cluster/excluded.ts names what is not there: ${stale.join("; ")}`);
if (process.env[clusterVariable] === undefined) throw new Error(`${clusterVariable} has no addresses of nodes.`);

const patterns = process.argv.length > 2 ? process.argv.slice(2) : ["src/**/*.test.ts", "test/**/*.test.ts"];
const withoutCluster = new Set(excluded.filter(({ test }) => test === undefined).map(({ file }) => file));
const files = globSync(patterns, { cwd: root })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((file) => !file.startsWith("test/lanes/") && usesDatabase(file) && !withoutCluster.has(file))
  .toSorted();
if (files.length === 0) throw new Error("None of these files uses the database on a cluster.");
const skipped = excluded.flatMap(({ test }) => (test === undefined ? [] : [`--test-skip-pattern=${exactly(test)}`]));
const flags = ["--max-semi-space-size=64", "--import", "./test/support/seed.ts", "--test", "--test-concurrency=2"];
const setup = ["--test-global-setup=test/support/global-setup.ts", "--test-timeout=1800000", "--test-reporter=spec"];
process.stdout.write(`${files.length} files, without ${excluded.length} that test/cluster/excluded.ts explains\n`);
const suite = spawn(process.execPath, [...flags, ...setup, ...skipped, ...files], { cwd: root, stdio: "inherit" });
const [code] = await once(suite, "exit");
process.exitCode = code ?? 1;

function exactly(name: string): string {
  return `/^${name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$/`;
}
