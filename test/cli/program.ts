import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../support/api.ts";

const entry = join(import.meta.dirname, "../../bin/accord.js");

type Environment = Readonly<Record<string, string>>;

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs a command to its end, as an operator would, with nothing in its environment but `environment`, the path, and no console. */
export async function run(
  args: readonly string[],
  environment: Environment,
  node = process.execPath,
): Promise<Finished> {
  const program = launch(args, environment, node);
  const code = await program.closed;
  return { code, stdout: program.stdout(), stderr: program.stderr() };
}

/** Runs a command that must succeed and returns its JSON document. */
export async function runJson(args: readonly string[], environment: Environment): Promise<Json> {
  const { code, stdout, stderr } = await run([...args, "--json"], environment);
  assert.equal(code, 0, `${args.join(" ")}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

export type Serving = Launched & {
  readonly url: string;
  /** Milliseconds until it listened. */
  readonly startedIn: number;
  /** Sends a signal and waits for the end. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>;
};

const started = new Set<ChildProcess>();

/** Starts a server on a free port and waits until it listens. */
export async function serve(environment: Environment, args: readonly string[] = []): Promise<Serving> {
  const begin = performance.now();
  const program = launch(["serve", ...args], { PORT: "0", ...environment });
  await until(program, () => /^listening on http/m.test(program.stdout()));
  const url = /^listening on (http:\S+)$/m.exec(program.stdout())?.[1] ?? "";
  const startedIn = performance.now() - begin;
  const end = (signal: NodeJS.Signals = "SIGTERM") => {
    process.kill(program.pid, signal);
    return program.closed;
  };
  return { ...program, url, startedIn, end };
}

/** Waits for something about a process that goes on. */
export async function until(program: Launched, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 180_000;
  while (!isSo()) {
    const output = `${program.stdout()}${program.stderr()}`;
    assert.ok(!program.hasEnded(), `the process ended: ${output}`);
    assert.ok(performance.now() < deadline, `it took too long: ${output}`);
    await sleep(20);
  }
}

/** Ends, by their own ids, the processes that a failed test left running. */
export function killLeftOver(): void {
  for (const child of started) child.kill("SIGKILL");
}

export type Launched = {
  readonly pid: number;
  /** The exit code, or null after a signal. */
  readonly closed: Promise<number | null>;
  readonly hasEnded: () => boolean;
  readonly stdout: () => string;
  readonly stderr: () => string;
};

/** Starts the program and looks on. */
export function launch(args: readonly string[], environment: Environment, node = process.execPath): Launched {
  return launchProgram(node, [entry, ...args], environment);
}

/** As {@link launch}, the way the README says: a shell and npm are in between. */
export function launchWithNpm(script: string, environment: Environment): Launched {
  return launchProgram("npm", ["run", "--prefix", join(entry, "../.."), script], environment);
}

function launchProgram(program: string, args: readonly string[], environment: Environment): Launched {
  const child = spawn(program, args, {
    // Building the console is a test of its own.
    env: { PATH: process.env.PATH ?? "", ACCORD_CONSOLE: "off", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  assert.ok(child.pid !== undefined);
  started.add(child);
  const closed = once(child, "close").then(([code]) => {
    started.delete(child);
    return code;
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return { pid: child.pid, closed, hasEnded, stdout: () => output.stdout, stderr: () => output.stderr };
}
