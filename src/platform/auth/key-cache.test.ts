import assert from "node:assert/strict";
import { test } from "node:test";
import type { Principal } from "../http/endpoint.ts";
import { cachedAuthentication } from "./key-cache.ts";

const principal: Principal = { keyId: "k", userId: null, merchantId: "m", access: "WRITE", role: null };

function counting(answers: (key: string, count: number) => Principal | undefined) {
  let [moment, asked] = [0, 0];
  const authenticate = cachedAuthentication(
    async (key) => answers(key, ++asked),
    () => moment,
  );
  return {
    ask: authenticate,
    asked: () => asked,
    pass: (milliseconds: number) => {
      moment += milliseconds;
    },
  };
}

test("a key is looked up once a second, also for concurrent requests and for unknown keys", async () => {
  const { ask, asked, pass } = counting((key) => (key === "live" ? principal : undefined));
  assert.deepEqual(await Promise.all([ask("live"), ask("live"), ask("none"), ask("none")]), [
    ...[principal, principal],
    ...[undefined, undefined],
  ]);
  assert.equal(asked(), 2);
  pass(899);
  await Promise.all([ask("live"), ask("none")]);
  assert.equal(asked(), 2);
  pass(1);
  await Promise.all([ask("live"), ask("none")]);
  assert.equal(asked(), 4);
});

test("AUT-5: a key that is revoked has no effect a second later, however often it is used", async () => {
  let isRevoked = false;
  const { ask, pass } = counting(() => (isRevoked ? undefined : principal));
  assert.equal(await ask("live"), principal);
  isRevoked = true;
  for (let time = 0; time < 10; time++) {
    pass(100);
    await ask("live");
  }
  assert.equal(await ask("live"), undefined);
});

test("a lookup that failed is repeated", async () => {
  const { ask, asked } = counting((_key, count) => {
    if (count === 1) throw new Error("the database is away");
    return principal;
  });
  await assert.rejects(ask("live"), /away/);
  assert.equal(await ask("live"), principal);
  assert.equal(asked(), 2);
});

test("guessed keys do not fill the memory", async () => {
  const { ask, asked } = counting(() => undefined);
  await ask("first");
  for (let guess = 0; guess < 10_000; guess++) await ask(`guess ${guess}`);
  await ask("first");
  assert.equal(asked(), 10_002);
});
