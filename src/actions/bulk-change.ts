import { sql } from "kysely";
import { type Treatment, treatmentInForce } from "../billing-terms/modifications/modification.ts";
import { modificationsOfContracts } from "../billing-terms/modifications/modification-service.ts";
import type { TermPatch } from "../billing-terms/term-patch.ts";
import { getTerm } from "../billing-terms/term-service.ts";
import { changeSchedule, terminate } from "../commitments/change-service.ts";
import type { ScheduleFields } from "../commitments/commitment-draft.ts";
import type { CommitmentRecord } from "../commitments/commitment-record.ts";
import { getCommitment } from "../commitments/service.ts";
import type { ContractActionRequest } from "../contracts/action-service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import type { Day } from "../kernel/day.ts";
import { DomainError, type Issue, invalid } from "../kernel/errors.ts";
import { plural } from "../kernel/plural.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { treatModification } from "../revenue/modification-record-service.ts";
import { actOnContract } from "./act-on-contract.ts";
import { type AmendmentDraft, amendSeats } from "./amend-seats.ts";
import { amendTerm, type TermAmendmentDraft } from "./amend-term.ts";
import { changeBillingTerm } from "./change-billing-term.ts";
import { changeLockedCommitment } from "./change-commitment.ts";
import { deleteBillingTerm } from "./delete-billing-term.ts";
import { deleteContract } from "./delete-contract.ts";
import type { TermOfContract } from "./lock-term.ts";
import { type Termination, terminateBillingTerm } from "./terminate-billing-term.ts";

/** The actions of rows; each is the single operation on a term, commitment, modification or contract. */
export const bulkActions = [
  "PRICE",
  "DATES",
  "SEATS",
  "TREATMENT",
  "TERMINATION",
  "DELETION",
  "COMMITMENT_DATES",
  "COMMITMENT_TERMINATION",
  "CONTRACT_APPROVAL",
  "CONTRACT_HOLD",
  "CONTRACT_DELETION",
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Maximum number of rows per request; for the cost of the largest one see ADR 0039. */
export const mostRows = 100;

type RowPlace = {
  /** The line of the file on which the row ends. */
  readonly line: number;
  readonly action: BulkAction;
  readonly contractId: string;
};

/** A row as drafts of the single operations, with a valid form. */
export type BulkRow = RowPlace &
  (
    | { readonly billingTermId: string; readonly patch: TermPatch }
    | { readonly billingTermId: string; readonly amendment: TermAmendmentDraft }
    | { readonly billingTermId: string; readonly seats: AmendmentDraft }
    | { readonly billingTermId: string; readonly termination: Termination }
    | { readonly billingTermId: string; readonly isDeleted: true }
    | CommitmentRow
    | { readonly act: ContractActionRequest }
    | { readonly isContractDeleted: true }
    | {
        readonly modificationId: string;
        readonly choice: { readonly treatment: Treatment; readonly reason: string };
      }
  );

/** Other days of a schedule, or the end of the commitment, `end` being the day after its last day. */
type CommitmentRow = { readonly commitmentId: string } & (
  | { readonly scheduleId: string; readonly fields: ScheduleFields }
  | { readonly end: Day; readonly reason: string | undefined }
);

/** The result of a row: the term, commitment or contract before and after it, or the treatment. A deleted record has no after. */
export type BulkOutcome = RowPlace &
  (
    | { readonly billingTermId: string; readonly before: TermOfContract; readonly after: TermOfContract | null }
    | { readonly commitmentId: string; readonly before: CommitmentRecord; readonly after: CommitmentRecord }
    | { readonly contractBefore: Contract; readonly contractAfter: Contract | null }
    | {
        readonly modificationId: string;
        readonly treatedBefore: Treatment;
        readonly treatedAfter: Treatment;
      }
  );

/** A rejected row, with the messages of the single operation. */
export type RefusedRow = {
  readonly line: number;
  readonly action: string | null;
  readonly contractId: string | null;
  readonly issues: readonly CellIssue[];
};

/** An issue of a row, with its column; null if it belongs to none. */
export type CellIssue = Omit<Issue, "path"> & { readonly column: string | null };

/** Functions of the caller that the rows need. */
export type BulkSurroundings = {
  /** Handles the pending events of contracts, as the worker does between single requests. */
  readonly react: (contractIds: readonly string[]) => Promise<void>;
  /** The column for a path in the body of a single operation. */
  readonly columnAt: (path: string) => string | null;
};

/** A parsed row; rejected at once if no operation accepts its form. */
export type ReadRow = { readonly row: BulkRow } | { readonly refused: RefusedRow };

export type BulkChange = { readonly id: string; readonly outcomes: readonly BulkOutcome[] };

/**
 * Carries out the rows of a file in order, each like the single operation, all or none (ADR 0039). Rows after a rejected one are still tried, so
 * that one response lists all rejected rows.
 *
 * @throws DomainError BULK_CHANGE_REFUSED with every refused row in `details.rows`
 */
export async function applyBulkChange(
  ctx: WriteContext,
  rows: readonly ReadRow[],
  around: BulkSurroundings,
): Promise<BulkChange> {
  // In the order of their ids, so that two files cannot deadlock.
  contracts.lockContractRows(ctx, contractsOf(rows));
  const id = ctx.newId();
  ctx.audit({
    action: "bulk-change.apply",
    entityType: "BULK_CHANGE",
    entityId: id,
    changes: [{ path: "rows", from: null, to: rows.flatMap((read) => ("row" in read ? auditedRow(read.row) : [])) }],
  });
  const outcomes: BulkOutcome[] = [];
  const refused: RefusedRow[] = [];
  const changed = new Set<string>();
  for (const read of rows) {
    const tried = "refused" in read ? read.refused : await tryRow(ctx, read.row, changed, around);
    if ("issues" in tried) refused.push(tried);
    else outcomes.push(tried);
  }
  if (refused.length > 0) throw refusalOf(refused, rows.length);
  ctx.publish({ type: "bulk-change.applied", data: { bulkChangeId: id } });
  return { id, outcomes };
}

/** The contracts of the rows that could be read, each once. */
export function contractsOf(rows: readonly ReadRow[]): string[] {
  return [...new Set(rows.flatMap((read) => ("row" in read ? read.row.contractId : [])))].sort();
}

async function tryRow(
  ctx: WriteContext,
  row: BulkRow,
  changed: Set<string>,
  { react, columnAt }: BulkSurroundings,
): Promise<BulkOutcome | RefusedRow> {
  const { line, action, contractId } = row;
  if (changed.has(contractId)) await react([contractId]);
  await sql`savepoint bulk_row`.execute(ctx.tx);
  try {
    const outcome = await carryOut(ctx, row);
    await sql`release savepoint bulk_row`.execute(ctx.tx);
    changed.add(contractId);
    return outcome;
  } catch (error) {
    if (!(error instanceof DomainError) || !kindsOfRefusals.includes(error.kind)) throw error;
    await sql`rollback to savepoint bulk_row`.execute(ctx.tx);
    return { line, action, contractId, issues: issuesOf(error, columnAt) };
  }
}

/** The error kinds that reject a row; others reject the whole request. */
const kindsOfRefusals: readonly DomainError["kind"][] = ["invalid", "not-found", "conflict"];

async function carryOut(ctx: WriteContext, row: BulkRow): Promise<BulkOutcome> {
  const { line, action, contractId } = row;
  const at = { line, action, contractId };
  if ("modificationId" in row) {
    const { modificationId, choice } = row;
    const before = await treatmentOf(ctx, contractId, modificationId);
    await treatModification(ctx, contractId, modificationId, choice);
    const after = await treatmentOf(ctx, contractId, modificationId);
    return { ...at, modificationId, treatedBefore: before, treatedAfter: after };
  }
  if ("commitmentId" in row) {
    const { commitmentId } = row;
    const before = await commitmentOf(ctx, contractId, commitmentId);
    await changeLockedCommitment(ctx, { contractId, commitmentId }, async (found) =>
      "end" in row ? terminate(ctx, found, row) : changeSchedule(ctx, found, row.scheduleId, row.fields),
    );
    return { ...at, commitmentId, before, after: await commitmentOf(ctx, contractId, commitmentId) };
  }
  if ("act" in row || "isContractDeleted" in row) {
    const contractBefore = await contracts.getContract(ctx, contractId, "CONTRACT_DELETED");
    if ("act" in row) return { ...at, contractBefore, contractAfter: await actOnContract(ctx, contractId, row.act) };
    await deleteContract(ctx, contractId);
    return { ...at, contractBefore, contractAfter: null };
  }
  const { billingTermId } = row;
  const place = { contractId, billingTermId };
  const before = await termOf(ctx, place);
  if ("patch" in row) await changeBillingTerm(ctx, place, row.patch);
  else if ("amendment" in row) await amendTerm(ctx, place, row.amendment);
  else if ("seats" in row) await amendSeats(ctx, place, row.seats);
  else if ("isDeleted" in row) {
    await deleteBillingTerm(ctx, place);
    return { ...at, billingTermId, before, after: null };
  } else await terminateBillingTerm(ctx, place, row.termination);
  return { ...at, billingTermId, before, after: await termOf(ctx, place) };
}

async function termOf(
  ctx: WriteContext,
  { contractId, billingTermId }: { readonly contractId: string; readonly billingTermId: string },
): Promise<TermOfContract> {
  const contract = await contracts.getContract(ctx, contractId, "CONTRACT_DELETED");
  return { contract, record: await getTerm(ctx, contractId, billingTermId) };
}

async function commitmentOf(ctx: WriteContext, contractId: string, commitmentId: string): Promise<CommitmentRecord> {
  await contracts.getContract(ctx, contractId, "CONTRACT_DELETED");
  return getCommitment(ctx.tx, ctx.merchant.id, commitmentId);
}

async function treatmentOf(ctx: WriteContext, contractId: string, modificationId: string): Promise<Treatment> {
  await contracts.getContract(ctx, contractId, "CONTRACT_DELETED");
  const log = await modificationsOfContracts(ctx.tx, ctx.merchant.id, [contractId]);
  const modification = log.find(({ id }) => id === modificationId);
  if (modification === undefined) throw recordNotFound("MODIFICATION_NOT_FOUND");
  return treatmentInForce(modification).treatment;
}

/** The issues of a rejection, at least its own code and words. */
function issuesOf({ code, message, details }: DomainError, columnAt: BulkSurroundings["columnAt"]): CellIssue[] {
  const issues = (details.issues ?? []) as readonly Issue[];
  if (issues.length === 0) return [{ column: null, code, message }];
  return issues.map((issue) => ({ column: columnAt(issue.path), code: issue.code, message: issue.message }));
}

/** 400 for refused rows, all of them in `details.rows`. */
export function refusalOf(refused: readonly RefusedRow[], total: number): DomainError {
  const message = `${refused.length} of ${plural(total, "row")} ${refused.length === 1 ? "is" : "are"} rejected, so nothing was changed: correct the rows of details.rows and send the file again.`;
  return invalid("BULK_CHANGE_REFUSED", message, { rows: refused });
}

function auditedRow(row: BulkRow) {
  const { line, action, contractId } = row;
  const at = { line, action, contractId };
  if ("billingTermId" in row) return { ...at, id: row.billingTermId };
  if ("act" in row || "isContractDeleted" in row) return { ...at, id: contractId };
  return { ...at, id: "commitmentId" in row ? row.commitmentId : row.modificationId };
}
