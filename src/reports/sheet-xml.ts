import { columnLetters, type Sheet } from "./sheet.ts";

// The library cannot write page setup, filters, hidden columns, rows repeated on every page, and values of formulas, so these are inserted into
// its XML. The order of elements is that of the file format (ECMA-376, "sheet" and "workbook").

/**
 * Completes the XML of a worksheet: a filter over the table, hidden columns, one page wide with page numbers below, and the value of each formula,
 * because many programs do not calculate formulas.
 */
export function finishedSheet(xml: string, sheet: Sheet): string {
  const filter = hasFilter(sheet) ? `<autoFilter ref="${filterRange(sheet, "")}"/>` : "";
  return onePageWide(withValues(xml, sheet))
    .replace("</sheetData>", `</sheetData>${filter}`)
    .replaceAll(/<col min="(\d+)"[^>]*\/>/g, (column, number) =>
      sheet.hiddenColumns.includes(Number(number) - 1) ? column.replace("/>", ' hidden="1"/>') : column,
    );
}

/** The XML of a worksheet that prints one page wide and any number of pages long, with page numbers below. */
export function onePageWide(xml: string): string {
  return xml
    .replace(/(<worksheet[^>]*>)/, '$1<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    .replace(/<pageSetup[^>]*\/>/, (setup) => `${setup.replace("/>", ' fitToWidth="1" fitToHeight="0"/>')}${footer}`);
}

const footer = "<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>";

/** Completes the XML of the workbook: the rows that are repeated on every printed page, and the ranges of the filters. */
export function finishedWorkbook(xml: string, sheets: readonly Sheet[]): string {
  const names = sheets.flatMap((sheet, index) => {
    const quoted = `'${escaped(sheet.name.replaceAll("'", "''"))}'!`;
    const titles = `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${quoted}$1:$${sheet.headerRow + 1}</definedName>`;
    const filter = `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${quoted}${filterRange(sheet, "$")}</definedName>`;
    return hasFilter(sheet) ? [filter, titles] : [titles];
  });
  return xml.replace(/<definedNames\/>/, `<definedNames>${names.join("")}</definedNames>`);
}

function hasFilter({ headerRow, endRow }: Sheet): boolean {
  return endRow > headerRow + 1;
}

function filterRange({ widths, headerRow, endRow }: Sheet, fixed: "" | "$"): string {
  const cell = (column: number, row: number) => `${fixed}${columnLetters(column)}${fixed}${row}`;
  return `${cell(0, headerRow + 1)}:${cell(widths.length - 1, endRow)}`;
}

function withValues(xml: string, { calculated }: Sheet): string {
  const values = new Map(calculated.map(({ formula, value }) => [formula, value]));
  return xml.replaceAll(/<f>([^<]*)<\/f>/g, (written, formula) => {
    const value = values.get(formula);
    return value === undefined ? written : `${written}<v>${value}</v>`;
  });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
