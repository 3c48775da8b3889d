import type { SecretKeys, StoredSecret } from "../platform/secret-keys.ts";
import type { WriteContext } from "../platform/write.ts";
import type { RowOf } from "../schema/tables.ts";

/** The columns of an encrypted secret, which can be decrypted only for this endpoint of this merchant (ADR 0073). */
export function sealedFor(ctx: WriteContext, endpointId: string, secret: Uint8Array) {
  const { bytes, keyId } = ctx.secretKeys.seal(secret, ownerOf(ctx.merchant.id, endpointId));
  return { secret: Buffer.from(bytes), secret_key_id: keyId };
}

/**
 * The secrets that sign for an endpoint, the present one first. Undefined if the present one cannot be decrypted; a previous one that cannot be
 * decrypted is left out.
 *
 * @param previousHolds true if the previous secret signs as well
 */
export function openedSecrets(
  keys: SecretKeys,
  endpoint: RowOf<"webhook_endpoint">,
  previousHolds: boolean,
): readonly Uint8Array[] | undefined {
  const owner = ownerOf(endpoint.merchant_id, endpoint.id);
  const secret = keys.open({ bytes: endpoint.secret, keyId: endpoint.secret_key_id }, owner);
  if (secret === undefined) return undefined;
  const stored = previousHolds ? previousOf(endpoint) : undefined;
  const previous = stored === undefined ? undefined : keys.open(stored, owner);
  return previous === undefined ? [secret] : [secret, previous];
}

/** Numbers of endpoints by the result of {@link sealSecrets}. */
export type Sealing = { readonly sealed: number; readonly already: number; readonly unreadable: number };

/**
 * Encrypts a merchant's webhook secrets with the present key: those in plain text, and those encrypted with an earlier key. Secrets that cannot be
 * decrypted stay unchanged.
 */
export async function sealSecrets(ctx: WriteContext): Promise<Sealing> {
  const { tx, merchant, secretKeys } = ctx;
  const rows = await tx
    .selectFrom("webhook_endpoint")
    .selectAll()
    .where("merchant_id", "=", merchant.id)
    .orderBy("id")
    .forUpdate()
    .execute();
  const counts = { sealed: 0, already: 0, unreadable: 0 };
  for (const row of rows) {
    const previous = previousOf(row);
    const stored = [{ bytes: row.secret, keyId: row.secret_key_id }, ...(previous === undefined ? [] : [previous])];
    const owner = ownerOf(merchant.id, row.id);
    const moved = stored.map((each) => resealed(secretKeys, each, owner));
    if (moved.some((each) => each === undefined)) counts.unreadable += 1;
    else if (stored.every(({ keyId }) => keyId === secretKeys.keyId)) counts.already += 1;
    else counts.sealed += 1;
    const [own, before] = moved.map((each, index) => each ?? stored[index]);
    if (own === undefined || moved.every((each, index) => each === undefined || each === stored[index])) continue;
    await tx
      .updateTable("webhook_endpoint")
      .set({
        ...{ secret: Buffer.from(own.bytes), secret_key_id: own.keyId },
        previous_secret: before === undefined ? null : Buffer.from(before.bytes),
        previous_secret_key_id: before?.keyId ?? null,
      })
      .where("merchant_id", "=", merchant.id)
      .where("id", "=", row.id)
      .execute();
    const changes = [{ path: "/secretKeyId", from: row.secret_key_id, to: own.keyId }];
    ctx.audit({ action: "webhook-endpoint.seal", entityType: "WEBHOOK_ENDPOINT", entityId: row.id, changes });
  }
  return counts;
}

/** The secret encrypted with the present key; the same object if it is already; undefined if it cannot be decrypted. */
function resealed(keys: SecretKeys, stored: StoredSecret, owner: string): StoredSecret | undefined {
  const secret = keys.open(stored, owner);
  if (secret === undefined) return undefined;
  return stored.keyId === keys.keyId ? stored : keys.seal(secret, owner);
}

function previousOf(row: RowOf<"webhook_endpoint">): StoredSecret | undefined {
  if (row.previous_secret === null) return undefined;
  return { bytes: row.previous_secret, keyId: row.previous_secret_key_id };
}

function ownerOf(merchantId: string, endpointId: string): string {
  return `webhook-endpoint ${merchantId} ${endpointId}`;
}
