import { formatDay } from "../kernel/day.ts";
import type { WriteContext } from "../platform/write.ts";
import { commitmentPeriodId } from "./commitment-periods.ts";
import { figuresOf } from "./figures-service.ts";
import * as store from "./finalization-store.ts";
import { commitmentsById } from "./store.ts";

/**
 * Publishes `commitment.period-finalized` for periods that have become final: the period and the grace days for its usage are over, and all its
 * charges are on issued invoices (data model 8.9). Each period is published once, even if late usage adds lines afterwards.
 */
export async function publishFinalizedPeriods(ctx: WriteContext, contractIds: readonly string[]): Promise<void> {
  const { tx, merchant, clock } = ctx;
  const ended = await store.endedPeriods(tx, merchant.id, { contractIds, through: clock.today });
  const waiting = new Set(ended.map(commitmentPeriodId));
  const records = await commitmentsById(tx, merchant.id, [...new Set(ended.map(({ commitmentId }) => commitmentId))]);
  for (const { record, periods } of await figuresOf(ctx, records)) {
    const { id: commitmentId, contractId } = record.commitment;
    for (const { status, computedPeriod } of periods) {
      const { period } = computedPeriod.computation;
      const key = { scheduleId: computedPeriod.schedule.id, periodStart: period.start };
      const periodId = commitmentPeriodId(key);
      if (status !== "FINALIZED" || !waiting.has(periodId)) continue;
      if (!(await store.recordFinalized(tx, merchant.id, key, clock.timestamp))) continue;
      const days = { periodStart: formatDay(period.start), periodEnd: formatDay(period.end - 1) };
      ctx.publish({ type: "commitment.period-finalized", contractId, data: { commitmentId, periodId, ...days } });
      const changes = [{ path: "/finalizedPeriod", from: null, to: periodId }];
      ctx.audit({ action: "commitment.finalize-period", entityType: "COMMITMENT", entityId: commitmentId, changes });
    }
  }
}

export const { contractsWithEndedPeriods, nextFinalDate } = store;
