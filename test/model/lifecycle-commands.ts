import assert from "node:assert/strict";
import fc from "fast-check";
import type { ApiAnswer } from "../support/api.ts";
import { priced } from "../support/client.ts";
import { dated, firstDay, type Month, monthText } from "./calendar.ts";
import { type ContractInProgram, compare, termOf } from "./lifecycle-compare.ts";
import {
  type ContractModel,
  creditedOf,
  type InvoiceModel,
  isHeldBy,
  isOpen,
  remainingOf,
  statusOf,
  type TermModel,
} from "./lifecycle-model.ts";

type Command = fc.AsyncCommand<ContractModel, ContractInProgram>;

/** Sends the request of a command, checks its answer against the model, and applies the command to the model. */
type Run = (model: ContractModel, real: ContractInProgram) => Promise<void>;

function command(words: string, isPossible: (model: ContractModel) => boolean, run: Run): Command {
  return {
    check: isPossible,
    run: async (model, real) => {
      model.commands += 1;
      await run(model, real);
      await compare(model, real);
    },
    toString: () => words,
  };
}

/**
 * Checks an answer against the model: without `codes` it must be done, otherwise rejected with one of them.
 *
 * @returns true if it was done
 */
function doneAsExpected(model: ContractModel, answer: ApiAnswer, codes: readonly string[]): boolean {
  const shown = JSON.stringify(answer.body).slice(0, 600);
  if (codes.length === 0) {
    assert.ok(answer.status < 300, `must be done: ${answer.status} ${shown}`);
    return true;
  }
  model.rejected += 1;
  assert.ok(answer.status >= 400 && answer.status < 500, `must be rejected with ${codes.join(" or ")}: ${shown}`);
  assert.ok(codes.includes(answer.body.error.errorCode), `${codes.join(" or ")}: ${shown}`);
  return false;
}

const always = () => true;
const nth = fc.nat({ max: 20 });
const cents = fc.integer({ min: 1_00, max: 999_99 }).map(BigInt);
const money = (value: bigint): string => `${value / 100n}.${String(value % 100n).padStart(2, "0")}`;
const of = <T>(all: readonly T[], place: number): T => {
  const found = all[place % all.length];
  assert.ok(found !== undefined);
  return found;
};

const hasTerms = ({ isApproved, terms }: ContractModel) => isApproved && terms.length > 0;
const hasInvoices = ({ invoices }: ContractModel) => invoices.length > 0;
const termPath = ({ path }: ContractInProgram, { id }: TermModel) => `${path}/billing-terms/${id}`;
const ended = ({ isTerminated }: TermModel) => (isTerminated ? ["BILLING_TERM_TERMINATED"] : []);

/** The first month from which a term can be changed without touching what is billed, or what was changed before. */
function openFrom({ today }: ContractModel, term: TermModel): Month {
  const changed = [...term.prices, ...(term.seats ?? [])].map(({ from }) => from);
  return Math.max(today + 1, ...changed);
}

const addTerm = fc
  .tuple(
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 1, max: 8 }),
    cents,
    fc.option(fc.integer({ min: 1, max: 20 })),
  )
  .map(([ahead, months, price, count]) =>
    command(
      `add a term in ${ahead} months for ${months}, ${price} × ${count}`,
      ({ terms }) => terms.length < 4,
      async (model, real) => {
        const start = model.today + ahead;
        const seats = count === null ? null : BigInt(count);
        const answer = await real.send("POST", `${real.path}/obligations`, termOf(start, months, price, seats));
        doneAsExpected(model, answer, []);
        model.terms.push({
          ...{ id: answer.body.payload.billingTermId, start, end: start + months, isTerminated: false },
          ...{
            prices: [{ from: start, value: price }],
            seats: seats === null ? null : [{ from: start, value: seats }],
          },
        });
      },
    ),
  );

const approve = fc.constant(
  command(
    "approve",
    ({ terms }) => terms.length > 0,
    async (model, real) => {
      const answer = await real.send("POST", `${real.path}/actions`, { action: "APPROVE" });
      doneAsExpected(model, answer, model.isApproved ? ["INVALID_CONTRACT_STATE"] : []);
      model.isApproved = true;
    },
  ),
);

const changePrice = fc.tuple(nth, cents).map(([place, price]) =>
  command(`price of term ${place} is ${price}`, hasTerms, async (model, real) => {
    const term = of(model.terms, place);
    const from = openFrom(model, term);
    if (!term.isTerminated && from >= term.end) return;
    const pricing = priced(money(price), term.seats === null ? "TOTAL_INVOICE" : "PER_ITEM");
    const answer = await real.send("PATCH", termPath(real, term), { ...pricing, effectiveDate: dated(firstDay(from)) });
    if (doneAsExpected(model, answer, ended(term))) term.prices.push({ from, value: price });
  }),
);

const changeSeats = fc.tuple(nth, fc.integer({ min: 1, max: 30 })).map(([place, quantity]) =>
  command(`term ${place} has ${quantity} seats`, hasTerms, async (model, real) => {
    const term = of(model.terms, place);
    const from = openFrom(model, term);
    if (!term.isTerminated && from >= term.end) return;
    const body = { effectiveDate: dated(firstDay(from)), quantity: String(quantity) };
    const answer = await real.send("POST", `${termPath(real, term)}/seat-amendment`, body);
    const flat = term.seats === null ? ["BILLING_TERM_INELIGIBLE"] : [];
    if (doneAsExpected(model, answer, [...ended(term), ...flat])) term.seats?.push({ from, value: BigInt(quantity) });
  }),
);

const terminate = fc.tuple(nth, fc.nat({ max: 3 })).map(([place, ahead]) =>
  command(`terminate term ${place} in ${ahead} months`, hasTerms, async (model, real) => {
    const term = of(model.terms, place);
    const end = Math.max(model.today, term.start) + ahead + 1;
    if (!term.isTerminated && end > term.end) return;
    const body = { endDate: dated(firstDay(end) - 1) };
    const answer = await real.send("PATCH", `${termPath(real, term)}/terminate`, body);
    if (!doneAsExpected(model, answer, ended(term))) return;
    term.end = end;
    term.isTerminated = true;
  }),
);

const extend = fc.tuple(nth, fc.integer({ min: 1, max: 4 })).map(([place, months]) =>
  command(`extend term ${place} by ${months} months`, hasTerms, async (model, real) => {
    const term = of(model.terms, place);
    const body = { endDate: dated(firstDay(term.end + months) - 1) };
    const answer = await real.send("PATCH", termPath(real, term), body);
    if (doneAsExpected(model, answer, ended(term))) term.end += months;
  }),
);

const pay = fc.tuple(nth, fc.integer({ min: 1, max: 130 })).map(([place, percent]) =>
  command(`pay ${percent} % of invoice ${place}`, hasInvoices, async (model, real) => {
    const invoice = of(model.invoices, place);
    const amount = (remainingOf(invoice) * BigInt(percent) + 99n) / 100n || 1n;
    const answer = await real.send("POST", `/v3/invoices/${invoice.id}/payments`, { amount: money(amount) });
    const isPayable = isOpen(invoice) || statusOf(invoice) === "UNCOLLECTIBLE";
    if (!doneAsExpected(model, answer, isPayable ? [] : ["INVOICE_NOT_OPEN"])) return;
    // An overpayment stays with the customer.
    invoice.paid += amount < remainingOf(invoice) ? amount : remainingOf(invoice);
  }),
);

const credit = fc.tuple(nth, nth, fc.integer({ min: 1, max: 120 })).map(([place, linePlace, percent]) =>
  command(`credit ${percent} % of a line of invoice ${place}`, hasInvoices, async (model, real) => {
    const invoice = of(model.invoices, place);
    const line = of(invoice.lines, linePlace);
    const amount = (line.total * BigInt(percent) + 99n) / 100n;
    const items = [{ invoiceLineItemId: line.id, amount: money(amount) }];
    const body = { customerId: real.customerId, issueDate: dated(firstDay(model.today) + 14), reason: "Agreed", items };
    const answer = await real.send("POST", "/v3/credit-memos", body);
    // An invoice that was written off and then paid in full is credited like any other.
    const isBilled = !["VOID", "UNCOLLECTIBLE"].includes(statusOf(invoice));
    const exceeds = amount > line.total - creditedOf(model, line.id) ? ["EXCEEDS_INVOICE_LINE"] : [];
    if (!doneAsExpected(model, answer, [...(isBilled ? [] : ["INVOICE_NOT_OPEN"]), ...exceeds])) return;
    model.memos.push({
      id: answer.body.payload.id,
      lineId: line.id,
      month: model.today,
      total: amount,
      applied: 0n,
      isVoid: false,
    });
  }),
);

const apply = fc.tuple(nth, nth).map(([memoPlace, place]) =>
  command(
    `apply credit memo ${memoPlace} to invoice ${place}`,
    (model) => model.memos.length > 0,
    async (model, real) => {
      const [memo, invoice] = [of(model.memos, memoPlace), of(model.invoices, place)];
      const answer = await real.send("POST", `/v3/credit-memos/${memo.id}/applications`, { invoiceId: invoice.id });
      const left = memo.total - memo.applied;
      const codes = [
        ...(memo.isVoid ? ["CREDIT_MEMO_VOID"] : left === 0n ? ["CREDIT_MEMO_INSUFFICIENT"] : []),
        ...(isOpen(invoice) ? [] : ["INVOICE_NOT_OPEN"]),
      ];
      if (!doneAsExpected(model, answer, codes)) return;
      const applied = left < remainingOf(invoice) ? left : remainingOf(invoice);
      memo.applied += applied;
      invoice.credited += applied;
    },
  ),
);

const voidMemo = nth.map((place) =>
  command(
    `void credit memo ${place}`,
    ({ memos }) => memos.some(({ applied }) => applied === 0n),
    async (model, real) => {
      const memo = of(
        model.memos.filter(({ applied }) => applied === 0n),
        place,
      );
      const answer = await real.send("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Wrong" });
      if (
        doneAsExpected(model, answer, [
          ...(memo.isVoid ? ["CREDIT_MEMO_VOID"] : []),
          ...(memo.month <= model.closedThrough ? ["PERIOD_CLOSED"] : []),
        ])
      )
        memo.isVoid = true;
    },
  ),
);

const act = (
  action: string,
  codesOf: (model: ContractModel, invoice: InvoiceModel) => string[],
  done: (model: ContractModel, invoice: InvoiceModel) => void,
) =>
  nth.map((place) =>
    command(`${action} invoice ${place}`, hasInvoices, async (model, real) => {
      const invoice = of(model.invoices, place);
      const answer = await real.send("POST", `/v3/invoices/${invoice.id}/actions`, { action });
      if (doneAsExpected(model, answer, codesOf(model, invoice))) done(model, invoice);
    }),
  );

const voidInvoice = act(
  "VOID",
  (model, invoice) => [
    ...(isOpen(invoice) ? [] : ["INVOICE_NOT_OPEN"]),
    ...(isHeldBy(model, invoice) ? ["INVOICE_HAS_APPLICATIONS"] : []),
    // An invoice of a closed month stays; a credit memo corrects it.
    ...(invoice.month <= model.closedThrough ? ["PERIOD_CLOSED"] : []),
  ],
  (model, invoice) => {
    invoice.isVoid = true;
    for (const { month } of invoice.lines) model.freed.add(month);
  },
);

const writeOff = act(
  "MARK_UNCOLLECTIBLE",
  (_, invoice) => (isOpen(invoice) ? [] : ["INVOICE_NOT_OPEN"]),
  (_, invoice) => {
    invoice.isLost = true;
  },
);

const reinstate = act(
  "REINSTATE",
  (_, invoice) => (statusOf(invoice) === "UNCOLLECTIBLE" ? [] : ["INVALID_ACTION", "INVOICE_NOT_OPEN"]),
  (_, invoice) => {
    invoice.isLost = false;
  },
);

const use = fc.tuple(fc.constantFrom("new", "again", "other"), nth).map(([kind, place]) =>
  command(
    `usage, ${kind}`,
    ({ events }) => kind === "new" || events.length > 0,
    async (model, real) => {
      const { customerId, eventTypeId } = real;
      const datetime = `${monthText(model.today)}-10T10:00:00Z`;
      const fresh = { idempotencyKey: crypto.randomUUID(), customerId, eventTypeId, datetime, value: "2" };
      const body = kind === "new" ? fresh : { ...of(model.events, place), ...(kind === "other" ? { value: "3" } : {}) };
      const answer = await real.send("POST", "/v3/events", body);
      if (doneAsExpected(model, answer, kind === "other" ? ["USAGE_EVENT_CONFLICT"] : []) && kind === "new")
        model.events.push(fresh);
    },
  ),
);

/** Commands on one contract. */
export const contractCommands: readonly fc.Arbitrary<Command>[] = [
  ...[
    addTerm,
    addTerm,
    approve,
    approve,
    changePrice,
    changeSeats,
    terminate,
    extend,
    pay,
    pay,
    credit,
    apply,
    voidMemo,
  ],
  ...[voidInvoice, writeOff, reinstate, use],
];

const advance = fc.integer({ min: 1, max: 2 }).map((months) =>
  command(
    `advance by ${months} months`,
    ({ today }) => today < 12 * 2027,
    async (model, real) => {
      model.today += months;
      const to = `${dated(firstDay(model.today) + 14)}T12:00:00Z`;
      doneAsExpected(model, await real.send("POST", "/v3/test-clock/advance", { to }), []);
    },
  ),
);

const close = fc.constantFrom(0, 1, 1, 1, 2).map((back) =>
  command(
    `close the month ${back} before`,
    ({ today, closedThrough }) => today - back > closedThrough,
    async (model, real) => {
      const last = model.today - back;
      const answer = await real.send("POST", `/v3/month-end-close/close-period?month=${monthText(last)}`);
      // A period that a void freed waits for the next regeneration, and blocks the close until then.
      const mayWait = [...model.freed].some((freed) => freed <= last);
      if (back > 0 && mayWait && answer.status >= 400) doneAsExpected(model, answer, ["PERIOD_CANNOT_CLOSE"]);
      else if (doneAsExpected(model, answer, back === 0 ? ["PERIOD_CANNOT_CLOSE", "PERIOD_NOT_OVER"] : []))
        model.closedThrough = last;
    },
  ),
);

const reopen = fc.nat({ max: 3 }).map((back) =>
  command(`reopen ${back} months before the last closed one`, always, async (model, real) => {
    const first = model.closedThrough - back;
    const answer = await real.send("POST", `/v3/month-end-close/reopen-period?month=${monthText(first)}&reason=test`);
    // Months before the first activity are never closed.
    if (answer.status >= 400) doneAsExpected(model, answer, ["PERIOD_NOT_CLOSED", "PERIOD_CANNOT_REOPEN"]);
    else model.closedThrough = first - 1;
  }),
);

/** Commands that affect all contracts of the merchant. */
export const sharedCommands: readonly fc.Arbitrary<Command>[] = [advance, advance, advance, close, close, reopen];
