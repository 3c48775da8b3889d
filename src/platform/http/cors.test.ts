import assert from "node:assert/strict";
import { after, test } from "node:test";
import { asReader, fakeApp } from "../../../test/support/fake-app.ts";

const origin = "https://app.example.com";
const { app } = await fakeApp({ corsOrigins: [origin], rateLimitPerMinute: 5 });
const { app: closed } = await fakeApp();
after(() => Promise.all([app.close(), closed.close()]));

const ask = (server: typeof app, from: string, method: "GET" | "OPTIONS" = "GET") =>
  server.inject({
    method,
    url: "/v3/things",
    headers: {
      ...asReader,
      origin: from,
      ...(method === "OPTIONS" ? { "access-control-request-method": "POST" } : {}),
    },
  });

test("pages of a named origin may ask, with a key and without cookies, and read what answers say in headers", async () => {
  const preflight = await ask(app, origin, "OPTIONS");
  assert.equal(preflight.statusCode, 204);
  assert.equal(preflight.headers["access-control-allow-origin"], origin);
  assert.match(String(preflight.headers["access-control-allow-headers"]), /Idempotency-Key/);
  const answer = await ask(app, origin);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers["access-control-allow-origin"], origin);
  assert.equal(answer.headers["access-control-allow-credentials"], undefined);
  assert.match(String(answer.headers["access-control-expose-headers"]), /X-RateLimit-Remaining/);
});

test("pages of other origins may not, and unless origins are named none may", async () => {
  for (const [server, from] of [
    [app, "https://elsewhere.example.com"],
    [app, "null"],
    [app, `${origin}.elsewhere.example.com`],
    [closed, origin],
  ] as const) {
    assert.equal((await ask(server, from)).headers["access-control-allow-origin"], undefined, from);
    assert.equal((await ask(server, from, "OPTIONS")).headers["access-control-allow-origin"], undefined, from);
  }
});
