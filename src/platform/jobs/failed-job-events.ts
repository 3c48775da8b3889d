/**
 * SQL of a trigger that publishes `job.failed` when a job of a merchant becomes a dead letter, in the same transaction. So it is
 * published exactly once, whether the job's worker failed it or the process that cleans up after a dead worker. It is a trigger
 * because the job library fails jobs with statements of its own. The hourly work, which belongs to no merchant, publishes nothing.
 * The parameter is the name of the dead-letter queue.
 */
export function publishFailedJobs(deadLetters: string): string {
  return `
  create or replace procedure pgboss.accord_record_failure(merchant uuid, event_data jsonb) language plpgsql as $record$
  declare
    event constant uuid := gen_random_uuid();
    before constant text := coalesce(current_setting('accord.merchant_id', true), '');
    propagated constant text := coalesce(nullif(current_setting('citus.propagate_set_commands', true), ''), 'none');
    moment timestamptz;
  begin
    -- Of a distributed database, nodes learn of the merchant by it; it means nothing anywhere else.
    perform set_config('citus.propagate_set_commands', 'local', true);
    execute format('set local accord.merchant_id = %L', merchant);
    moment := coalesce((select clock.now from public.sandbox_clock as clock where clock.merchant_id = merchant), now());
    insert into public.outbox_event (merchant_id, id, type, contract_id, customer_id, data, created_at, handled_at)
    values (merchant, event, 'job.failed', null, null, event_data, moment, moment);
    insert into public.event_arrival (merchant_id, event_id) values (merchant, event);
    execute format('set local accord.merchant_id = %L', before);
    perform set_config('citus.propagate_set_commands', propagated, true);
  end $record$;
  create or replace function pgboss.accord_on_dead_letter() returns trigger language plpgsql as $dead$
  begin
    -- A procedure of its own: what a trigger itself does is no transaction of several statements for the nodes of a distributed database.
    call pgboss.accord_record_failure((new.data ->> 'merchantId')::uuid, jsonb_build_object(
      'jobId', new.source_id, 'jobType', upper(replace(new.source_name, '-', '_')), 'contractId', new.data ->> 'contractId'));
    return null;
  end $dead$;
  create or replace trigger accord_on_dead_letter after insert on pgboss.job for each row
    when (new.name = '${deadLetters}' and new.data ->> 'merchantId' is not null and new.source_id is not null)
    execute function pgboss.accord_on_dead_letter();
  -- Earlier versions had the trigger under another name; with both, each failure would be published twice.
  drop trigger if exists accord_tell_failure on pgboss.job;
  drop function if exists pgboss.accord_tell_failure();
  drop procedure if exists pgboss.accord_tell(uuid, jsonb);`;
}
