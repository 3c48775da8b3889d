import { type BillingCredit, isOfWriteOff } from "../billing-terms/billing-credit.ts";
import type { PobFacts } from "./contract-facts.ts";
import { lessFrom } from "./shared-price.ts";
import type { TermAmount } from "./term-price.ts";
import type { Includes } from "./version-facts.ts";

/** A credit that came with an amendment of fewer seats or a lower price, a void of it, or what the end of its term took back of it. */
export type AmendmentCredit = { readonly amendmentId: string; readonly credit: BillingCredit };

/**
 * The credits of a term that came with its amendments. At a price that is shared they are a part of the change of price, which is allocated
 * as its treatment says (rules 7), whatever of it was billed before: they are no credits of their own.
 *
 * ```
 * 100.00 a month, 50.00 from April on. Billed by the month: 450.00 less of the price. Billed by the half year: 300.00 less, and a credit of 150.00.
 * ```
 */
export function amendmentCredits({ initial: { billingTerm }, credits }: PobFacts): readonly AmendmentCredit[] {
  if (credits.length === 0 || billingTerm === null) return [];
  const { layers, amendments } = billingTerm;
  return [...layers, ...amendments].flatMap(({ id, createdAt }) => {
    const memos = credits.filter((one) => one.createdAt === createdAt && one.amount.minor > 0n && !isOfWriteOff(one));
    const ids = new Set(memos.map(({ source }) => source.id));
    if (id === undefined || createdAt === undefined || ids.size === 0) return [];
    return credits.filter(({ source }) => ids.has(source.id)).map((credit) => ({ amendmentId: id, credit }));
  });
}

/**
 * Those of them that a version of the contract includes, if it includes their amendment: a void from the first on, as what it voids; what the
 * end of a term takes back with that end.
 */
export function amendmentCreditsOfVersion(pob: PobFacts, includes: Includes): readonly AmendmentCredit[] {
  return amendmentCredits(pob).filter(
    ({ credit }, _index, all) => isVoid(credit, all) || includes({ createdAt: credit.createdAt ?? "" }),
  );
}

/** True if a credit has the days and the date of the one that it reverses whole. */
function isVoid({ amount, date, service, invoiceLineId }: BillingCredit, among: readonly AmendmentCredit[]): boolean {
  return among.some(({ credit: made }) => {
    const isWhole = made.amount.minor === -amount.minor && made.amount.minor > 0n;
    const isOfSame = made.invoiceLineId === invoiceLineId && made.service.start === service.start;
    return isWhole && isOfSame && made.date === date;
  });
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
