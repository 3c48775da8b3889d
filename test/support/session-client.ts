import assert from "node:assert/strict";
import type { MemberRole } from "../../src/platform/auth/roles.ts";
import { createSignInLink } from "../../src/platform/auth/sign-in-links.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import type { ApiAnswer, Json, TestApi, TestMerchant } from "./api.ts";

/** A browser with a signed-in person: it sends the cookie, and the CSRF token with writes. */
export type Browser = {
  readonly userId: string;
  readonly cookie: string;
  readonly csrfToken: string;
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<ApiAnswer>;
  /** The payload of a call that must succeed. */
  readonly ok: (method: string, path: string, body?: unknown) => Promise<Json>;
};

/** A request without a key. */
export function anonymous(api: TestApi, method: string, path: string, body?: unknown, headers = {}) {
  return api.request(method, path, {
    headers: { authorization: "", ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

/** What follows `#token=` in a link for a user. */
export async function linkTo(api: TestApi, userId: string, merchantId: string | null = null): Promise<string> {
  return (await createSignInLink(api.platform.db, { userId, merchantId })).token;
}

/** Signs in with a body of `POST /v3/session`. */
export async function signIn(api: TestApi, body: object): Promise<Browser> {
  const answer = await anonymous(api, "POST", "/v3/session", body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const cookie = cookieOf(answer);
  const { csrfToken, user } = answer.body.payload;
  let current = csrfToken;
  const send: Browser["send"] = async (method, path, sent, headers = {}) => {
    const done = await anonymous(api, method, path, sent, {
      cookie,
      ...(method === "GET" ? {} : { "x-csrf-token": current }),
      ...headers,
    });
    // The token of the merchant that the session was switched to.
    if (method === "PATCH" && path === "/v3/session" && done.status === 200) current = done.body.payload.csrfToken;
    return done;
  };
  const ok: Browser["ok"] = async (method, path, sent) => {
    const done = await send(method, path, sent);
    assert.ok(done.status < 300, `${method} ${path}: ${JSON.stringify(done.body)}`);
    return done.body.payload;
  };
  return { userId: user.id, cookie, csrfToken, send, ok };
}

/** A new member of a merchant, signed in by a link of the operator. */
export async function memberIn(api: TestApi, { merchantId }: TestMerchant, role: MemberRole): Promise<Browser> {
  const userId = await addUser(api.platform.db, merchantId, `${crypto.randomUUID()}@example.com`, role);
  return signIn(api, { token: await linkTo(api, userId) });
}

/** The cookie pair that a browser sends back. */
export function cookieOf({ headers }: ApiAnswer): string {
  return headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
