import type { Json } from "../../support/api.ts";
import type { Book } from "../book.ts";
import { addDays } from "../days.ts";
import { isZero } from "../observe.ts";
import { type Change, documentsOf, minorOf } from "./change.ts";

const issued = (book: Book, ...statuses: readonly string[]) =>
  documentsOf(book, "/v3/invoices", "invoiceNumber", ({ status }) => statuses.includes(status));

const creditMemosOf = (book: Book, keep: (memo: Json) => boolean) =>
  documentsOf(book, "/v3/credit-memos", "creditMemoNumber", keep);

const paymentsOf = async (book: Book): Promise<Json[]> =>
  (await book.session.all("/v3/payments")).toSorted((a, b) => (a.id < b.id ? -1 : 1));

const open = ["ISSUED", "PARTIALLY_PAID"];

/** A day on which a document may be dated: today, mostly. */
export const documentDay = (book: Book): string => addDays(book.today, -book.dice.pick([0, 0, 0, 0, 5, 20]));

/** Credits a part, or all, of one or two lines of an invoice. */
async function credit(book: Book, kind: string): Promise<void> {
  const { dice } = book;
  const invoice = dice.pick(await issued(book, ...open, "PAID"));
  if (invoice === undefined) return;
  const lines: Json[] = invoice.lineItems.filter(({ total }: Json) => !total.startsWith("-") && !isZero(total));
  const chosen = dice.chance(70) ? lines.slice(0, 1) : lines.slice(0, 2);
  if (chosen.length === 0) return;
  const isWhole = dice.chance(20);
  const items = chosen.map(({ id, total }) => {
    const share = Math.max(1, Math.round((minorOf(book, total) * (isWhole ? 100 : dice.between(5, 70))) / 100));
    return { invoiceLineItemId: id, amount: book.money(share) };
  });
  const issueDate = documentDay(book);
  const applies = dice.chance(40);
  const answer = await book.write({
    kind: isWhole ? `${kind}, whole` : kind,
    words: `credit memo of ${issueDate} over ${items.map(({ amount }) => amount).join(" + ")} of ${invoice.invoiceNumber} of ${invoice.issueDate}${applies ? ", applied to it" : ""}`,
    method: "POST",
    path: "/v3/credit-memos",
    body: {
      ...{ customerId: book.customerId, issueDate, currency: book.currency, reason: "Agreed", items },
      ...(applies ? { applyOnCreate: { invoiceId: invoice.id } } : {}),
    },
  });
  if (answer.isDone) book.names.give(answer.payload.id, answer.payload.creditMemoNumber);
}

async function act(book: Book, kind: string, invoice: Json | undefined, action: string): Promise<void> {
  if (invoice === undefined) return;
  await book.write({
    kind,
    words: `${invoice.invoiceNumber} of ${invoice.issueDate} over ${invoice.total}: ${action}`,
    method: "POST",
    path: `/v3/invoices/${invoice.id}/actions`,
    body: { action },
  });
}

export const documentChanges: readonly Change[] = [
  { kind: "credit memo", weight: 12, make: credit },
  {
    kind: "credit memo, unlinked",
    weight: 1,
    make: async (book, kind) => {
      const amount = book.money(book.amount(5, 80));
      const body = { customerId: book.customerId, issueDate: book.today, currency: book.currency, reason: "Goodwill" };
      const items = [{ itemId: book.itemId, amount }];
      const words = `credit memo over ${amount} for nothing that is billed`;
      const path = "/v3/credit-memos";
      const answer = await book.write({ kind, words, method: "POST", path, body: { ...body, items } });
      if (answer.isDone) book.names.give(answer.payload.id, answer.payload.creditMemoNumber);
    },
  },
  {
    kind: "credit memo voided",
    weight: 5,
    make: async (book, kind) => {
      const memo = book.dice.pick(await creditMemosOf(book, ({ status }) => status !== "VOID"));
      if (memo === undefined) return;
      await book.write({
        kind,
        words: `${memo.creditMemoNumber} of ${memo.issueDate} over ${memo.total} is voided`,
        method: "POST",
        path: `/v3/credit-memos/${memo.id}/void`,
        body: { reason: "Wrong" },
      });
    },
  },
  {
    kind: "credit memo applied",
    weight: 2,
    make: async (book, kind) => {
      const memo = book.dice.pick(
        await creditMemosOf(book, ({ status }) => status === "OPEN" || status === "PARTIALLY_APPLIED"),
      );
      const invoice = book.dice.pick(await issued(book, ...open));
      if (memo === undefined || invoice === undefined) return;
      await book.write({
        kind,
        words: `${memo.creditMemoNumber} is applied to ${invoice.invoiceNumber}`,
        method: "POST",
        path: `/v3/credit-memos/${memo.id}/applications`,
        body: { invoiceId: invoice.id },
      });
    },
  },
  {
    kind: "credit memo refunded",
    weight: 1,
    make: async (book, kind) => {
      const memo = book.dice.pick(await creditMemosOf(book, ({ status }) => status === "OPEN"));
      if (memo === undefined) return;
      const path = `/v3/credit-memos/${memo.id}/refunds`;
      await book.write({ kind, words: `${memo.creditMemoNumber} is refunded`, method: "POST", path, body: {} });
    },
  },
  {
    kind: "invoice voided",
    weight: 4,
    make: async (book, kind) => {
      const invoices = await issued(book, ...open);
      await act(book, kind, book.dice.chance(60) ? invoices.at(-1) : book.dice.pick(invoices), "VOID");
    },
  },
  {
    kind: "written off",
    weight: 4,
    make: async (book, kind) => act(book, kind, book.dice.pick(await issued(book, ...open)), "MARK_UNCOLLECTIBLE"),
  },
  {
    kind: "payment",
    weight: 4,
    make: async (book, kind) => {
      const { dice } = book;
      const isLate = dice.chance(40);
      const lost = isLate ? await issued(book, "UNCOLLECTIBLE") : [];
      const invoice = dice.pick(lost) ?? dice.pick(await issued(book, ...open));
      if (invoice === undefined) return;
      const share = dice.chance(60) ? 100 : dice.between(10, 90);
      const amount = book.money(Math.max(1, Math.round((minorOf(book, invoice.total) * share) / 100)));
      const isLost = invoice.status === "UNCOLLECTIBLE";
      await book.write({
        kind: isLost ? `${kind} after write-off` : kind,
        words: `${amount} are paid for ${invoice.invoiceNumber}${isLost ? ", which is written off" : ""}`,
        method: "POST",
        path: `/v3/invoices/${invoice.id}/payments`,
        body: { amount, receivedAt: documentDay(book) },
      });
    },
  },
  {
    kind: "payment returned",
    weight: 1,
    make: async (book, kind) => {
      const payment = book.dice.pick(await paymentsOf(book));
      if (payment === undefined) return;
      const path = `/v3/payments/${payment.id}/return`;
      await book.write({ kind, words: `a payment of ${payment.amount} is returned`, method: "POST", path, body: {} });
    },
  },
];
