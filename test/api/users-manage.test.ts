import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { setPolicy } from "../../src/platform/approvals/service.ts";
import { createKey } from "../../src/platform/auth/keys.ts";
import { makeSignInLink } from "../../src/platform/auth/people.ts";
import { newSecret } from "../../src/platform/auth/secret.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import { type WriteContext, write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { clientOf, rejection } from "../support/client.ts";
import { type Browser, memberIn, signIn } from "../support/session-client.ts";

// People of a merchant, their keys and their views (ADR 0070).

let api: TestApi;
let merchant: TestMerchant;
let owner: Browser;
before(async () => {
  api = await startApi();
  merchant = await api.newMerchant();
  owner = await memberIn(api, merchant, "OWNER");
});
after(() => api.close());

const address = () => `${crypto.randomUUID()}@example.com`;

describe("members", () => {
  test("an owner invites a member, creates a sign-in link, renames the member and removes it at once", async () => {
    const email = address();
    const invited = await owner.ok("POST", "/v3/users", { email, name: "Ada", role: "CONTROLLER" });
    assert.deepEqual(
      [invited.email, invited.name, invited.role, invited.status, invited.lastSeenAt],
      [email, "Ada", "CONTROLLER", "ACTIVE", null],
    );
    const again = await owner.send("POST", "/v3/users", { email: email.toUpperCase() });
    assert.deepEqual(rejection(again), [409, "MEMBER_EXISTS"]);

    const { path, expiresAt } = await owner.ok("POST", `/v3/users/${invited.id}/sign-in-link`);
    assert.ok(expiresAt > new Date().toISOString());
    const token = path.replace("/sign-in#token=", "");
    const ada = await signIn(api, { token });
    assert.deepEqual((await ada.ok("GET", "/v3/session")).user, { id: invited.id, email, name: "Ada" });
    assert.notEqual((await owner.ok("GET", `/v3/users/${invited.id}`)).lastSeenAt, null);

    const renamed = await owner.ok("PATCH", `/v3/users/${invited.id}`, { name: "Ada L.", role: "VIEWER" });
    assert.deepEqual([renamed.name, renamed.role], ["Ada L.", "VIEWER"]);
    assert.equal((await ada.ok("GET", "/v3/session")).role, "VIEWER");
    const out = await owner.ok("PATCH", `/v3/users/${invited.id}`, { status: "DEACTIVATED" });
    assert.equal(out.status, "DEACTIVATED");
    assert.deepEqual(rejection(await ada.send("GET", "/v3/session")), [401, "SESSION_INVALID"]);
    for (const send of [
      owner.send("PATCH", `/v3/users/${invited.id}`, { role: "OWNER" }),
      owner.send("POST", `/v3/users/${invited.id}/sign-in-link`),
    ]) {
      assert.deepEqual(rejection(await send), [404, "MEMBER_NOT_FOUND"]);
    }
    const { data } = await owner.ok("GET", "/v3/users?filter=status:eq:DEACTIVATED");
    assert.deepEqual(
      data.map(({ id }: Json) => id),
      [invited.id],
    );
    const back = await owner.ok("POST", "/v3/users", { email, role: "EDITOR" });
    assert.deepEqual([back.id, back.role, back.status, back.name], [invited.id, "EDITOR", "ACTIVE", null]);
  });

  test("other members cannot invite, change roles or remove; everybody can list members", async () => {
    const { id } = await owner.ok("POST", "/v3/users", { email: address() });
    for (const role of ["EDITOR", "CONTROLLER"] as const) {
      const member = await memberIn(api, merchant, role);
      for (const [method, path, body] of [
        ["POST", "/v3/users", { email: address() }],
        ["PATCH", `/v3/users/${id}`, { role: "OWNER" }],
        ["PUT", `/v3/members/${member.userId}/role`, { role: "OWNER" }],
        ["POST", `/v3/users/${id}/sign-in-link`, undefined],
      ] as const) {
        assert.deepEqual(rejection(await member.send(method, path, body)), [403, "ROLE_TOO_LOW"], `${role} ${path}`);
      }
      assert.ok((await member.ok("GET", "/v3/users")).totalItems > 1);
    }
    const { key } = await createKey(api.platform.db, {
      ...{ merchantId: merchant.merchantId, userId: null, access: "WRITE", name: "nobody's" },
    });
    const answer = await api.request("POST", "/v3/users", { key, body: { email: address() } });
    assert.deepEqual(rejection(answer), [403, "ROLE_TOO_LOW"]);
  });

  test("the last owner cannot be removed or lose the role", async () => {
    const small = await api.newMerchant();
    const client = clientOf(api, small);
    for (const body of [{ role: "EDITOR" }, { status: "DEACTIVATED" }]) {
      const answer = await client.send("PATCH", `/v3/users/${small.userId}`, body);
      assert.deepEqual(rejection(answer), [400, "LAST_OWNER"]);
    }
    await memberIn(api, small, "OWNER");
    assert.equal((await client.ok("PATCH", `/v3/users/${small.userId}`, { role: "EDITOR" })).role, "EDITOR");
  });

  test("under a policy a second person confirms invitations and changes of roles", async () => {
    const strict = await api.newMerchant();
    const [one, other] = [await memberIn(api, strict, "OWNER"), await memberIn(api, strict, "OWNER")];
    await one.ok("PUT", "/v3/approval-policies", { kind: "CLOSE", role: "CONTROLLER" });
    const email = address();
    const asked = await one.send("POST", "/v3/users", { email, role: "OWNER" });
    assert.equal(asked.status, 202);
    assert.equal((await one.ok("GET", `/v3/users?filter=email:eq:${email}`)).totalItems, 0);
    const approve = (by: Browser) => by.send("POST", `/v3/change-requests/${asked.body.payload.id}/approve`);
    assert.deepEqual(rejection(await approve(one)), [403, "APPROVAL_OF_OWN_REQUEST"]);
    const { result } = (await approve(other)).body.payload;
    assert.deepEqual([result.email, result.role], [email, "OWNER"]);
    // A link gives nobody the rights of the second person.
    const link = (userId: string) => one.send("POST", `/v3/users/${userId}/sign-in-link`);
    assert.deepEqual(rejection(await link(other.userId)), [403, "SIGN_IN_LINK_GUARDED"]);
    const [first, second] = [await link(result.id), await link(result.id)];
    assert.deepEqual([first.status, second.status], [201, 201], "who was just let in has to come in");
    const token = (made: Json) => made.body.payload.path.replace("/sign-in#token=", "");
    // Of two links one could be kept back until its person approves.
    const kept = await api.request("POST", "/v3/session", { key: "", body: { token: token(first) } });
    assert.deepEqual(rejection(kept), [401, "SIGN_IN_LINK_INVALID"]);
    await signIn(api, { token: token(second) });
    assert.deepEqual(rejection(await link(result.id)), [403, "SIGN_IN_LINK_GUARDED"]);
  });

  test("the first policy ends the sign-in links that members made, and the sessions begun by them", async () => {
    const merchant = await api.newMerchant();
    const [owner, other] = [await memberIn(api, merchant, "OWNER"), await memberIn(api, merchant, "OWNER")];
    const linked = async () => {
      const { id } = await owner.ok("POST", "/v3/users", { email: address(), role: "CONTROLLER" });
      return (await owner.ok("POST", `/v3/users/${id}/sign-in-link`)).path.replace("/sign-in#token=", "");
    };
    const borrowed = await signIn(api, { token: await linked() });
    const kept = await linked();
    assert.equal((await borrowed.send("GET", "/v3/session")).status, 200);
    await owner.ok("PUT", "/v3/approval-policies", { kind: "REOPEN", role: "CONTROLLER" });
    assert.equal((await borrowed.send("GET", "/v3/session")).status, 401);
    const late = await api.request("POST", "/v3/session", { key: "", body: { token: kept } });
    assert.deepEqual(rejection(late), [401, "SIGN_IN_LINK_INVALID"]);
    for (const own of [owner, other]) assert.equal((await own.send("GET", "/v3/session")).status, 200);
    // Who is let in under the policy stays.
    const asked = await owner.send("POST", "/v3/users", { email: address(), role: "CONTROLLER" });
    const { result } = await other.ok("POST", `/v3/change-requests/${asked.body.payload.id}/approve`);
    const { path } = await owner.ok("POST", `/v3/users/${result.id}/sign-in-link`);
    const approved = await signIn(api, { token: path.replace("/sign-in#token=", "") });
    const next = await owner.send("PUT", "/v3/approval-policies", { kind: "CLOSE", role: "CONTROLLER" });
    await other.ok("POST", `/v3/change-requests/${next.body.payload.id}/approve`);
    assert.equal((await approved.send("GET", "/v3/session")).status, 200);
  });

  test("a link made in the moment of the first policy does not give a second person to the one who made it", async () => {
    const withTwo = async () => {
      const strict = await api.newMerchant();
      return { strict, one: await memberIn(api, strict, "OWNER"), other: await memberIn(api, strict, "CONTROLLER") };
    };
    /** A write that is done and not committed before it may end. */
    const held = async ({ merchantId }: TestMerchant, act: (ctx: WriteContext) => Promise<unknown>) => {
      const { promise: isDone, resolve: noteDone } = Promise.withResolvers<void>();
      const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
      const ended = write(api.platform, { merchantId, actor: { kind: "SYSTEM", id: "test" } }, async (ctx) => {
        await act(ctx);
        noteDone();
        await mayEnd;
      });
      await Promise.race([isDone, ended]);
      return async () => {
        letEnd();
        await ended;
      };
    };

    // The link is asked for while the policy is being set.
    const first = await withTwo();
    const endPolicy = await held(first.strict, (ctx) =>
      setPolicy(ctx, { kind: "CLOSE", above: null, role: "CONTROLLER" }),
    );
    const asked = first.one.send("POST", `/v3/users/${first.other.userId}/sign-in-link`);
    await Promise.race([asked, sleep(500)]);
    await endPolicy();
    assert.deepEqual(rejection(await asked), [403, "SIGN_IN_LINK_GUARDED"]);

    // The policy is set while the link is being made: it ends the link.
    const second = await withTwo();
    const token = newSecret();
    const endLink = await held(second.strict, (ctx) => makeSignInLink(ctx, second.other.userId, token));
    const set = second.one.send("PUT", "/v3/approval-policies", { kind: "CLOSE", role: "CONTROLLER" });
    await Promise.race([set, sleep(500)]);
    await endLink();
    assert.equal((await set).status, 200);
    const late = await api.request("POST", "/v3/session", { key: "", body: { token } });
    assert.deepEqual(rejection(late), [401, "SIGN_IN_LINK_INVALID"]);
  });

  test("under a policy a person who acts by key alone cannot be signed in by a link", async () => {
    const strict = await api.newMerchant();
    const { db } = api.platform;
    const one = await memberIn(api, strict, "OWNER");
    const controllerId = await addUser(db, strict.merchantId, address(), "CONTROLLER");
    const named = { merchantId: strict.merchantId, userId: controllerId, name: "Hers" } as const;
    const { key } = await createKey(db, { ...named, access: "WRITE" });
    await one.ok("PUT", "/v3/approval-policies", { kind: "CLOSE", role: "CONTROLLER" });
    const asked = await one.send("POST", "/v3/users", { email: address() });
    assert.deepEqual(rejection(await one.send("POST", `/v3/users/${controllerId}/sign-in-link`)), [
      403,
      "SIGN_IN_LINK_GUARDED",
    ]);
    const approved = await api.request("POST", `/v3/change-requests/${asked.body.payload.id}/approve`, { key });
    assert.equal(approved.status, 200);
  });

  test("the name that one merchant gives a person is not shown to another", async () => {
    const email = address();
    await owner.ok("POST", "/v3/users", { email, name: "As A knows her" });
    const elsewhere = clientOf(api, api.merchants.B);
    const invited = await elsewhere.ok("POST", "/v3/users", { email });
    assert.equal(invited.name, null);
    assert.equal(invited.status, "ACTIVE");
  });
});

describe("API keys", () => {
  test("a key is shown once, and acts for the person who created it", async () => {
    const editor = await memberIn(api, merchant, "EDITOR");
    const send = () =>
      editor.send("POST", "/v3/api-keys", { name: "Sync", access: "WRITE" }, { "idempotency-key": "a-key" });
    const [first, again] = [await send(), await send()];
    const { key, ...shown } = first.body.payload;
    assert.match(key, /^acc_[0-9a-f]{64}_[0-9a-f]{6}$/);
    assert.deepEqual(again.body.payload, { ...shown, key: null });
    assert.deepEqual([shown.createdByUserId, shown.status, shown.role], [editor.userId, "ACTIVE", null]);
    const asKey = (method: string, path: string, body?: object) =>
      api.request(method, path, { key, ...(body && { body }) });
    assert.equal((await asKey("POST", "/v3/categories", { name: "By key" })).status, 201);
    const { data } = await editor.ok("GET", `/v3/api-keys?filter=createdByUserId:eq:${editor.userId}`);
    assert.deepEqual(
      data.map(({ id, prefix }: Json) => [id, prefix]),
      [[shown.id, `acc_…${key.slice(-4)}`]],
    );
    assert.equal((await editor.ok("POST", `/v3/api-keys/${shown.id}/revoke`)).status, "REVOKED");
    // A process asks for a key once a second at most.
    await sleep(1_100);
    assert.equal((await asKey("GET", "/v3/categories")).status, 401);
    assert.equal(
      (await editor.ok("POST", `/v3/api-keys/${shown.id}/revoke`)).status,
      "REVOKED",
      "again changes nothing",
    );
  });

  test("a key never has more rights than its creator", async () => {
    const editor = await memberIn(api, merchant, "EDITOR");
    const make = (body: object) => editor.send("POST", "/v3/api-keys", { name: "Key", access: "WRITE", ...body });
    assert.deepEqual(rejection(await make({ role: "CONTROLLER" })), [403, "ROLE_TOO_LOW"]);
    const { key } = (await make({ role: "EDITOR" })).body.payload;
    const viewer = await api.request("POST", "/v3/api-keys", {
      key,
      body: { name: "Of a key", access: "WRITE", role: "VIEWER" },
    });
    assert.equal(viewer.status, 201);
    const refused = await api.request("POST", "/v3/categories", { key: viewer.body.payload.key, body: { name: "x" } });
    assert.deepEqual(rejection(refused), [403, "KEY_READ_ONLY"]);
    // The owner's key that was made for less hands on no more than it has.
    const lesser = (await owner.ok("POST", "/v3/api-keys", { name: "Less", access: "WRITE", role: "EDITOR" })).key;
    const child = await api.request("POST", "/v3/api-keys", { key: lesser, body: { name: "Child", access: "WRITE" } });
    assert.equal(child.body.payload.role, "EDITOR");
    const over = await make({ expiresAt: "2020-01-01T00:00:00Z" });
    assert.deepEqual(rejection(over), [400, "VALIDATION_FAILED", "/expiresAt RANGE"]);
  });

  test("an owner can revoke any key, others their own", async () => {
    const [one, other] = [await memberIn(api, merchant, "EDITOR"), await memberIn(api, merchant, "CONTROLLER")];
    const { id } = await one.ok("POST", "/v3/api-keys", { name: "One's", access: "READ_ONLY" });
    assert.deepEqual(rejection(await other.send("POST", `/v3/api-keys/${id}/revoke`)), [403, "ROLE_TOO_LOW"]);
    assert.equal((await owner.ok("POST", `/v3/api-keys/${id}/revoke`)).status, "REVOKED");
  });
});

describe("saved views", () => {
  test("belong to each person, by screen and name", async () => {
    const [one, other] = [await memberIn(api, merchant, "EDITOR"), await memberIn(api, merchant, "EDITOR")];
    const view = { screen: "contracts", name: "Blocked", query: "?status=BLOCKED&sort=name" };
    const { id } = await one.ok("POST", "/v3/saved-views", view);
    assert.deepEqual(rejection(await one.send("POST", "/v3/saved-views", view)), [409, "SAVED_VIEW_EXISTS"]);
    await other.ok("POST", "/v3/saved-views", view);
    await one.ok("POST", "/v3/saved-views", { ...view, screen: "invoices" });
    const { data } = await one.ok("GET", "/v3/saved-views?filter=screen:eq:contracts");
    assert.deepEqual(
      data.map(({ id, name, query }: Json) => [id, name, query]),
      [[id, "Blocked", view.query]],
    );
    for (const method of ["PATCH", "DELETE"]) {
      const answer = await other.send(
        method,
        `/v3/saved-views/${id}`,
        method === "PATCH" ? { name: "Theirs" } : undefined,
      );
      assert.deepEqual(rejection(answer), [404, "SAVED_VIEW_NOT_FOUND"]);
    }
    assert.equal((await one.ok("PATCH", `/v3/saved-views/${id}`, { name: "Stuck" })).name, "Stuck");
    await one.ok("DELETE", `/v3/saved-views/${id}`);
    assert.equal((await one.ok("GET", "/v3/saved-views")).totalItems, 1);
  });

  test("a viewer can keep views too; a read-only key cannot", async () => {
    const viewer = await memberIn(api, merchant, "VIEWER");
    const { id } = await viewer.ok("POST", "/v3/saved-views", { screen: "invoices", name: "Late", query: "?age=90" });
    assert.equal((await viewer.ok("PATCH", `/v3/saved-views/${id}`, { name: "Very late" })).name, "Very late");
    await viewer.ok("DELETE", `/v3/saved-views/${id}`);
    assert.deepEqual(rejection(await viewer.send("POST", "/v3/categories", { name: "Mine" })), [403, "ROLE_TOO_LOW"]);
    const { merchantId } = merchant;
    const { key } = await createKey(api.platform.db, {
      ...{ merchantId, userId: viewer.userId, access: "READ_ONLY", name: "reads" },
    });
    const body = { screen: "invoices", name: "By key", query: "" };
    assert.deepEqual(rejection(await api.request("POST", "/v3/saved-views", { key, body })), [403, "KEY_READ_ONLY"]);
  });

  test("a key without a user has none", async () => {
    const { merchantId } = merchant;
    const { key } = await createKey(api.platform.db, { merchantId, userId: null, access: "WRITE", name: "nobody's" });
    assert.deepEqual(rejection(await api.request("GET", "/v3/saved-views", { key })), [403, "USER_REQUIRED"]);
  });
});
