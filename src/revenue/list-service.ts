import { effectiveBookMonth } from "../billing-terms/performance-obligation.ts";
import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { formatMonth, monthOf } from "../kernel/day.ts";
import { currentBooks } from "../ledger/books-store.ts";
import type { Filter } from "../platform/http/filter.ts";
import { type ListQuery, offsetOf } from "../platform/http/list-query.ts";
import { billedByGroup } from "./billed-store.ts";
import { allKnown } from "./known-promise.ts";
import { type RevenueEntry, revenueSchedule } from "./schedule.ts";
import { monthsAhead, type Reader } from "./service.ts";
import * as store from "./store.ts";
import { usageOfPromises } from "./usage-service.ts";

/** One row of the revenue list: an entry and whose it is. */
export type ListedRevenue = RevenueEntry & {
  readonly performanceObligationId: string;
  readonly contractId: string;
  readonly customerId: string | null;
  readonly categoryId: string | null;
};

const contractsPerChunk = 500;

/**
 * One page of revenue entries by contract, obligation and month. Months are computed, not stored, so the walk goes
 * contract by contract in chunks and keeps only the page: the memory it needs does not grow with the book.
 */
export async function listRevenue(
  reader: Reader,
  list: ListQuery,
): Promise<{ entries: ListedRevenue[]; totalItems: number }> {
  const { tx, merchant, clock } = reader;
  const books = await currentBooks(tx, merchant.id);
  const thisMonth = monthOf(clock.today);
  const from = offsetOf(list);
  const entries: ListedRevenue[] = [];
  let seen = 0;

  for await (const chunk of approvedContracts(reader, list.filters)) {
    const records = await billingTerms.performanceObligationsOfContracts(
      tx,
      merchant.id,
      chunk.map((contract) => contract.id),
    );
    const live = records.filter((record) => !record.isDeleted);
    const posted = await store.postedMonths(
      tx,
      merchant.id,
      live.map(({ obligation }) => obligation.id),
    );
    const contractsById = new Map(chunk.map((contract) => [contract.id, contract]));
    const billed = await billedByGroup(tx, merchant.id, live);
    const usage = await usageOfPromises(reader, chunk, live);
    for (const record of live) {
      const { obligation, bookMonth } = record;
      const contract = contractsById.get(obligation.contractId);
      if (contract === undefined) continue;
      const pricing = { currency: contract.currency, rounding: merchant.rounding };
      const through = thisMonth + monthsAhead;
      const schedule = revenueSchedule(
        allKnown(record, {
          billed: billed.get(obligation.billingTermGroupId),
          metered: { usage: usage.get(contract.id), through, pricing },
        }),
        {
          posted: posted.get(obligation.id) ?? [],
          books,
          thisMonth,
          bookMonth: effectiveBookMonth({ bookMonth }, contract),
        },
        through,
        pricing,
      );
      for (const entry of schedule) {
        const row: ListedRevenue = {
          ...entry,
          performanceObligationId: obligation.id,
          contractId: contract.id,
          customerId: contract.customerId,
          categoryId: obligation.categoryId,
        };
        if (!list.filters.every((filter) => passes(row, filter))) continue;
        if (seen >= from && entries.length < list.limit) entries.push(row);
        seen++;
      }
    }
  }
  return { entries, totalItems: seen };
}

async function* approvedContracts(reader: Reader, filters: readonly Filter[]): AsyncGenerator<Contract[]> {
  let after: string | undefined;
  const only = filters.find((filter) => filter.field === "contractId" && filter.rule === "eq");
  const contractIds = only?.test.op === "any-of" ? only.test.values : undefined;
  for (;;) {
    const chunk = await contracts.approvedContracts(reader.tx, reader.merchant.id, {
      after,
      contractIds,
      limit: contractsPerChunk,
    });
    if (chunk.length === 0) return;
    yield chunk;
    after = chunk.at(-1)?.id;
  }
}

/** Does a computed row pass a filter? The same meaning as in SQL: rows with null pass negative rules. */
function passes(row: ListedRevenue, { field, test }: Filter): boolean {
  const value = fieldValue(row, field);
  if (test.op === "null") return (value === null) !== test.negated;
  if (value === null) return test.negated;
  switch (test.op) {
    case "any-of":
      return test.values.includes(value) !== test.negated;
    case "range": {
      const { from, to } = test;
      const isAbove = from === undefined || value > from.value || (from.inclusive && value === from.value);
      const isBelow = to === undefined || value < to.value || (to.inclusive && value === to.value);
      return (isAbove && isBelow) !== test.negated;
    }
    case "like":
      return value.toLowerCase().includes(test.text.toLowerCase()) !== test.negated;
  }
}

function fieldValue(row: ListedRevenue, field: string): string | null {
  switch (field) {
    case "contractId":
      return row.contractId;
    case "customerId":
      return row.customerId;
    case "performanceObligationId":
      return row.performanceObligationId;
    case "timeframe":
      return formatMonth(row.month);
    default:
      return row.status;
  }
}
