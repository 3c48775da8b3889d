import type pg from "pg";
import { newId } from "../../src/kernel/ids.ts";
import type { Client } from "./client.ts";

/** Sets the approval policies of a merchant directly in the database. */
export async function setPolicies(owner: pg.Client, { merchant }: Client, policies: readonly object[]): Promise<void> {
  await owner.query("update merchant set approval_policies = $2 where id = $1", [
    merchant.merchantId,
    JSON.stringify(policies),
  ]);
}

/** A pending change request for a new contract, made by a key without a user, so that any controller may decide it. */
export async function pendingChange(
  owner: pg.Client,
  client: Client,
): Promise<{ readonly id: string; readonly keyId: string }> {
  const { merchantId } = client.merchant;
  const path = "/v3/contracts";
  const body = { name: `Asked for ${crypto.randomUUID()}` };
  const { planHash, summary, plan, result } = await client.ok("POST", `${path}?dryRun=true`, body);
  const [id, keyId] = [newId(), newId()];
  await owner.query(
    `insert into api_key (id, merchant_id, name, secret_hash, last_four, access, created_at)
     values ($1, $2, 'asks', $3, 'asks', 'WRITE', now())`,
    [keyId, merchantId, Buffer.from(keyId.padEnd(64).slice(0, 32))],
  );
  const request = { operationId: "createContract", method: "POST", path, params: {}, query: {}, body, agreedOn: null };
  await owner.query(
    `insert into change_request (merchant_id, id, kind, kinds, role, request, dry_run, plan_hash, requested_by_key_id, requested_at)
     values ($1, $2, 'ADJUSTMENT', '["ADJUSTMENT"]', 'CONTROLLER', $3, $4, $5, $6, now())`,
    [merchantId, id, JSON.stringify(request), JSON.stringify({ summary, plan, result }), planHash, keyId],
  );
  return { id, keyId };
}
