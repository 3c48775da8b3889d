import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import {
  denialBelow,
  getUser,
  inviteUser,
  listUsers,
  makeSignInLink,
  personStatuses,
  updateUser,
} from "../platform/auth/people.ts";
import { memberRoles } from "../platform/auth/roles.ts";
import { newSecret } from "../platform/auth/secret.ts";
import { signInPath } from "../platform/auth/sign-in-links.ts";
import { enumField, stringField } from "../platform/http/filter.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Email, Instant, Named, Nullable, OneOf, PageOf, Text, Uuid } from "../platform/http/wire.ts";
import { answerWrite } from "../platform/run-write.ts";
import { type Platform, read } from "../platform/write.ts";
import { shownOnce } from "./shown-once.ts";

const tag = "People";
const ids = { id: "MEMBER_NOT_FOUND" } as const;

const UserView = Named(
  "User",
  Closed({
    id: Uuid(),
    email: Type.String(),
    name: Nullable(Type.String({ description: "The person's name in this merchant." })),
    role: OneOf(memberRoles),
    status: OneOf(personStatuses),
    lastSeenAt: Nullable(Instant({ description: "Signed in here, to the minute." })),
    createdAt: Instant(),
  }),
);

const InviteBody = Closed({
  email: Email(),
  name: Type.Optional(Nullable(Text(1, 255))),
  role: Type.Optional(OneOf(memberRoles, { description: "EDITOR unless stated." })),
});

const UserPatchBody = Closed({
  name: Type.Optional(Nullable(Text(1, 255))),
  role: Type.Optional(OneOf(memberRoles)),
  status: Type.Optional(OneOf(["DEACTIVATED"], { description: "Ends the membership and its sessions at once." })),
});

const SignInLinkView = Closed({
  path: Nullable(
    Type.String({ description: "On this server; null when a request is repeated, because a secret is shown once." }),
  ),
  expiresAt: Instant(),
});

/** Members of the merchant (ADR 0070). Only an OWNER invites, changes roles and deactivates. */
export function registerUserRoutes(app: FastifyInstance, platform: Platform): void {
  registerReads(app, platform);
  registerWrites(app, platform);
  registerLinks(app, platform);
}

function registerReads(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/users",
    operationId: "listUsers",
    summary: "List the people of the merchant",
    description: "Newest first, also those that were deactivated.",
    tag,
    access: "read",
    list: {
      fields: {
        email: stringField(),
        name: stringField(),
        role: enumField(memberRoles),
        status: enumField(personStatuses),
      },
      sorts: ["createdAt"],
    },
    payload: PageOf(UserView),
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, list }) => {
      const { users, extent } = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        listUsers(tx, merchant.id, list),
      );
      return { payload: pageOf(list, users, extent), message: "People." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/users/:id",
    operationId: "getUser",
    summary: "Get a person of the merchant",
    tag,
    access: "read",
    ids,
    payload: UserView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => ({
      payload: await read(platform, principal.merchantId, ({ tx, merchant }) => getUser(tx, merchant.id, params.id)),
      message: "Person.",
    }),
  });
}

function registerWrites(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "POST",
    url: "/v3/users",
    operationId: "inviteUser",
    summary: "Add a member",
    description:
      "As an OWNER; under a policy on approvals another person approves it. POST /v3/users/{id}/sign-in-link then makes the link to send. " +
      "A deactivated member is reactivated.",
    tag,
    access: "write",
    denial: (principal) => denialBelow("OWNER", principal),
    body: InviteBody,
    payload: UserView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["MEMBER_EXISTS"],
    handler: (request) => {
      const { email, name = null, role = "EDITOR" } = request.body;
      return answerWrite(platform, request, async (ctx) => ({
        payload: await inviteUser(ctx, { email, name, role }),
        message: "Member added.",
      }));
    },
  });

  route(app, {
    method: "PATCH",
    url: "/v3/users/:id",
    operationId: "updateUser",
    summary: "Rename a member, change the role, or deactivate",
    description: "As an OWNER. Another role needs the approval that a policy requires; the last OWNER stays.",
    tag,
    access: "write",
    denial: (principal) => denialBelow("OWNER", principal),
    ids,
    body: UserPatchBody,
    payload: UserView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["LAST_OWNER"],
    handler: (request) => {
      const { params, body } = request;
      return answerWrite(platform, request, async (ctx) => ({
        payload: await updateUser(ctx, params.id, body),
        message: "Member changed.",
      }));
    },
  });
}

function registerLinks(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "POST",
    url: "/v3/users/:id/sign-in-link",
    operationId: "createSignInLink",
    summary: "Create a one-time sign-in link for a member",
    description:
      "As an OWNER. It opens this merchant alone, within three days, and ends an earlier one. The server sends no mail: hand it over yourself.",
    tag,
    access: "write",
    denial: (principal) => denialBelow("OWNER", principal),
    ids,
    payload: SignInLinkView,
    successStatus: 201,
    errors: [404],
    errorCodes: ["SIGN_IN_LINK_GUARDED"],
    handler: (request) => {
      const secret = newSecret();
      const made = answerWrite(platform, request, async (ctx) => ({
        payload: { path: null, ...(await makeSignInLink(ctx, request.params.id, secret)) },
        message: "Link created; it is shown only now.",
      }));
      return shownOnce(made, { path: signInPath(secret) });
    },
  });
}
