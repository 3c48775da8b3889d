import { isZero, subtract } from "../../format/decimal.ts";

type Account = { readonly account: string; readonly role: string; readonly balance: string };
type Manifest = {
  readonly currencies: readonly { readonly currency: string; readonly accounts: readonly Account[] }[];
};

/** An account whose balance is not the same at two moments; amounts are decimal texts, debits above zero. */
export type BalanceChange = {
  readonly key: string;
  readonly account: string;
  readonly currency: string;
  readonly before: string;
  readonly after: string;
  readonly change: string;
};

/** Balances that differ between two closes, by currency and account; a missing balance is zero. */
export function balanceChanges(before: Manifest, after: Manifest): readonly BalanceChange[] {
  const [was, is] = [byKey(before), byKey(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((key) => {
      const found = is.get(key) ?? was.get(key);
      const [from, to] = [was.get(key)?.balance ?? "0", is.get(key)?.balance ?? "0"];
      return {
        ...{ key, account: found?.account ?? "", currency: found?.currency ?? "" },
        ...{ before: from, after: to, change: subtract(to, from) },
      };
    })
    .filter(({ change }) => !isZero(change))
    .sort((a, b) => a.currency.localeCompare(b.currency) || a.account.localeCompare(b.account));
}

function byKey({ currencies }: Manifest): ReadonlyMap<string, Account & { readonly currency: string }> {
  return new Map(
    currencies.flatMap(({ currency, accounts }) =>
      accounts.map((each) => [`${currency} ${each.account} ${each.role}`, { ...each, currency }] as const),
    ),
  );
}
