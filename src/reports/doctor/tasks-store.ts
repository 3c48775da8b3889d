import { sql } from "kysely";
import type { Tx } from "../../platform/db/pool.ts";
import { type AuditRow, differingFields, type Fields, replayedAfter } from "./audited.ts";
import { inOrder } from "./audited-store.ts";
import { type Violations, violationsOf } from "./check-result.ts";
import { type Check, check } from "./check-store.ts";

/**
 * INV-41: every revision of a close task equals the audit log, not only the last one: earlier revisions give owner, due date and requirement
 * of the task in months that are closed by now.
 */
export const tasksCheck: Check = check(
  {
    id: "INV-41",
    severity: "warning",
    sentence: "Every revision of a close task matches the audit log.",
  },
  async ({ tx, merchant }): Promise<Violations> => {
    const [replayed, shown] = [await replayedRevisions(tx, merchant.id), await shownRevisions(tx, merchant.id)];
    const keys = [...new Set([...replayed.keys(), ...shown.keys()])];
    return violationsOf(
      keys.flatMap((key) => {
        const [then, now] = [replayed.get(key), shown.get(key)];
        if (then === undefined || now === undefined) return [`CLOSE_TASK_TEMPLATE ${key}`];
        const fields = differingFields(then, now);
        return fields.length === 0 ? [] : [`CLOSE_TASK_TEMPLATE ${key}: ${fields.join(", ")}`];
      }),
    );
  },
);

/** The replayed fields of each revision of each template, by `<template> revision <number>`; and the last revision of each, by template. */
async function replayedRevisions(tx: Tx, merchantId: string): Promise<Map<string, Fields>> {
  const { rows } = await sql<AuditRow>`
    select sequence, entity_id as "entityId", changes from audit_log
    where merchant_id = ${merchantId} and entity_type = 'CLOSE_TASK_TEMPLATE'
      and action in ('close-task-template.create', 'close-task-template.update')`.execute(tx);
  const revisions = new Map<string, Fields>();
  for (const [id, own] of Map.groupBy(rows, ({ entityId }) => entityId)) {
    let fields: Fields = {};
    for (const [index, row] of inOrder(own).entries()) {
      fields = replayedAfter(fields, row);
      revisions.set(`${id} revision ${index + 1}`, fields);
    }
    revisions.set(id, { revision: own.length });
  }
  return revisions;
}

async function shownRevisions(tx: Tx, merchantId: string): Promise<Map<string, Fields>> {
  const { rows } = await sql<{ key: string; fields: Fields }>`
    select revision.template_id || ' revision ' || revision.revision as key, jsonb_build_object(
      'title', title, 'instructions', instructions, 'ownerEmail', owner.email, 'dueDays', due_days, 'dueIn', due_in, 'isRequired', is_required,
      'fromMonth', to_char(template.from_month, 'YYYY-MM'), 'throughMonth', to_char(through_month, 'YYYY-MM'),
      'effectiveMonth', to_char(effective_month, 'YYYY-MM')) as fields
    from close_task_revision as revision
      join close_task_template as template on template.merchant_id = ${merchantId} and template.id = revision.template_id
      join app_user as owner on owner.id = owner_id
    where revision.merchant_id = ${merchantId}
    union all
    select id::text, jsonb_build_object('revision', revision) from close_task_template where merchant_id = ${merchantId}`.execute(
    tx,
  );
  return new Map(rows.map(({ key, fields }) => [key, fields]));
}
