import { type RawBuilder, sql } from "kysely";
import { type Day, firstDayOf, formatDay, lastDayOf, type Month } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import { deadLetterQueueName, outboxQueueName } from "../platform/jobs/queue.ts";
import { type Found, recordsShown } from "./checklist.ts";

/** Contracts that a close leaves out. */
type LeftOut = { readonly leftOut: ReadonlySet<string> };

function isLeftOut(contractId: RawBuilder<unknown>, leftOut: ReadonlySet<string>): RawBuilder<unknown> {
  return sql`${contractId} = any(${[...leftOut]}::uuid[])`;
}

/**
 * Drafts dated in a month or before, earliest first. Usage drafts only after their grace days, including those dated on the day after the month
 * (arrears).
 */
export function dueDrafts(
  tx: Tx,
  merchantId: string,
  {
    month,
    today,
    ofUsage,
    leftOut,
  }: LeftOut & { readonly month: Month; readonly today: Day; readonly ofUsage: boolean },
): Promise<Found> {
  const last = ofUsage ? firstDayOf(month + 1) : lastDayOf(month);
  return found(
    tx,
    sql`select id::text, row_number() over (order by issue_date, id) as place from invoice
      where merchant_id = ${merchantId} and status = 'DRAFT' and issue_date <= ${formatDay(last)}::date
        and (ready_on is not null) = ${ofUsage}::boolean and coalesce(ready_on <= ${formatDay(today)}::date, true)
        and not ${isLeftOut(sql`contract_id`, leftOut)}`,
  );
}

/** True if an approved contract bills usage. */
export async function hasUsageTerms(tx: Tx, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from billing_term as term
        join contract on contract.merchant_id = term.merchant_id and contract.id = term.contract_id
      where term.merchant_id = ${merchantId} and term.event_type_id is not null and term.deleted_at is null
        and contract.status = 'APPROVED') as has`.execute(tx);
  return rows[0]?.has ?? false;
}

/**
 * Usage may be recorded and deleted while a month closes (ADR 0053). A close counts it without waiting for its reactions, which change
 * drafts, and documents of later days.
 */
const usageEvents = ["usage.recorded", "usage.deleted", "usage.late-received"] as const;

/** Contracts with pending events: those whose job failed, or the others, without usage. */
export function contractsWithWork(
  tx: Tx,
  merchantId: string,
  { hasFailed, leftOut }: LeftOut & { readonly hasFailed: boolean },
): Promise<Found> {
  return found(
    tx,
    sql`
      with failed as materialized (
        select data ->> 'contractId' as contract_id from pgboss.job
        where name = ${deadLetterQueueName} and state <> 'completed' and source_name = ${outboxQueueName}
          and data ->> 'merchantId' = ${merchantId}
      )
      select contract_id::text as id, row_number() over (order by contract_id) as place from (
        select distinct contract_id from outbox_event
        where merchant_id = ${merchantId} and handled_at is null and contract_id is not null
          and (${hasFailed}::boolean or type <> all(${[...usageEvents]}::text[]))
          and not ${isLeftOut(sql`contract_id`, leftOut)}
      ) as waiting
      where ${hasFailed}::boolean = exists (select from failed where failed.contract_id = waiting.contract_id::text)`,
  );
}

/**
 * Approved contracts with groups whose sums must be checked, by id: groups with performance obligations that do not follow a single term, or with
 * terms that no obligation earns.
 */
export async function contractsWithStatedGroups(
  tx: Tx,
  merchantId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from contract
    where merchant_id = ${merchantId} and status = 'APPROVED' and deleted_at is null and id > ${after}::uuid and (
      exists (
        select from performance_obligation as pob
        where pob.merchant_id = contract.merchant_id and pob.contract_id = contract.id
          and pob.deleted_at is null and pob.billing_term_id is null)
      or exists (
        select from billing_term as term
        where term.merchant_id = contract.merchant_id and term.contract_id = contract.id and term.deleted_at is null
          and not exists (
            select from performance_obligation as pob
            where pob.merchant_id = term.merchant_id and pob.contract_id = term.contract_id
              and pob.billing_term_id = term.id and pob.deleted_at is null)))
    order by id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

async function found(tx: Tx, query: RawBuilder<unknown>): Promise<Found> {
  const { rows } = await sql<{ total: string; ids: string[] }>`
    with found as materialized (${query})
    select (select count(*) from found) as total,
      array(select id from found order by place limit ${recordsShown}) as ids`.execute(tx);
  const [row] = rows;
  return { total: Number(row?.total ?? 0), ids: row?.ids ?? [] };
}
