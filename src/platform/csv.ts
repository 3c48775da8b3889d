import type { Readable } from "node:stream";
import { CsvError, type InfoRecord, Parser } from "csv-parse";

/** A record of a CSV file with the line it ends on, or the reason why the rest of the file cannot be read. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly problem: string };

// A quote that is never closed would otherwise make the rest of the file one cell.
const longestRecord = 1_000_000;

/**
 * Reads a CSV file (RFC 4180) record by record, including the header. Blank lines are skipped, and a byte order mark is dropped.
 * Only one chunk of the file is in memory at a time.
 */
export async function* readCsv(source: Readable, delimiter: string): AsyncGenerator<CsvRecord> {
  let read: CsvRecord[] = [];
  // The parser counts a CRLF inside quotes as two lines.
  let countedTwice = 0;
  const parser = new Parser({
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRecord,
    // Records are taken here and not from the readable side, which drops the valid records before an invalid one.
    on_record: (cells: string[], { lines }: InfoRecord) => {
      for (const cell of cells) countedTwice += cell.split("\r\n").length - 1;
      read.push({ line: lines - countedTwice, cells });
      return null;
    },
  });
  parser.resume();
  const taken = () => {
    const records = read;
    read = [];
    return records;
  };
  try {
    for await (const chunk of source) {
      const problem = await fed(parser, chunk);
      yield* taken();
      if (problem !== undefined) return yield problem;
    }
    const problem = await ended(parser);
    yield* taken();
    if (problem !== undefined) yield problem;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function fed(parser: Parser, chunk: Buffer | string): Promise<CsvRecord | undefined> {
  return new Promise((resolve, reject) => {
    resolveOn(parser, resolve, reject);
    parser.write(chunk, (error) => {
      if (error === null || error === undefined) resolve(undefined);
    });
  });
}

function ended(parser: Parser): Promise<CsvRecord | undefined> {
  return new Promise((resolve, reject) => {
    resolveOn(parser, resolve, reject);
    parser.once("end", () => resolve(undefined));
    parser.end();
  });
}

function resolveOn(parser: Parser, resolve: (problem: CsvRecord) => void, reject: (error: Error) => void): void {
  parser.removeAllListeners("error");
  parser.once("error", (error) => {
    if (error instanceof CsvError) resolve({ line: Number(error.lines), problem: `${error.message}.` });
    else reject(error);
  });
}
