import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { sendStream } from "./send-stream.ts";

const unread = 500;
const bodies: Readable[] = [];
const app = Fastify();
app.get("/", async (_request, reply) => {
  const endless = Readable.from(
    (async function* () {
      for (;;) yield "x".repeat(100_000);
    })(),
    { objectMode: false },
  );
  bodies.push(endless);
  await sendStream(reply, endless, unread);
});
const url = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
after(() => app.close());

async function asking(): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname).on("error", () => undefined);
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await once(socket, "readable");
  return socket;
}

/** Polls for the end of a body, which sends no notification. */
async function destroyed(index: number): Promise<void> {
  while (bodies[index]?.destroyed !== true) await sleep(10);
}

test("a client that reads nothing until the time-out is cut off, a slow reader is not", async () => {
  const slow = await asking();
  const idle = await asking();
  const reading = setInterval(() => {
    // More than the buffers of both sockets together; with less the server would not notice that the client reads.
    for (let bytes = 0; bytes < 8_000_000; ) bytes += slow.read()?.length ?? 8_000_000;
  }, unread / 10);
  await destroyed(1);
  clearInterval(reading);
  assert.equal(bodies[0]?.destroyed, false);
  idle.destroy();
  slow.destroy();
  await destroyed(0);
});
