import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { reopenMonth } from "../close/reopen-service.ts";
import * as service from "../close/service.ts";
import { required } from "../kernel/assert.ts";
import { formatMonth, type Month, parseMonth } from "../kernel/day.ts";
import { type DomainError, forbidden } from "../kernel/errors.ts";
import { isActiveMember } from "../platform/auth/keys.ts";
import { actorOf } from "../platform/auth/person.ts";
import { handlePending } from "../platform/due-work.ts";
import type { Principal } from "../platform/http/endpoint.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { Closed, PageOf } from "../platform/http/wire.ts";
import { beginDryRun } from "../platform/preview.ts";
import { answerWrite, writeOptions } from "../platform/run-write.ts";
import { type Platform, readRows, rolledBack, type WriteContext, write } from "../platform/write.ts";
import {
  CloseView,
  PeriodView,
  PreviewView,
  periodList,
  viewOfPeriod,
  viewOfPreview,
} from "./schemas/month-end-close.ts";

const monthParameter = { format: "month", required: true, description: "The month, YYYY-MM." } as const;

export function registerMonthEndCloseRoutes(app: FastifyInstance, platform: Platform): void {
  registerCloseWrites(app, platform);

  route(app, {
    method: "GET",
    url: "/v3/month-end-close/periods",
    operationId: "listAccountingPeriods",
    summary: "List accounting periods",
    description:
      "Months that were closed at least once or have a sub-ledger locked, newest first. A month that is not listed is open, unless a later one is closed: closing a month closes every earlier one.",
    tag: "Month-end close",
    access: "read",
    list: periodList,
    payload: PageOf(PeriodView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { periods, extent, books } = await readRows(platform, request.principal.merchantId, (tx, merchantId) =>
        service.listPeriods(tx, merchantId, list),
      );
      return {
        payload: pageOf(
          list,
          periods.map((period) => viewOfPeriod(period, books)),
          extent,
        ),
        message: "Accounting periods.",
      };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/month-end-close/preview",
    operationId: "previewClose",
    summary: "Preview the close of a month",
    description:
      "Every check of the month, and the entries that closing would post, of months that have begun. Pending changes are processed first, as by a close; nothing of the preview is stored.",
    tag: "Month-end close",
    access: "read",
    isHeavy: true,
    query: { month: monthParameter },
    payload: PreviewView,
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const month = monthOfQuery(request.query);
      await handlePending(platform, request.principal.merchantId);
      const preview = await rolledBack(platform, writeOptions(request), async (ctx) => {
        await beginDryRun(ctx.tx, ctx.merchant.id);
        return service.previewClose(ctx, month);
      });
      return { payload: viewOfPreview(month, preview), message: "Preview: nothing was changed." };
    },
  });
}

function registerCloseWrites(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "POST",
    url: "/v3/month-end-close/close-period",
    operationId: "closePeriod",
    summary: "Close a month",
    description:
      "Posts the month's revenue, freezes it and keeps a close package. Earlier months that are still open are closed first; all of it in one transaction.",
    tag: "Month-end close",
    access: "write",
    isHeavy: true,
    dryRun: true,
    query: { month: monthParameter },
    payload: CloseView,
    successStatus: 200,
    errors: [400],
    errorCodes: ["INVALID_MONTH", "PERIOD_CANNOT_CLOSE"],
    handler: (request) => {
      const month = monthOfQuery(request.query);
      const close = async (ctx: WriteContext) => {
        const report = (done: number, total: number, each: Month) =>
          app.log.info({ merchantId: ctx.merchant.id, month: formatMonth(each), done, total }, "Closing months.");
        const { months, entriesPosted } = await service.closeMonth(ctx, month, report);
        const payload = { month: formatMonth(month), closedMonths: months.map(formatMonth), entriesPosted };
        return { payload, message: `${formatMonth(month)} is closed.` };
      };
      const { merchantId } = request.principal;
      const answer = () =>
        answerWrite(platform, request, close, async (ctx) => {
          const preview = await service.previewClose(ctx, month);
          const plan = viewOfPreview(month, preview);
          return { plan, hashed: { ...plan, entries: preview.digest } };
        });
      // A dry run is not announced, and must not withdraw the announcement of a close that begins at the same time.
      const closed = () => (request.dryRun ? answer() : service.announced(platform, merchantId, month, answer));
      return service.whenOutboxDrained(platform, merchantId, closed);
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/month-end-close/reopen-period",
    operationId: "reopenPeriod",
    summary: "Reopen a closed month",
    description: "Reopens the month and every later closed one. Needs a key whose creator is still an active member.",
    tag: "Month-end close",
    access: "write",
    isHeavy: true,
    dryRun: true,
    query: {
      month: monthParameter,
      reason: { description: "Recorded on the reopened period.", maxLength: 1000 },
    },
    denial: (principal) => denialOfReopening(platform, principal),
    noteDenial: (principal, requestId) => noteDeniedReopening(platform, principal, requestId),
    payload: Closed({ success: Type.Boolean() }),
    successStatus: 201,
    errors: [400, 404],
    errorCodes: ["INVALID_MONTH", "PERIOD_NOT_CLOSED", "PERIOD_SYNCED", "KEY_CREATOR_INACTIVE", "MERCHANT_NOT_FOUND"],
    handler: (request) => {
      const month = monthOfQuery(request.query);
      return answerWrite(platform, request, async (ctx) => {
        await reopenMonth(ctx, month, request.query.reason ?? null);
        return { payload: { success: true }, message: `${formatMonth(month)} is open again.` };
      });
    },
  });
}

/** Only a key whose creator is still an active member may reopen or unlock a month. */
export async function denialOfReopening(platform: Platform, principal: Principal): Promise<DomainError | undefined> {
  const { merchantId, userId } = principal;
  if (userId !== null && (await isActiveMember(platform.db, merchantId, userId))) return undefined;
  return forbidden(
    "KEY_CREATOR_INACTIVE",
    "Only a key created by a user who is still an active member may reopen a month; use another key.",
  );
}

/** Records in the audit log who tried to reopen or unlock a month without the right to (behaviour AUT-4). */
export async function noteDeniedReopening(platform: Platform, principal: Principal, requestId: string): Promise<void> {
  const actor = actorOf(principal);
  const entityType = actor.kind === "KEY" ? "API_KEY" : "MEMBER";
  await write(platform, { merchantId: principal.merchantId, actor, requestId }, async (ctx) => {
    ctx.audit({ action: "period.reopen-denied", entityType, entityId: actor.id });
  });
}

function monthOfQuery(query: Readonly<Record<string, string>>): Month {
  return required(parseMonth(required(query.month, "the month")), "a month that was checked");
}
