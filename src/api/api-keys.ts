import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { listMerchantKeys, makeOwnKey, revokeMerchantKey } from "../platform/auth/own-keys.ts";
import { memberRoles } from "../platform/auth/roles.ts";
import { enumField, stringField, uuidField } from "../platform/http/filter.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Instant, Named, Nullable, OneOf, PageOf, Text, Uuid } from "../platform/http/wire.ts";
import { answerWrite } from "../platform/run-write.ts";
import { type Platform, read } from "../platform/write.ts";
import { shownOnce } from "./shown-once.ts";

const tag = "API keys";
const accesses = ["READ_ONLY", "WRITE"] as const;

const fields = {
  id: Uuid(),
  name: Type.String(),
  prefix: Type.String({ description: "The common prefix and the last four characters." }),
  access: OneOf(accesses),
  role: Nullable(OneOf(memberRoles, { description: "Upper limit of its rights; null: those of its user." })),
  status: OneOf(["ACTIVE", "REVOKED", "EXPIRED"]),
  createdByUserId: Nullable(Uuid()),
  createdByEmail: Nullable(Type.String()),
  createdAt: Instant(),
  lastUsedAt: Nullable(Instant({ description: "To the minute." })),
  expiresAt: Nullable(Instant()),
  revokedAt: Nullable(Instant()),
};
const ApiKeyView = Named("ApiKey", Closed(fields));
const NewApiKeyView = Named(
  "NewApiKey",
  Closed({
    ...fields,
    key: Nullable(Type.String({ description: "The key itself, shown only now; null when a request is repeated." })),
  }),
);

const ApiKeyBody = Closed({
  name: Text(1, 255),
  access: OneOf(accesses),
  role: Type.Optional(Nullable(OneOf(memberRoles, { description: "Upper limit of its rights, at most your own." }))),
  expiresAt: Type.Optional(Nullable(Instant({ description: "In real time.", examples: ["2099-12-31T23:59:59.000Z"] }))),
});

/** Keys for the merchant's programs. A key is made in the maker's name, with at most the maker's rights. */
export function registerApiKeyRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/api-keys",
    operationId: "listApiKeys",
    summary: "List API keys without their secrets",
    description: "Newest first, also those that were revoked or have expired.",
    tag,
    access: "read",
    list: {
      fields: { name: stringField(), access: enumField(accesses), createdByUserId: uuidField() },
      sorts: ["createdAt"],
    },
    payload: PageOf(ApiKeyView),
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, list }) => {
      const { keys, extent } = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        listMerchantKeys(tx, merchant.id, list),
      );
      return { payload: pageOf(list, keys, extent), message: "API keys." };
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/api-keys",
    operationId: "createApiKey",
    summary: "Create an API key of your own",
    tag,
    access: "write",
    body: ApiKeyBody,
    payload: NewApiKeyView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["ROLE_TOO_LOW"],
    handler: async (request) => {
      const { name, access, role = null, expiresAt = null } = request.body;
      const draft = { name, access, role, expiresAt: expiresAt === null ? null : Temporal.Instant.from(expiresAt) };
      let text = "";
      const made = answerWrite(platform, request, async (ctx) => {
        const created = await makeOwnKey(ctx, request.principal, draft);
        text = created.text;
        return { payload: { ...created.key, key: null }, message: "API key created; it is shown only now." };
      });
      await made;
      return shownOnce(made, { key: text });
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/api-keys/:id/revoke",
    operationId: "revokeApiKey",
    summary: "Revoke an API key",
    description: "Your own; an OWNER may revoke any.",
    tag,
    access: "write",
    ids: { id: "KEY_NOT_FOUND" },
    payload: ApiKeyView,
    successStatus: 200,
    errors: [404],
    errorCodes: ["ROLE_TOO_LOW"],
    handler: (request) =>
      answerWrite(platform, request, async (ctx) => ({
        payload: await revokeMerchantKey(ctx, request.principal, request.params.id),
        message: "API key revoked.",
      })),
  });
}
