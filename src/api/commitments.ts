import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { changeLockedCommitment } from "../actions/change-commitment.ts";
import { createCommitments } from "../actions/create-commitments.ts";
import * as changes from "../commitments/change-service.ts";
import type { CommitmentRecord } from "../commitments/commitment-record.ts";
import { figuresOf, forecastOf, type Reader } from "../commitments/figures-service.ts";
import { commitmentsById, getCommitment, listCommitments } from "../commitments/service.ts";
import { getContract } from "../contracts/service.ts";
import { required } from "../kernel/assert.ts";
import { dayFrom } from "../kernel/day.ts";
import { withPaths } from "../kernel/errors.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { Closed, PageOf, Uuid } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read } from "../platform/write.ts";
import { changeOne, commitmentCodes, commitmentIds, nested, commitmentTag as tag } from "./commitment-write.ts";
import { CreateCommitmentsBody, draftsFromBody, TerminateCommitmentBody } from "./schemas/commitment-bodies.ts";
import { ForecastView, forecastQuery, observationFrom, viewOfForecast } from "./schemas/commitment-forecasts.ts";
import { CommitmentView, commitmentList, ListedCommitmentView, viewOfCommitment } from "./schemas/commitments.ts";
import {
  CreateFlatCommitmentsBody,
  draftsFromFlatBody,
  flatPatchPath,
  flatPath,
  patchFromFlatBody,
  rejectSequential,
  UpdateFlatCommitmentBody,
} from "./schemas/flat-commitments.ts";

const contractIds = { id: "CONTRACT_NOT_FOUND" } as const;
const ownId = { commitmentId: "COMMITMENT_NOT_FOUND" } as const;

/** Commitments as a whole; their schedules and steps have files of their own. */
export function registerCommitmentRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerReads(app, platform);
  registerWrites(app, platform);
  registerFlatWrites(app, platform);
}

function registerReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/commitments",
    operationId: "listCommitments",
    summary: "List commitments",
    tag,
    access: "read",
    list: commitmentList,
    payload: PageOf(ListedCommitmentView),
    successStatus: 200,
    errors: [400],
    handler: (request) =>
      read(platform, request.principal.merchantId, async (reader) => {
        const { list } = request;
        const { records, extent } = await listCommitments(reader.tx, reader.merchant.id, list);
        return { payload: pageOf(list, await listedViewsOf(reader, records), extent), message: "Commitments." };
      }),
  });

  route(app, {
    method: "GET",
    url: "/v3/contracts/:id/commitments",
    operationId: "listContractCommitments",
    summary: "List the commitments of a contract",
    tag,
    access: "read",
    ids: contractIds,
    list: { fields: {}, sorts: ["createdAt"] },
    payload: PageOf(ListedCommitmentView),
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["CONTRACT_DELETED"],
    handler: (request) =>
      read(platform, request.principal.merchantId, async (reader) => {
        const { list } = request;
        const contract = await getContract(reader, request.params.id, "CONTRACT_DELETED");
        const of = { contractId: contract.id };
        const { records, extent } = await listCommitments(reader.tx, reader.merchant.id, list, of);
        return { payload: pageOf(list, await listedViewsOf(reader, records), extent), message: "Commitments." };
      }),
  });

  route(app, {
    method: "GET",
    url: "/v3/commitments/:commitmentId",
    operationId: "getCommitment",
    summary: "Read a commitment with its periods",
    description: "Drawdown, overage, prepaid value and true-up of each commitment period, by the usage so far.",
    tag,
    access: "read",
    ids: ownId,
    payload: CommitmentView,
    successStatus: 200,
    errors: [404],
    handler: ({ principal, params }) =>
      read(platform, principal.merchantId, async (reader) => {
        const id = params.commitmentId;
        const record = await getCommitment(reader.tx, reader.merchant.id, id);
        return { payload: await viewOne(reader, record), message: "Commitment." };
      }),
  });

  route(app, {
    method: "GET",
    url: "/v3/commitments/:commitmentId/forecast",
    operationId: "forecastCommitment",
    summary: "Forecast the burn-down of a commitment",
    description: "If usage goes on as on the observed days. An estimate: nothing is billed or recognized from it.",
    tag,
    access: "read",
    ids: ownId,
    query: forecastQuery,
    payload: ForecastView,
    successStatus: 200,
    errors: [400, 404],
    handler: ({ principal, params, query }) =>
      read(platform, principal.merchantId, async (reader) => {
        const id = params.commitmentId;
        const record = await getCommitment(reader.tx, reader.merchant.id, id);
        const observation = observationFrom(query, reader.clock.today);
        const periods = await forecastOf(reader, record, observation);
        const payload = viewOfForecast(record.commitment, observation, periods);
        return { payload, message: "Forecast of the commitment." };
      }),
  });
}

function registerWrites(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/commitments",
    operationId: "createCommitments",
    summary: "Add commitments to a contract",
    description:
      "What the customer commits to use, when, at which prices, and what happens with the rest. All or none.",
    tag,
    access: "write",
    ids: contractIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    isModification: true,
    body: CreateCommitmentsBody,
    payload: Closed({ commitments: Type.Array(CommitmentView), commitmentIds: Type.Array(Uuid()) }),
    successStatus: 201,
    errors: [400, 404],
    errorCodes: [...commitmentCodes, "SCHEDULE_NOT_CONTIGUOUS"],
    handler: (request) => {
      const contractId = request.params.id;
      return runWrite(platform, request, { contractId, message: "Commitments created." }, async (ctx) => {
        const named = request.body.contractId;
        if (named !== undefined && named !== contractId) {
          const message = "contractId is that of the path; leave it out.";
          throw rejectionOf([{ path: "/contractId", code: "CONFLICT", message }]);
        }
        const records = await createCommitments(ctx, contractId, draftsFromBody(request.body));
        const views = await viewsOf(ctx, records);
        return { payload: { commitments: views, commitmentIds: views.map(({ id }) => id) }, contractId };
      });
    },
  });

  route(app, {
    ...nested("POST", "/terminate", commitmentIds),
    operationId: "terminateCommitment",
    summary: "Terminate a commitment",
    description: "It ends with one of its periods, not before what is invoiced, and can never be changed again.",
    body: TerminateCommitmentBody,
    payload: CommitmentView,
    successStatus: 200,
    errorCodes: ["COMMITMENT_LOCKED", "SCHEDULE_ALIGNMENT_INVALID", "SCHEDULE_INVOICE_GATE", "CONTRACT_DELETED"],
    handler: (request) =>
      changeOne(platform, request, "Commitment terminated.", async (ctx, locked) => {
        const { endDate, reason } = request.body;
        const stated = { end: dayFrom(endDate) + 1, reason: reason ?? undefined };
        return viewOne(ctx, await changes.terminate(ctx, locked, stated));
      }),
  });
}

/** The deprecated endpoints: commitments of one schedule and one step, executed by the use cases of the nested endpoints. */
function registerFlatWrites(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/commitments",
    operationId: "createFlatCommitments",
    summary: "Add commitments of one schedule and one step",
    description: "Deprecated: POST /v3/contracts/{id}/commitments does the same and more.",
    tag,
    deprecated: true,
    access: "write",
    dryRun: true,
    isModification: true,
    body: CreateFlatCommitmentsBody,
    payload: Closed({ commitmentIds: Type.Array(Uuid()) }),
    successStatus: 201,
    errors: [400, 404],
    errorCodes: [...commitmentCodes, "CONTRACT_NOT_FOUND", "USE_NESTED_ENDPOINTS"],
    handler: (request) => {
      const { contractId } = request.body;
      rejectSequential(request.body);
      return runWrite(platform, request, { contractId, message: "Commitments created." }, async (ctx) => {
        const records = await createCommitments(ctx, contractId, draftsFromFlatBody(request.body)).catch(
          (error: unknown) => {
            throw withPaths(error, flatPath);
          },
        );
        return { payload: { commitmentIds: records.map(({ commitment }) => commitment.id) }, contractId };
      });
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/commitments/:commitmentId",
    operationId: "updateFlatCommitment",
    summary: "Change a commitment of one schedule and one step",
    description:
      "Deprecated: the endpoints of schedules and steps change any commitment. Rejected once it is invoiced.",
    tag,
    deprecated: true,
    access: "write",
    ids: ownId,
    malformedId: "INVALID_ID",
    dryRun: true,
    isModification: true,
    body: UpdateFlatCommitmentBody,
    payload: CommitmentView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [...commitmentCodes, "COMMITMENT_LOCKED", "OVERAGE_CONFIG_IMMUTABLE", "USE_NESTED_ENDPOINTS"],
    handler: (request) => {
      const { commitmentId } = request.params;
      const message = "Commitment updated.";
      const contractOf = async (tx: Parameters<typeof commitmentsById>[0], merchantId: string) => {
        const [record] = await commitmentsById(tx, merchantId, [commitmentId]);
        return record?.commitment.contractId ?? null;
      };
      return runWrite(platform, request, { contractId: contractOf, message }, async (ctx) => {
        const { contractId } = (await getCommitment(ctx.tx, ctx.merchant.id, commitmentId)).commitment;
        const record = await changeLockedCommitment(ctx, { contractId, commitmentId }, (locked) =>
          changes.changeFlat(ctx, locked, patchFromFlatBody(request.body)),
        ).catch((error: unknown) => {
          throw withPaths(error, flatPatchPath);
        });
        return { payload: await viewOne(ctx, record), contractId };
      });
    },
  });
}

/** The present views of commitments, in their order. */
async function viewsOf(reader: Reader, records: readonly CommitmentRecord[]) {
  const figures = await figuresOf(reader, records);
  return figures.map((each) => viewOfCommitment(each, reader.clock));
}

/** Views as lists show them: without the periods. */
async function listedViewsOf(reader: Reader, records: readonly CommitmentRecord[]) {
  return (await viewsOf(reader, records)).map(({ periods: _periods, ...listed }) => listed);
}

async function viewOne(reader: Reader, record: CommitmentRecord) {
  const [view] = await viewsOf(reader, [record]);
  return required(view, "the view of one commitment");
}
