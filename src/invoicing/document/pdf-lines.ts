import type { Content, ContentTable, CustomTableLayout, TableCell } from "pdfmake/interfaces.d.ts";
import { isZero } from "../../kernel/money.ts";
import { type DocumentLine, type InvoiceDocument, type Section, sectionsOf, showsTax } from "./invoice-document.ts";
import { colors, figure, type Write } from "./pdf-style.ts";
import { printedAmount, printedDecimal, printedPercent, printedPeriod, printedPrice } from "./printed.ts";

// A row that is taller than a page could never be placed whole.
const longestWholeRow = 1_200;

/**
 * The lines as a table whose head repeats on every page; the tiers of a line are rows of their own below it, and a section
 * has a row above its lines with their total.
 */
export function lineTable(document: InvoiceDocument, write: Write): ContentTable {
  const { lines, currency } = document;
  const withTax = showsTax(document);
  const rows = sectionsOf(document).flatMap((section) => [
    ...headingRows(section, withTax, write),
    ...section.lines.map((line) => [lineRow(line, currency, withTax, write), ...tierRows(line, currency, withTax)]),
  ]);
  const heads = ["Quantity", "Unit price", ...(withTax ? ["Tax"] : []), `Amount (${currency})`];
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: lines.every((line) => (line.description ?? "").length < longestWholeRow),
      widths: ["*", ...heads.map(() => "auto")],
      body: [[{ text: "Description" }, ...heads.map(figure)].map((cell) => ({ ...cell, bold: true })), ...rows.flat()],
    },
    layout: lineLayout(new Set(lastRows(rows))),
    margin: [0, 0, 0, 14],
  };
}

/** The heading row of a section; none for a document without sections. */
function headingRows({ heading, net }: Section, withTax: boolean, write: Write): TableCell[][][] {
  if (heading === null) return [];
  const covered = Array.from({ length: withTax ? 3 : 2 }, (): TableCell => "");
  const cells: TableCell[] = [
    { stack: [write(heading)], colSpan: covered.length + 1, bold: true },
    ...covered,
    { ...figure(printedAmount(net)), bold: true },
  ];
  return [[cells]];
}

function lineRow(line: DocumentLine, currency: string, withTax: boolean, write: Write): TableCell[] {
  const small = (text: string): Content => ({ stack: [write(text)], color: colors.grey, fontSize: 8 });
  const { description, discountTotal } = line;
  const discount = `${printedAmount(line.subtotal)} less discount ${printedAmount(discountTotal)}`;
  return [
    {
      stack: [
        { stack: [write(line.name)], bold: true },
        ...(description === null ? [] : [small(description)]),
        ...(line.period === null ? [] : [small(printedPeriod(line.period))]),
        ...line.notes.map(small),
        ...(isZero(discountTotal) ? [] : [small(discount)]),
      ],
    },
    figure(printedDecimal(line.quantity)),
    figure(line.unitPrice === null ? "" : printedPrice(line.unitPrice, currency)),
    ...(withTax ? [figure(printedPercent(line.taxRate))] : []),
    figure(printedAmount(line.total)),
  ];
}

function tierRows({ tiers }: DocumentLine, currency: string, withTax: boolean): TableCell[][] {
  return tiers.map(({ tier, quantity, unitPrice, amount }) => {
    const figures = [
      printedDecimal(quantity),
      unitPrice === null ? "" : printedPrice(unitPrice, currency),
      ...(withTax ? [""] : []),
    ];
    const cells = [...figures, printedPrice(amount, currency)].map(figure);
    const name = { text: `Tier ${tier}`, margin: [8, 0, 0, 0] as [number, number, number, number] };
    return [name, ...cells].map((cell) => ({ ...cell, color: colors.grey, fontSize: 8 }));
  });
}

/** The rows of the table below which a line or a heading ends; the head is row 0. */
function lastRows(blocks: readonly (readonly TableCell[][])[]): number[] {
  let row = 0;
  return blocks.map(({ length }) => {
    row += length;
    return row;
  });
}

function lineLayout(ends: ReadonlySet<number>): CustomTableLayout {
  const startsLine = (row: number) => row <= 1 || ends.has(row - 1);
  return {
    hLineWidth: (line) => (ends.has(line - 1) ? 0.5 : 0),
    vLineWidth: () => 0,
    hLineColor: () => colors.rule,
    fillColor: (row) => (row === 0 ? colors.background : null),
    paddingLeft: () => 6,
    paddingRight: () => 6,
    paddingTop: (row) => (startsLine(row) ? 4 : 0),
    paddingBottom: (row) => (row === 0 || ends.has(row) ? 4 : 1),
  };
}
