import { type BillingTerm, kindOf } from "../billing-terms/billing-term.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligations/performance-obligation.ts";
import { lockUsageOf } from "../billing-terms/usage-overlap-store.ts";
import { type Commitment, termsNamedBy } from "../commitments/commitment.ts";
import { commitmentsOfContracts } from "../commitments/service.ts";
import { usageOfContracts } from "../commitments/usage-service.ts";
import type { Contract } from "../contracts/contract.ts";
import type { PlannedLine } from "../invoicing/plan.ts";
import { daysOf, planUsage } from "../invoicing/usage-plan.ts";
import { usagePlanContext } from "../invoicing/usage-plan-service.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import type { Issue } from "../kernel/errors.ts";
import { equals, formatMoney, type Money, sum } from "../kernel/money.ts";
import { plural } from "../kernel/plural.ts";
import type { WriteContext } from "../platform/write.ts";
import { type OpenedUsage, recordOpenedUsage } from "../usage/opened-usage-service.ts";
import { eventsThrough } from "../usage/opened-usage-store.ts";
import { aggregationsOf } from "../usage/store.ts";

/** Billing of a commitment in other books; `end` is the exclusive end of billed usage. */
export type OpenedCommitment = { readonly commitmentId: string; readonly end: Day; readonly billed: Money };

/** Billing of a term in other books for periods before `end`; for usage outside commitments, only days from `usageFrom` on. */
export type OpenedTerm = { readonly billingTermId: string; readonly end: Day; readonly billed: Money };

export type UsageLoaded = {
  readonly issues: readonly Issue[];
  /** The billed part of it, as lines. */
  readonly lines: readonly PlannedLine[];
  /** True for performance obligations that earn loaded usage: their recognized revenue must be loaded too. */
  readonly isLoaded: (pob: PerformanceObligation) => boolean;
};

type Stated = {
  readonly asOf: Day;
  /** The first day whose usage is billed here; the day after `asOf` if the old books billed all of it. */
  readonly usageFrom: Day;
  readonly terms: readonly OpenedTerm[];
  readonly commitments: readonly OpenedCommitment[];
  readonly usage: readonly OpenedUsage[];
};

/** The usage of an opening: of commitments that have begun, and of terms from a day on. */
type Carried = {
  readonly begun: readonly Commitment[];
  /** Commitments by the ids of their terms. */
  readonly drawn: ReadonlyMap<string, Commitment>;
  readonly own: readonly BillingTerm[];
};

/**
 * Loads usage that other books have not billed, or billed on open invoices, and usage of commitments that have begun (ADR 0083). It is recorded
 * like all usage, so that drawdown and lines are computed from it; returns the lines that the other books billed. Usage that is already
 * recorded is an issue, because it would be billed twice.
 */
export async function loadUsage(
  ctx: WriteContext,
  contract: Contract,
  terms: readonly BillingTerm[],
  stated: Stated,
): Promise<UsageLoaded> {
  const { tx, merchant } = ctx;
  const { asOf } = stated;
  const records = await commitmentsOfContracts(tx, merchant.id, [contract.id]);
  const begun = records.map(({ commitment }) => commitment).filter((commitment) => hasBegun(commitment, asOf));
  const drawn = new Map(begun.flatMap((commitment) => termsNamedBy(commitment).map((id) => [id, commitment] as const)));
  const carried = { begun, drawn, own: termsFrom(terms, stated) };
  const loaded = new Set([...drawn.keys(), ...carried.own.map(({ id }) => id)]);
  const isLoaded = (pob: PerformanceObligation) => earnsUsageOf(pob, terms, loaded);
  const problems = [...(await checkRecorded(ctx, contract, terms, asOf)), ...checkListed(carried, terms, stated)];
  const issues = [...problems, ...(await checkUsage(ctx, terms, carried, stated))];
  const { customerId } = contract;
  if (issues.length > 0 || customerId === null || loaded.size === 0) return { issues, lines: [], isLoaded };
  const owner = { contractId: contract.id, customerId };
  const billed = stated.usage.filter(({ isUnbilled }) => !isUnbilled);
  const late = stated.usage.filter(({ isUnbilled }) => isUnbilled);
  await recordOpenedUsage(ctx, owner, billed);
  const lines = await billedLines(ctx, contract, terms, stated);
  // The next invoice bills it as late usage: the difference to the billed lines.
  await recordOpenedUsage(ctx, owner, late, billed.length);
  return { ...lines, isLoaded };
}

/** Usage terms that bill days of the opening here, without those that a commitment prices. */
export function termsFrom(
  terms: readonly BillingTerm[],
  { usageFrom, asOf }: Pick<Stated, "usageFrom" | "asOf">,
): BillingTerm[] {
  return terms.filter(
    (term) =>
      kindOf(term) === "USAGE" &&
      Math.max(term.start, usageFrom) <= Math.min(asOf, (term.end ?? Number.POSITIVE_INFINITY) - 1),
  );
}

export function hasBegun({ schedules }: Commitment, asOf: Day): boolean {
  return schedules.some(({ start }) => start <= asOf);
}

/** True if an obligation earns usage of some terms. */
export function earnsUsageOf(
  pob: PerformanceObligation,
  terms: readonly BillingTerm[],
  some: Pick<ReadonlySet<string>, "has">,
): boolean {
  if (pob.recognitionPattern !== "RECOGNIZE_AS_CONSUMED") return false;
  return terms.some(
    ({ id, billingTermGroupId, eventTypeId }) =>
      some.has(id) &&
      (pob.billingTerm === null
        ? pob.billingTermGroupId === billingTermGroupId && pob.eventTypeId === eventTypeId
        : pob.billingTerm.id === id),
  );
}

/** The planned lines of a commitment or term that other books billed: prepayments dated by a day, and lines of periods that end by `end`. */
export function linesBilled(
  planned: readonly PlannedLine[],
  { of, end }: { readonly of: string; readonly end: Day },
  asOf: Day,
): PlannedLine[] {
  return planned.filter(
    ({ commitment, billingTermId, type, issueDate, period }) =>
      (commitment?.id ?? billingTermId) === of && (type === "PREPAYMENT" ? issueDate <= asOf : period.end <= end),
  );
}

/** Rejects recorded usage on days that the old books billed: it would be billed again. */
async function checkRecorded(
  { tx, merchant }: WriteContext,
  { id, customerId }: Contract,
  terms: readonly BillingTerm[],
  asOf: Day,
): Promise<Issue[]> {
  if (customerId === null || !terms.some(({ eventTypeId }) => eventTypeId !== null)) return [];
  await lockUsageOf(tx, merchant.id, customerId);
  const count = await eventsThrough(tx, merchant, id, asOf);
  if (count === 0) return [];
  const [are, them] = count === 1 ? ["is", "it"] : ["are", "them"];
  const message = `${plural(count, "usage event")} of days up to asOf ${are} recorded, which the old books billed; delete ${them}, or load as of an earlier day.`;
  return [{ path: "/asOf", code: "CONFLICT", message }];
}

/** Checks that each commitment that has begun is listed once, and usage terms if their usage is loaded, with days up to the opening. */
function checkListed(
  { begun, own }: Carried,
  terms: readonly BillingTerm[],
  { asOf, usageFrom, commitments, terms: billed }: Stated,
): Issue[] {
  const late: Issue[] = [];
  if (usageFrom > asOf + 1) {
    const message = `Usage after ${formatDay(asOf)} is billed here in any case; leave it out, or send an earlier day.`;
    late.push({ path: "/usageFrom", code: "RANGE", message });
  }
  const rangeOf = (path: string, end: Day): Issue[] =>
    end <= asOf + 1
      ? []
      : [{ path: `${path}/invoicedThrough`, code: "RANGE", message: "Usage is billed by other books up to asOf." }];
  const ofTerms = billed.flatMap(({ billingTermId, end }, index): Issue[] => {
    const path = `/billingTerms/${index}`;
    const term = terms.find(({ id }) => id === billingTermId);
    if (term === undefined || kindOf(term) !== "USAGE") return [];
    if (!own.includes(term)) {
      const message =
        "Usage up to asOf is billed by the old books; leave the term out, or send the first day of its usage as usageFrom, and what was billed of its commitments in commitments.";
      return [{ path, code: "CONFLICT", message }];
    }
    if (billed.findIndex((one) => one.billingTermId === billingTermId) < index)
      return [{ path: `${path}/billingTermId`, code: "DUPLICATE", message: "It is listed twice; list each once." }];
    return rangeOf(path, end);
  });
  const issues = commitments.flatMap(({ commitmentId, end }, index): Issue[] => {
    const path = `/commitments/${index}`;
    if (!begun.some(({ id }) => id === commitmentId)) {
      const message = "The contract has no such commitment that has begun by asOf.";
      return [{ path: `${path}/commitmentId`, code: "NOT_FOUND", message }];
    }
    if (commitments.findIndex((one) => one.commitmentId === commitmentId) < index)
      return [{ path: `${path}/commitmentId`, code: "DUPLICATE", message: "It is listed twice; list each once." }];
    return rangeOf(path, end);
  });
  const missing = begun.filter(({ id }) => !commitments.some(({ commitmentId }) => commitmentId === id));
  const left = missing.map(({ id }): Issue => {
    const message = `Commitment ${id} had begun by then; send the day through which its usage is billed and the billed amount in commitments, and its usage in usage.`;
    return { path: "/commitments", code: "REQUIRED", message };
  });
  return [...late, ...ofTerms, ...issues, ...left];
}

/** Checks that usage belongs to a commitment or usage term on days up to the opening; counted events must be whole numbers. */
async function checkUsage(
  { tx, merchant }: WriteContext,
  terms: readonly BillingTerm[],
  { drawn, own }: Carried,
  { asOf, usageFrom, usage }: Stated,
): Promise<Issue[]> {
  const aggregations = await aggregationsOf(tx, merchant.id, [...new Set(usage.map(({ eventTypeId }) => eventTypeId))]);
  return usage.flatMap(({ eventTypeId, day, quantity }, index): Issue[] => {
    const path = `/usage/${index}`;
    const of = terms.filter((term) => term.eventTypeId === eventTypeId && (drawn.has(term.id) || own.includes(term)));
    if (of.length === 0) {
      const message =
        "No commitment of the contract that has begun by asOf has this event type, and no term from usageFrom on.";
      return [{ path: `${path}/eventTypeId`, code: "NOT_FOUND", message }];
    }
    if (aggregations.get(eventTypeId) === "COUNT" && !/^\d+$/.test(canonicalDecimal(quantity))) {
      const message = "Events of this type are counted; send how many there were, a whole number.";
      return [{ path: `${path}/quantity`, code: "RANGE", message }];
    }
    const isInside = of.some((term) => {
      const isOwn =
        own.includes(term) && usageFrom <= day && term.start <= day && (term.end === null || day < term.end);
      return isOwn || drawn.get(term.id)?.schedules.some(({ start, end }) => start <= day && day < end) === true;
    });
    if (day <= asOf && isInside) return [];
    const message = `Usage must be of days of the commitment, or of the term from usageFrom on, up to ${formatDay(asOf)}.`;
    return [{ path: `${path}/date`, code: "RANGE", message }];
  });
}

/** The planned lines that the old books billed, with an issue if they do not sum to the stated amount. */
async function billedLines(
  ctx: WriteContext,
  contract: Contract,
  terms: readonly BillingTerm[],
  { asOf, usageFrom, commitments, terms: billedOfTerms }: Stated,
): Promise<Pick<UsageLoaded, "issues" | "lines">> {
  const { tx, merchant, clock } = ctx;
  const reader = { tx, merchant, today: Math.max(clock.today, asOf + 1) };
  const horizon = { through: asOf + 1 + merchant.usageGraceDays, andNext: false };
  // Treated as approved, which it becomes with its opening: usage only counts for approved contracts.
  const approved = { ...contract, status: "APPROVED" } as const;
  const found = await usageOfContracts(reader, [approved], terms, { span: daysOf(terms, reader.today) });
  const usage = found.get(contract.id);
  const plans =
    usage === undefined
      ? []
      : planUsage({ ...usage, openedOn: usageFrom }, [], usagePlanContext(reader, contract), horizon).values();
  const planned = [...plans].flatMap(({ lines }) => lines);
  const metered = new Set(terms.flatMap((term) => (kindOf(term) === "USAGE" ? [term.id] : [])));
  const stated = [
    ...commitments.map((one, index) => ({ ...one, of: one.commitmentId, path: `/commitments/${index}/billed` })),
    ...billedOfTerms
      .map((one, index) => ({ ...one, of: one.billingTermId, path: `/billingTerms/${index}/billed` }))
      .filter(({ of }) => metered.has(of)),
  ];
  const issues: Issue[] = [];
  const lines = stated.flatMap(({ path, billed: amount, ...one }) => {
    const own = linesBilled(planned, one, asOf);
    const total = sum(
      own.map((line) => line.total),
      contract.currency,
    );
    if (!equals(total, amount)) {
      const message = `Its usage through that day bills ${formatMoney(total)}, and ${formatMoney(amount)} was sent; correct the usage, its prices or the day.`;
      issues.push({ path, code: "CONFLICT", message });
    }
    return own;
  });
  return { issues, lines };
}
