import { assert } from "../kernel/assert.ts";
import { formatMonth, monthOf } from "../kernel/day.ts";
import type { Filter } from "../platform/http/filter.ts";
import { type Extent, type ListQuery, nextCursor, offsetOf } from "../platform/http/list-query.ts";
import { rowIsGone } from "../platform/http/page-of-all.ts";
import { type BookSelection, revenueOfBook } from "./book-service.ts";
import { type SourcedEntry, withSources } from "./entry-source.ts";
import { monthsAhead, type Reader } from "./service.ts";
import * as store from "./store.ts";

/** One row of the revenue list: an entry and whose it is. */
export type ListedRevenue = SourcedEntry & {
  readonly performanceObligationId: string;
  readonly billingTermGroupId: string;
  readonly contractId: string;
  readonly customerId: string | null;
};

/** One page of revenue entries by contract, obligation and month; of the whole walk only the page is kept. */
export async function listRevenue(
  reader: Reader,
  list: ListQuery,
): Promise<{ entries: ListedRevenue[]; extent: Extent }> {
  const selection = await selectionOf(reader, list);
  const last = monthOf(reader.clock.today) + monthsAhead;
  const [begin] = list.cursor?.values ?? [];
  let from = list.cursor === undefined ? offsetOf(list) : Number.POSITIVE_INFINITY;
  const entries: ListedRevenue[] = [];
  let end = "";
  let seen = 0;
  for await (const { contract, record, facts, schedule } of revenueOfBook(reader, { last, ...selection })) {
    for (const [index, entry] of withSources(facts, record.pob.id, schedule).entries()) {
      const row: ListedRevenue = {
        ...entry,
        performanceObligationId: record.pob.id,
        billingTermGroupId: record.pob.billingTermGroupId,
        contractId: contract.id,
        customerId: contract.customerId,
      };
      if (!list.filters.every((filter) => passes(row, filter))) continue;
      const key = `${record.pob.id} ${index}`;
      if (seen >= from && entries.length < list.limit) {
        entries.push(row);
        end = key;
      }
      seen++;
      if (key === begin) from = seen;
    }
  }
  if (from === Number.POSITIVE_INFINITY) throw rowIsGone();
  const next = entries.length > 0 && seen > from + entries.length ? nextCursor(list, [end]) : null;
  return { entries, extent: { totalItems: seen, nextCursor: next } };
}

/** The contracts that can have rows of the list: a question about one of them does not compute the whole book. */
async function selectionOf({ tx, merchant }: Reader, { filters }: ListQuery): Promise<Omit<BookSelection, "last">> {
  const wanted = (field: string): readonly string[] | undefined => {
    const test = filters.find((filter) => filter.field === field)?.test;
    return test?.op === "any-of" ? test.values : undefined;
  };
  const pobIds = wanted("performanceObligationId");
  return {
    contractIds:
      wanted("contractId") ?? (pobIds === undefined ? undefined : await store.contractsOfPobs(tx, merchant.id, pobIds)),
    customerIds: wanted("customerId"),
  };
}

/** Does a computed row pass a filter? The list has rules of equality and order alone (`api/schemas/revenue-schedules.ts`). */
function passes(row: ListedRevenue, { field, test }: Filter): boolean {
  const value = fieldValue(row, field);
  if (value === null) return false;
  if (test.op === "any-of") return test.values.includes(value);
  assert(test.op === "range", `the revenue list has no rule ${test.op}`);
  const { from, to } = test;
  const isAbove = from === undefined || value > from.value || (from.inclusive && value === from.value);
  const isBelow = to === undefined || value < to.value || (to.inclusive && value === to.value);
  return isAbove && isBelow;
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
