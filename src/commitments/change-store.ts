import { sql } from "kysely";
import { Type } from "typebox";
import { assert, required } from "../kernel/assert.ts";
import { idArray, monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { type Cutoff, liveAt } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import { bodyValidator } from "../platform/http/validation.ts";
import { Closed, Nullable, OneOf } from "../platform/http/wire.ts";
import type { RowOf } from "../schema/tables.ts";
import {
  type Commitment,
  commitmentIntervals,
  commitmentPatterns,
  commitmentUnitTypes,
  prepaymentScheduleTypes,
  pricePriorities,
  tierPricingTypes,
  trueUpBehaviors,
} from "./commitment.ts";
import type { CommitmentChange } from "./commitment-as-of.ts";

/**
 * Changes as stored in the audit log, by number: the book month, and the hex SHA-256 of the commitment before the change, which is an empty text for
 * the first one.
 */
export type AuditedChanges = Readonly<Record<string, unknown>>;

const auditedChanges = sql<AuditedChanges>`jsonb_object_agg('change/' || number, jsonb_build_object('bookMonth', to_char(book_month, 'YYYY-MM'),
  'beforeHash', encode(sha256(convert_to(coalesce(before::text, ''), 'UTF8')), 'hex')))`;

/** Inserts the next change of a commitment and returns it as stored in the audit log. The contract must be locked, because changes are numbered. */
export async function insertChange(
  tx: Tx,
  merchantId: string,
  { commitmentId, before, bookMonth }: CommitmentChange,
  at: string,
): Promise<AuditedChanges> {
  const { rows } = await sql<{ changes: AuditedChanges }>`
    with inserted as (
      insert into commitment_change (merchant_id, commitment_id, number, before, book_month, created_at)
      select ${merchantId}, ${commitmentId}, count(*) + 1, ${before === null ? null : JSON.stringify(before)}::jsonb,
        ${bookMonth === null ? null : monthColumn(bookMonth)}::date, ${at}::timestamptz
      from commitment_change where merchant_id = ${merchantId} and commitment_id = ${commitmentId}
      returning number, before, book_month)
    select ${auditedChanges} as changes from inserted`.execute(tx);
  return required(rows[0], "the stored change").changes;
}

/** Changes as stored in the audit log, by commitment. */
export async function changesForAudit(
  tx: Tx,
  merchantId: string,
  commitmentIds: readonly string[],
): Promise<Map<string, AuditedChanges>> {
  const { rows } = await sql<{ id: string; changes: AuditedChanges }>`
    select commitment_id as id, ${auditedChanges} as changes from commitment_change
    where merchant_id = ${merchantId} and commitment_id = any(${idArray(commitmentIds)}::uuid[])
    group by commitment_id`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.changes]));
}

/** Changes of commitments of some contracts, without commitments that are deleted (or were at the cutoff); newest first for each commitment. */
export async function changesOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  cutoff: Cutoff = null,
): Promise<CommitmentChange[]> {
  type Row = Pick<RowOf<"commitment_change">, "commitment_id" | "before" | "book_month" | "created_at"> & {
    contract_id: string;
  };
  const { rows } = await sql<Row>`
    select commitment_id, contract_id, before, book_month, change.created_at
    from commitment join commitment_change as change
      on change.merchant_id = ${merchantId} and change.commitment_id = commitment.id
    where commitment.merchant_id = ${merchantId} and contract_id = any(${contractIds}::uuid[])
      and ${liveAt("commitment", cutoff)}
    order by commitment_id, number desc`.execute(tx);
  return rows.map((row) => ({
    commitmentId: row.commitment_id,
    contractId: row.contract_id,
    before: row.before === null ? null : commitmentFromColumn(row.before),
    bookMonth: row.book_month === null ? null : monthFromColumn(row.book_month),
    createdAt: row.created_at,
  }));
}

const decimal = Type.String({ pattern: "^-?[0-9]+([.][0-9]+)?$" });
const text = Nullable(Type.String());

/** The schema of a stored `Commitment`. */
const storedCommitment = Closed({
  id: Type.String(),
  contractId: Type.String(),
  name: text,
  currency: Type.String(),
  unitType: OneOf(commitmentUnitTypes),
  isFullDuration: Type.Boolean(),
  pricePriority: OneOf(pricePriorities),
  pattern: OneOf(commitmentPatterns),
  schedules: Type.Array(
    Closed({
      id: Type.String(),
      start: Type.Integer(),
      end: Type.Integer(),
      interval: Nullable(OneOf(commitmentIntervals)),
      trueUp: Closed({ behavior: Nullable(OneOf(trueUpBehaviors)), name: text, itemId: text }),
      prepaid: Nullable(
        Closed({ value: decimal, scheduleType: OneOf(prepaymentScheduleTypes), lineName: text, itemId: text }),
      ),
      netPaymentTerms: Nullable(Type.Integer()),
      overageConfigs: Type.Array(
        Closed({
          eventTypeId: Type.String(),
          tierPricingType: OneOf(tierPricingTypes),
          tiers: Type.Array(Closed({ name: text, from: decimal, price: decimal }), { minItems: 1 }),
          lineName: text,
          itemId: text,
        }),
      ),
      steps: Type.Array(
        Closed({ id: Type.String(), name: text, value: decimal, billingTermIds: Type.Array(Type.String()) }),
        { minItems: 1 },
      ),
    }),
    { minItems: 1 },
  ),
});
const issuesOf = bodyValidator(storedCommitment);

function commitmentFromColumn(column: unknown): Commitment {
  const [issue] = issuesOf(column);
  assert(issue === undefined, `a stored commitment: ${issue?.path} ${issue?.message}`);
  return column as Type.Static<typeof storedCommitment>;
}
