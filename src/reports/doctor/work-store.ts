import { sql } from "kysely";
import {
  deadLetterQueueName,
  dueWorkQueueName,
  hourlyQueueName,
  housekeepingQueueName,
  isInTurn,
  outboxQueueName,
  paymentMethodQueueName,
  processingQueueName,
} from "../../platform/jobs/queue.ts";
import { type Check, check, type Examination, queryCheck, violationsIn } from "./check-store.ts";

const secondsUntilLost = 60;
const secondsUntilSlow = 600;

/** INV-24: pending events and jobs. INV-26: issued invoices, closes and approvals are in the audit log. */
export const workChecks: readonly Check[] = [
  check(
    {
      id: "INV-24",
      severity: "violation",
      sentence: "Every contract with pending events has a job that will handle them.",
    },
    (examination) =>
      violationsIn(
        examination.tx,
        sql`
          with coming as materialized (
            select singleton_key from pgboss.job where name = ${outboxQueueName}
              and (state in ('created', 'retry') or (state = 'active' and heartbeat_on > now() - ${secondsUntilLost} * interval '1 second'))
              and starts_with(singleton_key, ${examination.merchant.id}::text || '/')
          )
          select distinct fact.contract_id as id from outbox_event as fact
          where ${waitsSince(examination, secondsUntilLost)}
            and not exists (select from coming where singleton_key = fact.merchant_id || '/' || fact.contract_id)`,
      ),
  ),
  check(
    {
      id: "INV-24",
      severity: "warning",
      sentence: "Pending events are handled within ten minutes; otherwise check that a worker is running.",
    },
    (examination) =>
      violationsIn(
        examination.tx,
        sql`
          select distinct fact.contract_id as id from outbox_event as fact
          where ${waitsSince(examination, secondsUntilSlow)}`,
      ),
  ),
  check(
    {
      id: "INV-24",
      severity: "violation",
      sentence: "No job failed after its last retry.",
    },
    // The hourly job and the housekeeping belong to no merchant, so their failure is reported for every live merchant.
    ({ tx, merchant }) =>
      violationsIn(
        tx,
        sql`
          select id from pgboss.job where name = ${deadLetterQueueName} and state <> 'completed' and (
            data ->> 'merchantId' = ${merchant.id}
            or (not ${merchant.isSandbox}::boolean and data ->> 'merchantId' is null
              and source_name in (${hourlyQueueName}, ${housekeepingQueueName})))`,
      ),
  ),
  // Without outbox jobs, whose events the first two checks cover. The hourly job and the housekeeping belong to no merchant and are reported for
  // every live one.
  check(
    {
      id: "INV-24",
      severity: "warning",
      sentence:
        "Jobs run within ten minutes of being due, due work within the hour; otherwise check that a worker is running.",
    },
    ({ tx, merchant }) =>
      violationsIn(
        tx,
        sql`
          select id from pgboss.job
          where name in (${processingQueueName}, ${paymentMethodQueueName}, ${hourlyQueueName}, ${housekeepingQueueName}, ${dueWorkQueueName}) and (
              (state in ('created', 'retry') and start_after < now() - ${secondsUntilSlow} * interval '1 second' and not (${isInTurn}))
              or (state = 'active' and heartbeat_on < now() - ${secondsUntilSlow} * interval '1 second'))
            and (data ->> 'merchantId' = ${merchant.id} or (not ${merchant.isSandbox}::boolean
              and name in (${hourlyQueueName}, ${housekeepingQueueName})))`,
      ),
  ),
  queryCheck(
    {
      id: "INV-26",
      severity: "violation",
      sentence: "Every issued invoice is in the audit log with its content hash.",
    },
    (merchantId) => sql`
      with audited as materialized (
        select audit.entity_id, number.text #>> '{}' as invoice_number, hashes -> (place - 1)::integer #>> '{}' as hash
        from audit_log as audit,
          jsonb_path_query_first(audit.changes, '$[*] ? (@.path == "/invoices").to') as numbers,
          jsonb_path_query_first(audit.changes, '$[*] ? (@.path == "/contentHashes").to') as hashes,
          jsonb_array_elements(numbers) with ordinality as number (text, place)
        where audit.merchant_id = ${merchantId} and audit.action = 'invoice.issue'
      )
      select invoice.id from invoice
        left join audited on audited.entity_id = invoice.contract_id::text and audited.invoice_number = invoice.invoice_number
      where invoice.merchant_id = ${merchantId} and invoice.status <> 'DRAFT'
        and (audited.entity_id is null or audited.hash is distinct from encode(invoice.content_hash, 'hex'))`,
  ),
  queryCheck(
    {
      id: "INV-26",
      severity: "violation",
      sentence: "Every close and reopening of a month, and every approval of a contract, is in the audit log.",
    },
    (merchantId) => sql`
      select to_char(month, 'YYYY-MM') as id from accounting_period as period
      where merchant_id = ${merchantId} and (
        close_count <> (
          select count(*) from audit_log as audit
          where audit.merchant_id = ${merchantId} and audit.action = 'period.close'
            and audit.entity_id = to_char(period.month, 'YYYY-MM'))
        or (reopened_at is not null and not exists (
          select from audit_log as audit
          where audit.merchant_id = ${merchantId} and audit.action = 'period.reopen'
            and audit.entity_id = to_char(period.month, 'YYYY-MM'))))
      union all
      select id::text from contract
      where merchant_id = ${merchantId} and status = 'APPROVED' and not exists (
        select from audit_log as audit
        where audit.merchant_id = ${merchantId} and audit.action = 'contract.approve'
          and audit.entity_id = contract.id::text)`,
  ),
];

/**
 * SQL condition for events of contracts that have been pending for some seconds. The age comes from the UUIDv7 in their id, which is real time:
 * other timestamps are of the merchant's clock, which may stand still in a sandbox.
 */
function waitsSince({ merchant, wallNow }: Examination, seconds: number) {
  const hex = (wallNow.epochMilliseconds - seconds * 1_000).toString(16).padStart(12, "0");
  const bound = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
  return sql`fact.merchant_id = ${merchant.id} and fact.handled_at is null and fact.contract_id is not null
    and fact.id < ${bound}::uuid`;
}
