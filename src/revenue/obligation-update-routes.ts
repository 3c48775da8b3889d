import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { latestPrice } from "../billing-terms/billing-term.ts";
import { getObligation } from "../billing-terms/service.ts";
import * as contracts from "../contracts/service.ts";
import { present } from "../kernel/assert.ts";
import { route } from "../platform/http/route.ts";
import { Closed, WarningView } from "../platform/http/wire.ts";
import { type PerformingPlatform, perform } from "../platform/perform.ts";
import type { WriteContext } from "../platform/write.ts";
import {
  CustomRevenueBody,
  customRevenueCode,
  entriesFrom,
  inRequestNames,
  obligationPatchFrom,
  UpdateObligationBody,
} from "./obligation-update-schemas.ts";
import { saveCustomRevenue, type UpdatedObligation, updateObligation } from "./obligation-update-service.ts";
import { ObligationView, viewOfObligationWithRevenue } from "./schemas.ts";

const obligationIds = { id: "CONTRACT_NOT_FOUND", obligationId: "OBLIGATION_NOT_FOUND" } as const;
const updateCodes = [
  "BILLING_TERM_INELIGIBLE",
  "PRODUCT_NOT_FOUND",
  "ITEM_NOT_FOUND",
  "CLASS_NOT_FOUND",
  "CLASS_NOT_SUPPORTED",
  "CATEGORY_NOT_FOUND",
  "EVENT_TYPE_NOT_FOUND",
  "BILLING_TERM_LOCKED",
  "BILLING_TERM_TERMINATED",
  "TERM_TOO_LONG",
  "TIER_INVALID",
] as const;

/** Changes of an obligation, in both versions of the API, and its months by hand. */
export function registerObligationUpdates(app: FastifyInstance, platform: PerformingPlatform): void {
  const common = {
    method: "PATCH",
    summary: "Change an obligation",
    tag: "Obligations",
    access: "write",
    ids: obligationIds,
    dryRun: true,
    body: UpdateObligationBody,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: updateCodes,
  } as const;

  route(app, {
    ...common,
    url: "/v3/contracts/:id/obligation/:obligationId",
    operationId: "updateObligation",
    description: "A null is as if the field were not there. Fields that followed are told as warnings in `error`.",
    payload: ObligationView,
    handler: (request) =>
      perform(platform, request, optionsOf(request.params), async (ctx) => {
        const updated = await updateFrom(ctx, request, "v3");
        const { contractId } = optionsOf(request.params);
        return { payload: viewOfObligationWithRevenue(updated), contractId, ...warningsOf(updated) };
      }),
  });

  route(app, {
    ...common,
    url: "/v3.1/contracts/:id/obligation/:obligationId",
    operationId: "updateObligationV31",
    description: "A null clears the field. Fields that followed are told as warnings, also in the payload.",
    payload: Closed({ data: ObligationView, warnings: Type.Array(WarningView) }),
    handler: (request) =>
      perform(platform, request, optionsOf(request.params), async (ctx) => {
        const updated = await updateFrom(ctx, request, "v3.1");
        const payload = { data: viewOfObligationWithRevenue(updated), warnings: updated.warnings };
        return { payload, contractId: optionsOf(request.params).contractId, ...warningsOf(updated) };
      }),
  });

  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/obligation/:obligationId/custom-revenue",
    operationId: "setCustomRevenue",
    summary: "Set the revenue of months by hand",
    description:
      "Each month listed earns what is said; the open months that are not share what is left by the pattern. " +
      "They are months of service. Not for what is earned as it is billed or consumed, and not without a last day of " +
      "service: there is no price to share.",
    tag: "Obligations",
    access: "write",
    ids: obligationIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    body: CustomRevenueBody,
    bodyCode: customRevenueCode,
    payload: ObligationView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [
      "CUSTOM_REVENUE_NOT_ARRAY",
      "CUSTOM_REVENUE_TIMEFRAME_MISSING",
      "CUSTOM_REVENUE_UNBALANCED",
      "CUSTOM_REVENUE_EXCEEDS_PRICE",
      "PERIOD_CLOSED",
      "CONTRACT_DELETED",
    ],
    handler: (request) => {
      const { contractId } = optionsOf(request.params);
      const obligationId = present(request.params.obligationId, "the obligation id");
      return perform(platform, request, { contractId, message: "Custom revenue saved." }, async (ctx) => {
        const entriesIn = (currency: string) => entriesFrom(request.body, currency);
        const saved = await saveCustomRevenue(ctx, contractId, obligationId, entriesIn);
        return { payload: viewOfObligationWithRevenue(saved), contractId };
      });
    },
  });
}

type UpdateRequest = { readonly params: Readonly<Record<string, string>>; readonly body: UpdateObligationBody };

async function updateFrom(
  ctx: WriteContext,
  request: UpdateRequest,
  version: "v3" | "v3.1",
): Promise<UpdatedObligation> {
  const { contractId } = optionsOf(request.params);
  const obligationId = present(request.params.obligationId, "the obligation id");
  // A deleted contract is told before its obligations, which are gone with it.
  await contracts.lockContract(ctx, contractId, "NOT_FOUND");
  const { performanceObligation } = await getObligation(ctx.tx, ctx.merchant.id, contractId, obligationId);
  const patch = obligationPatchFrom(request.body, version, latestPrice(performanceObligation.billingTerm));
  return updateObligation(ctx, contractId, obligationId, patch).catch((error: unknown) => {
    throw inRequestNames(error, request.body);
  });
}

function optionsOf(params: Readonly<Record<string, string>>) {
  return { contractId: present(params.id, "the contract id"), message: "Obligation updated." };
}

function warningsOf({ warnings }: UpdatedObligation) {
  return warnings.length === 0 ? {} : { warnings };
}
