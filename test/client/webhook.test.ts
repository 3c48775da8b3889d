import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyWebhook, WebhookError } from "@accord/client";
import { secretText } from "../../src/webhooks/endpoint.ts";
import { signed } from "../../src/webhooks/send-service.ts";

const secret = Buffer.alloc(32, 7);
const [text, other] = [secretText(secret), secretText(Buffer.alloc(32, 8))];
const id = crypto.randomUUID();
const body = JSON.stringify({
  id,
  type: "customer.created",
  timestamp: "2026-01-01T00:00:00.000Z",
  sequence: 1,
  data: { name: "Zoë" },
});
const request = { headers: signed(id, body, [secret]), body };

const refused = (problem: RegExp) => (error: unknown) => error instanceof WebhookError && problem.test(error.message);

test("a signed message is returned as its event, from headers of Node and of the web", async () => {
  assert.deepEqual(await verifyWebhook(request, text), JSON.parse(body));
  const event = await verifyWebhook({ headers: new Headers(request.headers), body }, text);
  assert.deepEqual([event.id, event.data.name], [id, "Zoë"]);
});

test("during rotation one matching signature is enough, with either secret", async () => {
  const both = { headers: signed(id, body, [Buffer.alloc(32, 8), secret]), body };
  for (const given of [text, other, [other, text]]) assert.equal((await verifyWebhook(both, given)).id, id);
  assert.equal((await verifyWebhook(request, [other, text])).id, id);
});

test("another body, id, time or secret is rejected, and so is a late message", async () => {
  const { headers } = request;
  const wrong = refused(/signature does not match/);
  await assert.rejects(verifyWebhook({ headers, body: `${body} ` }, text), wrong);
  await assert.rejects(verifyWebhook({ headers: { ...headers, "webhook-id": "another" }, body }, text), wrong);
  await assert.rejects(verifyWebhook(request, other), wrong);
  await assert.rejects(
    verifyWebhook({ headers: { ...headers, "webhook-signature": "v1,AAAA v2,x v1,%" }, body }, text),
    wrong,
  );
  const sentAt = Number(headers["webhook-timestamp"]) * 1000;
  assert.equal((await verifyWebhook(request, text, { now: sentAt + 299_000 })).id, id);
  const late = refused(/too long ago/);
  await assert.rejects(verifyWebhook(request, text, { now: sentAt + 302_000 }), late);
  await assert.rejects(verifyWebhook(request, text, { now: sentAt - 302_000 }), late);
  await assert.rejects(verifyWebhook({ headers: { ...headers, "webhook-timestamp": "soon" }, body }, text), late);
  await assert.rejects(verifyWebhook({ headers: {}, body }, text), refused(/webhook-id is missing/));
  await assert.rejects(verifyWebhook(request, "whsec_%"), refused(/not that of a webhook endpoint/));
});
