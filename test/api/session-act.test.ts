import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addUser, deactivateUser } from "../../src/platform/auth/users.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf, rejection } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { anonymous, linkTo, memberIn, signIn } from "../support/session-client.ts";
import { execute } from "../support/template.ts";

// What a person who is signed in may do: as a key of that person, with the role in the session's merchant (ADR 0070).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

describe("a session acts for a person", () => {
  test("its writes are in the audit log under the person, after the sign-in", async () => {
    const browser = await memberIn(api, api.merchants.A, "EDITOR");
    const { id } = await browser.ok("POST", "/v3/categories", { name: "By hand" });
    const { data } = await browser.ok("GET", `/v3/audit-log?filter=actorId:eq:${browser.userId}`);
    assert.deepEqual(
      data.map(({ actor, action, entityId }: Json) => [actor, action, entityId]),
      [
        [{ kind: "USER", id: browser.userId }, "category.create", id],
        [{ kind: "USER", id: browser.userId }, "session.start", browser.userId],
      ],
    );
  });

  test("a write needs the session's CSRF token and an own origin; a read and a key do not", async () => {
    const browser = await memberIn(api, api.merchants.A, "OWNER");
    const other = await memberIn(api, api.merchants.A, "OWNER");
    const untouched = await digestOf(api.connectionString);
    const { cookie, csrfToken } = browser;
    const forged: Record<string, string>[] = [
      { cookie },
      { cookie, "x-csrf-token": "" },
      { cookie, "x-csrf-token": other.csrfToken },
      { cookie, "x-csrf-token": csrfToken, origin: "https://evil.example.com" },
      { cookie, "x-csrf-token": csrfToken, origin: "null" },
      { cookie, "x-csrf-token": csrfToken, "sec-fetch-site": "same-site" },
      { cookie, "x-csrf-token": csrfToken, "sec-fetch-site": "cross-site" },
    ];
    for (const headers of forged) {
      const answer = await anonymous(api, "POST", "/v3/categories", { name: "Forged" }, headers);
      assert.deepEqual(rejection(answer), [403, "CSRF_INVALID"], JSON.stringify(headers));
      assert.equal((await anonymous(api, "DELETE", "/v3/session", undefined, headers)).status, 403);
    }
    assert.equal(await digestOf(api.connectionString), untouched);
    assert.equal((await anonymous(api, "GET", "/v3/categories", undefined, { cookie })).status, 200);
    const own = { cookie, "x-csrf-token": csrfToken, origin: api.url, "sec-fetch-site": "same-origin" };
    assert.equal((await anonymous(api, "POST", "/v3/categories", { name: "Own" }, own)).status, 201);
    const byKey = await api.request("POST", "/v3/categories", { body: { name: "Key" }, headers: { cookie } });
    assert.equal(byKey.status, 201, "the key decides where there is one");
  });

  test("a VIEWER reads and may not write; a changed role applies at once", async () => {
    const { merchantId } = api.merchants.A;
    const browser = await memberIn(api, api.merchants.A, "VIEWER");
    const create = () => browser.send("POST", "/v3/categories", { name: crypto.randomUUID() });
    assert.equal((await browser.send("GET", "/v3/contracts")).status, 200);
    assert.deepEqual(rejection(await create()), [403, "ROLE_TOO_LOW"]);
    await addUser(api.platform.db, merchantId, (await browser.ok("GET", "/v3/session")).user.email, "EDITOR");
    assert.equal((await create()).status, 201);
    assert.equal((await browser.ok("GET", "/v3/session")).role, "EDITOR");
    await deactivateUser(api.platform.db, browser.userId);
    assert.deepEqual(rejection(await create()), [401, "SESSION_INVALID"]);
    assert.deepEqual(rejection(await browser.send("GET", "/v3/session")), [401, "SESSION_INVALID"]);
  });

  test("reopening needs an active member, and a signed-in person is one", async () => {
    const merchant = await api.newMerchant();
    const browser = await memberIn(api, merchant, "EDITOR");
    await browser.ok("POST", "/v3/month-end-close/close-period?month=2025-12");
    await browser.ok("POST", "/v3/month-end-close/reopen-period?month=2025-12&reason=late");
  });

  test("an Idempotency-Key works as it does with a key", async () => {
    const browser = await memberIn(api, api.merchants.A, "EDITOR");
    const send = () => browser.send("POST", "/v3/categories", { name: "Once" }, { "idempotency-key": "session-once" });
    const [first, second] = [await send(), await send()];
    assert.deepEqual(first.body.payload, second.body.payload);
    assert.equal(second.headers.get("idempotency-replayed"), "true");
  });
});

describe("two sessions of one person", () => {
  test("cannot request and approve the same change, nor can a key of that person; another person can approve", async () => {
    const merchant = await api.newMerchant("2026-02-15T12:00:00Z");
    const client = clientOf(api, merchant);
    await client.ok("PUT", "/v3/approval-policies", { kind: "CLOSE", role: "CONTROLLER" });
    const asking = await memberIn(api, merchant, "CONTROLLER");
    const asked = await asking.send("POST", "/v3/month-end-close/close-period?month=2025-12");
    assert.equal(asked.status, 202);
    const { id, requestedBy } = asked.body.payload;
    assert.deepEqual(requestedBy, { keyId: null, userId: asking.userId });

    const approve = `/v3/change-requests/${id}/approve`;
    const again = await signIn(api, { token: await linkTo(api, asking.userId) });
    assert.deepEqual(rejection(await again.send("POST", approve)), [403, "APPROVAL_OF_OWN_REQUEST"]);
    const editor = await memberIn(api, merchant, "EDITOR");
    assert.deepEqual(rejection(await editor.send("POST", approve)), [403, "APPROVER_ROLE_TOO_LOW"]);

    const second = await memberIn(api, merchant, "CONTROLLER");
    const approved = await second.ok("POST", approve);
    assert.deepEqual(approved.decidedBy, { keyId: null, userId: second.userId });
    assert.deepEqual(approved.result.closedMonths, ["2025-12"]);
    const { data } = await client.ok("GET", "/v3/audit-log?filter=action:in:period.close|change-request.approve");
    assert.deepEqual(
      data.map(({ action, actor }: Json) => [action, actor]).sort(),
      [
        ["change-request.approve", { kind: "USER", id: second.userId }],
        ["period.close", { kind: "USER", id: asking.userId }],
      ].sort(),
    );
  });

  test("can withdraw the own request with another session; another person's is rejected", async () => {
    const merchant = await api.newMerchant("2026-02-15T12:00:00Z");
    await clientOf(api, merchant).ok("PUT", "/v3/approval-policies", { kind: "CLOSE", role: "CONTROLLER" });
    const [one, other] = [await memberIn(api, merchant, "EDITOR"), await memberIn(api, merchant, "CONTROLLER")];
    const close = "/v3/month-end-close/close-period?month=2025-12";
    const mine = await one.ok("POST", close);
    const again = await signIn(api, { token: await linkTo(api, one.userId) });
    const reject = (browser: typeof one, id: string) =>
      browser.ok("POST", `/v3/change-requests/${id}/reject`, { reason: "No." });
    assert.equal((await reject(again, mine.id)).status, "WITHDRAWN");
    assert.equal((await reject(other, (await one.ok("POST", close)).id)).status, "REJECTED");
  });
});

describe("a person with several merchants", () => {
  /** A person of both merchants, and a browser with a link of the operator. */
  async function ofBoth() {
    const { A, B } = api.merchants;
    const email = `${crypto.randomUUID()}@example.com`;
    const userId = await addUser(api.platform.db, A.merchantId, email, "EDITOR");
    await addUser(api.platform.db, B.merchantId, email, "VIEWER");
    return { userId, email, A, B };
  }

  test("switches the merchant, has the role of each, and signs in to the last one", async () => {
    const { userId, A, B } = await ofBoth();
    const browser = await signIn(api, { token: await linkTo(api, userId) });
    const { merchants } = await browser.ok("GET", "/v3/session");
    assert.deepEqual(
      merchants.map(({ id, role }: Json) => [id, role]).sort(),
      [
        [A.merchantId, "EDITOR"],
        [B.merchantId, "VIEWER"],
      ].sort(),
    );
    const inA = await browser.ok("PATCH", "/v3/session", { merchantId: A.merchantId });
    assert.deepEqual([inA.merchant.id, inA.role], [A.merchantId, "EDITOR"]);
    const { id } = await browser.ok("POST", "/v3/categories", { name: "Of A alone" });
    const inB = await browser.ok("PATCH", "/v3/session", { merchantId: B.merchantId });
    assert.deepEqual([inB.merchant.id, inB.role], [B.merchantId, "VIEWER"]);
    const { data } = await browser.ok("GET", "/v3/categories?limit=1000");
    assert.ok(!data.some((each: Json) => each.id === id), "B does not see what is A's");
    assert.deepEqual(rejection(await browser.send("POST", "/v3/categories", { name: "x" })), [403, "ROLE_TOO_LOW"]);
    await browser.ok("PATCH", "/v3/session", { merchantId: B.merchantId });
    const { data: noted } = await browser.ok("GET", `/v3/audit-log?filter=actorId:eq:${userId}`);
    assert.deepEqual(
      noted.map(({ action, entityId }: Json) => [action, entityId]),
      [["session.switch", userId]],
      "B's audit log says who came, once, as A's does",
    );
    const later = await signIn(api, { token: await linkTo(api, userId) });
    assert.equal((await later.ok("GET", "/v3/session")).merchant.id, B.merchantId);

    const foreign = await api.newMerchant();
    const unknown = crypto.randomUUID();
    for (const merchantId of [foreign.merchantId, unknown]) {
      const answer = await browser.send("PATCH", "/v3/session", { merchantId });
      assert.deepEqual(rejection(answer), [404, "MERCHANT_NOT_FOUND"]);
    }
  });

  test("cannot write to a new merchant from a page that still shows the one before", async () => {
    const { userId, A, B } = await ofBoth();
    const browser = await signIn(api, { token: await linkTo(api, userId) });
    const { csrfToken: before } = await browser.ok("PATCH", "/v3/session", { merchantId: B.merchantId });
    await browser.ok("PATCH", "/v3/session", { merchantId: A.merchantId });
    const headers = { "x-csrf-token": before };
    const answer = await browser.send("POST", "/v3/categories", { name: "Meant for B" }, headers);
    assert.deepEqual(rejection(answer), [403, "CSRF_INVALID"]);
    const { data } = await browser.ok("GET", "/v3/categories?limit=1000");
    assert.ok(!data.some(({ name }: Json) => name === "Meant for B"));
    await browser.ok("POST", "/v3/categories", { name: "Meant for A" });
  });

  test("gets access to one merchant by its sign-in link, which cannot set the password for all", async () => {
    const { userId, A, B } = await ofBoth();
    const browser = await signIn(api, { token: await linkTo(api, userId, A.merchantId) });
    const { merchant, merchants } = await browser.ok("GET", "/v3/session");
    assert.deepEqual([merchant.id, merchants.length], [A.merchantId, 1]);
    const answer = await browser.send("PATCH", "/v3/session", { merchantId: B.merchantId });
    assert.deepEqual(rejection(answer), [403, "SESSION_BOUND"]);
    const password = await browser.send("POST", "/v3/session/password", { newPassword: "a long new password" });
    assert.deepEqual(rejection(password), [403, "SESSION_BOUND"]);
  });

  test("is signed out when leaving the session's merchant, and can sign in to the other", async () => {
    const { userId, A, B } = await ofBoth();
    const browser = await signIn(api, { token: await linkTo(api, userId, A.merchantId) });
    await execute(
      api.connectionString,
      `update membership set status = 'REMOVED' where user_id = '${userId}' and merchant_id = '${A.merchantId}'`,
    );
    assert.deepEqual(rejection(await browser.send("GET", "/v3/contracts")), [401, "SESSION_INVALID"]);
    const again = await signIn(api, { token: await linkTo(api, userId) });
    assert.equal((await again.ok("GET", "/v3/session")).merchant.id, B.merchantId);
  });
});
