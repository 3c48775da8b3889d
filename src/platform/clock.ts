import { type RawBuilder, sql } from "kysely";
import { assert, required } from "../kernel/assert.ts";
import { type Day, firstDayOf, formatDay, monthOf, parseDay } from "../kernel/day.ts";
import type { RowOf } from "../schema/tables.ts";
import { type Policy, policiesFromColumn } from "./approvals/policy.ts";
import { cachedStatement } from "./db/cached-statement.ts";
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
  /** True if the merchant has a tax rate: then tax depends on the place of each customer. */
  readonly chargesTax: boolean;
  /** The writes that need a second person; usually none. */
  readonly approvalPolicies: readonly Policy[];
};

/**
 * A merchant's time (rules 4). `now` is the wall clock for a live merchant; for a sandbox it stands still until the sandbox's clock
 * is advanced. `today` is its civil day in the merchant's time zone. `timestamp` stamps records, and grows even while `now` stands
 * still. A month is closed only when it is over: if the wall clock was set back into a closed month, `now` is the end of that month
 * until the wall clock has passed it (behaviour CLK-1).
 */
export type Clock = { readonly now: Temporal.Instant; readonly today: Day; readonly timestamp: string };

/**
 * Reads the merchant and its clock in one statement; undefined if there is no such merchant. A write in a sandbox takes a tick,
 * which orders the records made while the clock stands still; a read-only transaction cannot take one and needs none.
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

/** @param closedThrough first day of the last closed month, as in its column */
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

/** Each table has its own condition on the merchant, which tells a distributed database which node has the row (ADR 0095). */
function clockStatement(tick: RawBuilder<string | null>) {
  return cachedStatement<"merchantId", ClockRow>((tx, { merchantId }) =>
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

/** The next tick. The statement above has taken it already, except on a distributed database, whose nodes share no counter. */
export async function takeTick(tx: Tx): Promise<string> {
  const { rows } = await sql<{ tick: string }>`select nextval('sandbox_tick') as tick`.execute(tx);
  return required(rows[0], "a tick").tick;
}

/** Real time, for what the sandbox clock does not control: key expiry, retries of jobs, the second timestamp of audit rows. */
export function wallClock(): Temporal.Instant {
  return Temporal.Now.instant();
}

/** The civil day of an instant in a time zone. */
export function civilDay(instant: Temporal.Instant, timeZone: string): Day {
  const day = parseDay(instant.toZonedDateTimeISO(timeZone).toPlainDate().toString());
  assert(day !== undefined, "the clock stands between 1900 and 2200");
  return day;
}

/** The instant at which a civil day begins in a time zone. */
export function startOfDay(day: Day, timeZone: string): Temporal.Instant {
  return Temporal.PlainDate.from(formatDay(day)).toZonedDateTime(timeZone).toInstant();
}

/** RFC 3339 in UTC with milliseconds, the form in which the API returns every instant. */
export function formatInstant(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: "millisecond" });
}

/** An instant in the form in which a timestamptz column is read. Texts of this form compare like the instants. */
export function instantColumn(instant: Temporal.Instant): string {
  const text = formatInstant(instant).replace("T", " ");
  return text.replace(/\.?0*Z$/, "+00");
}

/** An instant from the text of a timestamptz column. */
export function instantFromColumn(text: string): Temporal.Instant {
  return Temporal.Instant.from(text.replace(" ", "T").replace(/\+00$/, "Z"));
}

/**
 * A timestamptz column in the form of the API, without building an Instant, because lists have thousands. A record that was just
 * made or changed has the clock's timestamp, which has that form already, in place of the column.
 */
export function instantOut(text: string): string {
  if (text.endsWith("Z")) return text;
  const [seconds = "", fraction = ""] = text.replace("+00", "").replace(" ", "T").split(".");
  return `${seconds}.${fraction.padEnd(3, "0")}Z`;
}

function clockAt(now: Temporal.Instant, timeZone: string): Clock {
  return { now, today: civilDay(now, timeZone), timestamp: formatInstant(now) };
}
