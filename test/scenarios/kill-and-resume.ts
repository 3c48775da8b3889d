import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryDataDirectory } from "../support/data-directory.ts";
import { generateBook, randomFrom } from "./generated-book.ts";

// Runs a generated book, kills it at random moments and starts it again until it comes to its end:
//
//   node test/scenarios/kill-and-resume.ts [KILLS] [CONTRACTS] [SEED]

export type KillOptions = {
  readonly kills: number;
  readonly contracts: number;
  readonly seed: number;
  /** A run is killed within this time after its first line of output. */
  readonly withinMilliseconds: number;
  readonly print: (line: string) => void;
};

const runScript = join(dirname(dirname(import.meta.dirname)), "scripts", "telco-run.ts");

/**
 * Kills a run `kills` times with `kill -9`, every second time its PostgreSQL with it, and lets the last one end.
 *
 * @throws if the undisturbed run differs from the figures of plain arithmetic
 */
export async function killAndResume({ kills, contracts, seed, withinMilliseconds, print }: KillOptions): Promise<void> {
  const random = randomFrom(seed);
  const book = generateBook({ seed, contracts });
  const folder = await mkdtemp(join(tmpdir(), "accord-kill-"));
  const [csv, expected] = [join(folder, "book.csv"), join(folder, "figures.json")];
  let directory = await temporaryDataDirectory();
  const begin = () => start([runScript, csv, "--data-dir", directory.path, "--expect", expected]);
  try {
    await writeFile(csv, book.csv);
    await writeFile(expected, JSON.stringify(book.figures));
    for (let kill = 1; kill <= kills; ) {
      const run = begin();
      await Promise.race([once(run.child.stdout, "data"), run.ended]);
      const delay = Math.round((0.1 + 0.9 * random()) * withinMilliseconds);
      const endedFirst = await Promise.race([sleep(delay, false), run.ended.then(() => true)]);
      if (endedFirst) {
        assert.equal(await run.ended, 0, run.output());
        print("came to its end before it was killed: the figures agree; a new book begins");
        await directory.remove();
        directory = await temporaryDataDirectory();
        continue;
      }
      const withDatabase = kill % 2 === 0;
      if (withDatabase) await killPostgres(directory.path);
      killGroup(run.child);
      await run.ended;
      print(`kill ${kill} after ${delay} ms${withDatabase ? ", PostgreSQL as well" : ""}: ${lastLine(run.output())}`);
      kill += 1;
    }
    const run = begin();
    const code = await run.ended;
    print(run.output());
    assert.equal(code, 0, run.output());
  } finally {
    await killPostgres(directory.path);
    await directory.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

type Run = {
  readonly child: ChildProcess & { readonly stdout: NodeJS.ReadableStream };
  readonly output: () => string;
  /** The exit code, null when it was killed. */
  readonly ended: Promise<number | null>;
};

/** In a process group of its own, so that what it starts is killed with it. */
function start(args: readonly string[]): Run {
  const child = spawn(process.execPath, [...args], { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, output: () => output, ended };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended by itself a moment ago.
  }
}

/** The server that a run has started on this very folder, if it lives. */
async function killPostgres(dataDirectory: string): Promise<void> {
  try {
    const lines = await readFile(join(dataDirectory, "cluster", "data", "postmaster.pid"), "utf8");
    process.kill(Number(lines.split("\n")[0]), "SIGKILL");
  } catch {
    // None runs.
  }
}

function lastLine(output: string): string {
  return output.trimEnd().split("\n").at(-1)?.trim() ?? "";
}

if (import.meta.main) {
  const [kills = 10, contracts = 400, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  process.stdout.write(`seed ${seed}\n`);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  await killAndResume({ kills, contracts, seed, withinMilliseconds: 5_000, print });
}
