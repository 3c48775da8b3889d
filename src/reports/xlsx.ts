import { Worker } from "node:worker_threads";
import type { Table } from "./table.ts";
import type { WorkbookOrder } from "./workbook.ts";

/** What the sheet "Parameters" says, line by line: enough to run the report again. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/**
 * A table as a spreadsheet (`workbook.ts`), written in a thread of its own: a journal of a month has tens of thousands of lines,
 * and the seconds that they take would hold up every other request.
 */
export function xlsxOf(table: Table, name: string, parameters: Parameters): Promise<Uint8Array> {
  const order: WorkbookOrder = { table, name, parameters };
  const worker = new Worker(new URL("./xlsx-worker.ts", import.meta.url), { workerData: order, env: {} });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    // Without a workbook by now there is none to come; after one this says nothing.
    worker.once("exit", (code) => reject(new Error(`the thread of a spreadsheet ended with ${code}`)));
  });
}
