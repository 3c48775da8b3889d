import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { anyObligation, day, flat, obligationOf, termOf } from "../../test/support/terms.ts";
import { isArrears } from "../billing-terms/billing-term.ts";
import type { PerformanceObligation, PerformanceObligationRecord } from "../billing-terms/obligation.ts";
import { difference, keyOfLine } from "../invoicing/difference.ts";
import { issueDates, issueEntry, liabilitiesOf, totalsOf } from "../invoicing/issue.ts";
import { planInvoices } from "../invoicing/plan.ts";
import { present } from "../kernel/assert.ts";
import { type Day, firstDayOf, formatDay, formatMonth, type Month, monthOf, parseMonth } from "../kernel/day.ts";
import { formatMoney, money } from "../kernel/money.ts";
import { accountOfLine, assertBalanced, type EntryDraft } from "../ledger/journal-entry.ts";
import type { RevenuePosting } from "../revenue/posting.ts";
import { revenueThrough } from "../revenue/recognition.ts";
import { type ContractFacts, closeContract } from "./month.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const month = (text: string): Month => present(parseMonth(text), text);

/** The books of one approved contract in memory: as the services keep them, with maps for tables. */
class Book {
  closedThrough: Month | null = null;
  today: Day;
  readonly records: PerformanceObligationRecord[] = [];
  readonly issued = new Map<string, { date: Day; start: Day; termId: string; minor: bigint }>();
  readonly entries: EntryDraft[] = [];
  readonly postings: RevenuePosting[] = [];
  /** Accounts of categories that the contract liability of obligations stands in. */
  readonly liabilityAccounts = new Map<string, string>();
  private readonly closeCounts = new Map<Month, number>();
  private ids = 0;

  constructor(today: Day) {
    this.today = today;
  }

  add(obligation: PerformanceObligation): void {
    const bookMonth = this.closedThrough === null ? null : this.closedThrough + 1;
    this.records.push({ obligation, bookMonth, isDeleted: false, deletionBookMonth: null });
    this.settle();
  }

  /** Takes an obligation out if nothing is billed or recognized for good. */
  remove(index: number): void {
    const record = this.records[index];
    if (record === undefined || record.isDeleted) return;
    const { id, billingTerm } = record.obligation;
    const isBilled = [...this.issued.values()].some((line) => line.termId === billingTerm.id);
    const isFixed = this.postings.some((each) => each.performanceObligationId === id && this.isClosed(each.month));
    if (isBilled || isFixed) return;
    const deletionBookMonth = this.closedThrough === null ? null : this.closedThrough + 1;
    this.records[index] = { ...record, isDeleted: true, deletionBookMonth };
    this.settle();
  }

  advance(to: Day): void {
    this.today = Math.max(this.today, to);
    this.settle();
  }

  /** Closes the month and every earlier open one; answers how many entries that took. */
  close(last: Month): number {
    this.advance(firstDayOf(last + 1));
    const first = this.closedThrough === null ? this.firstActivity(last) : this.closedThrough + 1;
    const before = this.entries.length;
    for (let each = first; each <= last; each++) {
      const closeCount = (this.closeCounts.get(each) ?? 0) + 1;
      const { entries, postings } = closeContract(this.facts(each), {
        month: each,
        closeCount,
        newId: () => this.id(),
      });
      for (const entry of entries) this.post(entry);
      this.postings.push(...postings);
      this.closeCounts.set(each, closeCount);
      this.closedThrough = each;
    }
    return this.entries.length - before;
  }

  /** Reopens a month that was closed, and every later one with it. */
  reopen(first: Month): void {
    if (this.closeCounts.has(first) && this.isClosed(first)) this.closedThrough = first - 1;
  }

  reopenAll(): void {
    this.reopen(Math.min(...this.closeCounts.keys()));
  }

  /** Debits less credits of an account over all entries dated before a day. */
  balance(role: string, before: Day): bigint {
    return this.entries
      .filter((entry) => entry.date < before)
      .flatMap((entry) => entry.lines)
      .filter((line) => line.role === role)
      .reduce((sum, { debit, credit }) => sum + debit.minor - credit.minor, 0n);
  }

  /** Credits less debits of contract liability over all entries dated before a day, by the name of the account. */
  liabilities(before: Day): Record<string, bigint> {
    const lines = this.entries.filter(({ date }) => date < before).flatMap((entry) => entry.lines);
    const balances: Record<string, bigint> = {};
    for (const { role, categoryAccount, debit, credit } of lines) {
      if (role !== "CONTRACT_LIABILITY") continue;
      const name = accountOfLine({ role, categoryAccount }, {});
      balances[name] = (balances[name] ?? 0n) + credit.minor - debit.minor;
    }
    return balances;
  }

  /** The entries dated up to the end of a month, as text. */
  entriesThrough(last: Month | null): string[] {
    return this.entries.filter(({ date }) => last !== null && monthOf(date) <= last).map(textOf);
  }

  revenue(obligationId?: string): bigint {
    return this.postings
      .filter((each) => obligationId === undefined || each.performanceObligationId === obligationId)
      .reduce((sum, { amount }) => sum + amount.minor, 0n);
  }

  private settle(): void {
    const terms = this.records.filter(({ isDeleted }) => !isDeleted).map(({ obligation }) => obligation.billingTerm);
    const plan = planInvoices(terms, context, { through: this.today, andNext: false });
    for (const { invoice } of difference(plan, new Set(this.issued.keys()), [], this.today).due) {
      const { issueDate } = issueDates(invoice, this.today, this, "PLANNED");
      const totals = totalsOf(invoice.lines, "USD");
      const ids = { entryId: this.id(), invoiceId: this.id(), contractId: "contract", customerId: "customer" };
      const entry = issueEntry({
        ...ids,
        issueDate,
        totals,
        categoryLiabilities: liabilitiesOf(invoice.lines, this.accountByTerm()),
      });
      if (entry !== null) this.post(entry);
      for (const line of invoice.lines) {
        const { billingTermId: termId, period, total } = line;
        this.issued.set(keyOfLine(line), { date: issueDate, start: period.start, termId, minor: total.minor });
      }
    }
  }

  private post(entry: EntryDraft): void {
    assertBalanced(entry);
    assert.ok(
      !this.isClosed(monthOf(entry.date)),
      `${entry.type} of ${formatDay(entry.date)} is dated in an open month`,
    );
    this.entries.push(entry);
  }

  private facts(each: Month): ContractFacts {
    const end = firstDayOf(each + 1);
    const lines = [...this.issued.values()].filter(({ date }) => date < end);
    const sum = (minors: Iterable<bigint>) => [...minors].reduce((a, b) => a + b, 0n);
    const posted = this.records.map(({ obligation: { id } }) => {
      const own = this.postings.filter((posting) => posting.performanceObligationId === id);
      const of = (keep: (posting: RevenuePosting) => boolean) =>
        sum(own.filter(keep).map(({ amount }) => amount.minor));
      const isIn = (source: string) => (posting: RevenuePosting) => posting.month === each && posting.source === source;
      const amounts = {
        before: of((posting) => posting.month < each),
        pattern: of(isIn("PATTERN")),
        catchUp: of(isIn("CATCH_UP")),
      };
      return [id, amounts] as const;
    });
    const own = this.entries.filter(({ type, date }) => type === "PRESENTATION" && date === end - 1);
    const presentedLines = own.flatMap((entry) => entry.lines);
    const presented = (role: string) => {
      const ofRole = presentedLines.filter((line) => line.role === role);
      return money(sum(ofRole.map(({ debit, credit }) => debit.minor - credit.minor)), "USD");
    };
    const liabilities = presentedLines.filter((line) => line.role === "CONTRACT_LIABILITY");
    const byAccount = Map.groupBy(liabilities, (line) => accountOfLine(line, {}));
    const arrears = this.records.map(({ obligation }) => obligation.billingTerm).filter(isArrears);
    return {
      contractId: "contract",
      customerId: "customer",
      context,
      approvedBookMonth: null,
      obligations: this.records,
      posted: new Map(posted),
      billed: money(sum(lines.map(({ minor }) => minor)), "USD"),
      billedByPeriod: new Map(
        arrears.map(({ id }) => [
          id,
          new Map(lines.filter(({ termId }) => termId === id).map(({ start, minor }) => [start, minor])),
        ]),
      ),
      billedByTerm: new Map(
        [...this.accountByTerm().keys()].map((id) => [
          id,
          sum(lines.filter(({ termId }) => termId === id).map(({ minor }) => minor)),
        ]),
      ),
      presented: {
        unbilledReceivable: presented("UNBILLED_RECEIVABLE"),
        contractAsset: presented("CONTRACT_ASSET"),
        liabilities: new Map(
          [...byAccount].map(([name, each]) => [
            name,
            sum(each.map(({ debit, credit }) => credit.minor - debit.minor)),
          ]),
        ),
      },
      accounts: { revenue: new Map([["licences", "4010 Licences"]]), liability: this.liabilityAccounts },
    };
  }

  private accountByTerm(): Map<string, string> {
    return new Map(
      this.records.flatMap(({ obligation }) => {
        const account = this.liabilityAccounts.get(obligation.id);
        return account === undefined ? [] : [[obligation.billingTerm.id, account] as const];
      }),
    );
  }

  private firstActivity(last: Month): Month {
    const service = this.records.map(({ obligation }) => monthOf(obligation.service.start));
    const invoices = [...this.issued.values()].map(({ date }) => monthOf(date));
    return Math.min(last, ...service, ...invoices);
  }

  private isClosed(each: Month): boolean {
    return this.closedThrough !== null && each <= this.closedThrough;
  }

  private id(): string {
    this.ids += 1;
    return `id ${this.ids}`;
  }
}

function textOf({ date, type, lines }: EntryDraft): string {
  const sides = lines.map(
    ({ role, debit, credit }) => `${role} ${debit.minor > 0n ? formatMoney(debit) : `-${formatMoney(credit)}`}`,
  );
  return `${formatDay(date)} ${type}: ${sides.join(", ")}`;
}

const advance = obligationOf(termOf({ id: "advance", end: null }));
const arrears = obligationOf(
  termOf({ id: "arrears", ...flat("300"), interval: "QUARTER", end: null, invoiceDateStrategy: "ARREARS" }),
);

describe("closing a month", () => {
  test("posts revenue, and takes what is unbilled out of the liability over the month end", () => {
    const book = new Book(day("2026-01-15"));
    book.add(advance);
    book.add(arrears);
    book.close(month("2026-01"));
    assert.deepEqual(book.entries.map(textOf), [
      "2026-01-01 INVOICE_ISSUED: RECEIVABLE 1200.00, CONTRACT_LIABILITY -1200.00",
      "2026-01-31 REVENUE_RECOGNIZED: CONTRACT_LIABILITY 200.00, REVENUE -200.00",
      "2026-01-31 PRESENTATION: UNBILLED_RECEIVABLE 100.00, CONTRACT_LIABILITY -100.00",
      "2026-02-01 PRESENTATION_REVERSAL: UNBILLED_RECEIVABLE -100.00, CONTRACT_LIABILITY 100.00",
    ]);
    assert.deepEqual(
      book.postings.map(({ source, amount }) => [source, formatMoney(amount)]),
      [
        ["PATTERN", "100.00"],
        ["PATTERN", "100.00"],
      ],
    );
  });

  test("again without a change posts nothing", () => {
    const book = new Book(day("2026-01-15"));
    book.add(advance);
    book.add(arrears);
    book.close(month("2026-04"));
    book.reopen(month("2026-02"));
    assert.equal(book.close(month("2026-04")), 0);
  });

  test("splits revenue by category, and the lines add up", () => {
    const book = new Book(day("2026-01-15"));
    book.add({ ...advance, categoryId: "services" });
    book.add({ ...arrears, categoryId: "support" });
    book.close(month("2026-01"));
    const revenue = book.entries.filter(({ type }) => type === "REVENUE_RECOGNIZED").flatMap((entry) => entry.lines);
    assert.deepEqual(revenue.map(({ role, categoryId, credit }) => [role, categoryId, formatMoney(credit)]).slice(1), [
      ["REVENUE", "services", "100.00"],
      ["REVENUE", "support", "100.00"],
    ]);
  });

  test("a category's own accounts take its revenue, and what is billed of it until then", () => {
    const book = new Book(day("2026-01-15"));
    book.liabilityAccounts.set(advance.id, "2410 Licences");
    book.add({ ...advance, categoryId: "licences" });
    book.add(arrears);
    book.close(month("2026-01"));
    assert.deepEqual(book.liabilities(day("2026-02-01")), { "2410 Licences": 110_000n, "Contract liability": 0n });
    const revenue = book.entries.filter(({ type }) => type === "REVENUE_RECOGNIZED").flatMap((entry) => entry.lines);
    assert.deepEqual(
      revenue.map((line) => accountOfLine(line, {})),
      ["2410 Licences", "Contract liability", "4010 Licences", "Revenue"],
    );
    book.advance(day("2027-01-15"));
    book.close(month("2026-12"));
    assert.deepEqual(book.liabilities(day("2027-01-01")), { "2410 Licences": 0n, "Contract liability": 0n });
  });

  test("after an obligation came late posts its past once, in the first month it counts in", () => {
    const book = new Book(day("2026-03-10"));
    book.add(advance);
    book.close(month("2026-02"));
    book.add(arrears);
    book.close(month("2026-03"));
    book.reopen(month("2026-01"));
    assert.equal(book.close(month("2026-03")), 0);
    const own = book.postings.filter((posting) => posting.performanceObligationId === arrears.id);
    assert.deepEqual(
      own.map(({ month: each, source, earnedMonth, amount }) => [
        formatMonth(each),
        source,
        formatMonth(earnedMonth),
        formatMoney(amount),
      ]),
      [
        ["2026-03", "PATTERN", "2026-03", "100.00"],
        ["2026-03", "CATCH_UP", "2026-01", "200.00"],
      ],
    );
  });

  test("after an obligation went takes its revenue back where it was posted", () => {
    const book = new Book(day("2026-01-15"));
    book.add(arrears);
    book.close(month("2026-02"));
    book.reopen(month("2026-01"));
    book.remove(0);
    book.close(month("2026-02"));
    assert.equal(book.revenue(), 0n);
    for (const role of ["REVENUE", "UNBILLED_RECEIVABLE", "CONTRACT_LIABILITY"]) {
      for (const end of ["2026-02-01", "2026-03-01"]) assert.equal(book.balance(role, day(end)), 0n, `${role} ${end}`);
    }
  });
});

type Step =
  | { readonly kind: "add"; readonly obligation: PerformanceObligation }
  | { readonly kind: "remove" | "close" | "reopen"; readonly at: number };

const firstMonth = month("2024-10");
const lastMonth = month("2030-12");
const steps = fc.array(
  fc.oneof(
    { arbitrary: anyObligation.map((obligation): Step => ({ kind: "add", obligation })), weight: 3 },
    {
      arbitrary: fc.record({
        kind: fc.constantFrom("remove" as const, "close" as const, "reopen" as const),
        at: fc.nat(30),
      }),
      weight: 5,
    },
  ),
  { maxLength: 12 },
);

function play(book: Book, step: Step, index: number): void {
  if (step.kind === "add") {
    const billingTerm = { ...step.obligation.billingTerm, id: `term ${index}` };
    const account = [undefined, "2410 Licences", "2420 Support"][index % 3];
    if (account !== undefined) book.liabilityAccounts.set(`obligation ${index}`, account);
    book.add({ ...step.obligation, id: `obligation ${index}`, billingTerm });
  } else if (step.kind === "remove") book.remove(step.at);
  else if (step.kind === "reopen") book.reopen(firstMonth + step.at);
  else book.close(Math.max(firstMonth + step.at, (book.closedThrough ?? 0) + 1));
}

/** What every closed month end must show, to the cent. */
function assertTiesOut(book: Book): void {
  for (let each = firstMonth; book.closedThrough !== null && each <= book.closedThrough; each++) {
    const end = firstDayOf(each + 1);
    const balance = (role: string) => book.balance(role, end);
    const [billed, recognized] = [balance("RECEIVABLE"), -balance("REVENUE")];
    const [liability, asset, unbilled] = [
      -balance("CONTRACT_LIABILITY"),
      balance("CONTRACT_ASSET"),
      balance("UNBILLED_RECEIVABLE"),
    ];
    assert.equal(billed - recognized, liability - asset - unbilled, formatMonth(each));
    assert.ok(liability >= 0n && asset >= 0n && unbilled >= 0n, `${formatMonth(each)}: no side is below zero`);
    assert.ok(liability === 0n || asset === 0n, `${formatMonth(each)}: a liability or an asset, not both`);
    for (const [account, held] of Object.entries(book.liabilities(end))) {
      assert.ok(held >= 0n, `${formatMonth(each)}: ${account} is not below zero`);
    }
  }
}

test("property: closed months are frozen and tie out, whatever is added, taken out, closed and reopened", () => {
  fc.assert(
    fc.property(steps, (story) => {
      const book = new Book(day("2025-01-15"));
      for (const [index, step] of story.entries()) {
        const { closedThrough } = book;
        const before = book.entriesThrough(closedThrough);
        play(book, step, index);
        assert.deepEqual(book.entriesThrough(closedThrough), before);
        assertTiesOut(book);
      }
    }),
    { numRuns: 150 },
  );
});

test("property: in the end the same is recognized and billed, and closing everything again posts nothing", () => {
  fc.assert(
    fc.property(steps, (story) => {
      const book = new Book(day("2025-01-15"));
      for (const [index, step] of story.entries()) play(book, step, index);
      book.close(Math.max(lastMonth, (book.closedThrough ?? 0) + 1));
      let expected = 0n;
      for (const { obligation, isDeleted } of book.records) {
        const target = isDeleted ? 0n : revenueThrough(obligation, book.closedThrough ?? lastMonth, context).minor;
        assert.equal(book.revenue(obligation.id), target);
        expected += target;
      }
      assert.equal(-book.balance("REVENUE", day("2200-01-01")), expected);
      const through = present(book.closedThrough, "the last closed month");
      book.reopenAll();
      assert.equal(book.close(through), 0);
    }),
    { numRuns: 100 },
  );
});
