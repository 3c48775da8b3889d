import type { Json } from "../support/api.ts";
import { hundredths } from "./amount.ts";
import { momentOf, monthOf } from "./days.ts";
import type { Dice } from "./dice.ts";
import type { FrozenStep } from "./document.ts";
import { Names } from "./names.ts";
import { type Observation, Observer } from "./observe.ts";
import { PastReports } from "./past-reports.ts";
import { planOf } from "./plan.ts";
import type { Answer, Session } from "./session.ts";

/** A billing term as a story knows it. What became of it is asked of the API where it matters. */
export type TermOfBook = {
  readonly id: string;
  readonly name: string;
  readonly contract: ContractOfBook;
  readonly groupId: string;
  readonly kind: "FLAT" | "UNIT" | "SEAT" | "USAGE" | "ONE_OFF" | "MILESTONE";
  readonly start: string;
  /** The last day; null without an end. */
  readonly last: string | null;
  readonly eventTypeId: string | null;
  /** The obligation that was made with it in one request. */
  readonly obligationId: string | null;
  /** The price as it was at first, in whole minor units. */
  readonly amount: number;
};

export type ContractOfBook = {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** True if its price is allocated by standalone selling price, so that every fixed obligation must have one. */
  readonly isAllocated?: boolean;
  /** Where it is another one than that of the book. */
  readonly currency?: string;
};

/** What a step asks for. `words` are an accountant's. */
export type Request = {
  readonly kind: string;
  readonly words: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
};

/** One merchant's book: the story so far, and what was seen of it after every step. */
export class Book {
  readonly names = new Names();
  readonly contracts: ContractOfBook[] = [];
  readonly terms: TermOfBook[] = [];
  /** Names of performance obligations that a request made. */
  readonly pobNames = new Set<string>();
  readonly categoryIds: string[] = [];
  readonly eventTypes: { readonly id: string; readonly name: string }[] = [];
  readonly events: { readonly id: string; readonly words: string }[] = [];
  readonly steps: FrozenStep[] = [];
  readonly violations: string[] = [];
  readonly session: Session;
  readonly dice: Dice;
  readonly currency: string;
  readonly hasPobs: boolean;
  customerId = "";
  /** Sold alone at a price that the price book has, in whole minor units. */
  product = { id: "", name: "", price: 0 };
  itemId = "";
  /** The last month that is closed, and stays so while a request is under way. */
  closedThrough = "0000-00";
  today: string;
  /** How many of the changes are dry runs first. */
  dryRuns = 0;
  readonly observer: Observer;
  /** A storm has every kind of change, at all times of day, and is looked at more closely; other books are as they were frozen. */
  readonly isStorm: boolean;
  /** Contracts that are held out of closes. */
  readonly held = new Set<string>();
  /** Contracts that were ever released: a month that is opened again may have more of them to post. */
  readonly released = new Set<string>();
  /** The last month that a sub-ledger was locked in by itself. */
  readonly locked = new Map<string, string>();
  readonly past = new PastReports();
  private readonly timeZone: string;
  private auditRows = 0;
  private listed: Promise<Json[]> | undefined;
  private seen: Observation = { revenue: new Map(), journal: [], posted: [] };
  private readonly counts = new Map<string, number>();

  constructor(parts: {
    readonly session: Session;
    readonly dice: Dice;
    readonly today: string;
    readonly currency: string;
    readonly hasPobs: boolean;
    readonly timeZone?: string;
    readonly isStorm?: boolean;
  }) {
    this.session = parts.session;
    this.dice = parts.dice;
    this.today = parts.today;
    this.currency = parts.currency;
    this.hasPobs = parts.hasPobs;
    this.timeZone = parts.timeZone ?? "UTC";
    this.isStorm = parts.isStorm ?? false;
    this.observer = new Observer(parts.session, this.names, parts);
  }

  /** Whole minor units as an amount of the book's currency. */
  money(minor: number): string {
    return this.currency === "JPY" ? String(minor) : hundredths(minor);
  }

  /** A random amount, in whole minor units. */
  amount(least: number, most: number): number {
    return this.currency === "JPY" ? this.dice.between(least, most) : this.dice.between(least * 100, most * 100);
  }

  /** "Support 2": a word with a number, so that every record of a story has a name of its own. */
  nameOf(word: string): string {
    const count = (this.counts.get(word) ?? 0) + 1;
    this.counts.set(word, count);
    return `${word} ${count}`;
  }

  /** The story so far, for whoever reads of a violation. */
  story(): string {
    return this.steps.map(({ day, words, answer }) => `${day} ${words}: ${answer}`).join("\n");
  }

  violated(what: string): void {
    this.violations.push(`after step ${this.steps.length}: ${this.names.text(what)}`);
  }

  /** Sends a request, lets its consequences be worked out, and notes what it changed. */
  async write(request: Request): Promise<Answer> {
    const { kind, words, method, path, body } = request;
    const plan = this.dice.chance(this.dryRuns) ? await this.planned(request) : undefined;
    const answer = await this.session.send(method, path, body);
    if (answer.isDone) await this.session.settle();
    await this.note({ kind, words, answer: answer.text, ...(plan === undefined ? {} : { plan }) }, answer.isDone);
    if (answer.status >= 500) this.violated(`${answer.text} to ${words}`);
    if (!answer.isDone && this.isStorm) await this.checkUnchanged(words);
    return answer;
  }

  /** Moves the sandbox clock and does what falls due. */
  async advance(to: string, kind = "advance"): Promise<void> {
    if (to <= this.today) return;
    if (this.isStorm) await this.past.endOfDay(this);
    this.today = to;
    const time = this.isStorm ? this.dice.pick(["00:05", "12:00", "23:50"] as const) : "12:00";
    const body = { to: momentOf(to, this.timeZone, time) };
    const answer = await this.session.send("POST", "/v3/test-clock/advance", body);
    await this.session.settle();
    await this.note({ kind, words: `it is ${to}`, answer: answer.text }, answer.isDone);
  }

  async note(step: Omit<FrozenStep, "day" | "revenue" | "journal">, isDone: boolean): Promise<void> {
    if (isDone) this.listed = undefined;
    const noted: FrozenStep = { day: this.today, ...step };
    this.steps.push(noted);
    if (!isDone) return;
    const before = this.seen;
    const now = await this.observer.observe();
    this.seen = now;
    this.steps[this.steps.length - 1] = { ...noted, ...changes(before, now) };
    this.compareClosed(before, now);
    if (this.isStorm) this.auditRows = await this.countAuditRows();
  }

  /** What is rejected leaves no trace: nothing in the audit log and, asked now and then, no revenue that is other, nothing posted. */
  private async checkUnchanged(words: string): Promise<void> {
    if ((await this.countAuditRows()) !== this.auditRows)
      this.violated(`what is rejected is in the audit log: ${words}`);
    if (this.steps.length % 4 !== 0) return;
    const { revenue, journal } = await this.observer.observe();
    const isOther = [...revenue].some(([key, value]) => this.seen.revenue.get(key) !== value);
    if (isOther || revenue.size !== this.seen.revenue.size || journal.length > 0)
      this.violated(`what is rejected changed something: ${words}`);
  }

  private async countAuditRows(): Promise<number> {
    return (await this.session.ok("GET", "/v3/audit-log?limit=1")).totalItems;
  }

  /** Whatever was done, revenue of months that are closed is what it was, and nothing is posted into them. */
  private compareClosed(before: Observation, now: Observation): void {
    const [were, are] = [before, now].map(({ posted }) =>
      posted.filter(({ month }) => month <= this.closedThrough).map(({ text }) => text),
    );
    if (JSON.stringify(were) !== JSON.stringify(are)) {
      const gone = were?.filter((row) => !are?.includes(row)).slice(0, 3);
      const come = are?.filter((row) => !were?.includes(row)).slice(0, 3);
      this.violated(`revenue of closed months changed: ${gone?.join("; ")} became ${come?.join("; ")}`);
    }
    for (const entry of now.journal) {
      if (monthOf(entry) <= this.closedThrough) this.violated(`posted into a closed month: ${entry}`);
    }
  }

  /** Names performance obligations that a request made. */
  notePobs(created: readonly Json[]): void {
    for (const { id, name } of created) this.pobNames.add(this.names.give(id, name));
  }

  private async planned({ method, path, body }: Request): Promise<unknown> {
    const { isDone, text, payload } = await this.session.send(
      method,
      `${path}${path.includes("?") ? "&" : "?"}dryRun=true`,
      body,
    );
    return isDone ? planOf(payload, this.names) : text;
  }

  /** The story with names for the performance obligations that it was too early to name. */
  async reported(): Promise<FrozenStep[]> {
    await this.observer.nameAll();
    return this.steps.map(({ revenue, ...step }) => {
      if (revenue === undefined) return step;
      const named = Object.entries(revenue).map(([key, value]) => [this.names.text(key), value] as const);
      return { ...step, revenue: Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
    });
  }

  /** Performance obligations that are listed, oldest first; asked for once between two steps. */
  listPobs(): Promise<Json[]> {
    this.listed ??= this.observer.nameListed();
    return this.listed;
  }
}

function changes(before: Observation, now: Observation): Pick<FrozenStep, "revenue" | "journal"> {
  const keys = new Set([...before.revenue.keys(), ...now.revenue.keys()]);
  const changed = [...keys]
    .filter((key) => before.revenue.get(key) !== now.revenue.get(key))
    .toSorted()
    .map((key) => [key, now.revenue.get(key) ?? null] as const);
  return {
    ...(changed.length === 0 ? {} : { revenue: Object.fromEntries(changed) }),
    ...(now.journal.length === 0 ? {} : { journal: now.journal }),
  };
}
