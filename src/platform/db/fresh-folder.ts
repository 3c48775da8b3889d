import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isAlive } from "./postmaster.ts";

/**
 * A temporary name beside `target` for something that is renamed to `target` once complete. It contains our process id, which tells
 * what a killed process left behind from what another process is doing right now.
 */
export function newSibling(target: string): string {
  return `${target}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
}

/** Removes what processes that have ended left behind under {@link newSibling} names of `target`. */
export async function removeAbandoned(target: string): Promise<void> {
  const prefix = `${basename(target)}.new-`;
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split("-")[0]);
    if (pid !== process.pid && !isAlive(pid)) await rm(join(dirname(target), name), { recursive: true, force: true });
  }
}
