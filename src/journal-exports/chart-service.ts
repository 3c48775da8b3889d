import { type Issue, invalidIssues } from "../kernel/errors.ts";
import { lockBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { reject } from "../receivables/rejection-service.ts";
import { type Chart, type ChartAccount, keyOf } from "./chart-of-accounts.ts";
import * as store from "./chart-store.ts";

/**
 * Replaces the whole chart of accounts. It applies to later batches; earlier ones keep their numbers. Locks the books exclusively,
 * so that the chart does not change while a batch is being made.
 *
 * @throws DomainError 400 with every issue: VALIDATION_FAILED for two accounts with the same key; CATEGORY_NOT_FOUND, CLASS_NOT_FOUND
 */
export async function setChart(ctx: WriteContext, chart: Chart): Promise<Chart> {
  const { tx, merchant, clock } = ctx;
  const doubles = doublesOf(chart.accounts);
  if (doubles.length > 0) throw invalidIssues(doubles);
  await lockBooks(tx, merchant.id);
  const unknown = await unknownIn(ctx, chart.accounts);
  if (unknown.length > 0) throw reject(unknown);
  const before = await store.readChart(tx, merchant.id);
  await store.saveChart(tx, merchant.id, chart, clock.timestamp);
  ctx.audit({
    action: "chart-of-accounts.set",
    entityType: "MERCHANT",
    entityId: merchant.id,
    changes: changesBetween(audited(before), audited(chart)),
  });
  ctx.publish({ type: "chart-of-accounts.updated", data: { accounts: chart.accounts.length } });
  return chart;
}

export const { readChart } = store;

function doublesOf(accounts: readonly ChartAccount[]): Issue[] {
  const seen = new Set<string>();
  return accounts.flatMap((account, index): Issue[] => {
    const key = keyOf(account);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    const message = "Another account is for the same lines: role, account, category and class are all the same.";
    return [{ path: `/accounts/${index}`, code: "DUPLICATE", message }];
  });
}

async function unknownIn({ tx, merchant }: WriteContext, accounts: readonly ChartAccount[]): Promise<Issue[]> {
  const known = await store.knownIds(tx, merchant.id, {
    categoryIds: accounts.flatMap(({ categoryId }) => categoryId ?? []),
    classIds: accounts.flatMap(({ classId }) => classId ?? []),
  });
  return accounts.flatMap(({ categoryId, classId }, index): Issue[] => {
    const unknown = (field: string, code: "CATEGORY_NOT_FOUND" | "CLASS_NOT_FOUND", id: string | null): Issue[] =>
      id === null || known.has(id)
        ? []
        : [{ path: `/accounts/${index}/${field}`, code, message: recordNotFound(code).message }];
    return [
      ...unknown("categoryId", "CATEGORY_NOT_FOUND", categoryId),
      ...unknown("classId", "CLASS_NOT_FOUND", classId),
    ];
  });
}

function audited({ accounts, formats }: Chart): Readonly<Record<string, unknown>> {
  return { accounts, formats };
}
