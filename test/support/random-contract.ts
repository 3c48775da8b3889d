import fc from "fast-check";
import type { BillingCredit } from "../../src/billing-terms/billing-credit.ts";
import type { BillingTerm } from "../../src/billing-terms/billing-term.ts";
import { linesOf } from "../../src/billing-terms/charges/charges.ts";
import type { TreatedFact, Treatment } from "../../src/billing-terms/modifications/modification.ts";
import type {
  Correction,
  PerformanceObligation,
  PerformanceObligationRecord,
  RecognitionPattern,
} from "../../src/billing-terms/performance-obligations/performance-obligation.ts";
import { required } from "../../src/kernel/assert.ts";
import type { Month } from "../../src/kernel/day.ts";
import type { Money } from "../../src/kernel/money.ts";
import type { ContractFacts } from "../../src/revenue/contract-facts.ts";
import { context, factsOf, stored } from "./contract-facts.ts";
import { corrected, creditOf, day, flatPrice, month, obligationOf, recordOf, statedOf, termOf, usd } from "./terms.ts";

const january = month("2026-01");
const year = { start: day("2026-01-01"), end: day("2027-01-01") };
const billedByStatedTerm = 120_000;

/** A change of the contract, in some month. */
export type Act = {
  /** The first open month at that time, counted from January; in January itself nothing is closed. */
  readonly at: number;
  readonly kind:
    | "ADD"
    | "DELETE"
    | "PRICE"
    | "DATES"
    | "AS_BILLED"
    | "SELLING"
    | "CREDIT"
    | "VOID"
    | "TERM_PRICE"
    | "TERM_END";
  readonly which: number;
  readonly minor: number;
  readonly offset: number;
  readonly pattern: RecognitionPattern;
  readonly treatment: Treatment;
};

const someAct = fc.record<Act>({
  at: fc.integer({ min: 0, max: 6 }),
  kind: fc.constantFrom(
    ...(["ADD", "DELETE", "PRICE", "DATES", "AS_BILLED", "SELLING", "CREDIT", "CREDIT", "VOID"] as const),
    ...(["TERM_PRICE", "TERM_END"] as const),
  ),
  which: fc.nat(5),
  minor: fc.integer({ min: 1, max: 90_000 }),
  offset: fc.integer({ min: 0, max: 300 }),
  pattern: fc.constantFrom("STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "POINT_IN_TIME", "PERCENT_COMPLETE"),
  treatment: fc.constantFrom("PROSPECTIVE", "CUMULATIVE_CATCH_UP", "MIXED", "SEPARATE_CONTRACT"),
});

/** Acts in the order of their months. */
export const someActs = fc.array(someAct, { maxLength: 12 }).map((acts) => acts.toSorted((a, b) => a.at - b.at));

/**
 * A contract after some changes. One term bills 1,200.00 for 2026, which at first is earned by two stated obligations, and by a
 * residual for the rest; another term bills 100.00 a month, which an implied obligation earns.
 */
export class RandomContract {
  private readonly stated: PerformanceObligationRecord[] = [];
  private readonly residual = recordOf(obligationOf(termOf(), { id: "residual", isResidual: true }));
  private implied: PerformanceObligationRecord;
  private readonly treatments = new Map<string, TreatedFact>();
  private readonly credits: BillingCredit[] = [];
  private ids = 0;

  constructor(acts: readonly Act[]) {
    const progress = [
      { asOf: day("2026-02-10"), percentComplete: "0.5" },
      { asOf: year.end, percentComplete: "1" },
    ];
    const selling = { standaloneSellingPrice: usd(70_000) };
    this.stated.push(recordOf(statedOf(usd(80_000), { id: "first", ...selling })));
    const measured = { recognitionPattern: "PERCENT_COMPLETE", progress } as const;
    this.stated.push(recordOf(statedOf(usd(40_000), { id: "second", ...selling, ...measured })));
    const term = termOf({
      id: "monthly",
      billingTermGroupId: "other group",
      interval: "MONTH",
      price: flatPrice("100"),
    });
    this.implied = recordOf(obligationOf(term, { id: "implied" }));
    for (const act of acts) this.make(act);
  }

  facts(isAllocated: boolean): ContractFacts {
    const of = (termId: string) => this.credits.filter(({ billingTermId }) => billingTermId === termId);
    const residual = { ...this.residual, billingCredits: of("term") };
    const implied = { ...this.implied, billingCredits: of("monthly") };
    return factsOf([...this.stated, residual, implied], { isAllocated, treatments: this.treatments });
  }

  /** What the terms bill, or the stated prices if these are higher, less credits, in cents. */
  get price(): bigint {
    const billed = [...linesOf(this.term, context)].reduce((sum, { line }) => sum + line.price.total.minor, 0n);
    const credits = this.isAsBilled
      ? this.credits.filter(({ billingTermId }) => billingTermId !== "term")
      : this.credits;
    return credits.reduce((left, { amount }) => left - amount.minor, this.priceOfStatedTerm + billed);
  }

  /** True if everything is recognized as billed. Then there is no price to earn and no line to credit, because nothing is billed here. */
  private get isAsBilled(): boolean {
    const { live } = this;
    return live.length > 0 && live.every(({ pob }) => pob.transactionPrice === null);
  }

  private get live(): PerformanceObligationRecord[] {
    return this.stated.filter(({ isDeleted }) => !isDeleted);
  }

  private get priceOfStatedTerm(): bigint {
    if (this.isAsBilled) return 0n;
    const prices = this.live.flatMap(({ pob: { transactionPrice } }) => transactionPrice?.minor ?? []);
    const stated = prices.reduce((sum, minor) => sum + minor, 0n);
    const billed = BigInt(billedByStatedTerm);
    return stated > billed ? stated : billed;
  }

  private get term(): BillingTerm {
    return required(this.implied.pob.billingTerm, "the term of the implied obligation");
  }

  private make(act: Act): void {
    const id = String(++this.ids).padStart(3, "0");
    const bookMonth = act.at === 0 ? null : january + act.at;
    if (act.kind === "CREDIT" || act.kind === "VOID") this.credit(act, id);
    else if (act.kind === "TERM_PRICE" || act.kind === "TERM_END") this.changeTerm(act, id, bookMonth);
    else this.changeStated(act, id, bookMonth);
  }

  private treat(id: string, { offset, treatment }: Act, bookMonth: Month | null): void {
    const effectiveFrom = year.start + offset;
    this.treatments.set(id, { effectiveFrom, at: timeOf(id), booked: [{ treatment, bookMonth }] });
  }

  private credit({ kind, at, which, minor, offset }: Act, id: string): void {
    const bookMonth = january + at;
    if (kind === "CREDIT") {
      const from = year.start + offset;
      const service = { start: from, end: from + 1 + (minor % 90) };
      const billingTermId = which % 3 === 0 ? "monthly" : "term";
      this.credits.push(creditOf(usd(minor), { id, billingTermId, service, bookMonth }));
      return;
    }
    const credit = this.credits[which % Math.max(1, this.credits.length)];
    if (credit === undefined || credit.amount.minor < 0n || this.credits.some((one) => one.id === `-${credit.id}`))
      return;
    this.credits.push({ ...credit, id: `-${credit.id}`, amount: usd(-credit.amount.minor), bookMonth });
  }

  /** A later price of the monthly term, or another last day of it. */
  private changeTerm(act: Act, id: string, bookMonth: Month | null): void {
    const { pob: obligation } = this.implied;
    const isSpread = act.treatment === "PROSPECTIVE" || act.treatment === "CUMULATIVE_CATCH_UP";
    if (!isSpread) return;
    const createdAt = timeOf(id);
    this.treat(id, act, bookMonth);
    if (act.kind === "TERM_PRICE") {
      const price = flatPrice(String(act.minor % 500));
      const layer = { id, price, effectiveFrom: year.start + act.offset, bookMonth, createdAt };
      const layers = [...this.term.layers, layer].sort((a, b) => a.effectiveFrom - b.effectiveFrom);
      this.implied = { ...this.implied, pob: { ...obligation, billingTerm: { ...this.term, layers } } };
      return;
    }
    const end = year.start + act.offset + 1;
    const service = { ...obligation.service, end };
    const common = { createdAt, bookMonth };
    const ofEnd = { end: { from: this.term.end, to: end } };
    const ofService = { service: { from: obligation.service, to: service } };
    const corrections = [
      ...this.implied.corrections,
      corrected({ ...common, id, of: "TERM", changes: ofEnd }),
      corrected({ ...common, id: `service-${id}`, modificationId: id, of: "POB", changes: ofService }),
    ];
    const billingTerm = { ...this.term, end };
    this.implied = { ...this.implied, corrections, pob: { ...obligation, service, billingTerm } };
  }

  private changeStated(act: Act, id: string, bookMonth: Month | null): void {
    const { kind, which, minor, pattern } = act;
    const from = year.start + act.offset;
    const { live } = this;
    const chosen = live[which % Math.max(1, live.length)];
    const shape = { recognitionPattern: pattern, recognitionDate: pattern === "POINT_IN_TIME" ? from : null };
    const progress = [
      { asOf: from, percentComplete: "0.5" },
      { asOf: from + 40, percentComplete: "1" },
    ];
    if (kind === "ADD") {
      const service = { start: from, end: from + 200 };
      const pob = { ...statedOf(usd(minor), { id, service, standaloneSellingPrice: usd(minor) }), ...shape, progress };
      this.treat(id, act, bookMonth);
      this.stated.push(recordOf(pob, { bookMonth }));
    } else if (chosen !== undefined && kind === "DELETE") {
      this.replace({ ...chosen, isDeleted: true, deletionBookMonth: bookMonth });
    } else if (chosen !== undefined) {
      const isPriced = chosen.pob.transactionPrice !== null;
      const dates = { ...shape, progress, service: { start: from, end: year.end } };
      const after: Partial<PerformanceObligation> =
        kind === "AS_BILLED"
          ? { recognitionPattern: "RECOGNIZE_AS_BILLED", recognitionDate: null, transactionPrice: null }
          : kind === "PRICE" && isPriced
            ? { transactionPrice: usd(minor) }
            : kind === "SELLING"
              ? { standaloneSellingPrice: usd(minor) }
              : isPriced
                ? dates
                : {};
      this.replace(correctedRecord(chosen, after, { id, bookMonth, modificationId: null }));
      this.treat(id, act, bookMonth);
    }
  }

  private replace(record: PerformanceObligationRecord): void {
    this.stated[this.stated.findIndex(({ pob: obligation }) => obligation.id === record.pob.id)] = record;
  }
}

/** A record with a correction, in the form that the services make. */
function correctedRecord(
  record: PerformanceObligationRecord,
  after: Partial<PerformanceObligation>,
  { id, bookMonth, modificationId }: Pick<Correction, "id" | "bookMonth" | "modificationId">,
): PerformanceObligationRecord {
  const before = record.pob;
  const sideOf = (field: string, value: unknown) => {
    const isMoney = field === "transactionPrice" || field === "standaloneSellingPrice";
    return isMoney && value !== null ? stored(value as Money) : value;
  };
  const changes = Object.fromEntries(
    Object.entries(after).map(([field, to]) => {
      const from = before[field as keyof PerformanceObligation];
      return [field, { from: sideOf(field, from), to: sideOf(field, to) }];
    }),
  );
  const createdAt = timeOf(id);
  const correction = corrected({ id, bookMonth, modificationId, createdAt, of: "POB", changes });
  return { ...record, pob: { ...before, ...after }, corrections: [...record.corrections, correction] };
}

const timeOf = (id: string) => `2026-01-01T00:00:00.${id}Z`;
