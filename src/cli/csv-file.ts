import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { cannotRun } from "./failure.ts";

/** The number of lines after the header, only for the progress bar, because cells may contain line breaks. */
export async function countLines(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error("it is not a file");
    let lines = -1;
    for await (const chunk of createReadStream(path)) {
      for (const byte of chunk as Buffer) if (byte === 0x0a) lines += 1;
    }
    return Math.max(lines, 0);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** The rejection of a file that cannot be read, with the reason. */
export function unreadable(path: string, error: unknown) {
  return cannotRun(
    `The file ${path} cannot be read: ${error instanceof Error ? error.message : error}.`,
    "FILE_UNREADABLE",
  );
}
