import { type RawBuilder, sql } from "kysely";
import { assert, required } from "../kernel/assert.ts";
import { type Day, firstDayOf, formatDay, monthOf, parseDay } from "../kernel/day.ts";
import type { RowOf } from "../schema/tables.ts";
import { type Policy, policiesFromColumn } from "./approvals/policy.ts";
import { keptStatement } from "./db/kept-statement.ts";
import type { Tx } from "./db/pool.ts";
import type { MerchantSettings } from "./merchant/settings.ts";
import { settingsFromRow } from "./merchant/settings-store.ts";

/** The merchant on whose behalf something runs, with its settings. */
export type Merchant = MerchantSettings & {
  readonly id: string;
  readonly defaultCurrency: string;
  readonly timeZone: string;
  readonly erpKind: "ACCOUNTING" | "ERP";
  readonly performanceObligations: boolean;
  readonly isSandbox: boolean;
  /** Has it any tax rate? Then tax depends on where each customer is. */
  readonly chargesTax: boolean;
  /** What needs a second person; mostly nothing. */
  readonly approvalPolicies: readonly Policy[];
};

/**
 * A merchant's time (rules 4). `now` is frozen for a sandbox merchant between two advances and the wall clock for a live
 * one; `today` is its civil day in the merchant's time zone; `timestamp` stamps records and grows within a frozen `now`.
 * A month is closed when it is over, so where the wall clock has stepped back into one that is closed, it stands at the end of
 * it until the wall clock has caught up (behaviour CLK-1).
 */
export type Clock = { readonly now: Temporal.Instant; readonly today: Day; readonly timestamp: string };

/**
 * Reads the merchant and its clock in one statement; undefined when there is no such merchant. A write in a sandbox takes
 * a tick, which orders the records made while the clock stands still; a read-only transaction cannot and need not.
 */
export async function readClock(
  tx: Tx,
  merchantId: string,
  purpose: "read" | "write",
): Promise<{ merchant: Merchant; clock: Clock } | undefined> {
  const { rows } = await tx.executeQuery((purpose === "write" ? clockOfWrite : clockOfRead)(tx, { merchantId }));
  const [row] = rows;
  if (row === undefined) return undefined;

  const merchant: Merchant = {
    ...settingsFromRow(row),
    id: row.id,
    defaultCurrency: row.default_currency,
    timeZone: row.time_zone,
    erpKind: row.erp_kind,
    performanceObligations: row.performance_obligations,
    isSandbox: row.is_sandbox,
    chargesTax: row.charges_tax,
    approvalPolicies: policiesFromColumn(row.approval_policies),
  };
  if (row.sandbox_now === null) {
    return {
      merchant,
      clock: clockAt(notInClosed(wallClock(), merchant.timeZone, row.closed_through), merchant.timeZone),
    };
  }
  const now = instantFromColumn(row.sandbox_now);
  const tick = row.tick ?? (await takeTick(tx));
  const timestamp = now.add({ milliseconds: Number(tick) - Number(row.first_tick) });
  return { merchant, clock: { ...clockAt(now, merchant.timeZone), timestamp: formatInstant(timestamp) } };
}

/** @param closedThrough first day of the last closed month, as its column has it */
function notInClosed(now: Temporal.Instant, timeZone: string, closedThrough: string | null): Temporal.Instant {
  const closed = closedThrough === null ? undefined : parseDay(closedThrough);
  if (closed === undefined) return now;
  const open = firstDayOf(monthOf(closed) + 1);
  return civilDay(now, timeZone) < open ? startOfDay(open, timeZone) : now;
}

type ClockRow = RowOf<"merchant"> & {
  sandbox_now: string | null;
  closed_through: string | null;
  charges_tax: boolean;
  first_tick: string | null;
  tick: string | null;
};

const clockOfWrite = clockStatement(sql`case when sandbox_clock.now is not null then take_tick() end`);
const clockOfRead = clockStatement(sql`sandbox_clock.first_tick`);

/** Each table names the merchant itself: of a distributed database, that says which node has the row (ADR 0095). */
function clockStatement(tick: RawBuilder<string | null>) {
  return keptStatement<"merchantId", ClockRow>((tx, { merchantId }) =>
    tx
      .selectFrom("merchant")
      .leftJoin("sandbox_clock", (join) => join.on("sandbox_clock.merchant_id", "=", merchantId))
      .leftJoin("books", (join) => join.on("books.merchant_id", "=", merchantId))
      .selectAll("merchant")
      .select([
        "sandbox_clock.now as sandbox_now",
        "sandbox_clock.first_tick",
        "books.closed_through",
        sql<boolean>`exists (select from tax_rate where tax_rate.merchant_id = ${merchantId})`.as("charges_tax"),
        tick.as("tick"),
      ])
      .where("merchant.id", "=", merchantId),
  );
}

/** The next tick. The statement above has taken it already, but of a distributed database, whose nodes count nothing together. */
export async function takeTick(tx: Tx): Promise<string> {
  const { rows } = await sql<{ tick: string }>`select nextval('sandbox_tick') as tick`.execute(tx);
  return required(rows[0], "a tick").tick;
}

/** Real time, for what a sandbox clock does not rule: key expiry, job back-off, the second stamp of audit rows. */
export function wallClock(): Temporal.Instant {
  return Temporal.Now.instant();
}

/** The civil day of a moment in a time zone. */
export function civilDay(instant: Temporal.Instant, timeZone: string): Day {
  const day = parseDay(instant.toZonedDateTimeISO(timeZone).toPlainDate().toString());
  assert(day !== undefined, "the clock stands between 1900 and 2200");
  return day;
}

/** The moment at which a civil day begins in a time zone. */
export function startOfDay(day: Day, timeZone: string): Temporal.Instant {
  return Temporal.PlainDate.from(formatDay(day)).toZonedDateTime(timeZone).toInstant();
}

/** RFC 3339 in UTC with milliseconds, as every instant is answered. */
export function formatInstant(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: "millisecond" });
}

/** An instant as the text of a timestamptz column: texts of that form compare as their moments do. */
export function instantColumn(instant: Temporal.Instant): string {
  const text = formatInstant(instant).replace("T", " ");
  return text.replace(/\.?0*Z$/, "+00");
}

/** An instant from the text of a timestamptz column. */
export function instantFromColumn(text: string): Temporal.Instant {
  return Temporal.Instant.from(text.replace(" ", "T").replace(/\+00$/, "Z"));
}

/**
 * A timestamptz column as it is answered, without building an Instant: lists have thousands of them. A record that was just made
 * or changed has the clock's stamp where a stored one has the column; that is answered as it is.
 */
export function instantOut(text: string): string {
  if (text.endsWith("Z")) return text;
  const [seconds = "", fraction = ""] = text.replace("+00", "").replace(" ", "T").split(".");
  return `${seconds}.${fraction.padEnd(3, "0")}Z`;
}

function clockAt(now: Temporal.Instant, timeZone: string): Clock {
  return { now, today: civilDay(now, timeZone), timestamp: formatInstant(now) };
}
