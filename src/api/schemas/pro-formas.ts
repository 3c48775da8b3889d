import { Type } from "typebox";
import type { AnnouncedInvoice, ProForma } from "../../invoicing/pro-forma.ts";
import type { ProFormaSpan } from "../../invoicing/pro-forma-service.ts";
import { required } from "../../kernel/assert.ts";
import { formatDay, parseDay } from "../../kernel/day.ts";
import { CivilDate, Closed, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";
import { InvoiceLineView, TaxLineView, totals, viewOfLine, viewOfTaxLine, viewOfTotals } from "./invoices.ts";

const ProFormaView = Named(
  "ProForma",
  Closed({
    title: OneOf(["PRO FORMA"]),
    customerId: Uuid(),
    currency: Type.String(),
    date: CivilDate({ description: "When it was asked for; terms, usage and tax are those of this day." }),
    until: CivilDate({ description: "The last planned issue date that it announces." }),
    invoices: Type.Array(
      Closed({
        contractId: Uuid(),
        contractName: Type.String(),
        poNumber: Nullable(Type.String()),
        issueDate: CivilDate(),
        dueDate: CivilDate(),
        lineItems: Type.Array(InvoiceLineView),
        ...totals,
      }),
      { description: "The invoices to come, oldest first." },
    ),
    taxLines: Type.Array(TaxLineView, { description: "By category and rate." }),
    ...totals,
  }),
);

export const ProFormasView = Closed({
  data: Type.Array(ProFormaView, { description: "One for each currency; none where nothing is to be billed." }),
});

export const proFormaQuery = {
  from: { format: "date", description: "First planned issue date; default: whatever is not issued yet." },
  until: { format: "date", description: "Last planned issue date; default: 12 months on." },
} as const;

/** The days of a query, whose form its declaration has checked. */
export function spanFromQuery({ from, until }: Readonly<Record<string, string>>): ProFormaSpan {
  const day = (text: string | undefined) =>
    text === undefined ? undefined : required(parseDay(text), "a day that was checked");
  return { from: day(from), until: day(until) };
}

/** A pro forma as integrators see it. */
export function viewOfProForma(proForma: ProForma) {
  const { currency, date, until, invoices, taxLines } = proForma;
  const [first] = invoices;
  return {
    title: "PRO FORMA",
    customerId: required(first?.contract.customerId, "the customer of a pro forma"),
    currency,
    date: formatDay(date),
    until: formatDay(until),
    invoices: invoices.map(viewOfAnnounced),
    taxLines: taxLines.map(viewOfTaxLine),
    ...viewOfTotals(proForma.totals),
  };
}

function viewOfAnnounced({ contract, planned, tax, totals: own }: AnnouncedInvoice) {
  return {
    contractId: contract.id,
    contractName: contract.name,
    poNumber: contract.poNumber,
    issueDate: formatDay(planned.issueDate),
    dueDate: formatDay(planned.dueDate),
    lineItems: planned.lines.map((line, index) => viewOfLine({ ...line, tax: tax.lines[index] ?? null })),
    ...viewOfTotals(own),
  };
}
