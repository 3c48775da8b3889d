import type { Json } from "../support/api.ts";
import { sumOf } from "../support/contract-view.ts";
import { revenueKey } from "./document.ts";
import type { Names } from "./names.ts";
import type { Session } from "./session.ts";

/** What is listed and posted at one moment. */
export type Observation = {
  /** Rows by `revenueKey`, with an id for the performance obligation: amount, status and category. */
  readonly revenue: ReadonlyMap<string, string>;
  /** Entries that an earlier observation had not seen. */
  readonly journal: readonly string[];
  /** Posted rows as the API answers them, to the last byte. */
  readonly posted: readonly PostedRow[];
};

/** A row of revenue that a close has posted. */
export type PostedRow = { readonly month: string; readonly text: string };

/** Watches revenue and journal of one merchant from outside, and remembers what it has seen. */
export class Observer {
  readonly entries = new Map<string, Json>();
  revenue: ReadonlyMap<string, string> = new Map();
  rows: readonly Json[] = [];
  /** Contracts by performance obligation, of all that ever had revenue. */
  private readonly contractOfPob = new Map<string, string>();
  private readonly session: Session;
  private readonly names: Names;

  private readonly hasPobs: boolean;

  constructor(session: Session, names: Names, { hasPobs }: { readonly hasPobs: boolean }) {
    this.session = session;
    this.names = names;
    this.hasPobs = hasPobs;
  }

  async observe(): Promise<Observation> {
    this.rows = await this.session.all("/v3/revenue-schedules");
    for (const { performanceObligationId: id, contractId } of this.rows) this.contractOfPob.set(id, contractId);
    this.revenue = this.tableOf(this.rows);
    return { revenue: this.revenue, journal: await this.newEntries(), posted: postedOf(this.rows) };
  }

  /** The rows through a month, posted or not, in the words of the API: what a close must leave as it was, but for contracts that are held. */
  through(month: string, { held, released }: Record<"held" | "released", ReadonlySet<string>>): string[] {
    // What went from one category to another was posted twice, and comes to nothing.
    const byKey = Map.groupBy(
      this.rows.filter(({ timeframe, contractId }) => timeframe <= month && !held.has(contractId)),
      // Only closes know since when a contract was left out; open months show the first month of its service.
      (row) => this.keyOf(released.has(row.contractId) ? { ...row, earnedTimeframe: row.timeframe } : row),
    );
    const amounts = [...byKey].map(([key, rows]) => [key, sumOf(rows.map(({ amount }) => amount))] as const);
    return amounts.flatMap(([key, amount]) => (isZero(amount) ? [] : [`${key} ${amount}`])).toSorted();
  }

  private tableOf(rows: readonly Json[]): Map<string, string> {
    const table = new Map<string, string>();
    for (const row of rows.toSorted((a, b) => (textOfRow(a, this.names) < textOfRow(b, this.names) ? -1 : 1))) {
      const key = this.keyOf(row);
      const before = table.get(key);
      const value = textOfRow(row, this.names);
      table.set(key, before === undefined ? value : `${before} + ${value}`);
    }
    return table;
  }

  private keyOf({ performanceObligationId, timeframe, source, earnedTimeframe }: Json): string {
    const of = earnedTimeframe === timeframe ? source : `${source} of ${earnedTimeframe}`;
    return revenueKey({ pob: performanceObligationId, month: timeframe, source: of });
  }

  private async newEntries(): Promise<string[]> {
    const found: Json[] = [];
    const limit = 100;
    for (let page = 1; ; page++) {
      // The newest come first.
      const { data } = await this.session.ok("GET", `/v3/journal-entries?limit=${limit}&page=${page}`);
      const fresh = data.filter(({ id }: Json) => !this.entries.has(id));
      found.push(...fresh);
      if (fresh.length < limit) break;
    }
    for (const entry of found) this.entries.set(entry.id, entry);
    return found.map((entry) => entryText(entry, this.names)).toSorted();
  }

  /**
   * Names what nobody named, once all of a story is known: by the terms that are followed, else by order, contract by contract,
   * because contracts that are imported side by side have their ids in any order.
   */
  async nameAll(): Promise<void> {
    await this.nameListed();
    const placeOf = ([id, contractId]: readonly [string, string]) => `${this.names.of(contractId)} ${id}`;
    const inOrder = [...this.contractOfPob].toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    for (const [id] of inOrder) if (!this.names.knows(id)) this.names.give(id, "obligation");
  }

  /** Names of performance obligations with the names of their contracts. */
  contracts(): Record<string, string> {
    const names = [...this.contractOfPob].map(([id, contractId]) => [this.names.of(id), this.names.of(contractId)]);
    return Object.fromEntries(names);
  }

  /** What the journal moves every account by: "contract 1, REVENUE", then by month. What moves by nothing is left out. */
  accounts(): Record<string, Record<string, string>> {
    const movements = [...this.entries.values()].flatMap(({ date, contractId, lines }) =>
      lines.map(({ role, account, debit, credit }: Json) => ({
        account: `${contractId === null ? "merchant" : this.names.of(contractId)}, ${accountName(role, account)}`,
        month: date.slice(0, "2026-01".length),
        amounts: [debit, negated(credit)],
      })),
    );
    const byAccount = Map.groupBy(movements, ({ account }): string => account);
    const moved = [...byAccount].map(([account, own]) => [account, movementByMonth(own)] as const);
    return Object.fromEntries(moved.filter(([, months]) => Object.keys(months).length > 0));
  }

  /** The performance obligations that the API lists, oldest first, each with a name. */
  async nameListed(): Promise<Json[]> {
    if (!this.hasPobs) return [];
    const listed = (await this.session.all("/v3/performance-obligations")).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const { id, name, billingTermIds } of listed) {
      const followed = billingTermIds.map((each: string) => this.names.of(each)).join(", ");
      this.names.give(id, `POB of ${name ?? followed}`);
    }
    return listed;
  }
}

function postedOf(rows: readonly Json[]): PostedRow[] {
  return rows
    .filter(({ status }) => status === "POSTED")
    .map((row) => ({ month: row.timeframe, text: JSON.stringify(row) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1));
}

function textOfRow({ amount, status, pinned, categoryId }: Json, names: Names): string {
  const category = categoryId === null ? "" : ` [${names.of(categoryId)}]`;
  return `${amount} ${status}${pinned ? " pinned" : ""}${category}`;
}

/** "2026-03-31 REVENUE_RECOGNIZED of contract 1 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00", netted by account. */
export function entryText({ date, type, contractId, lines }: Json, names: Names): string {
  const accounts = Map.groupBy(lines as Json[], ({ role, account }) => accountName(role, account));
  const netted = [...accounts]
    .map(([name, own]) => ({ name, net: sumOf(own.flatMap(({ debit, credit }) => [debit, negated(credit)])) }))
    .filter(({ net }) => !isZero(net))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const side = (isCredit: boolean) =>
    netted
      .filter(({ net }) => net.startsWith("-") === isCredit)
      .map(({ name, net }) => `${name} ${net.replace("-", "")}`)
      .join(" + ");
  const whose = contractId === null ? "" : ` of ${names.of(contractId)}`;
  return `${date} ${type}${whose} | Dr ${side(false)} | Cr ${side(true)}`;
}

/** "REVENUE", or "REVENUE [Support revenue]" where the account has a name of its own. */
function accountName(role: string, account: string): string {
  return account.toLowerCase() === role.toLowerCase().replaceAll("_", " ") ? role : `${role} [${account}]`;
}

function movementByMonth(movements: readonly { readonly month: string; readonly amounts: readonly string[] }[]) {
  const sums = [...Map.groupBy(movements, ({ month }) => month)]
    .map(([month, own]) => [month, sumOf(own.flatMap(({ amounts }) => amounts))] as const)
    .filter(([, sum]) => !isZero(sum));
  return Object.fromEntries(sums.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function isZero(amount: string): boolean {
  return /^-?[0.]+$/.test(amount);
}

export function negated(amount: string): string {
  if (isZero(amount)) return amount;
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}
