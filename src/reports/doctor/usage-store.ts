import { hash } from "node:crypto";
import { sql } from "kysely";
import { canonicalDecimal, ratioFromDecimal } from "../../kernel/decimal.ts";
import { compareRatios, sumRatios } from "../../kernel/ratio.ts";
import { dailyUsage } from "../../usage/daily-store.ts";
import { quantityOf, usageAsOfMonth } from "../../usage/daily-usage.ts";
import { fingerprintedEvents } from "../../usage/event-store.ts";
import { contentOf } from "../../usage/usage-event.ts";
import { merged, noViolations, type Violations, violationsOf } from "./check-result.ts";
import { type Check, check, type Examination, queryCheck } from "./check-store.ts";

const streamsPerChunk = 200;
const eventsPerChunk = 5_000;
const sampledEvents = 100_000;

/** INV-18: usage is recorded once, counted once and billed by one term. */
export const usageChecks: readonly Check[] = [
  queryCheck(
    {
      id: "INV-18",
      severity: "violation",
      sentence: "Every usage event has a key of its own, and every key its event.",
    },
    (merchantId) => sql`
      select coalesce(event.id, claimed.event_id) as id
      from (select * from usage_event where merchant_id = ${merchantId}) as event
        full join (select * from usage_event_key where merchant_id = ${merchantId}) as claimed
          on claimed.event_id = event.id and claimed.idempotency_key = event.idempotency_key
      where event.id is null or claimed.event_id is null`,
  ),
  check(
    {
      id: "INV-18",
      severity: "violation",
      sentence: "No usage event belongs to two terms that bill their own usage.",
    },
    ({ tx, merchant }) => twiceBilled(tx, merchant),
  ),
  check(
    {
      id: "INV-18",
      severity: "violation",
      sentence:
        "The daily totals by which usage is billed and earned have every usage event once, and add up to the events.",
    },
    countedOtherwise,
  ),
  check(
    {
      id: "INV-18",
      severity: "violation",
      sentence: "Every usage event is unchanged since it was recorded under its key.",
    },
    changedEvents,
  ),
  queryCheck(
    {
      id: "INV-18",
      severity: "violation",
      sentence: "The deleted usage events are those whose deletion is in the audit log.",
    },
    (merchantId) => sql`
      select coalesce(audited.id, deletion.parent_event_id::text) as id
      from (
        select entity_id as id from audit_log where merchant_id = ${merchantId} and action = 'usage-event.delete'
        union
        select jsonb_array_elements_text(changes -> 0 -> 'to') from audit_log
        where merchant_id = ${merchantId} and action = 'usage-event.delete-bulk'
      ) as audited full join (select * from usage_event_deletion where merchant_id = ${merchantId}) as deletion
        on deletion.parent_event_id::text = audited.id
      where audited.id is null or deletion.parent_event_id is null`,
  ),
];

/** Compares the stored fields of events with fingerprints of what was sent. Of more than `sampledEvents` a different part each day, unless `full`. */
async function changedEvents({ tx, merchant, clock, full }: Examination): Promise<Violations> {
  let found = noViolations;
  const { rows } = await sql<{ count: string }>`
    select count(*) from usage_event_key where merchant_id = ${merchant.id}`.execute(tx);
  const parts = full ? 1 : Math.ceil(Number(rows[0]?.count ?? 0) / sampledEvents) || 1;
  const part = ((clock.today % parts) + parts) % parts;
  for (let after: string | undefined; ; ) {
    const chunk = await fingerprintedEvents(tx, merchant.id, { after, limit: eventsPerChunk, part, parts });
    const last = chunk.at(-1);
    if (last === undefined) return found;
    const changed = chunk.filter(({ event, fingerprint }) => hash("sha256", contentOf(event)) !== fingerprint);
    found = merged(found, violationsOf(changed.map(({ event }) => event.id)));
    // The key comes from the table of keys: an altered event may have another one.
    after = last.key;
  }
}

async function twiceBilled(tx: Examination["tx"], merchant: Examination["merchant"]): Promise<Violations> {
  const { rows } = await sql<{ id: string }>`
    with standalone as materialized (
      select contract.customer_id, term.id, term.event_type_id, term.start_date, term.end_date
      from billing_term as term
        join contract on contract.merchant_id = ${merchant.id} and contract.id = term.contract_id
      where term.merchant_id = ${merchant.id} and term.event_type_id is not null and term.usage_scope = 'STANDALONE'
        and term.deleted_at is null and contract.deleted_at is null and contract.status = 'APPROVED'
    ), overlap as materialized (
      select one.customer_id, one.event_type_id, greatest(one.start_date, other.start_date) as first_day,
        least(one.end_date, other.end_date) as end_date
      from standalone as one join standalone as other using (customer_id, event_type_id)
      where one.id < other.id and one.start_date < coalesce(other.end_date, 'infinity')
        and other.start_date < coalesce(one.end_date, 'infinity')
    )
    select distinct event.id from overlap
      join usage_event as event on event.merchant_id = ${merchant.id}
        and event.customer_id = overlap.customer_id and event.event_type_id = overlap.event_type_id
      cross join lateral (select (event.datetime at time zone ${merchant.timeZone})::date as day) as civil
    where day >= first_day and (end_date is null or day < end_date)
      and not exists (
        select from usage_event_deletion as deletion
        where deletion.merchant_id = ${merchant.id} and deletion.parent_event_id = event.id)
    order by event.id`.execute(tx);
  return violationsOf(rows.map(({ id }) => id));
}

/** Event types for which the events of a customer, counted and summed directly, differ from the daily usage that invoices are calculated from. */
async function countedOtherwise({ tx, merchant }: Examination): Promise<Violations> {
  let found = noViolations;
  const streams = await recorded(tx, merchant.id);
  for (let from = 0; from < streams.length; from += streamsPerChunk) {
    const chunk = streams.slice(from, from + streamsPerChunk);
    const days = usageAsOfMonth(await dailyUsage(tx, merchant, chunk), null);
    const byStream = Map.groupBy(days, ({ customerId, eventTypeId }) => `${customerId}/${eventTypeId}`);
    const inconsistent = chunk.filter(({ customerId, eventTypeId, aggregation, isKnown, ...counted }) => {
      const own = byStream.get(`${customerId}/${eventTypeId}`) ?? [];
      const events = own.reduce((count, day) => count + day.events, 0);
      const sum = sumRatios(own.map(quantityOf));
      // A largest or last value has no sum to compare.
      const isAddedUp = aggregation === "SUM" || aggregation === "COUNT";
      const isSame = !isAddedUp || compareRatios(sum, counted.sum) === 0;
      return !isKnown || events !== counted.events || !isSame;
    });
    found = merged(found, violationsOf(inconsistent.map(({ eventTypeId }) => eventTypeId)));
  }
  return found;
}

/** Number and sum of the events of each customer and event type, without deleted ones. */
async function recorded(tx: Examination["tx"], merchantId: string) {
  const { rows } = await sql<{
    customer_id: string;
    event_type_id: string;
    aggregation: string | null;
    is_recorded: boolean;
    events: number;
    sum: string;
  }>`
    select counted.*, type.aggregation, stream.merchant_id is not null as is_recorded
    from (
      select customer_id, event_type_id, count(*)::int as events, sum(value) as sum from usage_event as event
      where merchant_id = ${merchantId} and not exists (
        select from usage_event_deletion as deletion
        where deletion.merchant_id = ${merchantId} and deletion.parent_event_id = event.id)
      group by customer_id, event_type_id
    ) as counted
      left join event_type as type on type.merchant_id = ${merchantId} and type.id = counted.event_type_id
      left join usage_stream as stream on stream.merchant_id = ${merchantId}
        and stream.customer_id = counted.customer_id and stream.event_type_id = counted.event_type_id
    order by counted.customer_id, counted.event_type_id`.execute(tx);
  return rows.map((row) => ({
    customerId: row.customer_id,
    eventTypeId: row.event_type_id,
    aggregation: row.aggregation,
    isKnown: row.is_recorded,
    events: row.events,
    sum: ratioFromDecimal(canonicalDecimal(row.sum)),
  }));
}
