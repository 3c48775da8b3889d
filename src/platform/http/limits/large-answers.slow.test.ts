import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { asWriter, fakeApp } from "../../../../test/support/fake-app.ts";
import { patiently } from "../../../../test/support/retry-when-busy.ts";
import type { PiecewiseAnswer } from "../answer.ts";
import { route } from "../route.ts";

// Five of these are the maximal memory of a merchant.
const file = Buffer.alloc(25 * 1024 * 1024, 1);
let made = 0;

let pieces = 0;

async function* endlessly(): AsyncGenerator<string> {
  for (;;) {
    pieces += 1;
    yield "x".repeat(500_000);
  }
}

const { app } = await fakeApp({
  registerRoutes: (server) => {
    route(server, {
      ...{ method: "GET", url: "/v3/endless", operationId: "getEndless", summary: "Get it endlessly", tag: "Things" },
      ...{ access: "read", payload: Type.String(), isHeavy: true, successStatus: 200, errors: [] },
      handler: async (): Promise<PiecewiseAnswer> => ({ pieces: endlessly(), contentType: "text/csv" }),
    } as Parameters<typeof route>[1]);
    route(server, {
      method: "GET",
      url: "/v3/large",
      operationId: "getLarge",
      summary: "Get a large file",
      tag: "Things",
      access: "read",
      payload: Type.String(),
      answersFile: true,
      successStatus: 200,
      errors: [],
      handler: async () => {
        made += 1;
        return { file, fileName: "large.bin" };
      },
    });
  },
});
const url = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
after(() => app.close());

/** A client that reads nothing of its answer. */
function unreading(what = "large"): Socket {
  const socket = connect(Number(url.port), url.hostname).on("error", () => undefined);
  socket.pause();
  const [name, value] = Object.entries(asWriter)[0] ?? [];
  socket.write(`GET /v3/${what} HTTP/1.1\r\nhost: localhost\r\n${name}: ${value}\r\n\r\n`);
  return socket;
}

test("NET-1: files that their client does not read are made no more than one merchant has memory for", async () => {
  const sockets = Array.from({ length: 9 }, () => unreading());
  try {
    await sleep(1_000);
    // Five are being sent, and as many as there are turns wait for memory.
    assert.ok(made >= 5 && made <= 5 + 2, `${made} were made`);
    const late = await fetch(`${url.origin}/v3/large`, { headers: asWriter });
    assert.ok(late.status === 503 || late.status === 429, String(late.status));
    assert.equal(late.headers.get("retry-after"), "1");
    await late.arrayBuffer();
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const read = await patiently(() => fetch(`${url.origin}/v3/large`, { headers: asWriter }));
  assert.equal(read.status, 200);
  assert.equal((await read.arrayBuffer()).byteLength, file.length);
});

test("NET-1: answers in pieces that their client does not read are begun no more than one merchant has memory for", async () => {
  const sockets = Array.from({ length: 40 }, () => unreading("endless"));
  try {
    await sleep(1_000);
    const before = pieces;
    const late = await fetch(`${url.origin}/v3/endless`, { headers: asWriter });
    assert.ok(late.status === 503 || late.status === 429, String(late.status));
    await late.arrayBuffer();
    assert.equal(pieces, before);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const read = await patiently(() => fetch(`${url.origin}/v3/endless`, { headers: asWriter }));
  assert.equal(read.status, 200);
  await read.body?.cancel();
});
