import { Type } from "typebox";
import { type BulkChange, type BulkOutcome, bulkActions, mostRows } from "../../actions/bulk-change.ts";
import type { TermOfContract } from "../../actions/lock-term.ts";
import { lastDay } from "../../billing-terms/civil-date.ts";
import type { CommitmentRecord } from "../../commitments/commitment-record.ts";
import type { Contract } from "../../contracts/contract.ts";
import { type Day, formatDay } from "../../kernel/day.ts";
import { Closed, MultilineText, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";
import { viewOfTerm } from "./billing-terms.ts";
import { bulkColumns } from "./bulk-rows.ts";
import { viewOf } from "./contracts.ts";

const exampleFile = [
  "action,contractId,billingTermId,effectiveDate,amount,settlement,endDate,creditUnused,reason",
  "PRICE,0197f1a0-5c1e-7b9a-9a55-1f0d2c3b4a59,0197f1a0-5c1e-7b9a-9a55-2f0d2c3b4a59,2026-07-01,110.00,CO_TERM,,,Price list 2026",
  "TERMINATION,0197f1a0-5c1e-7b9a-9a55-3f0d2c3b4a59,0197f1a0-5c1e-7b9a-9a55-4f0d2c3b4a59,,,,2026-06-30,true,Not renewed",
  "",
].join("\n");

export const BulkChangeBody = Closed(
  {
    csv: MultilineText(1, 500_000, {
      description: `A CSV file (RFC 4180, UTF-8) of at most ${mostRows} rows. The first line names its columns: ${bulkColumns.join(", ")}.`,
    }),
  },
  { examples: [{ csv: exampleFile }] },
);

export const BulkChangeView = Named(
  "BulkChange",
  Closed({
    id: Uuid(),
    rows: Type.Array(
      Closed({
        line: Type.Integer({ description: "The line of the file on which the row ends." }),
        action: OneOf(bulkActions),
        contractId: Uuid(),
        billingTermId: Nullable(Uuid()),
        commitmentId: Nullable(Uuid()),
        modificationId: Nullable(Uuid()),
        changes: Type.Array(Closed({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() }), {
          description:
            "Fields of the term, the commitment or the contract, or the treatment, before and after the row. What is deleted has no status after it.",
        }),
      }),
    ),
  }),
);

export function viewOfBulkChange({ id, outcomes }: BulkChange, today: Day) {
  return { id, rows: outcomes.map((outcome) => viewOfOutcome(outcome, today)) };
}

function viewOfOutcome(outcome: BulkOutcome, today: Day) {
  const { line, action, contractId } = outcome;
  const at = { line, action, contractId, billingTermId: null, commitmentId: null, modificationId: null };
  if ("modificationId" in outcome) {
    const { modificationId, treatedBefore, treatedAfter } = outcome;
    return { ...at, modificationId, changes: [{ field: "treatment", before: treatedBefore, after: treatedAfter }] };
  }
  if ("commitmentId" in outcome) {
    const { commitmentId, before, after } = outcome;
    return { ...at, commitmentId, changes: differences(daysOf(before), daysOf(after)) };
  }
  if ("contractBefore" in outcome) {
    const { contractBefore, contractAfter } = outcome;
    return { ...at, changes: changesOfContract(contractBefore, contractAfter) };
  }
  const { billingTermId, before, after } = outcome;
  return { ...at, billingTermId, changes: changesOf(before, after, today) };
}

function daysOf({ commitment, terminatedAt }: CommitmentRecord) {
  const { schedules, isFullDuration } = commitment;
  return {
    commitmentStartDate: schedules[0] === undefined ? null : formatDay(schedules[0].start),
    commitmentEndDate: lastDay(schedules.at(-1)?.end ?? null),
    isFullDuration,
    isTerminated: terminatedAt !== null,
  };
}

/** Fields of the view of a term that differ, without moments, because those of a dry run differ from those of the real call. */
function changesOf(before: TermOfContract, after: TermOfContract | null, today: Day) {
  const was = viewOfTerm(before.record, before.contract, today);
  if (after === null) return [{ field: "status", before: was.status, after: null }];
  return differences(was, viewOfTerm(after.record, after.contract, today));
}

function changesOfContract(before: Contract, after: Contract | null) {
  const was = viewOf(before);
  return after === null ? [{ field: "status", before: was.status, after: null }] : differences(was, viewOf(after));
}

function differences(was: object, is: object) {
  const after: ReadonlyMap<string, unknown> = new Map(Object.entries(is));
  return Object.entries(was)
    .map(([field, before]) => ({ field, before, after: after.get(field) }))
    .filter((each) => !each.field.endsWith("At") && JSON.stringify(each.before) !== JSON.stringify(each.after));
}
