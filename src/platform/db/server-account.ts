import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The operating system account PostgreSQL runs under. */
export type ServerAccount = { readonly uid: number; readonly gid: number };

// PostgreSQL refuses to run as root, so root lends the cluster to an account that can do nothing else.
const unprivilegedUsers = ["postgres", "nobody"];

/** Whether this process may act for other accounts. False on platforms without user ids. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The unprivileged account a new cluster is given to, or undefined when this process is not root and PostgreSQL simply
 * runs as the same user. Read from /etc/passwd, because the accounts differ between distributions.
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
 * Whether `account` may pass through `directory` and every directory above it, judged by the permission bits. Behaviour
 * H8: a clone under a home directory of mode 0700 otherwise fails with a bare "Permission denied".
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
