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
  const env = { ...process.env, ACCORD_TEST_DATABASE_URL: server.connectionString };
  const count = Math.min(names.length, availableParallelism());
  const children = Array.from({ length: count }, () => fork(player, { env }));
  try {
    const played = children.map((child, share) => {
      const own = names.filter((_, index) => index % count === share);
      child.send(own);
      return received(child, own.length, keep);
    });
    await Promise.all(played);
  } finally {
    for (const child of children) child.kill();
    await server.stop();
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
