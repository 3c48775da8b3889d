import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligation.ts";
import { lockUsageOf } from "../billing-terms/usage-overlap-store.ts";
import { type Commitment, termsNamedBy } from "../commitments/commitment.ts";
import { commitmentsOfContracts } from "../commitments/service.ts";
import type { Contract } from "../contracts/contract.ts";
import type { PlannedLine } from "../invoicing/plan.ts";
import { usagePlans } from "../invoicing/usage-plan-service.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import type { Issue } from "../kernel/errors.ts";
import { equals, formatMoney, type Money, sum } from "../kernel/money.ts";
import type { WriteContext } from "../platform/write.ts";
import { type OpenedUsage, recordOpenedUsage } from "../usage/opened-usage-service.ts";
import { eventsThrough } from "../usage/opened-usage-store.ts";
import { aggregationsOf } from "../usage/store.ts";

/** What other books billed of a commitment; `end` is the day after the last one whose usage they billed. */
export type OpenedCommitment = { readonly commitmentId: string; readonly end: Day; readonly billed: Money };

export type CommitmentsLoaded = {
  readonly issues: readonly Issue[];
  /** What the old books billed of them, as lines. */
  readonly lines: readonly PlannedLine[];
  /** Performance obligations whose usage commitments that have begun have drawn down: what was recognized of them is loaded. */
  readonly isDrawn: (pob: PerformanceObligation) => boolean;
};

type Said = {
  readonly asOf: Day;
  readonly commitments: readonly OpenedCommitment[];
  readonly usage: readonly OpenedUsage[];
};

/**
 * Loads commitments that have begun in other books (ADR 0083): records what was used of them, from which the engine computes drawdown
 * and lines as for every other usage, and answers those lines that the old books billed. Usage that is recorded already is a problem:
 * it would be billed again.
 */
export async function loadCommitments(
  ctx: WriteContext,
  contract: Contract,
  terms: readonly BillingTerm[],
  said: Said,
): Promise<CommitmentsLoaded> {
  const { tx, merchant } = ctx;
  const { asOf } = said;
  const records = await commitmentsOfContracts(tx, merchant.id, [contract.id]);
  const begun = records.map(({ commitment }) => commitment).filter((commitment) => hasBegun(commitment, asOf));
  const drawn = new Map(begun.flatMap((commitment) => termsNamedBy(commitment).map((id) => [id, commitment] as const)));
  const isDrawn = (pob: PerformanceObligation) => earnsUsageOf(pob, terms, drawn);
  const problems = [...(await checkRecorded(ctx, contract, terms, asOf)), ...checkListed(begun, said)];
  const issues = [...problems, ...(await checkUsage(ctx, terms, drawn, said))];
  const { customerId } = contract;
  if (issues.length > 0 || customerId === null || begun.length === 0) return { issues, lines: [], isDrawn };
  await recordOpenedUsage(ctx, { contractId: contract.id, customerId }, said.usage);
  return { ...(await billedLines(ctx, contract, terms, said)), isDrawn };
}

export function hasBegun({ schedules }: Commitment, asOf: Day): boolean {
  return schedules.some(({ start }) => start <= asOf);
}

/** Does an obligation earn usage of terms that commitments have drawn down? */
export function earnsUsageOf(
  pob: PerformanceObligation,
  terms: readonly BillingTerm[],
  drawn: Pick<ReadonlyMap<string, unknown>, "has">,
): boolean {
  if (pob.recognitionPattern !== "RECOGNIZE_AS_CONSUMED") return false;
  return terms.some(
    ({ id, billingTermGroupId, eventTypeId }) =>
      drawn.has(id) &&
      (pob.billingTerm === null
        ? pob.billingTermGroupId === billingTermGroupId && pob.eventTypeId === eventTypeId
        : pob.billingTerm.id === id),
  );
}

/** Of planned lines those of a commitment that were billed: prepayments dated by a day, and all of periods that end by `end`. */
export function linesBilled(
  planned: readonly PlannedLine[],
  { commitmentId, end }: Pick<OpenedCommitment, "commitmentId" | "end">,
  asOf: Day,
): PlannedLine[] {
  return planned.filter(
    ({ commitment, type, issueDate, period }) =>
      commitment?.id === commitmentId && (type === "PREPAYMENT" ? issueDate <= asOf : period.end <= end),
  );
}

/** Usage that is recorded already, of days that the old books billed, would be billed here as well. */
async function checkRecorded(
  { tx, merchant }: WriteContext,
  { id, customerId }: Contract,
  terms: readonly BillingTerm[],
  asOf: Day,
): Promise<Issue[]> {
  if (customerId === null || !terms.some(({ eventTypeId }) => eventTypeId !== null)) return [];
  await lockUsageOf(tx, customerId);
  const count = await eventsThrough(tx, merchant, id, asOf);
  if (count === 0) return [];
  const message = `${count} usage events of days up to asOf are recorded, which the old books billed; delete them, or load as of an earlier day.`;
  return [{ path: "/asOf", code: "CONFLICT", message }];
}

/** Every commitment that has begun is listed once, with days up to the opening. */
function checkListed(begun: readonly Commitment[], { asOf, commitments }: Said): Issue[] {
  const issues = commitments.flatMap(({ commitmentId, end }, index): Issue[] => {
    const path = `/commitments/${index}`;
    if (!begun.some(({ id }) => id === commitmentId)) {
      const message = "The contract has no such commitment that has begun by asOf.";
      return [{ path: `${path}/commitmentId`, code: "NOT_FOUND", message }];
    }
    if (commitments.findIndex((one) => one.commitmentId === commitmentId) < index)
      return [{ path: `${path}/commitmentId`, code: "DUPLICATE", message: "It is listed twice; list each once." }];
    if (end <= asOf + 1) return [];
    return [{ path: `${path}/invoicedThrough`, code: "RANGE", message: "Usage is billed by other books up to asOf." }];
  });
  const missing = begun.filter(({ id }) => !commitments.some(({ commitmentId }) => commitmentId === id));
  const left = missing.map(({ id }): Issue => {
    const message = `Commitment ${id} has begun by then; say through which day its usage is billed and what was billed of it, and in usage what was used.`;
    return { path: "/commitments", code: "REQUIRED", message };
  });
  return [...issues, ...left];
}

/** Usage is of a commitment that has begun and of its days up to the opening; of events that are counted it is how many there were. */
async function checkUsage(
  { tx, merchant }: WriteContext,
  terms: readonly BillingTerm[],
  drawn: ReadonlyMap<string, Commitment>,
  { asOf, usage }: Said,
): Promise<Issue[]> {
  const aggregations = await aggregationsOf(tx, merchant.id, [...new Set(usage.map(({ eventTypeId }) => eventTypeId))]);
  return usage.flatMap(({ eventTypeId, day, quantity }, index): Issue[] => {
    const path = `/usage/${index}`;
    const of = terms.filter((term) => term.eventTypeId === eventTypeId && drawn.has(term.id));
    if (of.length === 0) {
      const message = "No commitment of the contract that has begun by asOf has this event type.";
      return [{ path: `${path}/eventTypeId`, code: "NOT_FOUND", message }];
    }
    if (aggregations.get(eventTypeId) === "COUNT" && !/^\d+$/.test(canonicalDecimal(quantity))) {
      const message = "Events of this type are counted; send how many there were, a whole number.";
      return [{ path: `${path}/quantity`, code: "RANGE", message }];
    }
    const isInside = of.some(({ id }) => {
      return drawn.get(id)?.schedules.some(({ start, end }) => start <= day && day < end) === true;
    });
    if (day <= asOf && isInside) return [];
    const message = `Usage is loaded of days of the commitment up to ${formatDay(asOf)}.`;
    return [{ path: `${path}/date`, code: "RANGE", message }];
  });
}

/** Of the lines that commitments plan by their usage those that the old books billed, and whether they come to what was sent. */
async function billedLines(
  ctx: WriteContext,
  contract: Contract,
  terms: readonly BillingTerm[],
  { asOf, commitments }: Said,
): Promise<Pick<CommitmentsLoaded, "issues" | "lines">> {
  const { tx, merchant, clock } = ctx;
  const reader = { tx, merchant, today: Math.max(clock.today, asOf + 1) };
  const horizon = { through: asOf + 1 + merchant.usageGraceDays, andNext: false };
  // It is approved with its opening, and its usage counts from then on.
  const plans = await usagePlans(reader, [{ ...contract, status: "APPROVED" }], terms, horizon);
  const planned = [...(plans.get(contract.id)?.values() ?? [])].flatMap(({ lines }) => lines);
  const issues: Issue[] = [];
  const billed = commitments.flatMap(({ commitmentId, end, billed: amount }, index) => {
    const own = linesBilled(planned, { commitmentId, end }, asOf);
    const total = sum(
      own.map((line) => line.total),
      contract.currency,
    );
    if (!equals(total, amount)) {
      const message = `By its usage the commitment bills ${formatMoney(total)} through that day, and ${formatMoney(amount)} was sent; correct the usage, its prices or the day.`;
      issues.push({ path: `/commitments/${index}/billed`, code: "CONFLICT", message });
    }
    return own;
  });
  return { issues, lines: billed };
}
