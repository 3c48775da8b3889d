import type { FastifyInstance } from "fastify";
import * as service from "../close/lock-service.ts";
import { route } from "../platform/http/route.ts";
import { answerWrite } from "../platform/run-write.ts";
import type { Platform } from "../platform/write.ts";
import { denialOfReopening, noteDeniedReopening } from "./month-end-close.ts";
import { LockBody, lockFromBody, SubLedgerLockView, UnlockBody, viewOfLock } from "./schemas/close-locks.ts";

const shared = {
  method: "POST",
  tag: "Month-end close",
  access: "write",
  payload: SubLedgerLockView,
  successStatus: 200,
  errors: [400],
} as const;

export function registerCloseLockRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    ...shared,
    url: "/v3/month-end-close/lock",
    operationId: "lockSubLedger",
    summary: "Lock a sub-ledger of a month",
    description:
      "Of every earlier month too. BILLING: no invoice, credit memo or write-off is dated in them any more. CASH: payments, returns and refunds dated in them are posted on the first open day.",
    body: LockBody,
    errorCodes: ["PERIOD_NOT_OVER", "PERIOD_LOCKED"],
    handler: (request) =>
      answerWrite(platform, request, async (ctx) => {
        const lock = await service.lockSubLedger(ctx, lockFromBody(request.body));
        return { payload: viewOfLock(lock), message: `${request.body.month} is locked for ${lock.subLedger}.` };
      }),
  });

  route(app, {
    ...shared,
    url: "/v3/month-end-close/unlock",
    operationId: "unlockSubLedger",
    summary: "Unlock a sub-ledger of a month",
    description:
      "Of every later month too. Needs what reopening a month needs: a key whose creator is still an active member, and a reason.",
    denial: (principal) => denialOfReopening(platform, principal),
    noteDenial: (principal, requestId) => noteDeniedReopening(platform, principal, requestId),
    body: UnlockBody,
    errorCodes: ["PERIOD_NOT_LOCKED", "PERIOD_CLOSED", "KEY_CREATOR_INACTIVE"],
    handler: (request) =>
      answerWrite(platform, request, async (ctx) => {
        const lock = await service.unlockSubLedger(ctx, lockFromBody(request.body), request.body.reason);
        return { payload: viewOfLock(lock), message: `${request.body.month} is open for ${lock.subLedger} again.` };
      }),
  });
}
