import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The operating system account PostgreSQL runs under. */
export type ServerAccount = { readonly uid: number; readonly gid: number };

// PostgreSQL refuses to run as root, so root gives the cluster to an account without other rights.
const unprivilegedUsers = ["postgres", "nobody"];

/** Whether this process may act for other accounts. False on platforms without user ids. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The unprivileged account that a new cluster belongs to, or undefined if this process is not root and PostgreSQL runs as the same
 * user. Read from /etc/passwd, because the accounts differ between distributions.
 */
export async function unprivilegedAccount(): Promise<ServerAccount | undefined> {
  if (!isRoot()) return undefined;
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const user of unprivilegedUsers) {
    const entry = lines.find(([name]) => name === user);
    if (entry !== undefined) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  return { uid: 65534, gid: 65534 };
}

/**
 * Whether the permission bits let `account` pass through `directory` and all directories above it. Otherwise a clone under a home
 * directory of mode 0700 fails with a bare "Permission denied" (behaviour H8).
 */
export async function canReach(directory: string, account: ServerAccount): Promise<boolean> {
  for (let current = directory; ; current = dirname(current)) {
    if (!maySearch(await stat(current), account)) return false;
    if (current === dirname(current)) return true;
  }
}

function maySearch(folder: Stats, account: ServerAccount): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}
