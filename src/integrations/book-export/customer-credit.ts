import type { Contract } from "../../contracts/contract.ts";
import { add, formatMoney, isNegative, isZero, type Money, subtract, zero } from "../../kernel/money.ts";

/** The customer and the currency of a contract, whose customer credit an opening may state. */
type Owner = Pick<Contract, "customerId" | "currency">;

/** Credit of a customer in one currency. */
export type CustomerCredit = { readonly customerId: string; readonly credit: Money };

/**
 * Divides the credit of customers among the openings of their contracts. Credits of a contract that settled none of its own invoices must be
 * in its opening. What is left is in the opening of the customer's first contract, which waits until all contracts are known, because a later
 * one may need it.
 */
export type CreditShares<Opening> = {
  /**
   * Takes what a contract needs for its credits, which is zero or more. Returns why it cannot be exported if the customer used that credit
   * elsewhere; undefined if it can.
   */
  readonly reserve: (owner: Owner, needed: Money) => string | undefined;
  /** True if the opening, which needs this credit itself, waits for what will be left. It is one of `waiting` then. */
  readonly waits: (owner: Owner, opening: Opening, needed: Money) => boolean;
  /** The openings that waited, each with all credit that it states. */
  readonly waiting: () => readonly { readonly opening: Opening; readonly credit: Money }[];
  /** Credit that no opening states. */
  readonly left: () => readonly CustomerCredit[];
};

/** @param credits at most one of each customer and currency; one may be negative, and is then left */
export function creditShares<Opening>(credits: readonly CustomerCredit[]): CreditShares<Opening> {
  const shares = new Map(
    credits.map((of) => [keyOf({ ...of, currency: of.credit.currency }), { of, free: of.credit }]),
  );
  const waiting = new Map<string, { readonly opening: Opening; readonly needed: Money }>();
  const freeOf = (key: string, currency: string) => shares.get(key)?.free ?? zero(currency);
  return {
    reserve(owner, needed) {
      if (isZero(needed)) return undefined;
      const key = keyOf(owner);
      const free = subtract(freeOf(key, owner.currency), needed);
      if (isNegative(free))
        return `its credits exceed what its invoices have settled by ${formatMoney(needed)}, which the customer used elsewhere`;
      const share = shares.get(key);
      if (share !== undefined) share.free = free;
      return undefined;
    },
    waits(owner, opening, needed) {
      const key = keyOf(owner);
      if (waiting.has(key) || freeOf(key, owner.currency).minor <= 0n) return false;
      waiting.set(key, { opening, needed });
      return true;
    },
    waiting: () =>
      [...waiting].map(([key, { opening, needed }]) => {
        return { opening, credit: add(needed, freeOf(key, needed.currency)) };
      }),
    left: () =>
      [...shares].flatMap(([key, { of, free }]) => (waiting.has(key) || isZero(free) ? [] : [{ ...of, credit: free }])),
  };
}

function keyOf({ customerId, currency }: Owner): string {
  return `${customerId} ${currency}`;
}
