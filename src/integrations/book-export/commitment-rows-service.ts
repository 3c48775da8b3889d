import { CommitmentBody } from "../../api/schemas/commitment-bodies.ts";
import { viewOfSchedule } from "../../api/schemas/commitments.ts";
import type { CommitmentRecord } from "../../commitments/commitment-record.ts";
import { bodyOf } from "./body.ts";

type Row = Readonly<Record<string, unknown>>;

/** Commitments of a contract as rows, in the order in which they were made. */
export function commitmentRows(contractId: string, records: readonly CommitmentRecord[]): Row[] {
  return records.map(({ commitment, terminatedAt }) => {
    const { id, name, unitType, isFullDuration, pricePriority, pattern, schedules } = commitment;
    const view = {
      ...{ name, commitmentUnitType: unitType, pricePriority, revenueRecognitionPattern: pattern },
      // One that was terminated ends before its contract.
      isFullDuration: isFullDuration && terminatedAt === null,
      schedules: schedules.map((schedule) => {
        const { overageConfigs, ...rest } = viewOfSchedule(commitment, schedule, []);
        return {
          ...rest,
          // What was not stated goes on following the prepayment where it is loaded.
          trueUpBehavior: schedule.trueUp.behavior,
          // A flat price is one tier as well; a request says one of the two.
          overageConfigs: overageConfigs.map((each) => ({ ...each, overagePrice: null })),
        };
      }),
    };
    return { id, contract: contractId, ...bodyOf({ ...CommitmentBody }, view) };
  });
}
