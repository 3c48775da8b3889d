import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import * as changes from "../commitments/change-service.ts";
import {
  CreateFlatCommitmentsBody,
  draftsFromFlatBody,
  patchFromFlatBody,
  refuseSequential,
  UpdateFlatCommitmentBody,
} from "../commitments/flat-body-schemas.ts";
import { CommitmentView } from "../commitments/schemas.ts";
import { commitmentsById, createCommitments, getCommitment } from "../commitments/service.ts";
import { viewOne } from "../commitments/view-service.ts";
import { present } from "../kernel/assert.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Uuid } from "../platform/http/wire.ts";
import { type PerformingPlatform, perform } from "../platform/perform.ts";
import { commitmentCodes } from "./commitment-routes.ts";
import { lockSettled } from "./commitment-service.ts";

const tag = "Commitments";

/** The deprecated doors: commitments of one schedule and one step, handed to the use cases of the nested ones. */
export function registerFlatCommitmentRoutes(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/commitments",
    operationId: "createFlatCommitments",
    summary: "Add commitments of one schedule and one step",
    description: "Deprecated: POST /v3/contracts/{id}/commitments says the same and more.",
    tag,
    deprecated: true,
    access: "write",
    dryRun: true,
    body: CreateFlatCommitmentsBody,
    payload: Closed({ commitmentIds: Type.Array(Uuid()) }),
    successStatus: 201,
    errors: [400, 404],
    errorCodes: [...commitmentCodes, "CONTRACT_NOT_FOUND", "USE_NESTED_ENDPOINTS"],
    handler: (request) => {
      const { contractId } = request.body;
      refuseSequential(request.body);
      return perform(platform, request, { contractId, message: "Commitments created." }, async (ctx) => {
        const contract = await lockSettled(ctx, contractId);
        const records = await createCommitments(ctx, contract, draftsFromFlatBody(request.body));
        return { payload: { commitmentIds: records.map(({ commitment }) => commitment.id) }, contractId };
      });
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/commitments/:commitmentId",
    operationId: "updateFlatCommitment",
    summary: "Change a commitment of one schedule and one step",
    description: "Deprecated: the endpoints of schedules and steps change any commitment. Refused once it is invoiced.",
    tag,
    deprecated: true,
    access: "write",
    ids: { commitmentId: "COMMITMENT_NOT_FOUND" },
    malformedId: "INVALID_ID",
    dryRun: true,
    body: UpdateFlatCommitmentBody,
    payload: CommitmentView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [...commitmentCodes, "COMMITMENT_LOCKED", "OVERAGE_CONFIG_IMMUTABLE", "USE_NESTED_ENDPOINTS"],
    handler: (request) => {
      const commitmentId = present(request.params.commitmentId, "the id");
      const message = "Commitment updated.";
      const contractOf = async (tx: Parameters<typeof commitmentsById>[0], merchantId: string) => {
        const [record] = await commitmentsById(tx, merchantId, [commitmentId]);
        return record?.commitment.contractId ?? null;
      };
      return perform(platform, request, { contractId: contractOf, message }, async (ctx) => {
        const { contractId } = (await getCommitment(ctx.tx, ctx.merchant.id, commitmentId)).commitment;
        const contract = await lockSettled(ctx, contractId, commitmentId);
        const record = await changes.changeFlat(ctx, { contract, commitmentId }, patchFromFlatBody(request.body));
        return { payload: await viewOne(ctx, record), contractId };
      });
    },
  });
}
