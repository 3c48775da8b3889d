import type { Json } from "../../support/api.ts";
import type { Book } from "../book.ts";
import { type Change, documentsOf, minorOf } from "./change.ts";
import { documentDay } from "./documents.ts";

// Invoices that are not expected to be paid, and what becomes of them.

const invoicesOf = (book: Book, ...statuses: readonly string[]): Promise<Json[]> =>
  documentsOf(book, "/v3/invoices", "invoiceNumber", ({ status }) => statuses.includes(status));

/** An action of an invoice by its date, or by today's. */
async function act(book: Book, kind: string, invoice: Json | undefined, action: string): Promise<void> {
  if (invoice === undefined) return;
  const date = book.dice.chance(50) ? documentDay(book) : undefined;
  await book.write({
    kind,
    words: `${invoice.invoiceNumber} of ${invoice.issueDate} over ${invoice.total}: ${action}${date === undefined ? "" : ` on ${date}`}`,
    method: "POST",
    path: `/v3/invoices/${invoice.id}/actions`,
    body: { action, ...(date === undefined ? {} : { date }) },
  });
}

/** A part or all of what was written off is paid after all. */
async function recover(book: Book, kind: string): Promise<void> {
  const { dice } = book;
  const invoice = dice.pick(await invoicesOf(book, "UNCOLLECTIBLE"));
  if (invoice === undefined) return;
  const share = dice.chance(40) ? 100 : dice.between(5, 95);
  const owed = minorOf(book, invoice.balanceRemaining ?? invoice.total);
  const amount = book.money(Math.max(1, Math.round((owed * share) / 100)));
  await book.write({
    kind,
    words: `${amount} are paid for ${invoice.invoiceNumber}, which is written off`,
    method: "POST",
    path: `/v3/invoices/${invoice.id}/payments`,
    body: { amount, receivedAt: documentDay(book) },
  });
}

export const lossChanges: readonly Change[] = [
  {
    kind: "written off by date",
    weight: 4,
    make: async (book, kind) => {
      const invoice = book.dice.pick(await invoicesOf(book, "ISSUED", "PARTIALLY_PAID"));
      await act(book, kind, invoice, "MARK_UNCOLLECTIBLE");
    },
  },
  {
    kind: "reinstated",
    weight: 4,
    make: async (book, kind) => {
      const lost = await invoicesOf(book, "UNCOLLECTIBLE");
      const other = book.dice.chance(4) ? await invoicesOf(book, "ISSUED", "PAID") : [];
      await act(book, kind, book.dice.pick(other) ?? book.dice.pick(lost), "REINSTATE");
    },
  },
  { kind: "recovered", weight: 4, make: recover },
];
