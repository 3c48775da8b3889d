import { sql } from "kysely";
import { type Day, formatDay } from "../../kernel/day.ts";
import { invalid } from "../../kernel/errors.ts";
import { civilDay, formatInstant } from "../clock.ts";
import { doDueWork, nextDueDate, systemWrite } from "../due-work.ts";
import { type Platform, read, type WriteOptions, write } from "../write.ts";

/** Where a sandbox merchant stands in time. @throws DomainError NOT_SANDBOX */
export function sandboxNow(platform: Platform, merchantId: string): Promise<Temporal.Instant> {
  return read(platform, merchantId, async ({ merchant, clock }) => {
    if (!merchant.isSandbox) throw notSandbox();
    return clock.now;
  });
}

/**
 * Moves a sandbox merchant forward to `to`, doing everything that becomes due on the way in date order, each day's work
 * under that day's date (operations "Sandbox merchants"). A call that was cut short is simply made again. Moving to the
 * present moment changes nothing.
 *
 * @throws DomainError NOT_SANDBOX, CLOCK_BACKWARDS
 */
export async function advanceClock(
  platform: Platform,
  options: WriteOptions,
  to: Temporal.Instant,
): Promise<Temporal.Instant> {
  const { merchantId } = options;
  const { start, timeZone } = await read(platform, merchantId, async ({ merchant, clock }) => {
    if (!merchant.isSandbox) throw notSandbox();
    if (Temporal.Instant.compare(to, clock.now) < 0) {
      throw invalid("CLOCK_BACKWARDS", `The clock stands at ${formatInstant(clock.now)} and only moves forward.`);
    }
    return { start: clock.now, timeZone: merchant.timeZone };
  });
  await doDueWork(platform, merchantId);
  const lastDay = civilDay(to, timeZone);
  let today = civilDay(start, timeZone);
  for (;;) {
    const next = await read(platform, merchantId, ({ tx }) => nextDueDate(platform, tx, merchantId, lastDay));
    if (next === undefined || next <= today) break;
    await setClock(platform, options, startOfDay(next, timeZone), { target: to });
    await doDueWork(platform, merchantId);
    today = next;
  }
  if (Temporal.Instant.compare(start, to) < 0) await setClock(platform, options, to, { start });
  return to;
}

/**
 * Moves the clock. The end of an advance is noted in the caller's name with the whole way from `start`, also when the
 * last day with work has moved the clock there already. A stop on the way to `target` is the program's, and says for
 * whom, because an advance that is cut short has no end.
 */
function setClock(
  platform: Platform,
  options: WriteOptions,
  to: Temporal.Instant,
  way: { readonly start: Temporal.Instant } | { readonly target: Temporal.Instant },
): Promise<void> {
  const { actor } = options;
  const isEnd = "start" in way;
  return write(platform, isEnd ? options : { ...options, ...systemWrite(options.merchantId) }, async (ctx) => {
    const moved = await sql`
      update sandbox_clock set now = ${formatInstant(to)}::timestamptz, first_tick = nextval('sandbox_tick')
      where merchant_id = ${ctx.merchant.id} and now < ${formatInstant(to)}::timestamptz`.execute(ctx.tx);
    if (!isEnd && moved.numAffectedRows === 0n) return;
    const from = isEnd ? way.start : ctx.clock.now;
    ctx.audit({
      action: "test-clock.advance",
      entityType: "TEST_CLOCK",
      entityId: ctx.merchant.id,
      changes: [{ path: "/now", from: formatInstant(from), to: formatInstant(to) }],
      reason: isEnd ? undefined : `on the way to ${formatInstant(way.target)} for ${actor.kind}:${actor.id}`,
    });
    ctx.tell({ type: "test-clock.advanced", data: { now: formatInstant(to) } });
  });
}

function startOfDay(day: Day, timeZone: string): Temporal.Instant {
  return Temporal.PlainDate.from(formatDay(day)).toZonedDateTime(timeZone).toInstant();
}

function notSandbox() {
  return invalid("NOT_SANDBOX", "Only a sandbox merchant has a clock of its own.");
}
