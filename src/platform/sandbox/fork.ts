import { sql } from "kysely";
import { required } from "../../kernel/assert.ts";
import { invalidIssues } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { type Change, recordAudit } from "../audit.ts";
import type { Actor } from "../auth/person.ts";
import { type BackedUpTable, backedUpTables } from "../backup/tables.ts";
import { formatInstant, readClock, wallClock } from "../clock.ts";
import { countedInsert } from "../db/counted-insert.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { merchantNotFound } from "../merchant/merchants.ts";
import { checkName } from "../merchant/settings.ts";

/** Tables that are not copied into a fork, each with the reason. Every other table that names a merchant is copied (ADR 0089). */
export const notCopied: Readonly<Record<string, string>> = {
  api_key: "a key belongs to one merchant",
  user_session: "a session belongs to one merchant",
  sign_in_link: "a sign-in link belongs to one merchant",
  webhook_endpoint: "a fork sends nothing outside",
  webhook_delivery: "belongs to a webhook endpoint",
  webhook_turn: "belongs to a webhook endpoint",
  event_arrival: "the event feed of a fork begins with its own events",
  event_feed: "belongs to the event feed",
  feed_event: "belongs to the event feed",
  idempotent_answer: "a request repeated to a fork is another request",
  request_log: "requests were made to the source",
  signed_head: "a signature names its merchant",
  list_growth: "list sizes are counted again",
};

/** Called before each table, and at the end with the number of all. */
export type ForkProgress = (done: number, total: number) => void;

export type ForkOptions = {
  readonly sourceId: string;
  readonly name: string;
  readonly actor: Actor;
  readonly onProgress?: ForkProgress;
};

/**
 * Copies a merchant into a new sandbox, in one transaction and as one snapshot, while others go on working. Every record keeps its
 * id, number and timestamps; the audit log and the close packages keep their hashes. The sandbox has its own clock, which stands at
 * the source's now. The source is not changed, and nothing is sent outside.
 *
 * @returns the id of the sandbox, which has no key yet
 * @throws DomainError MERCHANT_NOT_FOUND, VALIDATION_FAILED for an invalid name
 */
export async function forkMerchant(db: Db, { sourceId, name, actor, onProgress }: ForkOptions): Promise<string> {
  const issues = checkName(name);
  if (issues.length > 0) throw invalidIssues(issues);
  const forkId = newId();
  await inTransaction(
    db,
    sourceId,
    async (tx) => {
      if ((await readClock(tx, sourceId, "read")) === undefined) throw merchantNotFound();
      await copyMerchant(tx, { sourceId, forkId, name });
      const tables = await copiedTables(tx);
      for (const [index, table] of tables.entries()) {
        onProgress?.(index, tables.length);
        await copyRows(tx, table, { sourceId, forkId });
      }
      onProgress?.(tables.length, tables.length);
      await auditFork(tx, { sourceId, forkId, name, actor });
    },
    { isSnapshot: true },
  );
  return forkId;
}

type Copy = { readonly sourceId: string; readonly forkId: string };

/** Copies the merchant with its settings, as a sandbox whose clock stands at the source's now. */
async function copyMerchant(tx: Tx, { sourceId, forkId, name }: Copy & { readonly name: string }): Promise<void> {
  const source = await tx.selectFrom("merchant").selectAll().where("id", "=", sourceId).executeTakeFirstOrThrow();
  const clock = await tx
    .selectFrom("sandbox_clock")
    .select(["now", "first_tick"])
    .where("merchant_id", "=", sourceId)
    .executeTakeFirst();
  await nameMerchant(tx, forkId);
  await tx
    .insertInto("merchant")
    .values({
      ...source,
      account_map: JSON.stringify(source.account_map),
      approval_policies: JSON.stringify(source.approval_policies),
      id: forkId,
      name,
      is_sandbox: true,
      forked_from: [...source.forked_from, sourceId],
    })
    .execute();
  await tx
    .insertInto("sandbox_clock")
    .values({
      merchant_id: forkId,
      now: clock?.now ?? formatInstant(wallClock()),
      first_tick: clock?.first_tick ?? sql<string>`nextval('sandbox_tick')`,
    })
    .execute();
}

/** Tables that triggers look up without a foreign key ("Keys checked by statement" in the schema). */
const provedByStatement = {
  journal_entry: ["contract"],
  journal_line: ["journal_entry"],
  revenue_entry: ["performance_obligation", "journal_entry"],
  obligation_liability_account: ["performance_obligation"],
};

/** Each table after those that its foreign keys refer to, and the books last, because their closed months reject postings. */
async function copiedTables(tx: Tx): Promise<BackedUpTable[]> {
  const database = { query: <Found extends object>(text: string) => sql.raw<Found>(text).execute(tx) };
  const tables = await backedUpTables(database, provedByStatement);
  const copied = tables.filter(
    ({ name, columns }) => columns.includes("merchant_id") && name !== "sandbox_clock" && notCopied[name] === undefined,
  );
  return copied.sort((a, b) => Number(a.name === "books") - Number(b.name === "books"));
}

/** Row-level security lets a transaction see one merchant at a time, so rows are copied through a temporary table. */
async function copyRows(tx: Tx, table: BackedUpTable, { sourceId, forkId }: Copy): Promise<void> {
  const name = sql.raw(table.name);
  const columns = sql.raw(table.columns.join(", "));
  const copied = sql.join(
    table.columns.map((column) =>
      column === "merchant_id" ? sql`${sql.lit(forkId)}::uuid as merchant_id` : sql.raw(column),
    ),
  );
  await nameMerchant(tx, sourceId);
  await sql`create temporary table forked on commit drop as
    select ${copied} from ${name} where merchant_id = ${sql.lit(sourceId)}${sql.raw(onlySome[table.name] ?? "")}`.execute(
    tx,
  );
  await nameMerchant(tx, forkId);
  await countedInsert(sql`insert into ${name} (${columns}) select ${columns} from forked`).execute(tx);
  await sql`drop table forked`.execute(tx);
}

/** Of events only those not handled yet: their follow-up work is done in the fork as well. */
const onlySome: Readonly<Record<string, string>> = { outbox_event: " and handled_at is null" };

/** Types of records in the audit log whose tables are not copied. */
const typesNotCopied = ["API_KEY", "WEBHOOK_ENDPOINT"];

/**
 * Writes to the fork's audit log where it comes from, which settings differ from those of a new sandbox, and which records in its
 * log were not copied.
 */
async function auditFork(
  tx: Tx,
  { sourceId, forkId, name, actor }: Copy & { readonly name: string; readonly actor: Actor },
): Promise<void> {
  const { merchant, clock } = required(await readClock(tx, forkId, "write"), "the merchant that was just made");
  const { rows } = await sql<{ entityType: string; entityId: string; changes: Change[] }>`
    select entity_type as "entityType", entity_id as "entityId",
      json_agg(json_build_object('path', path, 'from', value, 'to', null) order by path) as changes
    from (
      select distinct on (entity_type, entity_id, path) entity_type, entity_id, change ->> 'path' as path, change -> 'to' as value
      from audit_log, jsonb_array_elements(changes) as change
      where merchant_id = ${forkId} and entity_type = any(${typesNotCopied})
      order by entity_type, entity_id, path, sequence desc
    ) as last
    where value <> 'null'
    group by entity_type, entity_id
    order by entity_type, entity_id`.execute(tx);
  const { lateInvoiceDate } = merchant;
  const settings = Object.entries({ name, lateInvoiceDate }).map(([path, to]) => ({ path, from: null, to }));
  const origin = [{ path: "/forkedFrom", from: null, to: sourceId }];
  const entries = [
    { action: "merchant.fork", entityType: "MERCHANT_FORK", entityId: forkId, changes: origin },
    { action: "merchant.settings", entityType: "MERCHANT", entityId: forkId, changes: settings },
    ...rows.map((left) => ({ action: "merchant.fork-omission", ...left })),
  ];
  recordAudit({ tx, merchant, clock, actor }, entries, undefined);
}

async function nameMerchant(tx: Tx, merchantId: string): Promise<void> {
  await sql`set local accord.merchant_id = ${sql.lit(merchantId)}`.execute(tx);
}
