import type { Json } from "../support/api.ts";

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const moments = /(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;
const uuids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/** What two runs cannot have alike, or what says nothing of a book. */
const dropped = new Set([
  ...["id", "requestId", "planHash", "jobId", "generatedAt", "columns", "otherCurrencies", "actor", "customerId"],
  ...["notes", "message", "explanation", "proposalReason", "title", "action", "syncStatus"],
]);

/** Names in place of ids, so that two runs of a story read alike. */
export class Names {
  private readonly byId = new Map<string, string>();
  private readonly taken = new Set<string>();

  /** Names an id, once and for all; a name that is taken gets a number. */
  give(id: string, name: string): string {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    let free = name;
    for (let count = 2; this.taken.has(free); count++) free = `${name} (${count})`;
    this.taken.add(free);
    this.byId.set(id, free);
    return free;
  }

  knows(id: string): boolean {
    return this.byId.has(id);
  }

  of(id: string): string {
    return this.byId.get(id) ?? "unnamed";
  }

  /** An answer with names for ids, without moments and words of the program, its fields in order. */
  plain(value: Json): Json {
    if (typeof value === "string") return uuid.test(value) ? this.of(value) : this.text(value);
    if (Array.isArray(value)) return value.map((each) => this.plain(each));
    if (value === null || typeof value !== "object") return value;
    const kept = Object.keys(value).filter((key) => !dropped.has(key) && !key.endsWith("At"));
    return Object.fromEntries(
      kept.toSorted().map((key) => [this.of(key) === "unnamed" ? key : this.of(key), this.plain(value[key])]),
    );
  }

  /** A text with names for ids and days for moments, and with kinds of modifications in the short form of the frozen file. */
  text(value: string): string {
    const named = value.replaceAll(uuids, (id) => this.of(id)).replaceAll(moments, "$1");
    return named.replace(/^PERFORMANCE_OBLIGATION_(?=(?:ADDED|PRICE|DATES)$)/, "POB_");
  }

  /** Answers of a list as texts in an order of their own. */
  sorted(values: readonly Json[]): string[] {
    return values.map((each) => JSON.stringify(this.plain(each))).toSorted();
  }
}
