import type { WriteContext } from "../write.ts";
import type { ChangeRequest, NewChangeRequest } from "./change-request.ts";
import { insertChangeRequest } from "./store.ts";

/** Stores a write that waits for the approval of a second person. */
export async function storeChangeRequest(
  ctx: WriteContext,
  changeRequest: Omit<NewChangeRequest, "id" | "requestedAt">,
): Promise<ChangeRequest> {
  const stored = { ...changeRequest, id: ctx.newId(), requestedAt: ctx.clock.timestamp };
  const requestHash = await insertChangeRequest(ctx.tx, ctx.merchant.id, stored);
  const { operationId, path } = changeRequest.request;
  const changes = [
    { path: "/operation", from: null, to: `${operationId} ${path}` },
    { path: "/kinds", from: null, to: changeRequest.kinds },
    { path: "/planHash", from: null, to: changeRequest.planHash },
    { path: "/requestHash", from: null, to: requestHash },
    { path: "/role", from: null, to: changeRequest.role },
  ];
  ctx.audit({ action: "change-request.create", entityType: "CHANGE_REQUEST", entityId: stored.id, changes });
  ctx.publish({ type: "change-request.created", data: { changeRequestId: stored.id } });
  return { ...stored, status: "PENDING", decidedBy: null, decidedAt: null, reason: null };
}
