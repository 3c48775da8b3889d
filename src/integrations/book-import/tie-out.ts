import { type TiedAccount, tiedAccounts } from "../../close/tie-out.ts";
import type { AccountRole } from "../../kernel/account.ts";
import { formatMoney, isZero, type Money, parseMoney, subtract, zero } from "../../kernel/money.ts";
import type { RefusedRow } from "./kind.ts";

/** The balance of a contract's account in the old ledger, debits less credits, as decimal text. */
export type TieOutRow = {
  readonly line: number;
  readonly contract: string;
  readonly account: TiedAccount;
  readonly amount: string;
};

const accountOf = new Map<string, TiedAccount>([
  ...tiedAccounts.map((account) => [account, account] as const),
  ["CONTRACT_ASSET", "CONTRACT_LIABILITY"],
  ["UNBILLED_RECEIVABLE", "CONTRACT_LIABILITY"],
]);

/** The balances of a contract's account in the old books and in these, debits less credits. */
export type Tie = {
  readonly contract: string;
  readonly account: TiedAccount;
  readonly old: string;
  readonly loaded: string;
  readonly difference: string;
};

/** The account under which a role is compared; undefined if it is not compared. */
export function tiedAccountOf(role: AccountRole): TiedAccount | undefined {
  return accountOf.get(role);
}

type Cells =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly problem: string };

/** Reads `tie-out.csv`: columns `contract`, `account` and `amount`, in any order. */
export async function readTieOut(
  records: AsyncIterable<Cells>,
  file: string,
  refused: RefusedRow[],
): Promise<TieOutRow[]> {
  const rows: TieOutRow[] = [];
  let places: readonly number[] | undefined;
  const refuse = (line: number, path: string, code: string, message: string) =>
    void refused.push({ file, line, path, code, message });
  for await (const record of records) {
    const { line } = record;
    if ("problem" in record) refuse(line, "", "CSV_MALFORMED", record.problem);
    else if (places === undefined) {
      const header = record.cells.map((cell) => cell.trim());
      places = ["contract", "account", "amount"].map((column) => header.indexOf(column));
      if (!places.includes(-1)) continue;
      refuse(line, "", "CSV_HEADER_INVALID", "The file has the columns contract, account and amount.");
      return rows;
    } else {
      const [contract = "", role = "", amount = ""] = places.map((place) => record.cells[place]?.trim());
      const account = accountOf.get(role);
      if (account === undefined)
        refuse(line, "/account", "ENUM", `account is one of ${[...accountOf.keys()].join(", ")}.`);
      else if (!/^-?\d+(\.\d+)?$/.test(amount))
        refuse(line, "/amount", "FORMAT", "amount is a decimal, debit less credit, such as -600.00.");
      else rows.push({ line, contract, account, amount });
    }
  }
  return rows;
}

/**
 * Compares old balances with loaded ones, for every loaded contract and every account that occurs in the file. Pairs of zeros are left
 * out; a balance that only one side has is compared with zero.
 *
 * @param loaded balances by contract and account; every contract that was loaded has an entry
 * @param currencyOf the currency of a contract; undefined if it was not loaded
 */
export function tieOut(
  rows: readonly TieOutRow[],
  loaded: ReadonlyMap<string, ReadonlyMap<TiedAccount, Money>>,
  currencyOf: (contract: string) => string | undefined,
  refuse: (line: number, path: string, message: string) => void,
): Tie[] {
  const old = new Map<string, Map<TiedAccount, Money>>();
  for (const { line, contract, account, amount } of rows) {
    const currency = currencyOf(contract);
    if (currency === undefined) {
      refuse(line, "/contract", `No contract with the id ${contract} was loaded.`);
      continue;
    }
    const parsed = parseMoney(amount, currency);
    if (parsed === undefined) {
      refuse(line, "/amount", `The amount ${amount} has more decimals than ${currency}.`);
      continue;
    }
    const own = old.get(contract) ?? new Map<TiedAccount, Money>();
    old.set(contract, own);
    const before = own.get(account) ?? zero(currency);
    own.set(account, { minor: before.minor + parsed.minor, currency });
  }
  const accounts = tiedAccounts.filter((account) => rows.some((row) => row.account === account));
  return [...loaded].flatMap(([contract, balances]) =>
    accounts.flatMap((account): Tie[] => {
      const none = zero(currencyOf(contract) ?? "USD");
      const [before, now] = [old.get(contract)?.get(account) ?? none, balances.get(account) ?? none];
      if (isZero(before) && isZero(now)) return [];
      const difference = formatMoney(subtract(now, before));
      return [{ contract, account, old: formatMoney(before), loaded: formatMoney(now), difference }];
    }),
  );
}
