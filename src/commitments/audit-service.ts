import { lastDay } from "../billing-terms/civil-date.ts";
import { formatDay } from "../kernel/day.ts";
import { instantOut } from "../platform/clock.ts";
import { type Commitment, committedValue, type Schedule, valueText } from "./commitment.ts";
import type { CommitmentRecord } from "./commitment-record.ts";

/**
 * A commitment as stored in the audit log and in the list of modifications: its facts, with days as dates and last days inclusive. `commitmentValue`
 * has the committed value of a period of each schedule, in their order.
 */
export function auditedCommitment(record: CommitmentRecord): Readonly<Record<string, unknown>> {
  const { commitment, customerId, terminatedAt, createdAt, updatedAt } = record;
  const { schedules, ...facts } = commitment;
  return {
    ...facts,
    customerId,
    commitmentValue: schedules.map((schedule) => valueText(commitment, committedValue(schedule))).join(", "),
    schedules: schedules.map((schedule) => auditedSchedule(commitment, schedule)),
    terminatedAt: terminatedAt === null ? null : instantOut(terminatedAt),
    createdAt: instantOut(createdAt),
    updatedAt: instantOut(updatedAt),
  };
}

function auditedSchedule(commitment: Commitment, { start, end, ...facts }: Schedule) {
  return {
    ...facts,
    startDate: formatDay(start),
    endDate: lastDay(end),
    commitmentValue: valueText(commitment, committedValue({ steps: facts.steps })),
  };
}
