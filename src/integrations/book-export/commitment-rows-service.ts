import { CommitmentBody } from "../../api/schemas/commitment-bodies.ts";
import { viewOfSchedule } from "../../api/schemas/commitments.ts";
import type { CommitmentRecord } from "../../commitments/commitment-record.ts";
import { bodyOf } from "./body.ts";

type Row = Readonly<Record<string, unknown>>;

/** The rows of a contract's commitments, in the order of the records. */
export function commitmentRows(contractId: string, records: readonly CommitmentRecord[]): Row[] {
  return records.map(({ commitment, terminatedAt }) => {
    const { id, name, unitType, isFullDuration, pricePriority, pattern, schedules } = commitment;
    const view = {
      ...{ name, commitmentUnitType: unitType, pricePriority, revenueRecognitionPattern: pattern },
      // A terminated commitment does not run until the end of its contract.
      isFullDuration: isFullDuration && terminatedAt === null,
      schedules: schedules.map((schedule) => {
        const { overageConfigs, ...rest } = viewOfSchedule(commitment, schedule, []);
        return {
          ...rest,
          // If the behavior was not stated, it stays unstated, so that it follows the prepayment in the loaded books too.
          trueUpBehavior: schedule.trueUp.behavior,
          // A view shows a flat price also as one tier; a request has only one of the two.
          overageConfigs: overageConfigs.map((each) => ({ ...each, overagePrice: null })),
        };
      }),
    };
    return { id, contract: contractId, ...bodyOf({ ...CommitmentBody }, view) };
  });
}
