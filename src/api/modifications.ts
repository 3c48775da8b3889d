import type { FastifyInstance } from "fastify";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read } from "../platform/write.ts";
import { listModifications, treatModification } from "../revenue/modification-record-service.ts";
import { ModificationView, TreatModificationBody, viewOfModification } from "./schemas/modifications.ts";

const tag = "Contract modifications";

/** The decision log of changed contracts. It is here because it shows the effect of each change on revenue. */
export function registerModificationRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/contracts/:id/modifications",
    operationId: "listContractModifications",
    summary: "List the modifications of a contract and their treatment",
    description:
      "Oldest first unless it is sorted: what changed after approval, the treatment that was proposed with its paragraph, the one that " +
      "holds, who chose it and why, and what it does to revenue.",
    tag,
    access: "read",
    ids: { id: "CONTRACT_NOT_FOUND" },
    malformedId: "INVALID_ID",
    list: { fields: {}, sorts: ["effectiveDate", "agreedOn", "createdAt"] },
    payload: PageOf(ModificationView),
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CONTRACT_DELETED"],
    handler: (request) =>
      read(platform, request.principal.merchantId, async (reader) => {
        const { list } = request;
        const contractId = request.params.id;
        const { modifications, extent } = await listModifications(reader, contractId, list);
        const views = modifications.map(viewOfModification);
        return { payload: pageOf(list, views, extent), message: "Contract modifications." };
      }),
  });

  route(app, {
    method: "PATCH",
    url: "/v3/contracts/:id/modifications/:modificationId",
    operationId: "treatContractModification",
    summary: "Choose another treatment of a modification",
    description: "Closed months stay: the difference for them is caught up in the first open month.",
    tag,
    access: "write",
    ids: { id: "CONTRACT_NOT_FOUND", modificationId: "MODIFICATION_NOT_FOUND" },
    malformedId: "INVALID_ID",
    dryRun: true,
    body: TreatModificationBody,
    payload: ModificationView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["TREATMENT_NOT_POSSIBLE", "CONTRACT_DELETED"],
    handler: (request) => {
      const { id: contractId, modificationId } = request.params;
      return runWrite(platform, request, { contractId, message: "Treatment chosen." }, async (ctx) => {
        const treated = await treatModification(ctx, contractId, modificationId, request.body);
        return { payload: viewOfModification(treated), contractId };
      });
    },
  });
}
