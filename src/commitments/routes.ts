import type { FastifyInstance } from "fastify";
import { present } from "../kernel/assert.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { type Platform, read } from "../platform/write.ts";
import { ForecastView, forecastQuery, observationFrom } from "./forecast-schemas.ts";
import { CommitmentView, commitmentList, ListedCommitmentView } from "./schemas.ts";
import { getCommitment, listCommitments } from "./service.ts";
import { forecastOf, viewOne, viewsOf } from "./view-service.ts";

const tag = "Commitments";
const ids = { commitmentId: "COMMITMENT_NOT_FOUND" } as const;

/** What is read of commitments; their writes are in `invoicing/`, because what is invoiced decides about them. */
export function registerCommitmentReads(app: FastifyInstance, platform: Pick<Platform, "db">): void {
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
        const list = present(request.list, "the list query");
        const { records, totalItems } = await listCommitments(reader.tx, reader.merchant.id, list);
        const views = (await viewsOf(reader, records)).map(({ periods: _periods, ...listed }) => listed);
        return { payload: pageOf(list, views, totalItems), message: "Commitments." };
      }),
  });

  route(app, {
    method: "GET",
    url: "/v3/commitments/:commitmentId",
    operationId: "getCommitment",
    summary: "Read a commitment with its periods",
    description: "Drawdown, overage, prepaid value and true-up of each commitment period, as usage stands now.",
    tag,
    access: "read",
    ids,
    payload: CommitmentView,
    successStatus: 200,
    errors: [404],
    handler: ({ principal, params }) =>
      read(platform, principal.merchantId, async (reader) => {
        const id = present(params.commitmentId, "the id");
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
    ids,
    query: forecastQuery,
    payload: ForecastView,
    successStatus: 200,
    errors: [400, 404],
    handler: ({ principal, params, query }) =>
      read(platform, principal.merchantId, async (reader) => {
        const id = present(params.commitmentId, "the id");
        const record = await getCommitment(reader.tx, reader.merchant.id, id);
        const observation = observationFrom(query, reader.clock.today);
        return { payload: await forecastOf(reader, record, observation), message: "Forecast of the commitment." };
      }),
  });
}
