import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { startApi, type TestApi } from "../support/api.ts";

// Raw bytes over a socket, for what no HTTP client would send.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

type Exchange = { readonly answer: string; readonly bytesTaken: number };

/** Sends bytes until the server closes the connection, or nothing more comes for a while. */
async function exchange(head: string, body: Iterable<string | Buffer> = []): Promise<Exchange> {
  const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString("latin1");
  });
  const closed = new Promise<void>((resolve) => {
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
    socket.setTimeout(700, () => socket.destroy());
  });
  socket.write(head);
  for (const chunk of body) {
    if (socket.destroyed) break;
    if (!socket.write(chunk)) {
      await Promise.race([new Promise<void>((resolve) => socket.once("drain", () => resolve())), closed]);
    }
  }
  await closed;
  return { answer, bytesTaken: socket.bytesWritten - socket.writableLength };
}

const request = (headers: readonly string[], line = "POST /v3/customers HTTP/1.1") =>
  [
    line,
    "Host: x",
    `Authorization: ${api.merchants.A.writeKey}`,
    "Content-Type: application/json",
    ...headers,
    "",
    "",
  ].join("\r\n");
const statusesOf = ({ answer }: Exchange) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** White space without end, 64 KiB at a time. */
function* spaces(total: number, chunked = false): Generator<Buffer> {
  const plain = Buffer.alloc(0x10000, " ");
  const chunk = chunked ? Buffer.concat([Buffer.from("10000\r\n"), plain, Buffer.from("\r\n")]) : plain;
  for (let sent = 0; sent < total; sent += 0x10000) yield chunk;
}

test("BOD-5: only the beginning of a body that is too large is read, and memory does not grow", async () => {
  const hundred = 100 * 1024 * 1024;
  await exchange(request(["Content-Length: 2000000"]), spaces(2_000_000));
  const before = process.memoryUsage().rss;
  for (const [headers, isChunked] of [
    [[`Content-Length: ${hundred}`], false],
    [["Transfer-Encoding: chunked"], true],
    [[`Content-Length: ${hundred}`, "Content-Encoding: gzip"], false],
  ] as const) {
    const sent = await exchange(request(headers), spaces(hundred, isChunked));
    assert.deepEqual(statusesOf(sent), [413], headers.join());
    assert.match(sent.answer, /BODY_TOO_LARGE/);
    assert.match(sent.answer, /connection: close/i);
    assert.ok(sent.bytesTaken < 16 * 1024 * 1024, `${headers}: ${sent.bytesTaken} bytes were taken`);
  }
  const grown = process.memoryUsage().rss - before;
  assert.ok(grown < 32 * 1024 * 1024, `memory grew by ${grown} bytes`);
});

test("BOD-4: a compressed body is rejected and never decompressed", async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const before = process.memoryUsage().rss;
  for (const encoding of ["gzip", "br", "deflate", "gzip, gzip", "zstd"]) {
    const headers = [`Content-Length: ${bomb.length}`, `Content-Encoding: ${encoding}`, "Connection: close"];
    const sent = await exchange(request(headers), [bomb]);
    assert.deepEqual(statusesOf(sent), [400], encoding);
    assert.match(sent.answer, /UNSUPPORTED_CONTENT_ENCODING/);
  }
  assert.ok(process.memoryUsage().rss - before < 10 * 1024 * 1024);
});

test("BOD-5: the limit is exact to the byte", async () => {
  const limit = 1024 * 1024;
  const named = (bytes: number) => `{"name":"Large"${" ".repeat(bytes - 16)}}`;
  for (const [bytes, status] of [
    [limit - 1, 201],
    [limit, 201],
    [limit + 1, 413],
  ] as const) {
    const body = named(bytes);
    assert.equal(body.length, bytes);
    const sized = await exchange(request([`Content-Length: ${bytes}`, "Connection: close"]), [body]);
    assert.deepEqual(statusesOf(sized), [status], `${bytes} bytes`);
    const chunked = [bytes.toString(16), "\r\n", body, "\r\n0\r\n\r\n"];
    const streamed = await exchange(request(["Transfer-Encoding: chunked", "Connection: close"]), chunked);
    assert.deepEqual(statusesOf(streamed), [status], `${bytes} bytes in chunks`);
  }
});

test("BOD-5: a body shorter than declared is rejected, and bytes past its length are not part of it", async () => {
  const short = await exchange(request(["Content-Length: 100"]), ['{"name":"Short"}']);
  assert.deepEqual(statusesOf(short), []);
  const long = await exchange(request(["Content-Length: 15", "Connection: close"]), ['{"name":"Long"}trailing']);
  // The connection may break over the rest before the answer is out.
  assert.ok(
    [["201"], ["400"]].some(([status]) => statusesOf(long).join() === status),
    long.answer,
  );
});

test("BOD-14: a request with two possible ends is read once or rejected, and smuggles nothing", async () => {
  const inner = '{"name":"Smuggled"}';
  const smuggled = request([`Content-Length: ${inner.length}`, "Connection: close"]) + inner;
  const body = '{"name":"Outer"}';
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const ended = `0\r\n\r\n${smuggled}`;
  const cases: Record<string, [readonly string[], string]> = {
    "length and chunks": [[`Content-Length: ${ended.length}`, "Transfer-Encoding: chunked"], ended],
    "chunks and length": [["Transfer-Encoding: chunked", "Content-Length: 5"], ended],
    "two lengths": [["Content-Length: 5", `Content-Length: ${ended.length}`], ended],
    "a list of lengths": [[`Content-Length: 5, ${ended.length}`], ended],
    "chunked, identity": [["Transfer-Encoding: chunked, identity"], ended],
    identity: [["Transfer-Encoding: identity", `Content-Length: ${ended.length}`], ended],
    "chunked twice": [["Transfer-Encoding: chunked", "Transfer-Encoding: chunked, identity"], ended],
    "an unknown encoding": [["Transfer-Encoding: xchunked"], ended],
    "a space before the colon": [["Transfer-Encoding : chunked", `Content-Length: ${ended.length}`], ended],
    "a tab in the name": [["Transfer-Encoding\t: chunked", `Content-Length: ${ended.length}`], ended],
    "a vertical tab in the value": [["Transfer-Encoding: \u000bchunked", `Content-Length: ${ended.length}`], ended],
    "a folded header": [["X: a\r\n Transfer-Encoding: chunked", `Content-Length: ${ended.length}`], ended],
    "a length with a sign": [["Content-Length: +5"], ended],
    "a length in hex": [["Content-Length: 0x5"], ended],
    "a negative length": [["Content-Length: -1"], ended],
    "a chunk size with a sign": [["Transfer-Encoding: chunked"], `+${chunked}${smuggled}`],
    "a chunk size with 0x": [["Transfer-Encoding: chunked"], `0x${chunked}${smuggled}`],
    "a chunk size past 64 bits": [["Transfer-Encoding: chunked"], `10000000000000000${chunked}${smuggled}`],
    "a NUL in a header": [["X: a\u0000b", `Content-Length: ${ended.length}`], ended],
    "a bare CR in a header": [[`X: a\rContent-Length: 5`, `Content-Length: ${ended.length}`], ended],
  };
  for (const [what, [headers, bytes]] of Object.entries(cases)) {
    const statuses = statusesOf(await exchange(request(headers), [bytes]));
    assert.deepEqual(statuses, [400], what);
  }
  const bareLines = `${request([`Content-Length: ${body.length}`]).replaceAll("\r\n", "\n")}${body}`;
  assert.deepEqual(statusesOf(await exchange(bareLines)), [400], "bare line feeds");
  const filter = encodeURIComponent("name:in:Smuggled|Outer");
  const { body: found } = await api.request("GET", `/v3/customers?filter=${filter}`);
  assert.equal(found.payload.totalItems, 0);
});

test("BOD-14: Expect: 100-continue is answered once", async () => {
  const body = '{"name":"Expected"}';
  const headers = [`Content-Length: ${body.length}`, "Expect: 100-continue", "Connection: close"];
  assert.deepEqual(statusesOf(await exchange(request(headers), [body])), [100, 201]);
  const other = await exchange(request([`Content-Length: ${body.length}`, "Expect: something", "Connection: close"]), [
    body,
  ]);
  assert.equal(statusesOf(other).length, 1);
});
