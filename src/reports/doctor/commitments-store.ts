import { sql } from "kysely";
import { type Check, queryCheck } from "./check-store.ts";

/** INV-13 and INV-14: schedules, steps and terms of commitments. Drawdown needs no check, because it is recomputed from usage on each request. */
export const commitmentChecks: readonly Check[] = [
  queryCheck(
    {
      id: "INV-13",
      severity: "violation",
      sentence:
        "The schedules of a commitment follow each other without a gap, over all of its contract if stated, and no other one of the customer has its event types on the same days.",
    },
    (merchantId) => sql`
      with live as materialized (
        select schedule.*, commitment.contract_id, commitment.is_full_duration, commitment.terminated_at, customer_id,
          contract.start_date as contract_start, contract.end_date as contract_end
        from commitment
          join contract on contract.merchant_id = ${merchantId} and contract.id = commitment.contract_id
          join commitment_schedule as schedule
            on schedule.merchant_id = ${merchantId} and schedule.commitment_id = commitment.id
        where commitment.merchant_id = ${merchantId} and commitment.deleted_at is null and schedule.deleted_at is null
      ), measured as (
        select distinct live.commitment_id, live.contract_id, customer_id, live.start_date, live.end_date, event_type_id
        from live
          join commitment_step as step on step.merchant_id = ${merchantId} and step.schedule_id = live.id
            and step.deleted_at is null
          join commitment_step_term as link on link.merchant_id = ${merchantId} and link.step_id = step.id
          join billing_term as term on term.merchant_id = ${merchantId} and term.id = link.billing_term_id
      )
      select id from commitment where merchant_id = ${merchantId} and deleted_at is null
        and not exists (select from live where live.commitment_id = commitment.id)
      union
      select commitment_id from (
        select commitment_id, start_date, end_date,
          lag(end_date, 1, start_date) over (partition by commitment_id order by start_date, end_date) as expected
        from live) as chain
      where start_date <> expected or end_date <= start_date
      union
      select commitment_id from live where is_full_duration and terminated_at is null
      group by commitment_id, contract_start, contract_end
      having (min(start_date), max(end_date)) is distinct from (contract_start, contract_end)
      union
      select a.commitment_id from measured as a join measured as b
        on b.event_type_id = a.event_type_id and b.commitment_id <> a.commitment_id
        and (b.customer_id = a.customer_id or b.contract_id = a.contract_id)
        and b.start_date < a.end_date and a.start_date < b.end_date`,
  ),
  queryCheck(
    {
      id: "INV-14",
      severity: "violation",
      sentence:
        "Every schedule of a commitment has steps in order, each with one term of its contract for every event type, tiers of overage rise from zero, terms know the days that they are committed on, deleted steps keep their terms, and none of its changes is missing.",
    },
    (merchantId) => sql`
      with live as materialized (
        select schedule.*, contract_id from commitment join commitment_schedule as schedule
          on schedule.merchant_id = ${merchantId} and schedule.commitment_id = commitment.id
        where commitment.merchant_id = ${merchantId} and commitment.deleted_at is null and schedule.deleted_at is null
      ), steps as materialized (
        select step.*, commitment.contract_id from commitment join commitment_step as step
          on step.merchant_id = ${merchantId} and step.commitment_id = commitment.id
        where commitment.merchant_id = ${merchantId} and commitment.deleted_at is null and step.deleted_at is null
      ), measured as (
        select steps.id, commitment_id, array_agg(term.event_type_id order by term.event_type_id) as types
        from steps
          left join commitment_step_term as link on link.merchant_id = ${merchantId} and link.step_id = steps.id
          left join billing_term as term on term.merchant_id = ${merchantId} and term.id = link.billing_term_id
            and term.contract_id = steps.contract_id and term.deleted_at is null
        group by steps.id, commitment_id
      )
      select id from live where not exists (select from steps where steps.schedule_id = live.id)
      union
      select id from steps where not exists (
        select from live where live.id = steps.schedule_id and live.commitment_id = steps.commitment_id)
      union
      select id from (
        select id, position, row_number() over (partition by schedule_id order by position) - 1 as expected
        from steps) as ordered
      where position <> expected
      union
      select id from measured where array_position(types, null) is not null
        or types <> (select array_agg(distinct type order by type) from unnest(types) as type)
      union
      select a.id from measured as a join measured as b on b.commitment_id = a.commitment_id where a.types <> b.types
      union
      select live.id from live, jsonb_array_elements(overage_configs) as config where exists (
        select from (
          select "from", lag("from") over (order by place) as previous from (
            select (tier ->> 'from')::numeric as "from", place
            from jsonb_array_elements(config -> 'tiers') with ordinality as each (tier, place)) as tiers) as chain
        where "from" <= previous or (previous is null and "from" <> 0))
      union
      select term.id from billing_term as term
      where term.merchant_id = ${merchantId} and term.deleted_at is null and term.committed <> coalesce((
        select jsonb_agg(jsonb_build_object('commitmentId', commitment_id, 'start', start_date, 'end', end_date)
          order by start_date)
        from live where exists (
          select from steps join commitment_step_term as link
            on link.merchant_id = ${merchantId} and link.step_id = steps.id
          where steps.schedule_id = live.id and link.billing_term_id = term.id)), '[]')
      union
      -- A deleted step has the terms that the audit log last had of it.
      select gone.id from commitment_step as gone cross join lateral (
        select step -> 'billingTermIds' as terms
        from audit_log as audit, jsonb_path_query(audit.changes, '$[*] ? (@.path == "schedules").to[*].steps[*]') as step
        where audit.merchant_id = ${merchantId} and audit.entity_id = gone.commitment_id::text and audit.entity_type = 'COMMITMENT'
          and step ->> 'id' = gone.id::text
        order by audit.sequence desc limit 1) as last
      where gone.merchant_id = ${merchantId} and gone.deleted_at is not null and last.terms <> (
        select coalesce(jsonb_agg(link.billing_term_id order by link.position), '[]') from commitment_step_term as link
        where link.merchant_id = ${merchantId} and link.step_id = gone.id)
      union
      select commitment_id from (
        select commitment_id, number, row_number() over (partition by commitment_id order by number) as expected
        from commitment_change where merchant_id = ${merchantId}) as numbered
      where number <> expected`,
  ),
];
