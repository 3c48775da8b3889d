import { sql } from "kysely";
import type { WriteContext } from "../platform/write.ts";

/** The event type's id, which cannot be deleted until the transaction ends, or undefined. */
export async function shareEventType(
  { tx, merchant }: Pick<WriteContext, "tx" | "merchant">,
  eventTypeId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from event_type where merchant_id = ${merchant.id} and id = ${eventTypeId} for key share`.execute(tx);
  return rows[0]?.id;
}
