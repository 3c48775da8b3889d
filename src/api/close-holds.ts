import type { FastifyInstance } from "fastify";
import * as service from "../close/hold-service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { readRows } from "../platform/write.ts";
import { CloseHoldView, HoldContractBody, holdFromBody, holdList, viewOfHold } from "./schemas/close-holds.ts";

const shared = {
  url: "/v3/contracts/:id/close-hold",
  tag: "Month-end close",
  access: "write",
  ids: { id: "CONTRACT_NOT_FOUND" },
  dryRun: true,
  payload: CloseHoldView,
  errors: [400, 404],
} as const;

export function registerCloseHoldRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    ...shared,
    method: "POST",
    operationId: "holdContract",
    summary: "Hold a contract out of closes",
    description:
      "Its invoices stay posted; closes leave out its revenue and its position, and are not blocked by its problems. After its release the next close catches up.",
    body: HoldContractBody,
    successStatus: 201,
    errorCodes: ["CONTRACT_HELD", "PERIOD_CLOSED", "CONTRACT_DELETED"],
    handler: (request) => {
      const contractId = request.params.id;
      return runWrite(platform, request, { contractId, message: "The contract is held." }, async (ctx) => {
        const hold = await service.holdContract(ctx, contractId, holdFromBody(request.body));
        return { payload: viewOfHold(hold), contractId };
      });
    },
  });

  route(app, {
    ...shared,
    method: "DELETE",
    operationId: "releaseContract",
    summary: "Release a held contract",
    description: "The next close posts what the closes before it left out, as a catch-up in its own month.",
    successStatus: 200,
    errorCodes: ["CONTRACT_NOT_HELD", "CONTRACT_DELETED"],
    handler: (request) => {
      const contractId = request.params.id;
      return runWrite(platform, request, { contractId, message: "The contract is released." }, async (ctx) => {
        return { payload: viewOfHold(await service.releaseContract(ctx, contractId)), contractId };
      });
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/month-end-close/holds",
    operationId: "listCloseHolds",
    summary: "List holds of contracts",
    description: "The latest first; `filter=status:eq:HELD` answers those that closes leave out now.",
    tag: "Month-end close",
    access: "read",
    list: holdList,
    payload: PageOf(CloseHoldView),
    successStatus: 200,
    errors: [400],
    handler: async ({ list, principal }) => {
      const { holds, extent } = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.listHolds(tx, merchantId, list),
      );
      return { payload: pageOf(list, holds.map(viewOfHold), extent), message: "Holds of contracts." };
    },
  });
}
