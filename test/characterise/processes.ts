import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { startTestServer } from "../support/template.ts";
import type { FrozenBook } from "./document.ts";

const player = new URL("player.ts", import.meta.url);

/** Plays books by name in a process for each processor, all on one PostgreSQL; `keep` gets them as they are done. */
export async function playInProcesses(
  names: readonly string[],
  keep: (book: FrozenBook) => Promise<void>,
): Promise<void> {
  if (names.length === 0) return;
  const server = await startTestServer();
  try {
    const count = Math.min(names.length, availableParallelism());
    const shares = Array.from({ length: count }, (_, share) => names.filter((_, index) => index % count === share));
    await Promise.all(shares.map((share) => playIn(server.connectionString, share, keep)));
  } finally {
    await server.stop();
  }
}

async function playIn(
  database: string,
  names: readonly string[],
  keep: (book: FrozenBook) => Promise<void>,
): Promise<void> {
  const child = fork(player, { env: { ...process.env, ACCORD_TEST_DATABASE_URL: database } });
  try {
    const played = received(child, names.length, keep);
    child.send(names);
    await played;
  } finally {
    child.kill();
  }
}

/** Settles when all books of a process are kept, or when it ends before. */
async function received(child: ChildProcess, count: number, keep: (book: FrozenBook) => Promise<void>): Promise<void> {
  const ended = new AbortController();
  const end = once(child, "exit", { signal: ended.signal }).then(([code]) => {
    throw new Error(`A process that plays books ended with ${code}.`);
  });
  const all = new Promise<void>((resolve, reject) => {
    let kept = 0;
    child.on("message", (book: FrozenBook) => {
      keep(book).then(() => {
        kept += 1;
        if (kept === count) resolve();
      }, reject);
    });
  });
  await Promise.race([all, end]).finally(() => ended.abort());
}
