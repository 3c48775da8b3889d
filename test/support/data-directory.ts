import { chmod, mkdtemp, readFile, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder of its own for one embedded database. `path` does not exist yet. */
export type TemporaryDataDirectory = { readonly path: string; remove(): Promise<void> };

/** @param mode of the parent folder; 0o755 lets any account in, 0o700 only ours */
export async function temporaryDataDirectory(mode = 0o755): Promise<TemporaryDataDirectory> {
  const parent = await mkdtemp(join(tmpdir(), "accord-test-"));
  await chmod(parent, mode);
  const path = join(parent, "data");
  return {
    path,
    remove: async () => {
      const elsewhere = await homeElsewhere(path);
      if (elsewhere !== undefined) {
        await rm(elsewhere, { recursive: true, force: true });
        // The folder of all such places goes too when this was the last one.
        await rmdir(dirname(elsewhere)).catch(() => undefined);
      }
      await rm(parent, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Where the database is kept when the server account cannot enter the data directory. */
export async function homeElsewhere(dataDirectory: string): Promise<string | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDirectory, "location.json"), "utf8")).home;
  } catch {
    return undefined;
  }
}
