import writeXlsxFile, { type Row as SheetRow } from "write-excel-file/node";
import { type SheetOrder, sheetOf } from "./sheet.ts";
import { finishedSheet, finishedWorkbook, onePageWide } from "./sheet-xml.ts";

/** The lines of the sheet "Parameters", with which the report can be run again. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** The content of a workbook: a sheet for each table. Names of sheets must differ and have at most 31 characters. */
export type WorkbookOrder = { readonly sheets: readonly SheetOrder[]; readonly parameters: Parameters };

/**
 * Tables as a spreadsheet that is ready to be printed: one font, landscape, one page wide, with headings that stay visible and are repeated on every
 * page. The last sheet, "Parameters", has the parameters of the report and all notes.
 */
export function workbookOf({ sheets: orders, parameters }: WorkbookOrder): Promise<Buffer> {
  const sheets = orders.map(sheetOf);
  const notes = new Set(orders.flatMap(({ table }) => table.notes));
  const about = [...parameters, ...[...notes].map((note) => ["Note", note] as const)].map(
    ([label, value]): SheetRow => [
      { value: label, fontWeight: "bold" },
      { value, type: String },
    ],
  );
  const tables = sheets.map(({ name, cells, headerRow, widths, stickyColumns }) => ({
    data: [...cells],
    sheet: name,
    orientation: "landscape" as const,
    stickyRowsCount: headerRow + 1,
    ...(stickyColumns > 0 ? { stickyColumnsCount: stickyColumns } : {}),
    columns: widths.map((width) => ({ width })),
  }));
  const widths = [{ width: 20 }, { width: 90 }];
  const parameterSheet = { data: about, sheet: "Parameters", orientation: "landscape" as const, columns: widths };
  const finish = (xml: string, _: unknown, { sheetIndex }: { readonly sheetIndex: number }) => {
    const sheet = sheets[sheetIndex];
    return sheet === undefined ? onePageWide(xml) : finishedSheet(xml, sheet);
  };
  const transform = {
    "xl/worksheets/sheet{id}.xml": { transform: finish },
    "xl/workbook.xml": { transform: (xml: string) => finishedWorkbook(xml, sheets) },
  };
  const font = { fontFamily: "Arial", fontSize: 10 };
  return writeXlsxFile([...tables, parameterSheet], { ...font, features: [{ files: { transform } }] }).toBuffer();
}
