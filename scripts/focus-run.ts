import { createReadStream } from "node:fs";
import { readCsv } from "../src/platform/csv.ts";
import { startApi } from "../test/support/api.ts";
import { billFocusRows, focusRows } from "./focus-bill.ts";

// Bills the usage of a FOCUS 1.0 file (FinOps Open Cost and Usage Specification) and compares every line with its rows:
//
//   npm run focus -- focus-1.0-sample.csv
//
// Exit 0 when every line agrees to the last decimal, 1 when one differs.

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("Say which file: npm run focus -- focus-1.0-sample.csv");
process.exitCode = (await run(path)) ? 0 : 1;

async function run(file: string): Promise<boolean> {
  const records = await recordsOf(file);
  const rows = focusRows(records);
  const api = await startApi();
  try {
    const { differences, ...figures } = await billFocusRows(api, rows);
    print("rows of the file", records.length);
    for (const [name, value] of Object.entries(figures)) print(name, value);
    print("differences", differences.length);
    for (const difference of differences.slice(0, 20)) process.stdout.write(`  ${difference}\n`);
    return rows.length > 0 && differences.length === 0;
  } finally {
    await api.close();
  }
}

async function recordsOf(file: string): Promise<Record<string, string>[]> {
  const records: Record<string, string>[] = [];
  let header: readonly string[] | undefined;
  for await (const record of readCsv(createReadStream(file), ",")) {
    if ("problem" in record) throw new Error(`Line ${record.line}: ${record.problem}`);
    if (header === undefined) header = record.cells;
    else records.push(Object.fromEntries(header.map((name, at) => [name, record.cells[at] ?? ""])));
  }
  return records;
}

function print(name: string, value: string | number): void {
  process.stdout.write(`${name.padEnd(20)} ${String(value).padStart(12)}\n`);
}
