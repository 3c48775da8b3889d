import { listCustomers } from "../customers/service.ts";
import { formatDay } from "../kernel/day.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import type { WriteContext } from "../platform/write.ts";
import type { CustomerWithBalances } from "./customer-balance.ts";
import { openBalancesOf } from "./customer-balance-store.ts";

type Reader = Pick<WriteContext, "tx" | "merchant" | "clock">;

/** One page of customers, newest first, each with what it owes today. */
export async function customersWithBalances(
  { tx, merchant, clock }: Reader,
  list: ListQuery,
): Promise<{ customers: CustomerWithBalances[]; extent: Extent }> {
  const { customers, extent } = await listCustomers(tx, merchant.id, list);
  const ids = customers.map(({ id }) => id);
  const balances = await openBalancesOf(tx, merchant.id, ids, formatDay(clock.today));
  return { customers: customers.map((each) => ({ ...each, balances: balances.get(each.id) ?? [] })), extent };
}
