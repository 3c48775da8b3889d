import type { Prepare } from "./audited-writes.ts";
import { type Client, unknownId } from "./client.ts";

/** The id of a new member. */
export async function memberOf(client: Client): Promise<string> {
  return (await client.ok("POST", "/v3/users", { email: `${crypto.randomUUID()}@example.com` })).id;
}

async function viewOf(client: Client): Promise<string> {
  return (await client.ok("POST", "/v3/saved-views", { screen: "contracts", name: "Mine", query: "?a=b" })).id;
}

/** Writes of members, their keys and their saved views. */
export const peopleWrites: Readonly<Record<string, Prepare>> = {
  "POST /v3/users": async () => ({
    request: { path: "/v3/users", body: { email: `${crypto.randomUUID()}@example.com`, name: "Ada", role: "VIEWER" } },
    rejected: { body: { email: "nobody" } },
    code: "VALIDATION_FAILED",
    action: "membership.add",
    target: ["MEMBER"],
    table: "membership",
  }),
  "PATCH /v3/users/{id}": async (client) => {
    const id = await memberOf(client);
    return {
      request: { path: `/v3/users/${id}`, body: { status: "DEACTIVATED" } },
      rejected: { path: `/v3/users/${unknownId}` },
      code: "MEMBER_NOT_FOUND",
      action: "membership.remove",
      target: ["MEMBER", id],
      table: "membership",
    };
  },
  "POST /v3/users/{id}/sign-in-link": async (client) => {
    const id = await memberOf(client);
    return {
      request: { path: `/v3/users/${id}/sign-in-link` },
      rejected: { path: `/v3/users/${unknownId}/sign-in-link` },
      code: "MEMBER_NOT_FOUND",
      action: "sign-in-link.create",
      target: ["MEMBER", id],
      table: "sign_in_link",
      secret: { path: null },
    };
  },
  "POST /v3/api-keys": async () => ({
    request: { path: "/v3/api-keys", body: { name: "Nightly export", access: "READ_ONLY", role: "VIEWER" } },
    rejected: { body: { name: "Nightly export" } },
    code: "VALIDATION_FAILED",
    action: "api-key.create",
    target: ["API_KEY"],
    table: "api_key",
    secret: { key: null },
  }),
  "POST /v3/api-keys/{id}/revoke": async (client) => {
    const { id } = await client.ok("POST", "/v3/api-keys", { name: "Old", access: "READ_ONLY" });
    return {
      request: { path: `/v3/api-keys/${id}/revoke` },
      rejected: { path: `/v3/api-keys/${unknownId}/revoke` },
      code: "KEY_NOT_FOUND",
      action: "api-key.revoke",
      target: ["API_KEY", id],
      table: "api_key",
    };
  },
  "POST /v3/saved-views": async () => ({
    request: { path: "/v3/saved-views", body: { screen: "contracts", name: "Blocked", query: "?status=BLOCKED" } },
    rejected: { body: { screen: "contracts" } },
    code: "VALIDATION_FAILED",
    action: "saved-view.create",
    target: ["SAVED_VIEW"],
    table: "saved_view",
  }),
  "PATCH /v3/saved-views/{id}": async (client) => {
    const id = await viewOf(client);
    return {
      request: { path: `/v3/saved-views/${id}`, body: { name: "Renamed" } },
      rejected: { path: `/v3/saved-views/${unknownId}` },
      code: "SAVED_VIEW_NOT_FOUND",
      action: "saved-view.update",
      target: ["SAVED_VIEW", id],
      table: "saved_view",
    };
  },
  // A deleted view leaves no row, but the audit row is written in the same transaction.
  "DELETE /v3/saved-views/{id}": async (client) => {
    const id = await viewOf(client);
    return {
      request: { path: `/v3/saved-views/${id}` },
      rejected: { path: `/v3/saved-views/${unknownId}` },
      code: "SAVED_VIEW_NOT_FOUND",
      action: "saved-view.delete",
      target: ["SAVED_VIEW", id],
      table: "audit_log",
    };
  },
};
