import type { Content, ContentTable, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.d.ts";
import type { InvoiceDocument, Party } from "./invoice-document.ts";
import { lineTable } from "./pdf-lines.ts";
import { colors, fontNames, printable, ruledBelow, type Write, writer } from "./pdf-style.ts";
import { totals } from "./pdf-totals.ts";
import { printedAddress, printedDay } from "./printed.ts";

/**
 * The pages of an invoice: parties and dates, the lines, taxes and totals, how to pay, and the memo. Amounts and
 * prices are those of the document; nothing is computed here. Every page of a document that is not an issued invoice has a watermark.
 *
 * @param hasOtherFont true if there is a font for scripts other than Latin, Greek and Cyrillic (rules 10)
 */
export function pdfLayout(document: InvoiceDocument, hasOtherFont: boolean): TDocumentDefinitions {
  const write = writer(hasOtherFont);
  const { status, issueDate, parties } = document;
  // The issue date and not the present time, so that the same document gives the same file.
  const date = new Date(issueDate * 86_400_000);
  return {
    pageSize: letterPaper.has(parties.seller.address?.country ?? "") ? "LETTER" : "A4",
    pageMargins: [48, 60, 48, 64],
    language: "en",
    info: { title: titleOf(document), author: printable(nameOf(parties.seller)), creationDate: date, modDate: date },
    defaultStyle: { font: fontNames.embedded, fontSize: 9, lineHeight: 1.15, color: colors.ink },
    header: (page) => (page === 1 ? null : runningHead(document, write)),
    footer: (page, pages) => foot(parties.seller, write, `Page ${page} of ${pages}`),
    ...(status === "ISSUED"
      ? {}
      : { watermark: { text: status.replace("_", " "), color: colors.grey, opacity: 0.1, bold: true } }),
    content: [
      letterHead(document, write),
      partiesAndDates(document, write),
      lineTable(document, write),
      totals(document, write),
      ...memo(document, write),
    ],
  };
}

// Countries that use the paper size US Letter.
const letterPaper: ReadonlySet<string> = new Set(["US", "CA", "MX"]);

function titleOf({ kind, status, number }: InvoiceDocument): string {
  if (kind === "CREDIT_MEMO") return `Credit memo ${number}`;
  if (status === "PRO_FORMA") return "Pro forma invoice";
  return status === "DRAFT" || number === null ? "Draft invoice" : `Invoice ${number}`;
}

function nameOf(party: Party): string {
  return party.legalName ?? party.name;
}

const headings = {
  DRAFT: "Draft invoice",
  ISSUED: "Invoice",
  VOID: "Invoice",
  PRO_FORMA: "PRO FORMA",
  SAMPLE: "Invoice",
} as const satisfies Record<InvoiceDocument["status"], string>;

function letterHead({ kind, status, logo, parties }: InvoiceDocument, write: Write): Content {
  const heading = kind === "CREDIT_MEMO" ? "Credit memo" : headings[status];
  const brand: Content =
    logo === null
      ? { stack: [write(parties.seller.name)], fontSize: 15, bold: true }
      : { image: `data:image/png;base64,${logo}`, fit: [180, 56] };
  return {
    columns: [
      { width: "*", stack: [brand] },
      { width: "auto", text: heading, fontSize: 20, bold: true, noWrap: true },
    ],
    columnGap: 24,
    margin: [0, 0, 0, 22],
  };
}

function partiesAndDates(document: InvoiceDocument, write: Write): Content {
  const { seller, buyer } = document.parties;
  return {
    columns: [
      { width: "*", stack: partyBlock("From", seller, write) },
      { width: "*", stack: partyBlock("Bill to", buyer, write) },
      { width: 180, ...dates(document, write) },
    ],
    columnGap: 18,
    margin: [0, 0, 0, 22],
  };
}

function partyBlock(label: string, party: Party, write: Write): Content[] {
  const tradeName = party.name === nameOf(party) ? [] : [party.name];
  const vatId = party.vatId === null ? [] : [`Tax ID ${party.vatId}`];
  return [
    { text: label, color: colors.grey, margin: [0, 2, 0, 2] },
    { stack: [write(nameOf(party))], bold: true },
    ...[...tradeName, ...printedAddress(party.address), ...vatId].map(write),
  ];
}

function dates(document: InvoiceDocument, write: Write): ContentTable {
  const rows: [string, string | null][] = [
    ...datesOf(document),
    ["PO number", document.poNumber],
    ["Contract", document.contract],
  ];
  const body = rows.flatMap(([label, value]): TableCell[][] =>
    value === null
      ? []
      : [
          [
            { text: label, color: colors.grey, noWrap: true },
            { stack: [write(value)], alignment: "right" },
          ],
        ],
  );
  return { table: { widths: ["auto", "*"], body }, layout: ruledBelow(new Set(), 0) };
}

function datesOf(document: InvoiceDocument): [string, string | null][] {
  const [issued, due] = [printedDay(document.issueDate), printedDay(document.dueDate)];
  if (document.kind === "CREDIT_MEMO") {
    return [
      ["Credit memo number", document.number],
      ["Date", issued],
      ["Credits invoice", document.credits.length === 0 ? null : document.credits.join(", ")],
    ];
  }
  if (document.status === "PRO_FORMA") {
    return [
      ["Date", issued],
      ["Billing until", due],
    ];
  }
  return [
    ["Invoice number", document.number ?? "given at issue"],
    ["Invoice date", issued],
    ["Due date", due],
  ];
}

function memo({ memo: text }: InvoiceDocument, write: Write): Content[] {
  return text === null ? [] : [{ stack: text.split("\n").map(write), margin: [0, 14, 0, 0] }];
}

function runningHead(document: InvoiceDocument, write: Write): Content {
  return marginal(write(nameOf(document.parties.seller)), titleOf(document), 30);
}

function foot(seller: Party, write: Write, pages: string): Content {
  const imprint = [
    nameOf(seller),
    ...(seller.registrationNumber === null ? [] : [`Registration ${seller.registrationNumber}`]),
    ...(seller.vatId === null ? [] : [`Tax ID ${seller.vatId}`]),
    ...(seller.email === null ? [] : [seller.email]),
  ];
  return marginal(write(imprint.join(" \u00b7 ")), pages, 22);
}

/** A line in the margin above or below a page. */
function marginal(left: Content, right: string, top: number): Content {
  return {
    columns: [
      { width: "*", stack: [left] },
      { width: "auto", text: right, noWrap: true },
    ],
    columnGap: 16,
    color: colors.grey,
    fontSize: 8,
    margin: [48, top, 48, 0],
  };
}
