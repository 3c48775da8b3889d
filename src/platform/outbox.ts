import { sql } from "kysely";
import { newId } from "../kernel/ids.ts";
import { markContractsChanged } from "./contract-changes.ts";
import { cachedStatement } from "./db/cached-statement.ts";
import { oneOf } from "./db/columns.ts";
import { sendAhead, type Tx } from "./db/pool.ts";
import { type DomainEventDraft, isEventType } from "./events/catalogue.ts";

export type { DomainEventDraft };

export type DomainEvent = { readonly id: string; readonly type: string; readonly contractId: string };

/**
 * Reacts to events about contracts: after commit in the worker, or inside a dry run. It gets every pending event of its
 * types at once, for contracts that are locked, and nothing but the write context; it is idempotent (rules 2).
 */
export type Reaction<Context> = {
  readonly name: string;
  readonly types: readonly string[];
  readonly react: (context: Context, events: readonly DomainEvent[]) => Promise<void>;
};

/** The write that published the events. */
type FactWrite = {
  readonly tx: Tx;
  readonly merchant: { readonly id: string };
  readonly clock: { readonly timestamp: string };
};

/**
 * Stores domain events. Events of a contract that have a subscriber are pending until handled; others are history at once. Events that
 * integrators see wait for their position in the feed (ADR 0062). Each event marks its contract as changed (`contract_change`), so that
 * derived data is recalculated.
 *
 * @param changesNothing types of events that do not change anything derived from a contract
 * @returns those that are pending
 */
export function recordEvents(
  context: FactWrite,
  events: readonly DomainEventDraft[],
  subscribers: readonly { readonly types: readonly string[] }[] = [],
  changesNothing: ReadonlySet<string> = new Set(),
): DomainEvent[] {
  if (events.length === 0) return [];
  const subscribed = new Set(subscribers.flatMap((subscriber) => subscriber.types));
  const rows = events.map((event) => {
    const { contractId, customerId, data = {} } = { ...noOwner, ...event };
    const { type } = event;
    const waits = contractId !== undefined && subscribed.has(type);
    const isChange = contractId !== undefined && !changesNothing.has(type);
    return { id: newId(), type, contractId, customerId, data, waits, isChange, isSeen: isEventType(type) };
  });
  const { timestamp } = context.clock;
  const insert = sql`
    with fact as (
      select * from unnest(
        ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.type)}::text[],
        ${rows.map((row) => row.contractId ?? null)}::uuid[], ${rows.map((row) => row.customerId ?? null)}::uuid[],
        ${rows.map((row) => JSON.stringify(row.data))}::jsonb[], ${rows.map((row) => row.waits)}::boolean[],
        ${rows.map((row) => row.isChange)}::boolean[], ${rows.map((row) => row.isSeen)}::boolean[]
      ) as fact (id, type, contract_id, customer_id, data, waits, is_change, is_seen)
    ), changed as (
      insert into contract_change (merchant_id, contract_id, id)
      select ${context.merchant.id}::uuid, contract_id, id from fact where is_change returning 1
    ), arrived as (
      insert into event_arrival (merchant_id, event_id) select ${context.merchant.id}, id from fact where is_seen
    ), recorded as (
      insert into outbox_event (merchant_id, id, type, contract_id, customer_id, data, created_at, handled_at)
      select ${context.merchant.id}, id, type, contract_id, customer_id, data, ${timestamp}::timestamptz,
        case when waits then null else ${timestamp}::timestamptz end
      from fact returning 1
    )
    select count(*) from recorded`;
  sendAhead(context.tx, insert.compile(context.tx));
  return rows.flatMap(({ id, type, contractId, waits }) =>
    waits && contractId !== undefined ? [{ id, type, contractId }] : [],
  );
}

/** The owner fields and data of an event; each type sets its own. */
const noOwner: {
  readonly contractId?: string;
  readonly customerId?: string;
  readonly data?: Readonly<Record<string, unknown>>;
} = {};

/**
 * Locks contracts and handles their pending events, and those that handlers publish. Without the lock, an event that another transaction is about to
 * commit would be missed. Usage is recorded without that lock, so there is a second look for what was being committed at the first; what comes after
 * that is left to the job that its own transaction enqueues, because where usage never pauses, this would never end.
 */
export async function drainOutbox<Context extends FactWrite & { readonly flush: () => readonly DomainEvent[] }>(
  context: Context,
  subscribers: readonly Reaction<Context>[],
  contractIds: readonly string[],
): Promise<void> {
  lockContracts(context.tx, context.merchant.id, contractIds);
  context.flush();
  for (let look = 1; look <= mostLooks; look++) {
    let events = await pendingEvents(context.tx, context.merchant.id, contractIds);
    if (events.length === 0) return;
    while (events.length > 0) {
      await handle(context, subscribers, events);
      events = context.flush().filter(({ contractId }) => contractIds.includes(contractId));
    }
  }
}

const mostLooks = 2;

async function handle<Context extends FactWrite>(
  context: Context,
  subscribers: readonly Reaction<Context>[],
  events: readonly DomainEvent[],
): Promise<void> {
  for (const subscriber of subscribers) {
    const subscribed = events.filter((event) => subscriber.types.includes(event.type));
    if (subscribed.length > 0) await subscriber.react(context, subscribed);
  }
  await context.tx
    .updateTable("outbox_event")
    .set({ handled_at: context.clock.timestamp })
    .where("merchant_id", "=", context.merchant.id)
    .where("id", "=", oneOf(events.map((event) => event.id)))
    .execute();
  // Data derived from a contract before its events were handled may be out of date afterwards.
  await markContractsChanged(context.tx, context.merchant.id, [...new Set(events.map((event) => event.contractId))]);
}

/**
 * Locks contracts in the order of their ids, so that two writers cannot deadlock. Read after locking: rows of other tables about a contract are
 * stable only while its row is locked.
 */
export function lockContracts(tx: Tx, merchantId: string, contractIds: readonly string[]): void {
  sendAhead(tx, lockOfContracts(tx, { merchantId, contractIds }));
}

const lockOfContracts = cachedStatement<"merchantId" | "contractIds", unknown>((tx, given) =>
  tx
    .selectFrom("contract")
    .select("id")
    .where("merchant_id", "=", given.merchantId)
    .where("id", "=", given.contractIds)
    .orderBy("id")
    .forNoKeyUpdate(),
);

/** Contracts with pending events, in id order, at most `limit`, without those of `except`. */
export async function contractsWithPendingEvents(
  tx: Tx,
  merchantId: string,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom("outbox_event")
    .select("contract_id")
    .distinct()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "is not", null)
    .where("contract_id", "<>", sql<string>`all(${except}::uuid[])`)
    .where("handled_at", "is", null)
    .orderBy("contract_id")
    .limit(limit)
    .execute();
  return rows.flatMap((row) => row.contract_id ?? []);
}

async function pendingEvents(tx: Tx, merchantId: string, contractIds: readonly string[]): Promise<DomainEvent[]> {
  const rows = await tx
    .selectFrom("outbox_event")
    .select(["id", "type", "contract_id"])
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", oneOf(contractIds))
    .where("handled_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ id: row.id, type: row.type, contractId: row.contract_id as string }));
}
