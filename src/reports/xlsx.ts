import { invalidIssues } from "../kernel/errors.ts";
import { openThreads } from "../platform/threads.ts";
import { flatColumns } from "./table.ts";
import type { WorkbookOrder } from "./workbook.ts";

/** Writes spreadsheets in separate threads, because a long journal takes seconds, which would block all other requests. */
export type XlsxWriter = {
  /**
   * Writes a workbook (`workbook.ts`) and returns its bytes.
   *
   * @throws DomainError TOO_MANY_ITEMS if the tables have more than a million cells in total
   * @throws Error if it exceeds its time or memory, or the writer is closed
   */
  readonly write: (order: WorkbookOrder) => Promise<Uint8Array>;
  /** Ends all threads; workbooks that are being written fail. */
  readonly close: () => Promise<void>;
};

const mostCells = 1_000_000;
/**
 * The heap limit of a thread: twice what a million cells take. Larger reports are rejected before they are written, because a heap that reaches its
 * limit may end the whole process.
 */
const megabytes = 1_024;

export function openXlsxWriter({ milliseconds }: { readonly milliseconds?: number } = {}): XlsxWriter {
  const script = new URL("./xlsx-worker.ts", import.meta.url);
  const product = "a spreadsheet";
  const threads = openThreads<WorkbookOrder, Uint8Array>({ script, product, megabytes, milliseconds });
  return {
    write: async (order) => {
      const cells = order.sheets.map(({ table }) => table.rows.length * flatColumns(table).length);
      if (cells.reduce((sum, count) => sum + count, 0) > mostCells) {
        const message = "A spreadsheet has at most a million cells; ask for CSV, or for less.";
        throw invalidIssues([{ path: "/query/format", code: "TOO_MANY_ITEMS", message }], "TOO_MANY_ITEMS");
      }
      return await threads.make(order);
    },
    close: threads.close,
  };
}
