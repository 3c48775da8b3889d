import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { required } from "../kernel/assert.ts";
import { type DomainError, forbidden } from "../kernel/errors.ts";
import type { Principal } from "../platform/http/endpoint.ts";
import { stringField } from "../platform/http/filter.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Instant, Named, PageOf, Text, Uuid } from "../platform/http/wire.ts";
import { answerWrite } from "../platform/run-write.ts";
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from "../platform/saved-views.ts";
import { type Platform, read } from "../platform/write.ts";

const tag = "Saved views";
const ids = { id: "SAVED_VIEW_NOT_FOUND" } as const;

const SavedViewView = Named(
  "SavedView",
  Closed({
    id: Uuid(),
    screen: Type.String(),
    name: Type.String(),
    query: Type.String(),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

const Query = Type.String({ maxLength: 4000, description: "The query string of the screen's address." });

/** Saved views, of each person separately. */
export function registerSavedViewRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/saved-views",
    operationId: "listSavedViews",
    summary: "List your saved views",
    description: "By screen and name.",
    tag,
    access: "read",
    denial: denialWithoutUser,
    list: { fields: { screen: stringField(), name: stringField() } },
    payload: PageOf(SavedViewView),
    successStatus: 200,
    errors: [400],
    errorCodes: ["USER_REQUIRED"],
    handler: async ({ principal, list }) => {
      const of = { merchantId: principal.merchantId, userId: userOf(principal) };
      const { views, extent } = await read(platform, of.merchantId, ({ tx }) => listSavedViews(tx, of, list));
      return { payload: pageOf(list, views, extent), message: "Saved views." };
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/saved-views",
    operationId: "createSavedView",
    summary: "Save a view of a screen",
    tag,
    access: "write",
    isForOneself: true,
    denial: denialWithoutUser,
    body: Closed({ screen: Text(1, 64), name: Text(1, 255), query: Query }),
    payload: SavedViewView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["SAVED_VIEW_EXISTS", "USER_REQUIRED"],
    handler: (request) =>
      answerWrite(platform, request, async (ctx) => ({
        payload: await createSavedView(ctx, userOf(request.principal), request.body),
        message: "View saved.",
      })),
  });
  registerChanges(app, platform);
}

function registerChanges(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "PATCH",
    url: "/v3/saved-views/:id",
    operationId: "updateSavedView",
    summary: "Rename or replace a saved view",
    tag,
    access: "write",
    isForOneself: true,
    denial: denialWithoutUser,
    ids,
    body: Closed({ name: Type.Optional(Text(1, 255)), query: Type.Optional(Query) }),
    payload: SavedViewView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["SAVED_VIEW_EXISTS", "USER_REQUIRED"],
    handler: (request) => {
      const { principal, params, body } = request;
      return answerWrite(platform, request, async (ctx) => ({
        payload: await updateSavedView(ctx, { userId: userOf(principal), id: params.id }, body),
        message: "View saved.",
      }));
    },
  });

  route(app, {
    method: "DELETE",
    url: "/v3/saved-views/:id",
    operationId: "deleteSavedView",
    summary: "Delete a saved view",
    tag,
    access: "write",
    isForOneself: true,
    denial: denialWithoutUser,
    ids,
    payload: Closed({ success: Type.Boolean() }),
    successStatus: 200,
    errors: [404],
    errorCodes: ["USER_REQUIRED"],
    handler: (request) =>
      answerWrite(platform, request, async (ctx) => {
        await deleteSavedView(ctx, userOf(request.principal), request.params.id);
        return { payload: { success: true }, message: "View deleted." };
      }),
  });
}

async function denialWithoutUser({ userId }: Principal): Promise<DomainError | undefined> {
  if (userId !== null) return undefined;
  return forbidden("USER_REQUIRED", "Views belong to a person: sign in, or use a key that was made for a user.");
}

function userOf({ userId }: Principal): string {
  return required(userId, "a person, as others are denied");
}
