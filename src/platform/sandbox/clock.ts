import { sql } from "kysely";
import { type Day, formatDay } from "../../kernel/day.ts";
import { invalid } from "../../kernel/errors.ts";
import { civilDay, formatInstant, startOfDay, takeTick } from "../clock.ts";
import { doDueWork, nextDueDate, systemWrite } from "../due-work.ts";
import { TransportError } from "../http/errors.ts";
import { type Platform, read, type WriteContext, type WriteOptions, write } from "../write.ts";

/** The present moment of a sandbox. @throws DomainError NOT_SANDBOX */
export function sandboxNow(platform: Platform, merchantId: string): Promise<Temporal.Instant> {
  return read(platform, merchantId, async ({ merchant, clock }) => {
    if (!merchant.isSandbox) throw notSandbox();
    return clock.now;
  });
}

/**
 * Advances a sandbox's clock to `to`, and does all work that becomes due on the way in the order of dates, each day's work dated
 * that day (operations "Sandbox merchants"). An interrupted call can be repeated. Advancing to the present moment changes nothing.
 *
 * @throws DomainError NOT_SANDBOX, CLOCK_BACKWARDS
 */
export async function advanceClock(platform: Platform, options: WriteOptions, to: Temporal.Instant): Promise<void> {
  const start = await doWorkUntil(platform, options, to);
  await write(platform, options, (ctx) => arrive(ctx, { start, to }));
}

/**
 * An advance except for its last step: does the work that becomes due until `to` and leaves the clock on the last day with work.
 *
 * @param longest milliseconds after which it begins no further day; unlimited by default
 * @returns the time at which the clock stood before
 * @throws DomainError NOT_SANDBOX, CLOCK_BACKWARDS
 * @throws TransportError 503 SERVICE_UNAVAILABLE if it took longer: the finished days stay done, and the same call continues
 */
export async function doWorkUntil(
  platform: Platform,
  options: WriteOptions,
  to: Temporal.Instant,
  longest = Number.POSITIVE_INFINITY,
): Promise<Temporal.Instant> {
  const begin = performance.now();
  const { merchantId } = options;
  const { start, timeZone } = await read(platform, merchantId, async ({ merchant, clock }) => {
    if (!merchant.isSandbox) throw notSandbox();
    if (Temporal.Instant.compare(to, clock.now) < 0) {
      throw invalid("CLOCK_BACKWARDS", `The clock is at ${formatInstant(clock.now)} and only moves forward.`);
    }
    return { start: clock.now, timeZone: merchant.timeZone };
  });
  await doDueWork(platform, merchantId);
  const lastDay = civilDay(to, timeZone);
  const firstDay = civilDay(start, timeZone);
  let today = firstDay;
  for (;;) {
    // Due work that failed stays pending, as for a live merchant, and does not hold up later days.
    const span = { after: today, through: lastDay };
    const next = await read(platform, merchantId, ({ tx }) => nextDueDate(platform, tx, merchantId, span));
    if (next === undefined) return start;
    // Each call does the work of at least one day.
    const isLate = performance.now() - begin > longest;
    if (isLate && today > firstDay) throw stoppedOn(today);
    await stopOver(platform, options, startOfDay(next, timeZone), to);
    await doDueWork(platform, merchantId);
    today = next;
  }
}

/**
 * The last step of an advance. Its audit row has the caller as actor and the whole span from `start`, even if the last day with
 * work has already moved the clock there.
 */
export async function arrive(
  ctx: WriteContext,
  { start, to }: { readonly start: Temporal.Instant; readonly to: Temporal.Instant },
): Promise<void> {
  if (Temporal.Instant.compare(start, to) >= 0) return;
  await setClock(ctx, to);
  note(ctx, start, to);
}

/**
 * A stop on the way to `target`. Its audit row has the program as actor and names the caller in the reason, because an interrupted
 * advance has no last step.
 */
function stopOver(
  platform: Platform,
  { actor, ...options }: WriteOptions,
  to: Temporal.Instant,
  target: Temporal.Instant,
): Promise<void> {
  return write(platform, { ...options, ...systemWrite(options.merchantId) }, async (ctx) => {
    const hasMoved = await setClock(ctx, to);
    if (hasMoved) note(ctx, ctx.clock.now, to, `on the way to ${formatInstant(target)} for ${actor.kind}:${actor.id}`);
  });
}

async function setClock({ tx, merchant }: WriteContext, to: Temporal.Instant): Promise<boolean> {
  const moved = await sql`
    update sandbox_clock set now = ${formatInstant(to)}::timestamptz, first_tick = ${await takeTick(tx)}
    where merchant_id = ${merchant.id} and now < ${formatInstant(to)}::timestamptz`.execute(tx);
  return moved.numAffectedRows !== 0n;
}

function note(ctx: WriteContext, from: Temporal.Instant, to: Temporal.Instant, reason?: string): void {
  ctx.audit({
    action: "test-clock.advance",
    entityType: "TEST_CLOCK",
    entityId: ctx.merchant.id,
    changes: [{ path: "/now", from: formatInstant(from), to: formatInstant(to) }],
    reason,
  });
  ctx.publish({ type: "test-clock.advanced", data: { now: formatInstant(to) } });
}

function stoppedOn(today: Day): TransportError {
  return new TransportError({
    status: 503,
    errorCode: "SERVICE_UNAVAILABLE",
    message: `The clock has reached ${formatDay(today)}: more is due on the way than one request can do. Send it again to continue.`,
    headers: { "retry-after": "1" },
  });
}

function notSandbox() {
  return invalid("NOT_SANDBOX", "Only a sandbox merchant has a clock of its own.");
}
