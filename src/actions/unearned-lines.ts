import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import { billingCreditsOfLines } from "../billing-terms/billing-credit-store.ts";
import { groupsOfTerms } from "../billing-terms/performance-obligations/group-store.ts";
import { unbilledBefore } from "../close/unbilled-service.ts";
import { type PrepaidEarnings, prepaidEarned } from "../commitments/prepaid-earnings.ts";
import * as contracts from "../contracts/service.ts";
import { usageLinesAmong } from "../invoicing/usage-line-store.ts";
import { required } from "../kernel/assert.ts";
import { type Day, monthOf } from "../kernel/day.ts";
import { type Money, subtract, sum } from "../kernel/money.ts";
import type { WriteContext } from "../platform/write.ts";
import type { CreditableLine } from "../receivables/credit-memo.ts";
import type { InvoiceAccount } from "../receivables/invoice-account.ts";
import { creditableLines } from "../receivables/invoice-store.ts";
import { type Elapsed, type ServiceLine, unearnedOf, unservedOf } from "../receivables/unearned.ts";
import type { WrittenOffLine } from "../receivables/write-off.ts";
import { asOfNow } from "../revenue/as-of.ts";
import type { ContractFacts } from "../revenue/contract-facts.ts";
import { type ContractRevenue, contractRevenue, type PobRevenue } from "../revenue/contract-revenue.ts";
import { elapsedUnits, sumEarned } from "../revenue/earning-segment.ts";
import { lineRuleOf } from "../revenue/segments/billed-line.ts";
import { factsOfContracts } from "../revenue/service.ts";
import { byPrice } from "../revenue/shared-price.ts";

type BilledLine = CreditableLine & ServiceLine;

/**
 * The lines of an invoice with the amount of each that is not earned by the end of a day, by the patterns of the obligations that earn it (rules 8).
 * Lines that are earned by the same obligations are calculated together, without what these earned of future lines. Usage is earned on its own
 * days, and a prepayment as usage draws it down.
 */
export async function unearnedLines(ctx: WriteContext, invoice: InvoiceAccount, date: Day): Promise<WrittenOffLine[]> {
  const { tx, merchant } = ctx;
  const { rounding } = merchant;
  const from = date + 1;
  const lines = await billedLines(ctx, invoice.contractId);
  const usage = await usageLinesAmong(
    tx,
    merchant.id,
    lines.map(({ invoiceLineId }) => invoiceLineId),
  );
  const contract = await contracts.getContract(ctx, invoice.contractId, "NOT_FOUND");
  const loaded = required((await factsOfContracts(ctx, [contract])).get(contract.id), "the facts of a contract");
  const facts = asOfNow(loaded.facts);
  const revenue = contractRevenue(facts, { through: monthOf(from) });
  const groups = await groupsOfTerms(tx, merchant.id, [...new Set(lines.map((line) => line.billingTermId))]);
  const unearned = new Map<string, Money>();
  const setTogether = (together: readonly BilledLine[], earned: Money, earner: Earner = nobody) => {
    const elapsed = elapsedFor(earner);
    for (const [index, amount] of unearnedOf(together, { earned, from, rounding, elapsed }).entries()) {
      unearned.set(required(together[index], "a line").invoiceLineId, amount);
    }
  };
  const drawn = new Map<string, PrepaidEarnings>();
  for (const line of lines.filter((one) => usage.has(one.invoiceLineId))) {
    const prepaid = usage.get(line.invoiceLineId) === "PREPAYMENT" ? drawnOf(line, facts, from) : null;
    if (prepaid === null) unearned.set(line.invoiceLineId, unservedOf(line, from, rounding));
    else drawn.set(line.invoiceLineId, prepaid);
  }
  const prepayments = lines.filter(({ invoiceLineId }) => drawn.has(invoiceLineId));
  for (const together of Map.groupBy(prepayments, ({ invoiceLineId }) => drawn.get(invoiceLineId)?.period).values()) {
    setTogether(
      together,
      required(drawn.get(together[0]?.invoiceLineId ?? ""), "what is drawn of a prepayment").earned,
    );
  }
  const fixed = lines.filter((line) => !usage.has(line.invoiceLineId));
  const earners = earnersOf(revenue);
  for (const [earner, together] of Map.groupBy(fixed, (line) => earnerOf(line, earners, groups))) {
    const earned = sum(
      earner.map(({ segments }) => sumEarned(segments, from, facts.context)),
      contract.currency,
    );
    setTogether(together, subtract(earned, await unbilledBefore(ctx, earner, from, facts.context)), earner);
  }
  return lines
    .filter((line) => line.invoiceId === invoice.id)
    .map(({ invoiceLineId, billingTermId, service }) => ({
      ...{ invoiceLineId, billingTermId, service },
      unearned: required(unearned.get(invoiceLineId), "what is not earned of a line"),
    }));
}

async function billedLines(ctx: WriteContext, contractId: string): Promise<BilledLine[]> {
  const lines = await creditableLines(ctx.tx, ctx.merchant.id, { contractId });
  const ids = lines.map(({ invoiceLineId }) => invoiceLineId);
  const credits = Map.groupBy(
    await billingCreditsOfLines(ctx.tx, ctx.merchant.id, ids),
    ({ invoiceLineId }: BillingCredit) => invoiceLineId,
  );
  return lines.map((line) => ({ ...line, billingCredits: credits.get(line.invoiceLineId) ?? [] }));
}

function drawnOf({ billingTermId, service }: BilledLine, { usage, context }: ContractFacts, before: Day) {
  const line = { billingTermId, start: service.start };
  return usage === undefined ? null : prepaidEarned(usage, line, { before, rounding: context.rounding });
}

/** Obligations that earn lines together: one that follows a term, or all that earn one price. */
type Earner = readonly PobRevenue[];

function earnersOf(revenue: ContractRevenue): Earner[] {
  const fixed = [...revenue.values()].filter(({ pob }) => pob.price.of !== "USAGE");
  const sharing = fixed.filter((one) => !isOfTermAlone(one));
  const pools = byPrice(sharing, ({ pob, isReallocated }) => ({ isShared: isReallocated, ...pob }));
  return [...fixed.filter(isOfTermAlone).map((one) => [one]), ...pools.values()];
}

/** The obligations that earn a line; empty if none of its group is left. */
function earnerOf(
  { billingTermId }: BilledLine,
  earners: readonly Earner[],
  groups: ReadonlyMap<string, string>,
): Earner {
  const isOwn = (one: PobRevenue) => isOfTermAlone(one) && one.record.billingTerm?.id === billingTermId;
  const isOfGroup = (one: PobRevenue) =>
    !isOfTermAlone(one) && one.pob.billingTermGroupId === groups.get(billingTermId);
  return earners.find((pobs) => pobs.some(isOwn)) ?? earners.find((pobs) => pobs.some(isOfGroup)) ?? nobody;
}

const nobody: Earner = [];

/** By months if all obligations over time earn so: their lines share what is not earned as it would be earned (rules 8, "own pattern"). */
function elapsedFor(earner: Earner): Elapsed {
  const rules = earner.flatMap(({ pob }) => lineRuleOf(pob) ?? []).filter(({ by }) => by !== "DAY");
  const by = rules.length > 0 && rules.every((rule) => rule.by === "MONTHS") ? "MONTHS" : "DAYS";
  return (period) => elapsedUnits(by, period);
}

function isOfTermAlone({ pob, isReallocated }: PobRevenue): boolean {
  return pob.price.of === "TERM" && !isReallocated;
}
