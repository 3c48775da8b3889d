import { sql } from "kysely";
import { newId } from "../../src/kernel/ids.ts";
import type { Tx } from "../../src/platform/db/pool.ts";
import type { Column, Table } from "./tables.ts";

/** One corruption: which table of whose books, and what is done to one of its rows. */
export type Mutation = {
  readonly merchantId: string;
  readonly table: Table;
  readonly kind: "change" | "remove" | "add";
  /** What a change changes. */
  readonly column?: Column;
};

/** What a corruption is about, in a word: `customer.name`, `customer removed`. */
export function subjectOf({ table, kind, column }: Mutation): string {
  if (column !== undefined) return `${table.name}.${column.name}`;
  return `${table.name} ${kind === "add" ? "added" : "removed"}`;
}

type Row = Readonly<Record<string, unknown>>;
type Place = { readonly ctid: string; readonly part: string; readonly row: Row };

export type Random = () => number;

/**
 * Carries a corruption out as the owner of the tables does, with triggers and foreign keys off. Answers what was done, in words; undefined where no
 * row can be damaged so, because there is none or every other value is refused by the table.
 */
export async function corrupt(tx: Tx, mutation: Mutation, random: Random): Promise<string | undefined> {
  const place = await drawRow(tx, mutation, random);
  if (place === undefined) return undefined;
  const { table, kind, column } = mutation;
  if (kind === "remove") {
    await sql`delete from ${sql.table(table.name)} where ${at(place)}`.execute(tx);
    return `${table.name}: removed ${short(place.row)}`;
  }
  if (kind === "add") return add(tx, mutation, place, random);
  if (column === undefined) return undefined;
  for (const value of await otherValues(tx, mutation, column, place, random)) {
    const set = sql`update ${sql.table(table.name)} set ${sql.ref(column.name)} = ${asType(value, column)} where ${at(place)}`;
    if (await isTaken(tx, set)) {
      return `${table.name}.${column.name}: ${short(place.row[column.name])} became ${short(value)} in ${short(place.row)}`;
    }
  }
  return undefined;
}

const at = ({ ctid, part }: Place) => sql`ctid = ${ctid}::tid and tableoid = ${part}::oid`;

/** One of the merchant's rows; of those that have a value in the column, where some have. */
async function drawRow(tx: Tx, { merchantId, table, column }: Mutation, random: Random): Promise<Place | undefined> {
  const has = column === undefined ? sql`true` : sql`${sql.ref(column.name)} is not null`;
  // What is deleted is read by nothing any more; that it is deleted is a fact.
  const isLive = table.columns.some(({ name }) => name === "deleted_at") && column?.name !== "deleted_at";
  const { rows } = await sql<Place & { has: boolean }>`
    select ctid::text, tableoid::text as part, to_jsonb(each) as row, ${has} as has from ${sql.table(table.name)} as each
    where ${sql.ref(table.owner)} = ${merchantId} and ${isLive ? sql`deleted_at is null` : sql`true`}
    order by to_jsonb(each)::text limit 2000`.execute(tx);
  const having = rows.filter((row) => row.has);
  return drawn(having.length > 0 ? having : rows, random);
}

function drawn<T>(from: readonly T[], random: Random): T | undefined {
  return from[Math.floor(random() * from.length)];
}

/** Carries a statement out; false where the table refuses it. */
async function isTaken(tx: Tx, statement: ReturnType<typeof sql>): Promise<boolean> {
  await sql`savepoint tried`.execute(tx);
  try {
    await statement.execute(tx);
    return true;
  } catch {
    await sql`rollback to savepoint tried`.execute(tx);
    return false;
  }
}

const asType = (value: unknown, { type }: Column) =>
  sql`${value}::text::${sql.raw(type.startsWith("_") ? `${type.slice(1)}[]` : type)}`;

/** A copy of a row with another key: whatever has to be unique is another value. */
async function add(tx: Tx, mutation: Mutation, place: Place, random: Random): Promise<string | undefined> {
  const { table } = mutation;
  const own = table.uniques.map((columns) => columns.at(-1)).filter((name) => name !== undefined);
  const changed: Record<string, unknown> = {};
  for (const name of new Set(own)) {
    const column = table.columns.find((each) => each.name === name);
    if (column !== undefined)
      changed[name] = (await derivedValues(column, place.row[name], random))[0] ?? place.row[name];
  }
  const columns = table.columns.map(({ name }) => sql.ref(name));
  const all = [sql.ref(table.owner), ...columns];
  const values = { ...place.row, ...changed };
  const insert = sql`insert into ${sql.table(table.name)} (${sql.join(all)})
    select ${sql.join(all)} from jsonb_populate_record(null::${sql.table(table.name)}, ${JSON.stringify(values)}::jsonb)`;
  return (await isTaken(tx, insert)) ? `${table.name}: added ${short(values)}` : undefined;
}

/** Values that a column could have as well, as text, in a drawn order: of other rows, made of its own, words of its check, none. */
async function otherValues(
  tx: Tx,
  { merchantId, table }: Mutation,
  column: Column,
  { row }: Place,
  random: Random,
): Promise<(string | null)[]> {
  const name = sql.ref(column.name);
  const now = row[column.name];
  const { rows } = await sql<{ value: string }>`
    select distinct ${name}::text as value from ${sql.table(table.name)}
    where ${sql.ref(table.owner)} = ${merchantId} and ${name} is not null and to_jsonb(${name}) <> ${JSON.stringify(now)}::jsonb
    order by 1 limit 200`.execute(tx);
  // A moment of another write is one that a row could have.
  const others = column.type === "timestamptz" ? undefined : drawn(rows, random);
  const made = (await derivedValues(column, now, random)).map(textOf);
  const words = column.words.filter((word) => word !== now);
  const values = [...made, ...(others === undefined ? [] : [others.value]), ...words];
  const shuffled = values.map((value) => ({ value, place: random() })).toSorted((a, b) => a.place - b.place);
  return [...shuffled.map(({ value }) => value), ...(column.isNullable && now !== null ? [null] : [])];
}

const textOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** Values made of the one there is. */
async function derivedValues({ type }: Column, now: unknown, random: Random): Promise<unknown[]> {
  if (type === "jsonb" || type === "json") return [withOtherLeaf(now, random)];
  if (type.startsWith("_"))
    return Array.isArray(now) ? [`{${[...now, now[0] ?? (type === "_uuid" ? newId() : 1)].join(",")}}`] : ["{}"];
  switch (type) {
    case "uuid":
      return [newId()];
    case "bool":
      return [now !== true];
    case "int2":
    case "int4":
    case "int8":
      return [String(BigInt(typeof now === "number" || typeof now === "string" ? now : 0) + 1n)];
    case "numeric":
      return [String(Number(now ?? 0) + 1)];
    case "date": {
      const day = Temporal.PlainDate.from(typeof now === "string" ? now : "2026-01-01");
      return [day.add({ days: 1 }).toString(), day.add({ months: 1 }).toString()];
    }
    case "timestamptz":
      return [
        Temporal.Instant.from(typeof now === "string" ? now : "2026-01-01T00:00:00Z")
          .add({ seconds: 1 })
          .toString(),
      ];
    case "bytea":
      return [
        typeof now === "string" && now.length > 3 ? `${now.slice(0, -1)}${now.endsWith("0") ? "1" : "0"}` : "\\x00",
      ];
    default:
      return [`${typeof now === "string" ? now : ""}x`];
  }
}

/** A JSON value in which one leaf is another. */
function withOtherLeaf(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return [{ added: 1 }];
    const index = Math.floor(random() * value.length);
    return value.map((each, place) => (place === index ? withOtherLeaf(each, random) : each));
  }
  if (typeof value === "object" && value !== null) {
    const keys = Object.keys(value).toSorted();
    const key = drawn(keys, random);
    if (key === undefined) return { added: 1 };
    return { ...value, [key]: withOtherLeaf((value as Row)[key], random) };
  }
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (typeof value === "string") return /^-?\d+(\.\d+)?$/.test(value) ? String(Number(value) + 1) : `${value}x`;
  return "added";
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
