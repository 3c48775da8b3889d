import { type BillingCredit, isOfWriteOff } from "../billing-terms/billing-credit.ts";
import type { PobFacts } from "./contract-facts.ts";
import { lessFrom, type TermAmount } from "./term-price.ts";
import type { Includes } from "./version-facts.ts";

/** A credit that came with an amendment of fewer seats or a lower price, a void of it, or its reversal by the end of the term. */
export type AmendmentCredit = { readonly amendmentId: string; readonly credit: BillingCredit };

/**
 * The credits of a term that came with its amendments. They do not lower revenue by themselves if they
 * are part of a change of price: at a shared price, which is allocated as the treatment of the amendment says (rules 7), and for an amendment
 * that catches up, whose price is earned over the whole service. How much of it was billed before makes no difference.
 *
 * ```
 * 100.00 a month, 50.00 from April on. Billed by the month: 450.00 less of the price. Billed by the half year: 300.00 less, and a credit of 150.00.
 * ```
 */
export function amendmentCredits({ initial: { billingTerm }, credits }: PobFacts): readonly AmendmentCredit[] {
  if (credits.length === 0 || billingTerm === null) return [];
  const ofMemos = credits.filter((credit) => !isOfWriteOff(credit));
  const [madeAt, bySource] = [
    Map.groupBy(ofMemos, ({ createdAt }) => createdAt),
    Map.groupBy(ofMemos, ({ source }) => source.id),
  ];
  return [...billingTerm.layers, ...billingTerm.amendments].flatMap(({ id, createdAt }) => {
    if (id === undefined || createdAt === undefined) return [];
    const memos = (madeAt.get(createdAt) ?? []).filter(({ amount }) => amount.minor > 0n);
    // Two amendments of one moment must count each credit once.
    madeAt.delete(createdAt);
    const ids = new Set(memos.map(({ source }) => source.id));
    return [...ids].flatMap((memo) => bySource.get(memo) ?? []).map((credit) => ({ amendmentId: id, credit }));
  });
}

/**
 * The credits that a version of the contract includes, if it includes their amendment. A void belongs to every version, like the credit that it
 * voids; a reversal by the end of a term comes with that end.
 */
export function amendmentCreditsOfVersion(pob: PobFacts, includes: Includes): readonly AmendmentCredit[] {
  const all = amendmentCredits(pob);
  const made = new Set(all.map(({ credit }) => placeOf(credit, credit.amount.minor)));
  // A void has the days and the date of the credit that it reverses whole.
  const isVoid = (credit: BillingCredit) => credit.amount.minor < 0n && made.has(placeOf(credit, -credit.amount.minor));
  return all.filter(({ credit }) => isVoid(credit) || includes({ createdAt: credit.createdAt ?? "" }));
}

function placeOf({ invoiceLineId, service, date }: BillingCredit, minor: bigint): string {
  return [invoiceLineId, service.start, date, minor].join("/");
}

/** The parts of the price of a term, each less its credits, and from the first day that was credited. */
export function lessCredits(parts: readonly TermAmount[], credits: readonly AmendmentCredit[]): readonly TermAmount[] {
  if (credits.length === 0) return parts;
  const byAmendment = Map.groupBy(credits, ({ amendmentId }) => amendmentId);
  return parts.map((part) => {
    const own = byAmendment.get(part.reason.of === "MODIFICATION" ? part.reason.id : "") ?? [];
    return own.reduce((left, { credit: { amount, service } }) => lessFrom(left, amount, service.start), part);
  });
}
