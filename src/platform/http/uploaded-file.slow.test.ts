import assert from "node:assert/strict";
import { once } from "node:events";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { createConnection } from "node:net";
import { after, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { asReader, asWriter, fakeApp } from "../../../test/support/fake-app.ts";
import { route } from "./route.ts";
import type { UploadedFile } from "./uploaded-file.ts";

const limit = 4 * 1024 * 1024;
const received: UploadedFile[] = [];

const { app } = await fakeApp({
  registerRoutes: (server) =>
    route(server, {
      method: "POST",
      url: "/v3/things/:id/file",
      operationId: "uploadThing",
      summary: "Upload a thing",
      tag: "Things",
      access: "write",
      ids: { id: "CONTRACT_NOT_FOUND" },
      file: { part: "file", maximumBytes: limit },
      payload: Type.Unknown(),
      successStatus: 200,
      errors: [400, 413],
      handler: async ({ file, body }) => {
        if (file !== undefined) received.push(file);
        return {
          payload: { bytes: file?.bytes.length, name: file?.fileName, type: file?.contentType, body },
          message: "",
        };
      },
    }),
});
const url = `${await app.listen({ host: "127.0.0.1", port: 0 })}/v3/things/0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10/file`;
after(() => app.close());

const boundary = "----between-the-parts";
const formType = { ...asWriter, "content-type": `multipart/form-data; boundary=${boundary}` };

type Part = { name: string; fileName?: string; type?: string; content: string | Buffer };

function form(...parts: readonly Part[]): Buffer {
  const chunks = parts.flatMap(({ name, fileName, type = "application/pdf", content }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"` +
        (fileName === undefined ? "\r\n\r\n" : `; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`),
    ),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}

const file = (content: string | Buffer, fileName = "a.pdf"): Part => ({ name: "file", fileName, content });

async function send(body: Buffer | undefined, headers: Record<string, string> = formType) {
  const answer = await fetch(url, {
    method: "POST",
    headers,
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
  const { payload, error } = (await answer.json()) as {
    payload: Record<string, unknown>;
    error?: { errorCode: string };
  };
  return { status: answer.status, payload, code: error?.errorCode };
}

/** A request whose body the test writes itself, and a promise of the answer. */
function open(headers: Record<string, string | number>): { request: ClientRequest; answer: Promise<IncomingMessage> } {
  const request = httpRequest(url, { method: "POST", headers });
  request.on("error", () => undefined);
  const answer = once(request, "response").then(([response]) => response as IncomingMessage);
  return { request, answer };
}

async function bodyOf(response: IncomingMessage): Promise<{ error: { errorCode: string } }> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(response)).toString());
}

test("a file arrives with its name, its type and every byte", async () => {
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
  const { status, payload } = await send(form({ ...file(content, "Verträge 2026.pdf"), type: "application/pdf" }));
  assert.equal(status, 200);
  assert.deepEqual(payload, { bytes: 300_000, name: "Verträge 2026.pdf", type: "application/pdf" });
  assert.ok(content.equals(received.at(-1)?.bytes ?? Buffer.alloc(0)));
});

describe("FIL-U1: a form that is not one file in its part", () => {
  const malformed = "400 MULTIPART_MALFORMED";
  const noBoundary = { ...asWriter, "content-type": "multipart/form-data" };
  const whole = form(file("x"));
  for (const [what, body, expected, headers] of [
    ["no body", undefined, "400 FILE_MISSING", asWriter],
    ["JSON instead", Buffer.from("{}"), "400 FILE_MISSING", { ...asWriter, "content-type": "application/json" }],
    ["no part", Buffer.from(`--${boundary}--\r\n`), "400 FILE_MISSING", formType],
    ["no file name", form({ name: "file", content: "x" }), "400 FILE_MISSING", formType],
    ["another name", form({ ...file("x"), name: "document" }), "400 FILE_FIELD_UNEXPECTED", formType],
    ["a field beside it", form(file("x"), { name: "note", content: "y" }), "400 FILE_FIELD_UNEXPECTED", formType],
    ["a field before it", form({ name: "note", content: "y" }, file("x")), "400 FILE_FIELD_UNEXPECTED", formType],
    ["toString", form({ name: "toString", content: "y" }), "400 FILE_FIELD_UNEXPECTED", formType],
    ["two files", form(file("x"), file("y")), "400 FILE_TOO_MANY", formType],
    ["an empty file", form(file("")), "400 FILE_EMPTY", formType],
    ["no boundary", whole, malformed, noBoundary],
    ["another boundary", whole, malformed, { ...asWriter, "content-type": "multipart/form-data; boundary=other" }],
    [
      "a long boundary",
      whole,
      malformed,
      { ...asWriter, "content-type": `multipart/form-data; boundary=${"b".repeat(10_000)}` },
    ],
    ["no end", whole.subarray(0, -20), malformed, formType],
    [
      "no headers of the part",
      Buffer.from(`--${boundary}\r\n\r\nx\r\n--${boundary}--\r\n`),
      "400 FILE_MISSING",
      formType,
    ],
    ["a compressed body", whole, "400 UNSUPPORTED_CONTENT_ENCODING", { ...formType, "content-encoding": "gzip" }],
    ["a NUL in the name", form(file("x", "a\u0000.pdf")), "400 INVALID_STRING", formType],
  ] as const) {
    test(what, async () => {
      const { status, code } = await send(body, headers);
      assert.equal(`${status} ${code}`, expected);
    });
  }
});

test("401 and 403 come before a byte is read", async () => {
  for (const [headers, status] of [
    [{}, 401],
    [asReader, 403],
  ] as const) {
    const { request, answer } = open({ ...formType, authorization: "", ...headers, "content-length": 200_000_000 });
    request.flushHeaders();
    assert.equal((await answer).statusCode, status);
    request.destroy();
  }
});

test("FIL-U3: a file of the limit fits, one byte more does not", async () => {
  assert.equal((await send(form(file(Buffer.alloc(limit, 1))))).payload.bytes, limit);
  const over = await send(form(file(Buffer.alloc(limit + 1, 1))));
  assert.deepEqual([over.status, over.code], [413, "FILE_TOO_LARGE"]);
});

test("FIL-U3: a form that says it is too large is rejected unread", async () => {
  for (const length of [200_000_000, 5_000_000_000]) {
    const { request, answer } = open({ ...formType, "content-length": length });
    request.flushHeaders();
    const response = await answer;
    assert.equal(response.statusCode, 413);
    assert.equal((await bodyOf(response)).error.errorCode, "FILE_TOO_LARGE");
    request.destroy();
  }
});

for (const [what, start] of [
  ["a file", form(file("x")).subarray(0, -boundary.length - 8)],
  ["headers without end", Buffer.from(`--${boundary}\r\ncontent-disposition: `)],
  ["no part at all", Buffer.from("x")],
] as const) {
  test(`FIL-U3: a form that does not say its size is rejected soon after the limit: ${what}`, async () => {
    const { request, answer } = open({ ...formType, "transfer-encoding": "chunked" });
    // A client that continues to send may find the connection closed before it reads the answer.
    let outcome: number | string | undefined;
    const ended = answer.then(
      (arrived) => {
        outcome = arrived.statusCode;
      },
      () => {
        outcome = "cut off";
      },
    );
    request.write(start);
    const chunk = Buffer.alloc(256 * 1024, 1);
    let sent = 0;
    while (outcome === undefined && sent < 10 * limit) {
      if (!request.write(chunk)) await Promise.race([once(request, "drain").catch(() => undefined), ended]);
      sent += chunk.length;
    }
    await ended;
    assert.ok(outcome === 413 || outcome === "cut off", String(outcome));
    assert.ok(sent < 4 * limit, `${sent} bytes were taken`);
    request.destroy();
  });
}

/** An upload of the largest size whose client sends only its beginning. */
function stalled() {
  const upload = open({ ...formType, "content-length": limit });
  upload.answer.catch(() => undefined);
  upload.request.write(form(file(Buffer.alloc(100_000, 1))).subarray(0, 50_000));
  return upload;
}

/** Uploads that take all the memory available for them. */
async function fillRoom() {
  const uploads = Array.from({ length: 25 }, stalled);
  // Long enough for a busy machine to have accepted them all.
  await sleep(1_000);
  return uploads;
}

describe("FIL-U4: a client that goes away or stalls", () => {
  test("NET-4: one that goes away at any point leaves nothing and gives its room back", async () => {
    const before = received.length;
    const body = form(file(Buffer.alloc(limit - 1_000, 1)));
    // More of them than fit at once.
    for (const share of [0.01, 0.5, 0.999].flatMap((each) => Array.from({ length: 10 }, () => each))) {
      const { request, answer } = open({ ...formType, "content-length": body.length });
      answer.catch(() => undefined);
      await new Promise((sent) => request.write(body.subarray(0, Math.floor(body.length * share)), sent));
      request.destroy();
    }
    assert.equal((await send(body)).status, 200);
    assert.equal(received.length, before + 1);
  });

  test("many that stall take the share of their merchant alone, and a small one gets in beside them", async () => {
    const uploads = await fillRoom();
    assert.equal((await send(form(file("x")))).status, 200);
    for (const { request } of uploads) request.destroy();
    assert.equal((await send(form(file(Buffer.alloc(limit - 1_000, 1))))).status, 200);
  });

  test("one that stalls is ended by the time-out of requests, even if it keeps its side open, and the next gets in", async () => {
    const { requestTimeout, headersTimeout } = app.server;
    Object.assign(app.server, { requestTimeout: 300, headersTimeout: 300 });
    const { hostname, port, pathname } = new URL(url);
    const lines = Object.entries({ ...formType, host: "localhost", "content-length": limit });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const sockets = Array.from({ length: 25 }, () => {
      const socket = createConnection({ host: hostname, port: Number(port), allowHalfOpen: true });
      socket.on("error", () => undefined).resume();
      socket.write(`POST ${pathname} HTTP/1.1\r\n${head}\r\n`);
      return socket;
    });
    try {
      await sleep(200);
      // Late requests are looked for every 2 s, which may be longer than the wait for memory.
      const first = await send(form(file("x")));
      const { status } = first.status === 503 ? await send(form(file("x"))) : first;
      assert.equal(status, 200);
    } finally {
      Object.assign(app.server, { requestTimeout, headersTimeout });
      for (const socket of sockets) socket.destroy();
    }
  });
});

test("the document describes the form", async () => {
  const document = (await app.inject({ url: "/openapi.json" })).json();
  const { content } = document.paths["/v3/things/{id}/file"].post.requestBody;
  assert.deepEqual(Object.keys(content), ["multipart/form-data"]);
  assert.equal(content["multipart/form-data"].schema.properties.file.format, "binary");
});
