import { sql } from "kysely";
import { type Day, dayFrom, formatDay } from "../kernel/day.ts";
import type { Period } from "../kernel/periods.ts";
import { idArray } from "../platform/db/columns.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import { type Stream, streamOf } from "./matching.ts";

/** Days of a contract's usage term that other books billed before the opening of the contract (ADR 0077). */
export type OpenedDays = Period & { readonly contractId: string };

/** The days of usage terms up to the opening of their contract, by stream, for some streams. */
export async function openedDays(
  tx: Tx,
  merchantId: string,
  streams: readonly Stream[],
): Promise<ReadonlyMap<string, readonly OpenedDays[]>> {
  if (streams.length === 0) return new Map();
  const { rows } = await sql<
    Record<"contract_id" | "customer_id" | "event_type_id" | "start_date" | "end_date", string>
  >`
    select contract.id as contract_id, contract.customer_id, term.event_type_id, term.start_date,
      least(term.end_date, opening.as_of + 1)::text as end_date
    from contract
      join contract_opening as opening on opening.merchant_id = contract.merchant_id and opening.contract_id = contract.id
      join billing_term as term on term.merchant_id = contract.merchant_id and term.contract_id = contract.id
    where contract.merchant_id = ${merchantId} and contract.deleted_at is null and term.deleted_at is null
      and contract.customer_id = any(${streams.map(({ customerId }) => customerId)}::uuid[])
      and term.event_type_id = any(${streams.map(({ eventTypeId }) => eventTypeId)}::uuid[])
      and term.start_date <= opening.as_of
    order by contract.id, term.id`.execute(tx);
  return Map.groupBy(
    rows.map((row) => ({
      ...{ contractId: row.contract_id, customerId: row.customer_id, eventTypeId: row.event_type_id },
      ...{ start: dayFrom(row.start_date), end: dayFrom(row.end_date) },
    })),
    streamOf,
  );
}

/** The first day whose usage is billed here, by contract, for contracts with an opening that was recorded by the cutoff. */
export async function openedOn(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  cutoff: Cutoff,
): Promise<ReadonlyMap<string, Day>> {
  const { rows } = await sql<{ contract_id: string; usage_from: string }>`
    select opening.contract_id, opening.usage_from from contract_opening as opening
    where opening.merchant_id = ${merchantId} and opening.contract_id = any(${idArray(contractIds)}::uuid[])
      and ${recordedBy("opening.created_at", cutoff)}`.execute(tx);
  return new Map(rows.map(({ contract_id: id, usage_from: from }) => [id, dayFrom(from)]));
}

/** The number of events, without deleted ones, that usage terms of a contract cover through the day `last`. */
export async function eventsThrough(
  tx: Tx,
  merchant: { readonly id: string; readonly timeZone: string },
  contractId: string,
  last: Day,
): Promise<number> {
  const zone = merchant.timeZone;
  const { rows } = await sql<{ count: string }>`
    select count(distinct event.id) as count
    from billing_term as term
      join contract on contract.merchant_id = term.merchant_id and contract.id = term.contract_id
      join usage_event as event on event.merchant_id = term.merchant_id and event.customer_id = contract.customer_id
        and event.event_type_id = term.event_type_id and event.datetime >= term.start_date::timestamp at time zone ${zone}
        and event.datetime < least(term.end_date, ${formatDay(last + 1)}::date)::timestamp at time zone ${zone}
    where term.merchant_id = ${merchant.id} and term.contract_id = ${contractId} and term.deleted_at is null
      and not exists (select from usage_event_deletion as deletion
        where deletion.merchant_id = event.merchant_id and deletion.parent_event_id = event.id)`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/** The prefix of idempotency keys of events recorded with the opening of a contract; a number follows. */
export const openedKeys = (contractId: string): string => `opening ${contractId} `;

/** Ids of the events recorded with the opening of a contract, without deleted ones. */
export async function openedEvents(tx: Tx, merchantId: string, contractId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("usage_event_key")
    .select("event_id")
    .where("merchant_id", "=", merchantId)
    // Written as a range, so that every plan can use the index: "!" is the character after the blank that ends the prefix.
    .where("idempotency_key", ">=", openedKeys(contractId))
    .where("idempotency_key", "<", openedKeys(contractId).replace(/ $/, "!"))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("usage_event_deletion as deletion")
            .whereRef("deletion.merchant_id", "=", "usage_event_key.merchant_id")
            .whereRef("deletion.parent_event_id", "=", "usage_event_key.event_id"),
        ),
      ),
    )
    .orderBy("event_id")
    .execute();
  return rows.map((row) => row.event_id);
}
