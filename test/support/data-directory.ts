import { chmod, mkdtemp, readFile, rm, rmdir, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder of its own for one embedded database. `path` does not exist yet. */
export type TemporaryDataDirectory = { readonly path: string; remove(): Promise<void> };

/**
 * @param mode of the parent folder; 0o755 admits any account, 0o700 only ours
 * @param under the folder in which it is made
 */
export async function temporaryDataDirectory(mode = 0o755, under = tmpdir()): Promise<TemporaryDataDirectory> {
  const parent = await mkdtemp(join(under, "accord-test-"));
  await chmod(parent, mode);
  const path = join(parent, "data");
  return {
    path,
    remove: async () => {
      const elsewhere = await homeElsewhere(path);
      if (elsewhere !== undefined) {
        await rm(elsewhere, { recursive: true, force: true });
        // The parent of all such folders is removed too, if this was the last one.
        await rmdir(dirname(elsewhere)).catch(() => undefined);
      }
      await rm(parent, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

const memory = "/dev/shm";
const enough = 4 * 1024 ** 3;

/** A folder in memory if one has enough room, else the folder of temporary files; for data that need not outlive a test. */
export async function fastestFolder(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize >= enough && freemem() >= enough ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Where the database is kept when the server account cannot enter the data directory. */
export async function homeElsewhere(dataDirectory: string): Promise<string | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDirectory, "location.json"), "utf8")).home;
  } catch {
    return undefined;
  }
}
