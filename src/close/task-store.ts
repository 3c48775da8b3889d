import { sql } from "kysely";
import type { Month } from "../kernel/day.ts";
import { instantOut } from "../platform/clock.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import {
  type DayCount,
  dueDate,
  type Evidence,
  type MonthTask,
  type Owner,
  type TaskEvent,
  type TaskRevision,
  type TaskTemplate,
} from "./task.ts";

/** The active member with an e-mail address, ignoring case; undefined if there is none. */
export async function activeMember(tx: Tx, merchantId: string, email: string): Promise<Owner | undefined> {
  const row = await tx
    .selectFrom("membership")
    .innerJoin("app_user", "app_user.id", "membership.user_id")
    .select(["membership.user_id", "app_user.email"])
    .where("membership.merchant_id", "=", merchantId)
    .where("membership.status", "=", "ACTIVE")
    .where(sql<boolean>`lower(app_user.email) = lower(${email})`)
    .executeTakeFirst();
  return row === undefined ? undefined : { ownerId: row.user_id, ownerEmail: row.email };
}

export async function insertTemplate(
  tx: Tx,
  merchantId: string,
  template: { readonly id: string; readonly fromMonth: Month; readonly createdAt: string },
): Promise<void> {
  await tx
    .insertInto("close_task_template")
    .values({
      merchant_id: merchantId,
      id: template.id,
      from_month: monthColumn(template.fromMonth),
      revision: 1,
      created_at: template.createdAt,
    })
    .execute();
}

export async function insertRevision(
  tx: Tx,
  merchantId: string,
  templateId: string,
  revision: TaskRevision,
): Promise<void> {
  await tx
    .insertInto("close_task_revision")
    .values({
      merchant_id: merchantId,
      template_id: templateId,
      revision: revision.revision,
      effective_month: monthColumn(revision.effectiveMonth),
      through_month: revision.throughMonth === null ? null : monthColumn(revision.throughMonth),
      title: revision.title,
      instructions: revision.instructions,
      owner_id: revision.ownerId,
      due_days: revision.dueDays,
      due_in: revision.dueIn,
      is_required: revision.isRequired,
    })
    .execute();
  await tx
    .updateTable("close_task_template")
    .set({ revision: revision.revision })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", templateId)
    .execute();
}

/** Locks a template until the transaction ends; its last revision, or undefined if it does not exist. */
export async function lockTemplate(tx: Tx, merchantId: string, templateId: string): Promise<TaskTemplate | undefined> {
  await sql`
    select from close_task_template where merchant_id = ${merchantId} and id = ${templateId} for update`.execute(tx);
  const row = await templatesOf(tx, merchantId).where("template.id", "=", templateId).executeTakeFirst();
  return row === undefined ? undefined : templateFrom(row);
}

/** The number of templates for months that are not closed. */
export async function liveTemplates(tx: Tx, merchantId: string, closedThrough: Month | null): Promise<number> {
  const closed = closedThrough === null ? null : monthColumn(closedThrough);
  const { total } = await tx
    .selectFrom(templatesOf(tx, merchantId).as("template"))
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .where(sql<boolean>`coalesce(through_month >= greatest(from_month, ${closed}::date + interval '1 month'), true)`)
    .executeTakeFirstOrThrow();
  return Number(total);
}

const templateFilters: Readonly<Record<string, FilterTarget>> = {
  ownerEmail: column(sql.ref("owner.email")),
  title: column(sql.ref("stated.title")),
};

/** One page of templates in their last revision, newest first. */
export async function listTemplates(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ templates: TaskTemplate[]; extent: Extent }> {
  const rules = { targets: templateFilters, order: [["template.id", "desc"]] } as const;
  const { rows, extent } = await selectPage(templatesOf(tx, merchantId), list, rules);
  return { templates: rows.map(templateFrom), extent };
}

function templatesOf(tx: Tx, merchantId: string) {
  return tx
    .selectFrom("close_task_template as template")
    .innerJoin("close_task_revision as stated", (join) =>
      join
        .onRef("stated.merchant_id", "=", "template.merchant_id")
        .onRef("stated.template_id", "=", "template.id")
        .onRef("stated.revision", "=", "template.revision"),
    )
    .innerJoin("app_user as owner", "owner.id", "stated.owner_id")
    .select([
      "template.id",
      "template.from_month",
      "template.revision",
      "stated.effective_month",
      "stated.through_month",
    ])
    .select(["stated.title", "stated.instructions", "stated.due_days", "stated.due_in", "stated.is_required"])
    .select(["stated.owner_id", "owner.email"])
    .where("template.merchant_id", "=", merchantId);
}

type TemplateRow = Awaited<ReturnType<ReturnType<typeof templatesOf>["executeTakeFirstOrThrow"]>>;

function templateFrom(row: TemplateRow): TaskTemplate {
  return {
    id: row.id,
    title: row.title,
    instructions: row.instructions,
    ownerId: row.owner_id,
    ownerEmail: row.email,
    dueDays: row.due_days,
    dueIn: row.due_in,
    isRequired: row.is_required,
    fromMonth: monthFromColumn(row.from_month),
    throughMonth: row.through_month === null ? null : monthFromColumn(row.through_month),
    revision: row.revision,
    effectiveMonth: monthFromColumn(row.effective_month),
  };
}

type TaskRow = {
  template_id: string;
  month: string;
  title: string;
  instructions: string | null;
  owner_email: string;
  due_days: number;
  due_in: DayCount;
  is_required: boolean;
  kind: TaskEvent["kind"] | null;
  sequence: number;
  at: string;
  by: string;
  by_email: string | null;
  reason: string | null;
  evidence: readonly Evidence[];
};

/**
 * The tasks of months by the last revision for each month, with their last event: by month, due day and title.
 *
 * @param only one template
 */
export async function tasksOfMonths(
  tx: Tx,
  merchantId: string,
  { first, last, only = null }: { readonly first: Month; readonly last: Month; readonly only?: string | null },
): Promise<MonthTask[]> {
  const { rows } = await sql<TaskRow>`
    select template.id as template_id, months.month::date::text as month, stated.title, stated.instructions, owner.email as owner_email,
      stated.due_days, stated.due_in, stated.is_required, event.kind, event.sequence, event.at, event.by,
      maker.email as by_email, event.reason, event.evidence
    from generate_series(${monthColumn(first)}::date, ${monthColumn(last)}::date, interval '1 month') as months (month)
      cross join close_task_template as template
      cross join lateral (
        select * from close_task_revision as each
        where each.merchant_id = template.merchant_id and each.template_id = template.id
          and each.effective_month <= months.month
        order by each.revision desc limit 1
      ) as stated
      join app_user as owner on owner.id = stated.owner_id
      left join lateral (
        select * from close_task_event as each
        where each.merchant_id = template.merchant_id and each.template_id = template.id and each.month = months.month
        order by each.sequence desc limit 1
      ) as event on true
      left join api_key on api_key.merchant_id = template.merchant_id and event.by = 'KEY:' || api_key.id
      left join app_user as maker
        on maker.id = coalesce(api_key.created_by_user_id, case when event.by like 'USER:%' then substr(event.by, 6)::uuid end)
    where template.merchant_id = ${merchantId} and template.from_month <= months.month
      and coalesce(stated.through_month >= months.month, true) and (${only}::uuid is null or template.id = ${only}::uuid)`.execute(
    tx,
  );
  return rows.map(taskFrom).sort(byDay);
}

function byDay(one: MonthTask, other: MonthTask): number {
  if (one.month !== other.month) return one.month - other.month;
  if (one.dueDate !== other.dueDate) return one.dueDate - other.dueDate;
  if (one.title !== other.title) return one.title < other.title ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

function taskFrom(row: TaskRow): MonthTask {
  const month = monthFromColumn(row.month);
  return {
    id: row.template_id,
    month,
    title: row.title,
    instructions: row.instructions,
    ownerEmail: row.owner_email,
    isRequired: row.is_required,
    dueDate: dueDate(month, { dueDays: row.due_days, dueIn: row.due_in }),
    last: row.kind === null ? null : eventFrom(row, row.kind),
  };
}

function eventFrom(row: TaskRow, kind: TaskEvent["kind"]): TaskEvent {
  const { sequence, at, by, by_email: byEmail, reason, evidence } = row;
  return { kind, sequence, at: instantOut(at), by, byEmail, reason, evidence };
}

export async function insertEvent(
  tx: Tx,
  merchantId: string,
  { id, month }: Pick<MonthTask, "id" | "month">,
  event: TaskEvent,
): Promise<void> {
  await tx
    .insertInto("close_task_event")
    .values({
      merchant_id: merchantId,
      template_id: id,
      month: monthColumn(month),
      sequence: event.sequence,
      kind: event.kind,
      at: event.at,
      by: event.by,
      reason: event.reason,
      evidence: JSON.stringify(event.evidence),
    })
    .execute();
}

/** The ids that are journal entries of the merchant. */
export async function knownEntries(tx: Tx, merchantId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom("journal_entry")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("id", "in", ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The e-mail address of a user, or of the creator of a key; null for a key without a user, and for the program. */
export async function makerOf(tx: Tx, merchantId: string, { kind, id }: { kind: string; id: string }) {
  const users = tx.selectFrom("app_user").select("app_user.email");
  if (kind === "USER") return (await users.where("id", "=", id).executeTakeFirst())?.email ?? null;
  if (kind !== "KEY") return null;
  const row = await users
    .innerJoin("api_key", "api_key.created_by_user_id", "app_user.id")
    .where("api_key.merchant_id", "=", merchantId)
    .where("api_key.id", "=", id)
    .executeTakeFirst();
  return row?.email ?? null;
}
