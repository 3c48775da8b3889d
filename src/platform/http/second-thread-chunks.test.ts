import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  madeIn,
  pieceLength,
  registerPieces,
  sharedCounts,
  wholePieces,
} from "../../../test/support/chunked-answers.ts";
import { fakeApp } from "../../../test/support/fake-app.ts";
import { patiently } from "../../../test/support/retry-when-busy.ts";
import { openSecondThread } from "./second-thread.ts";
import type { SecondThreadRequest } from "./second-thread-request.ts";

// Answers that the second thread makes in chunks are sent while they are made, and made while they are read (ADR 0060).

const shared = sharedCounts();
const made = madeIn(shared);
const script = new URL("../../../test/support/chunked-answers-thread.ts", import.meta.url);
const thread = openSecondThread({ script, workerData: shared, onFailure: assert.fail });
after(() => thread.close());
const principal = { keyId: "1", userId: null, merchantId: "m", access: "WRITE", role: null } as const;
const { app } = await fakeApp({
  inSecondThread: thread.carryOut,
  authenticate: {
    signInMethods: [],
    // Each key belongs to another merchant.
    key: async (key) => ({ ...principal, keyId: key, merchantId: key }),
    session: async () => undefined,
    download: async () => undefined,
  },
  registerRoutes: (server) => registerPieces(server, sharedCounts()),
});
const url = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
after(() => app.close());

const asking = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const ask = (name: string, options: RequestInit = {}) =>
  patiently(() => fetch(`${url.origin}/v3/pieces/${name}`, { ...asking("acc_test_a"), ...options }));

/** Polls for something that sends no notification. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10);
}

/** A client that sends a request and does not read until it is told to. */
function unreading(name: string, key = "acc_test_a"): Socket {
  const socket = connect(Number(url.port), url.hostname).on("error", () => undefined);
  socket.pause();
  socket.write(`GET /v3/pieces/${name} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n\r\n`);
  return socket;
}

test("the first bytes of an answer are sent before its last piece is made, and a reading client gets all", async () => {
  const endless = await ask("endless");
  assert.deepEqual([endless.status, endless.headers.get("content-length")], [200, null]);
  assert.equal(endless.headers.get("cache-control"), "no-store");
  assert.match(endless.headers.get("content-disposition") ?? "", /filename="all\.csv"/);
  const reader = endless.body?.getReader();
  const first = await reader?.read();
  assert.equal(first?.value?.[0], "0".charCodeAt(0));
  await reader?.cancel();

  const whole = await (await ask("whole")).text();
  const expected = Array.from({ length: wholePieces }, (_, piece) => String(piece % 10).repeat(pieceLength)).join("");
  assert.ok(whole === expected, `${whole.length} of ${expected.length} bytes`);
});

test("a client that disconnects ends the work of the second thread", async () => {
  const before = made.endings();
  const leaving = new AbortController();
  const answer = await ask("endless", { signal: leaving.signal });
  await answer.body?.getReader().read();
  leaving.abort();
  await until(() => made.endings() > before);
  const pieces = made.pieces();
  await sleep(200);
  assert.equal(made.pieces(), pieces);
});

test("the second thread makes no more than a slow reader takes", async () => {
  const before = made.pieces();
  const socket = unreading("whole");
  await until(() => made.pieces() > before);
  let seen = -1;
  while (made.pieces() > seen) {
    seen = made.pieces();
    await sleep(300);
  }
  // The buffers of two sockets on one machine take some megabytes.
  const waiting = seen - before;
  assert.ok(waiting < wholePieces, `all ${waiting} were made for who reads nothing`);
  let bytes = 0;
  socket.on("data", (read: Buffer) => {
    bytes += read.length;
  });
  socket.resume();
  await until(() => bytes >= wholePieces * pieceLength);
  assert.equal(made.pieces() - before, wholePieces);
  socket.destroy();
});

test("slow readers delay no request, of their own or another merchant", async () => {
  const before = made.endings();
  // As many merchants as there are turns, and more requests of each than it has turns.
  const slow = Array.from({ length: 45 }, (_, index) => unreading("endless", `acc_test_${Math.floor(index / 5)}`));
  await Promise.all(slow.map(async (socket) => once(socket, "readable")));
  for (const key of ["acc_test_z", "acc_test_0"]) {
    const answer = await fetch(`${url.origin}/v3/pieces/whole`, asking(key));
    assert.equal(answer.status, 200);
    assert.equal((await answer.text()).length, wholePieces * pieceLength);
  }
  for (const socket of slow) socket.destroy();
  await until(() => made.endings() >= before + slow.length + 2);
});

test("work of the second thread takes no turn of the first thread", async () => {
  const busy = Array.from({ length: 18 }, (_, index) =>
    fetch(`${url.origin}/v3/pieces/late`, asking(`acc_test_${Math.floor(index / 2)}`)),
  );
  await sleep(200);
  assert.equal((await fetch(`${url.origin}/v3/quick`, asking("acc_test_z"))).status, 200);
  made.letLate();
  for (const answer of await Promise.all(busy)) assert.equal(await answer.text(), "");
});

test("an answer that fails after its first piece is cut off, so that it never looks complete", async () => {
  for (const name of ["failing", "dying"]) {
    const answer = await ask(name);
    assert.equal(answer.status, 200);
    await assert.rejects(answer.text(), name);
  }
  // By now the thread that died has been replaced.
  assert.equal((await (await ask("whole")).text()).length, wholePieces * pieceLength);
});

test("HEAD has the headers of GET without making the answer", async () => {
  const [pieces, endings] = [made.pieces(), made.endings()];
  const head = await ask("endless", { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("content-length")], [200, null]);
  assert.equal(head.headers.get("content-type"), "text/csv");
  await until(() => made.endings() > endings);
  assert.ok(made.pieces() - pieces < 5, String(made.pieces() - pieces));
});

test("an answer in progress is completed when the thread is closed", async () => {
  const other = openSecondThread({ script, workerData: sharedCounts(), onFailure: assert.fail });
  const asked = (name: string): SecondThreadRequest => ({
    ...{ principal, method: "GET", url: `/v3/pieces/${name}`, headers: {}, body: undefined },
  });
  const { body } = await other.carryOut(asked("whole"));
  assert.ok("pipe" in body);
  const closed = other.close();
  let bytes = 0;
  for await (const read of body) bytes += (read as Buffer).length;
  await closed;
  assert.equal(bytes, wholePieces * pieceLength);
  const unread = openSecondThread({ script, workerData: sharedCounts(), onFailure: assert.fail });
  const answer = await unread.carryOut(asked("endless"));
  assert.ok("pipe" in answer.body);
  const cut = once(answer.body, "error");
  await unread.close();
  await cut;
});
