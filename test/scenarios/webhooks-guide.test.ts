import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startApi, type TestApi } from "../support/api.ts";
import { guideBlocks } from "../support/guide.ts";
import { guideRunner } from "../support/guide-runner.ts";

const guide = readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8");
// Beside the tests, where the package of the client is found.
const script = new URL(`receiver-${process.pid}.ts`, import.meta.url);

let api: TestApi;
let receiver: ChildProcess | undefined;
before(async () => {
  api = await startApi({ works: true, webhookAddresses: { allowed: ["127.0.0.1"] } });
});
after(async () => {
  receiver?.kill();
  await rm(script, { force: true });
  await api.close();
});

test("docs/webhooks.md: its receiver takes the messages, and every line answers as the guide shows", async () => {
  const port = await freePort();
  const runner = guideRunner(api);
  const blocks = guideBlocks(guide.replaceAll(":4000/", `:${port}/`));
  const [setUp, endpoint, ...rest] = blocks;
  assert.ok(setUp !== undefined && endpoint !== undefined);
  await runner.run(setUp);
  await runner.run(endpoint);

  const [, source = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  await writeFile(script, source);
  const secret = runner.variables.get("SECRET");
  receiver = spawn(process.execPath, [script.pathname], {
    env: { ...process.env, ACCORD_WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  receiver.stdout?.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  await until(() =>
    fetch(`http://127.0.0.1:${port}`, { method: "POST", body: "{}" }).then((answer) => answer.status === 400),
  );
  for (const block of rest) await runner.run(block);
  await until(() => ["webhook-endpoint.tested", "customer.created"].every((type) => printed.includes(type)));
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  server.close();
  return address.port;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    if (await Promise.resolve(isSo()).catch(() => false)) return;
    await sleep(50);
  }
  assert.fail("never");
}
