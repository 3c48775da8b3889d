import type { Json } from "../../support/api.ts";
import { hundredths } from "../amount.ts";
import type { Book } from "../book.ts";
import { addDays } from "../days.ts";
import { type Change, statedOf } from "./change.ts";

/** What a line of a manual invoice earns; sometimes nothing, which is rejected. */
async function revenueOf(book: Book, contractId: string | undefined): Promise<{ fields: object; words: string }> {
  const { dice, today } = book;
  const own = contractId === undefined ? [] : await statedOf(book, (pob) => pob.contractId === contractId);
  const pob = dice.chance(30) ? dice.pick(own) : undefined;
  if (pob !== undefined)
    return { fields: { performanceObligationId: pob.id }, words: `raises ${book.names.of(pob.id)}` };
  if (dice.chance(4)) return { fields: {}, words: "earns nothing" };
  const category = dice.chance(25) ? { categoryId: dice.pick(book.categoryIds) } : {};
  const start = addDays(today, dice.between(-50, 30));
  if (dice.chance(35)) return { fields: { recognitionDate: start, ...category }, words: `is earned on ${start}` };
  const last = addDays(start, dice.between(0, 120));
  const pattern = dice.pick(["STRAIGHT_LINE", "STRAIGHT_LINE_DAILY"] as const);
  const fields = { serviceStartDate: start, serviceEndDate: last, pattern, ...category };
  return { fields, words: `is earned ${start} to ${last} by ${pattern}` };
}

/** An invoice of one or two lines: of a contract, or of the customer alone, sometimes in another currency. */
async function invoice(book: Book, kind: string): Promise<void> {
  const { dice } = book;
  const contract = dice.chance(60) ? dice.pick(book.contracts) : undefined;
  const isForeign = contract === undefined && book.currency === "USD" && dice.chance(30);
  const currency = isForeign ? "EUR" : (contract?.currency ?? book.currency);
  const issueDate = addDays(book.today, dice.pick([0, 0, 0, -10, -40, 12]));
  const lines: Json[] = [];
  const words: string[] = [];
  for (let count = dice.pick([1, 1, 2]); count > 0; count--) {
    const amount = book.amount(20, 900);
    const unitPrice = isForeign ? hundredths(amount) : book.money(amount);
    const earned = await revenueOf(book, contract?.id);
    const name = book.nameOf("Extra");
    const selling = contract?.isAllocated ? { standaloneSellingPrice: unitPrice } : {};
    const revenue = "performanceObligationId" in earned.fields ? earned.fields : { ...earned.fields, ...selling };
    lines.push({ name, unitPrice, revenue });
    words.push(`${name} of ${unitPrice} ${earned.words}`);
  }
  const answer = await book.write({
    kind: contract === undefined ? `${kind}, of a customer` : kind,
    words: `${contract?.name ?? "Harbour"}: invoice of ${issueDate} in ${currency}, ${words.join("; ")}`,
    method: "POST",
    path: "/v3/invoices",
    body: {
      ...(contract === undefined ? { customerId: book.customerId, currency } : { contractId: contract.id }),
      ...{ issueDate, lines },
    },
  });
  if (!answer.isDone || contract !== undefined) return;
  const { contractId: id } = answer.payload;
  const name = book.names.give(id, `contract behind ${lines[0].name}`);
  book.contracts.push({ id, name, path: `/v3/contracts/${id}`, currency });
}

export const manualInvoiceChanges: readonly Change[] = [{ kind: "manual invoice", weight: 6, make: invoice }];
