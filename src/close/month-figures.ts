import { formatMoney, money } from "../kernel/money.ts";
import { positionRoles, typesThat } from "../ledger/contract-position.ts";
import type { EntryType } from "../ledger/journal-entry.ts";

/** Debit and credit totals of an account. */
export type AccountTotal = {
  readonly currency: string;
  readonly role: string;
  readonly account: string;
  readonly debitMinor: bigint;
  readonly creditMinor: bigint;
};

/** Totals of an account in a month by entry type. */
export type TypedActivity = AccountTotal & { readonly type: EntryType };

/** The figures of a month at its end, for one currency; amounts are decimal strings. */
export type CurrencyFigures = {
  readonly currency: string;
  readonly accounts: readonly AccountFigures[];
  readonly totalDebit: string;
  readonly totalCredit: string;
  readonly contractRollForward: RollForward;
};

/** One line of the trial balance: totals up to the end of the month, and activity of the month. */
export type AccountFigures = {
  readonly role: string;
  readonly account: string;
  readonly debit: string;
  readonly credit: string;
  /** Debit − credit. */
  readonly balance: string;
  readonly activityDebit: string;
  readonly activityCredit: string;
};

/**
 * Roll-forward of the net position of all contracts (contract liability − contract asset − unbilled receivable) over a month: opening +
 * billed − recognized + adjustments + adjusted = closing (INV-09). `billed` is issued less voided, without tax; `adjustments` are credit
 * memos and write-offs; `adjusted` are adjustments by a controller (ADR 0035). Presentation entries cancel out.
 */
type RollForward = {
  readonly opening: string;
  readonly billed: string;
  readonly recognized: string;
  readonly adjustments: string;
  readonly adjusted: string;
  readonly closing: string;
  readonly contractLiability: string;
  readonly contractAsset: string;
  readonly unbilledReceivable: string;
};

const [billedTypes, recognizedTypes] = [typesThat("billed"), typesThat("recognized")];
const adjustedTypes = typesThat("adjusted");

/**
 * The figures of a month from its opening balances and its activity.
 *
 * @returns currencies and their accounts, ordered by code; and the closing balances, with which the next month opens
 */
export function figuresOf(
  opening: readonly AccountTotal[],
  activity: readonly TypedActivity[],
): { readonly currencies: CurrencyFigures[]; readonly closing: AccountTotal[] } {
  const closing = totalsByAccount([...opening, ...activity]);
  const byCurrency = Map.groupBy(closing, ({ currency }) => currency);
  const currencies = [...byCurrency].map(([currency, accounts]): CurrencyFigures => {
    const amount = (minor: bigint) => formatMoney(money(minor, currency));
    const inMonth = activity.filter((each) => each.currency === currency);
    const own = new Map(totalsByAccount(inMonth).map((total) => [keyOf(total), total]));
    return {
      currency,
      accounts: accounts.map((total) => ({
        role: total.role,
        account: total.account,
        debit: amount(total.debitMinor),
        credit: amount(total.creditMinor),
        balance: amount(total.debitMinor - total.creditMinor),
        activityDebit: amount(own.get(keyOf(total))?.debitMinor ?? 0n),
        activityCredit: amount(own.get(keyOf(total))?.creditMinor ?? 0n),
      })),
      totalDebit: amount(accounts.reduce((sum, { debitMinor }) => sum + debitMinor, 0n)),
      totalCredit: amount(accounts.reduce((sum, { creditMinor }) => sum + creditMinor, 0n)),
      contractRollForward: rollForward(currency, inMonth, accounts),
    };
  });
  return { currencies, closing };
}

function rollForward(
  currency: string,
  activity: readonly TypedActivity[],
  closing: readonly AccountTotal[],
): RollForward {
  const moved = activity.filter(({ role }) => positionRoles.includes(role));
  const billed = creditOf(moved.filter(({ type }) => billedTypes.includes(type)));
  const recognized = -creditOf(moved.filter(({ type }) => recognizedTypes.includes(type)));
  const adjusted = creditOf(moved.filter(({ type }) => adjustedTypes.includes(type)));
  const position = creditOf(closing.filter(({ role }) => positionRoles.includes(role)));
  const held = (wanted: string) => creditOf(closing.filter(({ role }) => role === wanted));
  const amount = (minor: bigint) => formatMoney(money(minor, currency));
  return {
    opening: amount(position - creditOf(moved)),
    billed: amount(billed),
    recognized: amount(recognized),
    adjustments: amount(creditOf(moved) - billed + recognized - adjusted),
    adjusted: amount(adjusted),
    closing: amount(position),
    contractLiability: amount(held("CONTRACT_LIABILITY")),
    contractAsset: amount(-held("CONTRACT_ASSET")),
    unbilledReceivable: amount(-held("UNBILLED_RECEIVABLE")),
  };
}

function creditOf(totals: readonly AccountTotal[]): bigint {
  return totals.reduce((sum, { debitMinor, creditMinor }) => sum + creditMinor - debitMinor, 0n);
}

function keyOf({ currency, role, account }: Pick<AccountTotal, "currency" | "role" | "account">): string {
  return JSON.stringify([currency, role, account]);
}

/** Debit and credit totals by account, ordered by code. */
export function totalsByAccount(parts: readonly AccountTotal[]): AccountTotal[] {
  const totals = new Map<string, AccountTotal>();
  for (const { currency, role, account, debitMinor, creditMinor } of parts) {
    const key = keyOf({ currency, role, account });
    const before = totals.get(key);
    totals.set(key, {
      currency,
      role,
      account,
      debitMinor: (before?.debitMinor ?? 0n) + debitMinor,
      creditMinor: (before?.creditMinor ?? 0n) + creditMinor,
    });
  }
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
}
