import type { Month } from "../kernel/day.ts";
import { type DomainError, invalid } from "../kernel/errors.ts";
import { firstOpenMonth } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import type { WriteContext } from "../platform/write.ts";
import { auditedContract } from "./audit-service.ts";
import type { Contract, ContractAction, ContractStatus } from "./contract.ts";
import { holdSource, processing, withReadiness, withReport } from "./readiness.ts";
import { lockContract, saveContract } from "./record-service.ts";

/** A requested action. BLOCK requires a reason, which is shown as the block reason. */
export type ContractActionRequest =
  | { readonly action: "BLOCK"; readonly reason: string }
  | ApprovalRequest
  | { readonly action: Exclude<ContractAction, "APPROVE" | "BLOCK">; readonly reason: string | undefined };

type ApprovalRequest = {
  readonly action: "APPROVE";
  readonly reason: string | undefined;
  /** The book month of the approval, if it is later than the first open month, because billing of other books is dated then. */
  readonly bookMonth?: Month;
};

/** The statuses in which each action is allowed (data model 3.5). */
const allowedIn: Readonly<Record<ContractAction, readonly ContractStatus[]>> = {
  APPROVE: ["PROCESSED"],
  PROCESS: ["NEW", "BLOCKED", "PROCESSED"],
  BLOCK: ["PROCESSED"],
  UNBLOCK: ["BLOCKED"],
};

/**
 * Carries out an action on a contract, which usually changes its status. The row lock ensures that only one of several concurrent approvals succeeds
 * (behaviour RAC-4).
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, INVALID_CONTRACT_STATE
 */
export async function actOnContract(
  ctx: WriteContext,
  contractId: string,
  request: ContractActionRequest,
): Promise<Contract> {
  return actOnLocked(ctx, await lockContract(ctx, contractId, "CONTRACT_DELETED"), request);
}

/**
 * As {@link actOnContract}, for a contract that the caller has locked.
 *
 * @throws DomainError INVALID_CONTRACT_STATE
 */
export async function actOnLocked(
  ctx: WriteContext,
  before: Contract,
  request: ContractActionRequest,
): Promise<Contract> {
  const { id: contractId } = before;
  const { action, reason } = request;
  // Approval is final, so readiness is derived again with the merchant's present settings.
  const checked = action === "APPROVE" ? withReadiness(before, ctx.merchant) : before;
  if (!allowedIn[action].includes(checked.status)) throw notAllowed(action, checked);
  const after = await outcome(ctx, checked, request);
  const changes = changesBetween(auditedContract(before), auditedContract(after));
  const name = action.toLowerCase();
  const audited = before.termsValue === null ? {} : { amount: before.termsValue };
  ctx.audit({ action: `contract.${name}`, entityType: "CONTRACT", entityId: contractId, changes, reason, ...audited });
  return saveContract(ctx, before, after);
}

async function outcome(ctx: WriteContext, contract: Contract, request: ContractActionRequest): Promise<Contract> {
  switch (request.action) {
    case "APPROVE":
      return approved(ctx, contract, request);
    case "PROCESS":
      return startProcessing(ctx, contract);
    case "BLOCK": {
      const hold = { source: holdSource, reasons: [{ code: "MANUAL_HOLD", message: request.reason }] } as const;
      return withReadiness({ ...contract, reports: withReport(contract.reports, hold) }, ctx.merchant);
    }
    case "UNBLOCK": {
      const isHeld = contract.reports.some(({ source }) => source === holdSource);
      const noHold = { source: holdSource, reasons: [] };
      const reports = isHeld ? withReport(contract.reports, noHold) : contract.reports;
      return withReadiness({ ...contract, reports }, ctx.merchant);
    }
  }
}

/** Takes a shared lock on the books, so that the book month of the approval stays open until the transaction ends. */
async function approved(ctx: WriteContext, contract: Contract, { bookMonth }: ApprovalRequest): Promise<Contract> {
  return {
    ...contract,
    status: "APPROVED",
    blockReasons: [],
    approvedAt: ctx.clock.timestamp,
    approvedBy: `${ctx.actor.kind}:${ctx.actor.id}`,
    approvedBookMonth: bookMonth ?? firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id)),
  };
}

/** Starts a new processing job with this write, and returns the contract that waits for it. */
export function startProcessing(ctx: WriteContext, contract: Contract): Contract {
  const jobId = ctx.newId();
  ctx.startProcessing({ jobId, contractId: contract.id });
  return processing(contract, jobId, ctx.merchant);
}

const adviceOnApproval: Readonly<Record<ContractStatus, string>> = {
  NEW: "add an obligation or a billing term first.",
  PROCESSING: "wait until it is processed.",
  BLOCKED: "resolve its block reasons first.",
  PROCESSED: "approve it.",
  APPROVED: "there is nothing left to approve.",
};

function notAllowed(action: ContractAction, { status, blockReasons }: Contract): DomainError {
  const message =
    action === "APPROVE"
      ? `Only a PROCESSED contract can be approved. This one is ${status}; ${adviceOnApproval[status]}`
      : `${action} is for contracts that are ${allowedIn[action].join(", ")}. This one is ${status}.`;
  return invalid("INVALID_CONTRACT_STATE", message, { status, blockReasons });
}
