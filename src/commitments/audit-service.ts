import { lastDay } from "../billing-terms/civil-date.ts";
import { formatDay } from "../kernel/day.ts";
import { instantOut } from "../platform/clock.ts";
import { type Commitment, committedValue, type Schedule, valueText } from "./commitment.ts";
import type { CommitmentRecord } from "./commitment-record.ts";

/**
 * A commitment as the audit log and the list of modifications keep it: its facts under their own names, days as dates, last
 * days inclusive, and what is committed a period by each of its schedules in turn.
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
