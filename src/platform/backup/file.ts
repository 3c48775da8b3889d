import { createHash, type Hash } from "node:crypto";
import { constants, createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pipeline as pipe } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { BackupError } from "./backup-error.ts";

// A backup is one file (ADR 0043): a line that names the format, a line of JSON (the header), frames compressed with zstd, and the
// SHA-256 of all bytes before it.

const firstLine = "accord backup 1\n";
const hashBytes = 32;
const longestHeader = 1 << 24;

/** The header of a backup: the second line of the file, readable with `head -2`. */
export type Header = {
  /** Version of the program that made the backup. */
  readonly program: string;
  /** RFC 3339 in UTC. */
  readonly takenAt: string;
  /** Applied migrations of the database, in order. */
  readonly migrations: readonly string[];
  readonly merchants: number;
  /** First days of the months for which usage events have a partition. */
  readonly usageMonths: readonly string[];
};

/** Rows and SHA-256 (hexadecimal) of one table, over its rows as COPY writes them, in the order of the primary key. */
export type TableDigest = { readonly table: string; readonly rows: number; readonly sha256: string };

export type Frame =
  | { readonly kind: "table"; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: "rows"; readonly bytes: Uint8Array }
  | { readonly kind: "tableEnd"; readonly digest: TableDigest }
  | { readonly kind: "end"; readonly sequences: readonly SequenceState[]; readonly tables: readonly TableDigest[] };

export type SequenceState = { readonly sequence: string; readonly lastValue: string; readonly isCalled: boolean };

const rowsKind = 1;
const jsonKind = 2;

/**
 * Writes a backup under a temporary name beside `path`, and renames it once all of it is on the disk. A failed or interrupted
 * backup leaves no file named `path`. Only its owner may read the file, because it contains all data.
 *
 * @returns its size in bytes
 */
export async function writeBackupFile(path: string, header: Header, frames: AsyncIterable<Frame>): Promise<number> {
  const unfinished = `${path}.${process.pid}.unfinished`;
  const hash = createHash("sha256");
  const start = Buffer.from(`${firstLine}${JSON.stringify(header)}\n`);
  try {
    await pipeline(
      encoded(frames),
      createZstdCompress(),
      (compressed: AsyncIterable<Buffer>) => sealed(start, compressed, hash),
      createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true }),
    );
    const { size } = await stat(unfinished);
    await rename(unfinished, path);
    await syncFolder(dirname(resolve(path)));
    return size;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function* sealed(start: Buffer, compressed: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  hash.update(start);
  yield start;
  for await (const chunk of compressed) {
    hash.update(chunk);
    yield chunk;
  }
  yield hash.digest();
}

async function* encoded(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const frame of frames) {
    const isRows = frame.kind === "rows";
    const payload = isRows ? frame.bytes : Buffer.from(JSON.stringify(frame));
    const head = Buffer.alloc(5);
    head.writeUInt8(isRows ? rowsKind : jsonKind);
    head.writeUInt32BE(payload.length, 1);
    yield Buffer.concat([head, payload]);
  }
}

/** A rename is durable when its folder is flushed; Windows cannot flush folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** A backup that was read to its end once and found whole. */
export type BackupFile = { readonly header: Header; readonly frames: () => AsyncGenerator<Frame> };

/**
 * Reads a whole file and compares it with the hash at its end, before it is used.
 *
 * @throws BackupError if it is no backup, has a later format, is truncated or was changed
 */
export async function openBackupFile(path: string): Promise<BackupFile> {
  const { size } = await stat(path);
  const { header, length } = await readHeader(path);
  const hash = createHash("sha256");
  const end = size - hashBytes;
  if (end <= length) throw damaged(path);
  for await (const chunk of createReadStream(path, { end: end - 1 })) hash.update(chunk as Buffer);
  const kept = await bytesAt(path, end, hashBytes);
  if (!hash.digest().equals(kept)) throw damaged(path);
  return { header, frames: () => decoded(decompressed(createReadStream(path, { start: length, end: end - 1 }))) };
}

async function readHeader(path: string): Promise<{ header: Header; length: number }> {
  const bytes = await bytesAt(path, 0, longestHeader);
  const text = bytes.subarray(0, firstLine.length).toString("latin1");
  if (text !== firstLine) {
    const isLater = /^accord backup \d/.test(text);
    throw isLater
      ? new BackupError(
          "BACKUP_FORMAT_UNKNOWN",
          `${path} was made by a later version of Accord; restore it with that one.`,
        )
      : new BackupError("NOT_A_BACKUP", `${path} is not a backup that "accord backup" made.`);
  }
  const end = bytes.indexOf("\n", firstLine.length);
  if (end === -1) throw damaged(path);
  try {
    return { header: JSON.parse(bytes.subarray(firstLine.length, end).toString("utf8")), length: end + 1 };
  } catch {
    throw damaged(path);
  }
}

async function bytesAt(path: string, position: number, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { start: position, end: position + length - 1 })) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** The decompressed bytes of a file. A read error reaches the consumer. */
function decompressed(compressed: ReadStream): AsyncIterable<Buffer> {
  return pipe(compressed, createZstdDecompress(), () => undefined);
}

async function* decoded(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    while (held.length >= 5 && held.length >= 5 + held.readUInt32BE(1)) {
      const payload = held.subarray(5, 5 + held.readUInt32BE(1));
      yield held[0] === rowsKind ? { kind: "rows", bytes: payload } : JSON.parse(payload.toString("utf8"));
      held = held.subarray(5 + payload.length);
    }
  }
}

function damaged(path: string): BackupError {
  return new BackupError(
    "BACKUP_DAMAGED",
    `${path} is cut short or was changed since it was made: its contents do not match the hash at its end.`,
  );
}
