import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { holdBrake } from "../../src/platform/auth/sign-in-brake.ts";
import { addUser, deactivateUser } from "../../src/platform/auth/users.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { rejection } from "../support/client.ts";
import { anonymous, cookieOf, linkTo, memberIn, signIn } from "../support/session-client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { execute } from "../support/template.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const password = "correct horse battery";
const session = (headers: object = {}) => anonymous(api, "GET", "/v3/session", undefined, headers);

/** A member with a password, and the address. */
async function member(role: "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER" = "EDITOR") {
  const { merchantId } = api.merchants.A;
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await addUser(api.platform.db, merchantId, email, role);
  const browser = await signIn(api, { token: await linkTo(api, userId) });
  await browser.ok("POST", "/v3/session/password", { newPassword: password });
  return { userId, email, browser };
}

describe("signing in", () => {
  test("by a link works once, and the session has person and merchant", async () => {
    const { merchantId } = api.merchants.A;
    const email = "ada.link@example.com";
    const userId = await addUser(api.platform.db, merchantId, email, "CONTROLLER");
    const token = await linkTo(api, userId);
    const answer = await anonymous(api, "POST", "/v3/session", { token });
    assert.equal(answer.status, 201);
    const { csrfToken, ...payload } = answer.body.payload;
    assert.deepEqual(payload, {
      user: { id: userId, email, name: null },
      role: "CONTROLLER",
      merchant: { id: merchantId, name: "Test Merchant", isSandbox: true, defaultCurrency: "USD", timeZone: "UTC" },
      merchants: [{ id: merchantId, name: "Test Merchant", role: "CONTROLLER", isSandbox: true }],
      hasPassword: false,
      signInMethods: ["PASSWORD", "LINK"],
    });
    assert.deepEqual((await session({ cookie: cookieOf(answer) })).body.payload, answer.body.payload);
    assert.ok(csrfToken.length > 20);

    const again = await anonymous(api, "POST", "/v3/session", { token });
    assert.deepEqual(rejection(again), [401, "SIGN_IN_LINK_INVALID"]);
    assert.equal(again.headers.getSetCookie().length, 0);
  });

  test("of two concurrent uses of one link one succeeds", async () => {
    const { userId } = api.merchants.A;
    const token = await linkTo(api, userId);
    const answers = await Promise.all([1, 2, 3, 4].map(() => anonymous(api, "POST", "/v3/session", { token })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401, 401]);
  });

  test("by an expired link, or a link of a former member, is rejected", async () => {
    const { merchantId, userId } = api.merchants.A;
    const expired = await linkTo(api, userId);
    await execute(api.connectionString, `update sign_in_link set expires_at = now() where used_at is null`);
    assert.deepEqual(rejection(await anonymous(api, "POST", "/v3/session", { token: expired })), [
      ...[401, "SIGN_IN_LINK_INVALID"],
    ]);
    const leaver = await addUser(api.platform.db, merchantId, "leaver@example.com");
    const link = await linkTo(api, leaver);
    await deactivateUser(api.platform.db, leaver);
    assert.deepEqual(rejection(await anonymous(api, "POST", "/v3/session", { token: link })), [
      ...[401, "SIGN_IN_LINK_INVALID"],
    ]);
  });

  test("by password takes the e-mail address in any case", async () => {
    const { email, userId } = await member();
    const answer = await anonymous(api, "POST", "/v3/session", { email: email.toUpperCase(), password });
    assert.equal(answer.status, 201);
    assert.equal(answer.body.payload.user.id, userId);
    assert.equal(answer.body.payload.hasPassword, true);
  });

  test("with an unknown address, a wrong password or without a password set gets one answer", async () => {
    const { email } = await member();
    const bare = "without-password@example.com";
    await addUser(api.platform.db, api.merchants.A.merchantId, bare);
    const tries: Json[] = [
      { email, password: "not the password" },
      { email: "nobody@example.com", password },
      { email: bare, password },
    ];
    const answers = [];
    for (const body of tries) {
      const { status, body: answered } = await anonymous(api, "POST", "/v3/session", body);
      answers.push([status, answered.error.errorCode, answered.message]);
    }
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    assert.deepEqual(answers[0]?.slice(0, 2), [401, "SIGN_IN_FAILED"]);
  });

  test("with neither link nor password is rejected with the missing fields", async () => {
    const send = async (body: object) => rejection(await anonymous(api, "POST", "/v3/session", body));
    assert.deepEqual(await send({}), [400, "VALIDATION_FAILED", "/email REQUIRED", "/password REQUIRED"]);
    assert.deepEqual(await send({ email: "ada@example.com" }), [400, "VALIDATION_FAILED", "/password REQUIRED"]);
    assert.deepEqual(await send({ email: "ada@example.com", password, token: "x" }), [
      ...[400, "VALIDATION_FAILED", "/email NOT_SUPPORTED", "/password NOT_SUPPORTED"],
    ]);
  });

  test("sets a cookie that scripts cannot read, and that is Secure for a request over https", async () => {
    const { userId } = api.merchants.A;
    const setCookie = async (headers: object) => {
      const answer = await anonymous(api, "POST", "/v3/session", { token: await linkTo(api, userId) }, headers);
      return answer.headers.getSetCookie()[0]?.replace(/=[\w-]+;/, "=…;");
    };
    const plain = "accord_session=…; Path=/; HttpOnly; SameSite=Lax; Max-Age=1209600";
    assert.equal(await setCookie({}), plain);
    assert.equal(await setCookie({ "x-forwarded-proto": "https" }), `${plain}; Secure`);
  });

  test("from another origin is rejected", async () => {
    const { userId } = api.merchants.A;
    const token = await linkTo(api, userId);
    for (const headers of [{ origin: "https://evil.example.com" }, { "sec-fetch-site": "cross-site" }]) {
      const answer = await anonymous(api, "POST", "/v3/session", { token }, headers);
      assert.deepEqual(rejection(answer), [403, "CSRF_INVALID"]);
    }
    assert.equal((await anonymous(api, "POST", "/v3/session", { token }, { origin: api.url })).status, 201);
  });

  test("is required without a cookie, and the answer lists the ways to sign in", async () => {
    for (const headers of [
      {},
      { cookie: "accord_session=unknown" },
      { cookie: "accord_session=a; accord_session=b" },
    ]) {
      const { status, body, headers: answered } = await session(headers);
      assert.deepEqual([status, body.error.errorCode], [401, "SESSION_INVALID"]);
      assert.deepEqual(body.error.details.signInMethods, ["PASSWORD", "LINK"]);
      assert.deepEqual(answered.getSetCookie(), [], "a late answer ends no session that has begun since");
    }
    const byKey = await api.request("GET", "/v3/session");
    assert.deepEqual(rejection(byKey), [401, "SESSION_INVALID"], "a key is no person at a screen");
  });

  test("stores no secret, nor does the audit log", async () => {
    const { email, browser } = await member();
    const { rows } = await executeRows(
      `select to_jsonb(app_user)::text || coalesce((select string_agg(to_jsonb(user_session)::text, '') from user_session), '')
        || coalesce((select string_agg(to_jsonb(audit_log)::text, '') from audit_log), '') as all from app_user
       where email = '${email}'`,
    );
    const [token = ""] = browser.cookie.split("=").slice(1);
    for (const secret of [token, password, browser.csrfToken]) assert.ok(!rows[0]?.all.includes(secret));
  });
});

describe("limits on failed sign-ins", () => {
  test("after five failures an account has to wait, an unknown one as well, even with the right password", async () => {
    const { email } = await member();
    const attempt = (body: object) => anonymous(api, "POST", "/v3/session", body);
    for (const address of [email, "unknown.one@example.com"]) {
      for (let index = 0; index < 5; index += 1) {
        assert.equal((await attempt({ email: address, password: "wrong password" })).status, 401);
      }
      const braked = await attempt({ email: address.toUpperCase(), password });
      assert.deepEqual(rejection(braked), [429, "RATE_LIMITED"]);
      const seconds = Number(braked.headers.get("retry-after"));
      assert.ok(seconds > 0 && seconds <= 15, `${seconds}`);
    }
    await execute(api.connectionString, "update sign_in_brake set blocked_until = now()");
    assert.equal((await attempt({ email, password })).status, 201);
    assert.equal((await attempt({ email, password: "wrong password" })).status, 401, "the count begins anew");
  });

  test("all addresses of one IPv6 network share a count of failures", async () => {
    const attempt = (index: number) =>
      holdBrake(api.platform.db, { email: `${index}@example.com`, address: `2001:db8:1:2::${index}` });
    for (let index = 1; index <= 30; index += 1) assert.equal(await attempt(index), undefined);
    const seconds = await attempt(31);
    assert.ok(seconds !== undefined && seconds > 0 && seconds <= 15, `${seconds}`);
    const elsewhere = { email: "one.more@example.com", address: "2001:db8:1:3::1" };
    assert.equal(await holdBrake(api.platform.db, elsewhere), undefined);
  });

  test("concurrent failures are all counted", async () => {
    const { email } = await member();
    const attempts = Array.from({ length: 12 }, () =>
      anonymous(api, "POST", "/v3/session", { email, password: "wrong password" }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 401).length, 5, statuses.join());
    assert.equal(statuses.filter((status) => status === 429).length, 7, statuses.join());
  });
});

describe("signing out", () => {
  test("ends the session, or all sessions of the person", async () => {
    const { userId } = await memberIn(api, api.merchants.A, "EDITOR");
    const [here, there] = [
      await signIn(api, { token: await linkTo(api, userId) }),
      await signIn(api, { token: await linkTo(api, userId) }),
    ];
    const other = await memberIn(api, api.merchants.A, "EDITOR");
    const answer = await here.send("DELETE", "/v3/session");
    assert.equal(answer.status, 200);
    assert.match(answer.headers.getSetCookie()[0] ?? "", /^accord_session=; .*Max-Age=0$/);
    assert.deepEqual(rejection(await here.send("GET", "/v3/contracts")), [401, "SESSION_INVALID"]);
    assert.equal((await there.send("GET", "/v3/contracts")).status, 200);

    const again = await signIn(api, { token: await linkTo(api, userId) });
    await again.ok("DELETE", "/v3/session?everywhere=true");
    for (const browser of [there, again]) {
      assert.deepEqual(rejection(await browser.send("GET", "/v3/session")), [401, "SESSION_INVALID"]);
    }
    assert.equal((await other.send("GET", "/v3/session")).status, 200);
  });

  test("a session ends after 14 days, or after 12 hours without a request", async () => {
    for (const past of ["expires_at = now()", "last_seen_at = now() - interval '12 hours'"]) {
      const browser = await memberIn(api, api.merchants.A, "VIEWER");
      assert.equal((await browser.send("GET", "/v3/session")).status, 200);
      await execute(api.connectionString, `update user_session set ${past} where user_id = '${browser.userId}'`);
      assert.deepEqual(rejection(await browser.send("GET", "/v3/session")), [401, "SESSION_INVALID"]);
    }
  });
});

describe("passwords", () => {
  test("a change needs the present password, ends the other sessions, and keeps this one", async () => {
    await execute(api.connectionString, "delete from sign_in_brake");
    const { email, browser: byLink } = await member();
    const browser = await signIn(api, { email, password });
    const change = (body: object) => browser.send("POST", "/v3/session/password", body);
    const newPassword = "another long password";
    assert.deepEqual(rejection(await change({ newPassword })), [
      ...[400, "PASSWORD_WRONG", "/currentPassword PASSWORD_WRONG"],
    ]);
    assert.deepEqual(rejection(await change({ newPassword, currentPassword: "not the password" })), [
      ...[400, "PASSWORD_WRONG", "/currentPassword PASSWORD_WRONG"],
    ]);
    assert.deepEqual(rejection(await change({ newPassword: "short", currentPassword: password })), [
      ...[400, "VALIDATION_FAILED", "/newPassword LENGTH"],
    ]);
    assert.equal((await change({ newPassword, currentPassword: password })).status, 200);
    assert.equal((await browser.send("GET", "/v3/session")).status, 200);
    assert.deepEqual(rejection(await byLink.send("GET", "/v3/session")), [401, "SESSION_INVALID"]);
    assert.equal((await anonymous(api, "POST", "/v3/session", { email, password })).status, 401);
    assert.equal((await anonymous(api, "POST", "/v3/session", { email, password: newPassword })).status, 201);
  });
});

test("sign-in, sign-out and a password change are rolled back when their audit row cannot be written", async () => {
  await execute(api.connectionString, "delete from sign_in_brake");
  const { userId, email, browser } = await member();
  const token = await linkTo(api, userId);
  const newPassword = "another long password";
  await execute(
    api.connectionString,
    "alter table audit_log add constraint says_nothing check (action !~ '^(session|user)[.]') not valid",
  );
  try {
    assert.equal((await anonymous(api, "POST", "/v3/session", { token })).status, 500);
    assert.equal((await anonymous(api, "POST", "/v3/session", { email, password })).status, 500);
    assert.equal((await browser.send("DELETE", "/v3/session")).status, 500);
    assert.equal((await browser.send("POST", "/v3/session/password", { newPassword })).status, 500);
  } finally {
    await execute(api.connectionString, "alter table audit_log drop constraint says_nothing");
  }
  assert.equal((await browser.send("GET", "/v3/session")).status, 200, "still signed in");
  assert.equal((await anonymous(api, "POST", "/v3/session", { token })).status, 201, "the link is not used up");
  assert.equal(
    (await anonymous(api, "POST", "/v3/session", { email, password })).status,
    201,
    "the password is as it was",
  );
});

async function executeRows(statement: string): Promise<{ rows: Json[] }> {
  const client = new pg.Client({ connectionString: api.connectionString });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
