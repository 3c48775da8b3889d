import { sql } from "kysely";
import { dayFrom, formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { CommittedDays } from "./billing-term.ts";

/** Parses the column with the days on which commitments price a term. */
export function committedFromColumn(value: unknown): CommittedDays[] {
  const days = value as readonly { commitmentId: string; start: string; end: string }[];
  return days.map(({ commitmentId, start, end }) => {
    return { commitmentId, start: dayFrom(start), end: dayFrom(end) };
  });
}

/** Stores the days on which commitments price the terms of a locked contract; none for terms that are not in the map. */
export async function updateCommittedDays(
  tx: Tx,
  merchantId: string,
  contractId: string,
  daysByTermId: ReadonlyMap<string, readonly CommittedDays[]>,
): Promise<void> {
  const texts = [...daysByTermId.values()].map((days) =>
    JSON.stringify(
      days.map(({ commitmentId, start, end }) => ({ commitmentId, start: formatDay(start), end: formatDay(end) })),
    ),
  );
  await sql`
    with report as (select * from unnest(${[...daysByTermId.keys()]}::uuid[], ${texts}::jsonb[]) as each (id, days))
    update billing_term set committed = coalesce((select days from report where report.id = billing_term.id), '[]')
    where merchant_id = ${merchantId} and contract_id = ${contractId}
      and committed <> coalesce((select days from report where report.id = billing_term.id), '[]')`.execute(tx);
}
