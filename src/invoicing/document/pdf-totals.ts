import type { Content, ContentTable, TableCell } from "pdfmake/interfaces.d.ts";
import { isZero, negate } from "../../kernel/money.ts";
import type { TaxCategory } from "../../kernel/tax-category.ts";
import { exemptionOf } from "../tax.ts";
import { type AppliedCredit, asksForPayment, type InvoiceDocument, netTotal, showsTax } from "./invoice-document.ts";
import { colors, figure, ruledBelow, type Write } from "./pdf-style.ts";
import { printedAmount, printedDay, printedIban, printedPercent } from "./printed.ts";

// A block that is taller than a page cannot be kept on one.
const longestWholeList = 12;

/** Taxes, totals, applied payments and credits, and how to pay the rest: one block without a page break, unless it is long. */
export function totals(document: InvoiceDocument, write: Write): Content {
  const columns = [
    { width: "*", stack: showsTax(document) ? [taxTable(document)] : [] },
    { width: 230, ...sums(document, write) },
  ];
  return {
    unbreakable: document.applied.length + document.taxLines.length <= longestWholeList,
    stack: [{ columns, columnGap: 24, margin: [0, 0, 0, 16] }, howToPay(document, write)],
  };
}

const chargedNames: Partial<Readonly<Record<TaxCategory, string>>> = {
  S: "Standard rate",
  Z: "Zero rate",
  L: "IGIC, Canary Islands",
  M: "IPSI, Ceuta and Melilla",
  B: "Split payment",
};

function taxTable({ taxLines }: InvoiceDocument): ContentTable {
  const head = [{ text: "Tax" }, ...["Rate", "Taxable", "Tax amount"].map(figure)];
  const rows = taxLines.map(({ category, rate, taxable, tax }): TableCell[] => [
    { text: exemptionOf(category)?.reason ?? chargedNames[category] ?? category },
    figure(printedPercent(rate)),
    figure(printedAmount(taxable)),
    figure(printedAmount(tax)),
  ]);
  const body = [head.map((cell) => ({ ...cell, color: colors.grey, fontSize: 8 })), ...rows];
  return { table: { widths: ["*", "auto", "auto", "auto"], body }, layout: ruledBelow(new Set([0]), 0.5) };
}

function sums(document: InvoiceDocument, write: Write): ContentTable {
  const { currency, subtotal, discountTotal, taxTotal, total, applied, balance } = document;
  const row = (label: string, text: string): TableCell[] => [{ stack: [write(label)] }, figure(text)];
  const inBold = (cells: TableCell[]) => cells.map((cell) => ({ ...(cell as object), bold: true }) as TableCell);
  const before = [
    ...(isZero(discountTotal)
      ? []
      : [row("Subtotal", printedAmount(subtotal)), row("Discounts", printedAmount(negate(discountTotal)))]),
    ...(showsTax(document)
      ? [row("Total without tax", printedAmount(netTotal(document))), row("Tax", printedAmount(taxTotal))]
      : []),
  ];
  const appliedRows = applied.map((each) => row(nameOf(each), printedAmount(negate(each.amount))));
  const body = [
    ...before,
    inBold(row(`Total (${currency})`, printedAmount(total))),
    ...appliedRows,
    ...(appliedRows.length === 0 ? [] : [inBold(row(`Balance (${currency})`, printedAmount(balance)))]),
  ];
  const ruled = new Set([before.length - 1, ...(appliedRows.length === 0 ? [] : [body.length - 2])]);
  return { table: { widths: ["*", "auto"], body }, layout: { ...ruledBelow(ruled, 0.75), paddingRight: () => 6 } };
}

function nameOf({ kind, date, reference }: AppliedCredit): string {
  const day = printedDay(date);
  switch (kind) {
    case "PAYMENT":
      return `Paid, ${day}${reference === null ? "" : ` (${reference})`}`;
    case "CREDIT_MEMO":
      return `${`Credit memo ${reference ?? ""}`.trimEnd()}, ${day}`;
    case "INVOICE":
      return `Applied to ${reference ?? "an invoice"}, ${day}`;
  }
}

const nothingOwed = {
  DRAFT: "Nothing is left to pay.",
  ISSUED: "Nothing is left to pay.",
  VOID: "This invoice is void: nothing is to be paid.",
  SAMPLE: "Nothing is left to pay.",
  PRO_FORMA: "This pro forma is no invoice: nothing is to be paid before the invoices that it announces are issued.",
} as const satisfies Record<InvoiceDocument["status"], string>;

function creditLeft({ status, balance, currency }: InvoiceDocument): string {
  if (status === "VOID") return "This credit memo is void.";
  if (isZero(balance)) return "Nothing is left of this credit.";
  return `${currency} ${printedAmount(balance)} to your credit`;
}

function howToPay(document: InvoiceDocument, write: Write): ContentTable {
  const { balance, currency, dueDate, number, parties } = document;
  const account = parties.seller.bankAccount;
  const lines =
    asksForPayment(document) && account !== null
      ? [
          `IBAN ${printedIban(account.iban)}`,
          ...(account.bic === null ? [] : [`BIC ${account.bic}`]),
          `Account holder ${account.name ?? parties.seller.legalName ?? parties.seller.name}`,
          ...(number === null ? [] : [`Reference ${number}`]),
        ]
      : [];
  const summary = asksForPayment(document)
    ? `${currency} ${printedAmount(balance)} due by ${printedDay(dueDate)}`
    : document.kind === "CREDIT_MEMO"
      ? creditLeft(document)
      : nothingOwed[document.status];
  const cell: TableCell = {
    stack: [{ text: summary, bold: true, fontSize: 11 }, ...lines.map(write)],
    fillColor: colors.background,
    margin: [4, 5, 4, 5],
  };
  return { table: { widths: ["*"], body: [[cell]] }, layout: "noBorders" };
}
