import { invalidIssues } from "../kernel/errors.ts";
import { openThreads } from "../platform/threads.ts";
import { flatColumns } from "./table.ts";
import type { WorkbookOrder } from "./workbook.ts";

/** Writes spreadsheets in threads of its own: the seconds that a long journal takes would hold up every other request. */
export type XlsxWriter = {
  /**
   * Tables as a workbook (`workbook.ts`).
   *
   * @throws DomainError TOO_MANY_ITEMS for tables of more than a million cells in all
   * @throws Error when it takes longer or more memory than it may, or the writer is closed
   */
  readonly write: (order: WorkbookOrder) => Promise<Uint8Array>;
  /** Ends every thread; what is being written fails. */
  readonly close: () => Promise<void>;
};

const mostCells = 1_000_000;
/**
 * Twice what a million cells take: they are rejected before they are written, because a heap that reaches its limit at
 * a large allocation may end the whole process.
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
