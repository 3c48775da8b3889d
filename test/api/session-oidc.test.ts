import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import Provider from "oidc-provider";
import { addUser, deactivateUser } from "../../src/platform/auth/users.ts";
import { startApi, type TestApi } from "../support/api.ts";

// Signing in by OpenID Connect, with a real provider in this process. The browser is fetch, with the cookies of each server.

type Account = { readonly email: string; readonly verified: boolean };

let api: TestApi;
let provider: Server;
let issuer: string;
let account: Account;
let callbacks: string[];

before(async () => {
  provider = createServer();
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const oidc = { issuer, clientId: "accord", clientSecret: "the secret of the client" };
  api = await startApi({ oidc });
  provider.on("request", providerFor(`${api.url}/v3/session/oidc/callback`, oidc));
});
after(async () => {
  await api.close();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});

/** Every sign-in at the provider is the account of the test, with consent. */
function providerFor(redirectUri: string, { clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const oidc = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: async (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, email: account.email, email_verified: account.verified }),
    }),
    cookies: { keys: ["of the test"] },
  });
  const answer = oidc.callback();
  return async (request: Parameters<typeof answer>[0], response: Parameters<typeof answer>[1]) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    const { params, session, prompt } = await oidc.interactionDetails(request, response);
    if (prompt.name === "login")
      return oidc.interactionFinished(request, response, { login: { accountId: account.email } });
    const grant = new oidc.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
    grant.addOIDCScope("openid email");
    return oidc.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };
}

/** Follows redirects as a browser does, from a path of ours to the page where they end. */
async function visit(path: string, jar = new Map<string, Map<string, string>>()) {
  callbacks = [];
  let url = new URL(path, api.url);
  for (let hops = 0; hops < 20; hops += 1) {
    if (url.pathname === "/v3/session/oidc/callback") callbacks.push(url.href);
    const cookies = jar.get(url.host) ?? new Map<string, string>();
    jar.set(url.host, cookies);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const to = answer.headers.get("location");
    if (to === null) return { url, jar, answer };
    url = new URL(to, url);
    if (url.host === new URL(api.url).host && ["/", "/sign-in"].includes(url.pathname)) return { url, jar, answer };
  }
  throw new Error(`too many redirects, the last to ${url}`);
}

const ownCookies = (jar: Map<string, Map<string, string>>) => jar.get(new URL(api.url).host) ?? new Map();

test("a member with a verified e-mail address is signed in, and the temporary login cookie is removed", async () => {
  const { merchantId } = api.merchants.A;
  account = { email: "Grace.Oidc@example.com", verified: true };
  const userId = await addUser(api.platform.db, merchantId, account.email.toLowerCase(), "CONTROLLER");
  const { url, jar } = await visit("/v3/session/oidc");
  assert.equal(url.pathname + url.search, "/");
  const token = ownCookies(jar).get("accord_session");
  assert.ok(token !== undefined);
  const session = await api.request("GET", "/v3/session", {
    headers: { authorization: "", cookie: `accord_session=${token}` },
  });
  assert.deepEqual(
    [session.body.payload.user.id, session.body.payload.role, session.body.payload.signInMethods],
    [userId, "CONTROLLER", ["PASSWORD", "LINK", "OIDC"]],
  );
});

test("the provider is asked with PKCE, state and nonce, and a callback counts once, in the browser that began", async () => {
  account = { email: "state.oidc@example.com", verified: true };
  await addUser(api.platform.db, api.merchants.A.merchantId, account.email);
  const begun = await fetch(`${api.url}/v3/session/oidc`, { redirect: "manual" });
  const asked = new URL(begun.headers.get("location") ?? "").searchParams;
  assert.equal(asked.get("code_challenge_method"), "S256");
  for (const name of ["code_challenge", "state", "nonce"]) assert.ok((asked.get(name) ?? "").length > 20, name);

  const mine = await visit("/v3/session/oidc");
  const [used = ""] = callbacks;
  assert.equal(mine.url.pathname, "/");
  // The same callback in the same browser, in another that is on its way, and in one that never began.
  const other = new Map([[new URL(api.url).host, new Map([["accord_oidc", flowOf(begun)]])]]);
  for (const jar of [mine.jar, other, new Map()]) {
    ownCookies(jar).delete("accord_session");
    const again = await visit(used.replace(api.url, ""), jar);
    assert.equal(again.url.pathname + again.url.search, "/sign-in?error=SIGN_IN_FAILED");
    assert.equal(ownCookies(again.jar).get("accord_session"), undefined);
  }
});

test("an unverified address, an unknown person and a former member are not signed in", async () => {
  const { merchantId } = api.merchants.A;
  const left = await addUser(api.platform.db, merchantId, "left.oidc@example.com");
  await deactivateUser(api.platform.db, left);
  await addUser(api.platform.db, merchantId, "unverified.oidc@example.com");
  for (const [email, verified, error] of [
    ["unverified.oidc@example.com", false, "EMAIL_NOT_VERIFIED"],
    ["stranger.oidc@example.com", true, "NOT_A_MEMBER"],
    ["left.oidc@example.com", true, "NOT_A_MEMBER"],
  ] as const) {
    account = { email, verified };
    const { url, jar } = await visit("/v3/session/oidc");
    assert.equal(url.pathname + url.search, `/sign-in?error=${error}`);
    assert.equal(ownCookies(jar).get("accord_session"), undefined);
  }
});

test("when the provider does not answer, the sign-in page shows a reason; without a provider the path is 404", async () => {
  const gone = await startApi({ oidc: { issuer: "http://127.0.0.1:1", clientId: "accord", clientSecret: "x" } });
  try {
    const answer = await fetch(`${gone.url}/v3/session/oidc`, { redirect: "manual" });
    assert.equal(answer.headers.get("location"), "/sign-in?error=PROVIDER_UNAVAILABLE");
  } finally {
    await gone.close();
  }
  const plain = await startApi();
  try {
    assert.equal((await plain.request("GET", "/v3/session/oidc")).body.error.errorCode, "ROUTE_NOT_FOUND");
  } finally {
    await plain.close();
  }
});

function flowOf(answer: Response): string {
  return /^accord_oidc=([^;]*)/.exec(answer.headers.getSetCookie()[0] ?? "")?.[1] ?? "";
}
