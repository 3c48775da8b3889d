import { type RawBuilder, sql } from "kysely";
import type { TierCharge } from "../../billing-terms/charges/tier-price.ts";
import type { LineType } from "../../billing-terms/line-type.ts";
import type { Parties } from "../../invoicing/document/invoice-document.ts";
import { usageFromRow } from "../../invoicing/invoice-store.ts";
import {
  contentHash,
  contentOfIssuedLine,
  contentOfPlace,
  contentOfTaxation,
  type IssuedContent,
  type TaxationContent,
} from "../../invoicing/issue.ts";
import type { LineExplanation } from "../../invoicing/line-explanation.ts";
import { taxLinesFromColumn } from "../../invoicing/tax-columns.ts";
import { required } from "../../kernel/assert.ts";
import { dayFrom } from "../../kernel/day.ts";
import { canonicalDecimal } from "../../kernel/decimal.ts";
import { formatMoney, type Money, money } from "../../kernel/money.ts";
import type { TaxCategory } from "../../kernel/tax-category.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { merged, noViolations, violationsOf } from "./check-result.ts";
import { type Check, check } from "./check-store.ts";

const invoicesPerChunk = 2_000;

/** The part of INV-10 that no query can check: the content hash of each issued invoice, recalculated from stored fields (`invoicing/issue.ts`). */
export const hashesCheck: Check = check(
  {
    id: "INV-10",
    severity: "violation",
    sentence: "Every issued invoice is unchanged since it was issued.",
  },
  async ({ tx, merchant }) => {
    let violations = noViolations;
    for await (const chunk of computedHashes(tx, merchant.id)) {
      const changed = chunk.filter(({ stored, computed }) => !stored.equals(computed));
      violations = merged(violations, violationsOf(changed.map(({ id }) => id)));
    }
    return violations;
  },
);

type HashedInvoice = { readonly id: string; readonly stored: Buffer; readonly computed: Buffer };

/** The stored and the recalculated content hash of every issued invoice, in chunks. */
export async function* computedHashes(tx: Tx, merchantId: string): AsyncGenerator<HashedInvoice[]> {
  // Imported invoices have no number of the series; they come last, ordered by their own invoice numbers.
  let place = invoicesAfter("0", 0);
  let isImported = false;
  for (;;) {
    const chunk = await issuedInvoices(tx, merchantId, place);
    const [last] = chunk.slice(-1);
    if (last === undefined && isImported) return;
    if (last === undefined) {
      isImported = true;
      place = importedAfter({ invoice_number: "", id: nil });
      continue;
    }
    yield chunk.map((row) => ({ id: row.id, stored: row.content_hash, computed: contentHash(contentOf(row)) }));
    place = isImported
      ? importedAfter(last)
      : invoicesAfter(required(last.number, "the number of the series"), last.place?.section ?? 0);
  }
}

type LineRow = {
  type: LineType;
  term: string;
  start: string;
  end: string;
  quantity: string;
  unit_price: string | null;
  amendment: string | null;
  differentiator: string | null;
  invoice_split_key: string | null;
  commitment_id: string | null;
  commitment_schedule_id: string | null;
  commitment_period_start: string | null;
  is_correction: boolean;
  name: string;
  description: string | null;
  item: string | null;
  class: string | null;
  tiers: readonly TierCharge[] | null;
  explanation: LineExplanation | null;
  subtotal: string;
  discount: string;
  total: string;
  tax_category: TaxCategory;
  tax_rate: string;
  tax: string;
};

type InvoiceRow = {
  id: string;
  number: string | null;
  invoice_number: string;
  customer_id: string;
  contract_id: string;
  currency: string;
  issue_date: string;
  due_date: string;
  total_minor: string;
  content_hash: Buffer;
  tax_lines: unknown;
  parties: Parties | null;
  lines: LineRow[];
  /** For a section of a consolidated invoice: the document, the number of the section, how many there are, and their total in minor units. */
  place: { document: string; section: number; sections: number; total: string } | null;
};

/** SQL for the invoices after a place, and for their order. */
type Place = { readonly which: RawBuilder<unknown>; readonly order: RawBuilder<unknown> };

const invoicesAfter = (number: string, section: number): Place => ({
  which: sql`number >= ${number} and (number, coalesce(section, 0)) > (${number}, ${section})`,
  order: sql`number, section`,
});

const nil = "00000000-0000-0000-0000-000000000000";

/** Ordered by id as well, because void invoices may share their number. */
const importedAfter = ({ invoice_number: number, id }: Pick<InvoiceRow, "invoice_number" | "id">): Place => ({
  which: sql`is_imported and invoice_number >= ${number} and (invoice_number, id) > (${number}, ${id}::uuid)`,
  order: sql`invoice_number, id`,
});

async function issuedInvoices(tx: Tx, merchantId: string, { which, order }: Place): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select invoice.id, number, invoice_number, customer_id, contract_id, currency, issue_date, due_date, total_minor,
      content_hash, tax_lines, parties, coalesce(line.lines, '[]') as lines, document.place
    from (
      select * from invoice where merchant_id = ${merchantId}
        and ${which}
      order by ${order} limit ${invoicesPerChunk}
    ) as invoice left join lateral (
      select json_build_object('document', invoice.consolidated_invoice_id, 'section', invoice.section, 'sections', count(*),
        'total', sum(total_minor)::text) as place
      from invoice as section
      where section.merchant_id = ${merchantId} and section.consolidated_invoice_id = invoice.consolidated_invoice_id
    ) as document on invoice.consolidated_invoice_id is not null left join lateral (
      select json_agg(json_build_object('type', type, 'term', billing_term_id, 'start', service_start, 'end', service_end,
        'quantity', quantity::text, 'unit_price', unit_price::text, 'amendment', coalesce(seat_amendment_id, price_amendment_id), 'subtotal', subtotal_minor::text,
        'discount', discount_total_minor::text, 'total', invoice_line.total_minor::text,
        'differentiator', differentiator, 'invoice_split_key', invoice_split_key, 'commitment_id', commitment_id,
        'commitment_schedule_id', commitment_schedule_id, 'commitment_period_start', commitment_period_start,
        'is_correction', is_correction, 'name', name, 'description', description, 'item', item_id, 'class', class_id,
        'tiers', tiers, 'explanation', explanation, 'tax_category', tax_category, 'tax_rate', tax_rate::text, 'tax', tax_minor::text) order by line_number) as lines
      from invoice_line where merchant_id = ${merchantId} and invoice_id = invoice.id
    ) as line on true
    order by ${order}`.execute(tx);
  return rows;
}

function contentOf(row: InvoiceRow): IssuedContent {
  const amount = (minor: string) => money(BigInt(minor), row.currency);
  const { place } = row;
  return {
    ...(place === null ? {} : { place: placeOf(place, amount(place.total)) }),
    invoiceNumber: row.invoice_number,
    customerId: row.customer_id,
    contractId: row.contract_id,
    currency: row.currency,
    issueDate: row.issue_date,
    dueDate: row.due_date,
    total: formatMoney(amount(row.total_minor)),
    lines: row.lines.map((line) =>
      contentOfIssuedLine({
        type: line.type,
        billingTermId: line.term,
        period: { start: dayFrom(line.start), end: dayFrom(line.end) },
        quantity: canonicalDecimal(line.quantity),
        amendmentId: line.amendment,
        unitPrice: line.unit_price === null ? null : canonicalDecimal(line.unit_price),
        subtotal: amount(line.subtotal),
        discountTotal: amount(line.discount),
        total: amount(line.total),
        ...{ name: line.name, description: line.description, itemId: line.item, classId: line.class },
        ...{ tiers: line.tiers ?? [], explanation: line.explanation },
        ...usageFromRow(line),
      }),
    ),
    taxation: taxationOf(row),
  };
}

function placeOf({ document, section, sections }: NonNullable<InvoiceRow["place"]>, documentTotal: Money): string[] {
  return contentOfPlace({ consolidatedInvoiceId: document, section, sections, documentTotal });
}

function taxationOf({ currency, lines, tax_lines: rows, parties }: InvoiceRow): TaxationContent {
  const taxes = lines.map(({ tax_category: category, tax_rate: rate, tax }) => {
    return { category, rate: canonicalDecimal(rate), tax: money(BigInt(tax), currency) };
  });
  return contentOfTaxation({ lines: taxes, taxLines: taxLinesFromColumn(rows, currency), parties });
}
