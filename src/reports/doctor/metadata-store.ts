import { sql } from "kysely";
import { type Metadata, maximumMetadataBytes, metadataBytes } from "../../contracts/metadata.ts";
import { isDeeperThan, maximumMetadataDepth } from "../../platform/http/json-guard.ts";
import { violationsOf } from "./check-result.ts";
import { type Check, check } from "./check-store.ts";

/** INV-21 (spec rule 6; behaviour 2.4). The query finds candidates only: PostgreSQL writes JSON longer than the limit counts it. */
export const metadataCheck: Check = check(
  {
    id: "INV-21",
    severity: "violation",
    sentence: "The metadata of a contract is an object of at most 16,384 bytes and 32 levels.",
  },
  async ({ tx, merchant }) => {
    const { rows } = await sql<{ id: string; metadata: unknown }>`
      select id, metadata from contract
      where merchant_id = ${merchant.id} and metadata is not null and (
        jsonb_typeof(metadata) <> 'object' or octet_length(metadata::text) > ${maximumMetadataBytes}
        or length(metadata::text) - length(translate(metadata::text, '{[', '')) > ${maximumMetadataDepth})
      order by id`.execute(tx);
    return violationsOf(rows.filter(({ metadata }) => !isMetadata(metadata)).map((row) => row.id));
  },
);

function isMetadata(value: unknown): boolean {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return (
    isObject && metadataBytes(value as Metadata) <= maximumMetadataBytes && !isDeeperThan(value, maximumMetadataDepth)
  );
}
