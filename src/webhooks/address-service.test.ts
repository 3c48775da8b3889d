import assert from "node:assert/strict";
import { createSocket, type Socket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { test } from "node:test";
import { publicAddresses } from "./address-service.ts";

/** A name server, and a resolver that asks it alone. */
async function nameServer(answer: (question: Buffer) => Buffer | undefined) {
  const socket: Socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    const text = answer(question);
    if (text !== undefined) socket.send(text, from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolver, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void socket.close(() => resolve())) };
}

/** The answer to one question: an address of IPv4, and none of IPv6. */
function answered(question: Buffer): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const asksIpv4 = question.readUInt16BE(end - 4) === 1;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(asksIpv4 ? 1 : 0, 6);
  head.fill(0, 8, 12);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 7]);
  return asksIpv4 ? Buffer.concat([head, record]) : head;
}

test("a host is resolved by name servers; one without a dot is not looked up", async () => {
  await using server = await nameServer(answered);
  assert.deepEqual(await publicAddresses("hooks.example.com", server.resolver), ["203.0.113.7"]);
  assert.deepEqual(await publicAddresses("localhost", server.resolver), []);
});

test("hosts with silent name servers block no file access, and are not found", async () => {
  await using server = await nameServer(() => undefined);
  let isOver = false;
  const silent = Promise.all(
    Array.from({ length: 16 }, (_, index) => publicAddresses(`silent-${index}.example.com`, server.resolver)),
  ).finally(() => {
    isOver = true;
  });
  await stat(import.meta.filename);
  assert.equal(isOver, false);
  assert.deepEqual(new Set((await silent).map(({ length }) => length)), new Set([0]));
});
