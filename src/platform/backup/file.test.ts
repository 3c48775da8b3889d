import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type Frame, openBackupFile, writeBackupFile } from "./file.ts";

test("a file that becomes unreadable fails its reader, and not the process", async () => {
  const folder = await mkdtemp(join(tmpdir(), "accord-backup-file-"));
  try {
    const path = join(folder, "books.backup");
    const header = { program: "0", takenAt: "2026-01-01T00:00:00Z", migrations: [], merchants: 0, usageMonths: [] };
    const end: Frame = { kind: "end", sequences: [], tables: [] };
    await writeBackupFile(
      path,
      header,
      (async function* () {
        yield end;
      })(),
    );
    const backup = await openBackupFile(path);
    assert.deepEqual(await Array.fromAsync(backup.frames()), [end]);
    await rm(path);
    await assert.rejects(Array.fromAsync(backup.frames()), { code: "ENOENT" });
  } finally {
    await rm(folder, { recursive: true });
  }
});
