import { sql } from "kysely";
import { Type } from "typebox";
import { assert } from "../kernel/assert.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
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

/** Appends a change of a commitment to those before it; the contract is locked. */
export async function insertChange(
  tx: Tx,
  merchantId: string,
  { commitmentId, before, bookMonth }: CommitmentChange,
  at: string,
): Promise<void> {
  await sql`
    insert into commitment_change (merchant_id, commitment_id, number, before, book_month, created_at)
    select ${merchantId}, ${commitmentId}, count(*) + 1, ${before === null ? null : JSON.stringify(before)}::jsonb,
      ${bookMonth === null ? null : monthColumn(bookMonth)}::date, ${at}::timestamptz
    from commitment_change where merchant_id = ${merchantId} and commitment_id = ${commitmentId}`.execute(tx);
}

/** Changes of the commitments of some contracts that are live, or were at the cutoff, the newest of each first. */
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

/** A commitment as it is kept: as `Commitment` has it. */
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
      trueUp: Closed({ behavior: OneOf(trueUpBehaviors), name: text, itemId: text }),
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
