import { isDeepStrictEqual } from "node:util";
import { invalid } from "../kernel/errors.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import { lockContracts as lockRows } from "../platform/outbox.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Contract, ContractStatus } from "./contract.ts";
import * as store from "./store.ts";

/** The error for a deleted contract: 400 CONTRACT_DELETED if the specification lists 400 for the endpoint, else 404 (data model 3.7). */
export type WhenDeleted = "CONTRACT_DELETED" | "NOT_FOUND";

/** A transaction of one merchant, for reading or writing. */
export type Reader = { readonly tx: Tx; readonly merchant: { readonly id: string } };

/**
 * Reads a contract and locks it until the transaction ends. Every write that changes a contract or its terms, obligations or invoices takes this lock
 * first, so writes about one contract are executed one after the other.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED
 */
export async function lockContract(ctx: WriteContext, contractId: string, whenDeleted: WhenDeleted): Promise<Contract> {
  lockRows(ctx.tx, ctx.merchant.id, [contractId]);
  return getContract(ctx, contractId, whenDeleted);
}

/** Locks contracts and returns them in the order of ids, with deleted ones; unknown ids are left out. */
export async function lockContracts(ctx: WriteContext, contractIds: readonly string[]): Promise<Contract[]> {
  if (contractIds.length === 0) return [];
  lockRows(ctx.tx, ctx.merchant.id, contractIds);
  return store.findContracts(ctx.tx, ctx.merchant.id, contractIds);
}

/** Locks contracts without reading them; unknown ids are left out. */
export function lockContractRows(ctx: WriteContext, contractIds: readonly string[]): void {
  if (contractIds.length > 0) lockRows(ctx.tx, ctx.merchant.id, contractIds);
}

/** @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED */
export async function getContract(reader: Reader, contractId: string, whenDeleted: WhenDeleted): Promise<Contract> {
  const [contract] = await store.findContracts(reader.tx, reader.merchant.id, [contractId]);
  const isDeleted = contract !== undefined && contract.deletedAt !== null;
  if (contract === undefined || (isDeleted && whenDeleted === "NOT_FOUND")) throw recordNotFound("CONTRACT_NOT_FOUND");
  if (isDeleted)
    throw invalid("CONTRACT_DELETED", "The contract is deleted; it can no longer be read or changed here.");
  return contract;
}

/** The event that is published when a contract gets a status. */
const statusEvents = {
  NEW: "contract.status-changed",
  PROCESSING: "contract.status-changed",
  BLOCKED: "contract.blocked",
  PROCESSED: "contract.processed",
  APPROVED: "contract.approved",
} as const satisfies Record<ContractStatus, string>;

/** Stores a locked contract and its changed reports, and publishes its status if that changed. */
export async function saveContract(ctx: WriteContext, before: Contract, after: Contract): Promise<Contract> {
  const changedReports = after.reports.filter(
    (report) => !before.reports.some((known) => isDeepStrictEqual(known, report)),
  );
  store.upsertReports(ctx.tx, ctx.merchant.id, before.id, changedReports);
  // Reports are not shown themselves, so a change of reports only is no update of the contract.
  if (isDeepStrictEqual({ ...before, reports: after.reports }, after)) return after;
  const contract = { ...after, lastUpdatedAt: ctx.clock.timestamp };
  store.updateContract(ctx.tx, ctx.merchant.id, contract);
  const { id, status } = contract;
  if (status !== before.status) ctx.publish({ type: statusEvents[status], contractId: id, data: { status } });
  return contract;
}
