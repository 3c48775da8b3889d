import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";

// What a failed start leaves open keeps its process from ending, so the proof is a process that ends by itself.
test("a failed start closes the database and the queue that it opened", async () => {
  const program = `
    const { startApi } = await import(${JSON.stringify(new URL("../support/api.ts", import.meta.url).href)});
    await startApi({ works: true, log: {} }).then(() => console.log("started"), () => console.log("failed"));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: process.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const deadline = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const [code, signal] = await once(child, "close");
  clearTimeout(deadline);
  assert.equal(output, "failed\n");
  assert.deepEqual([code, signal], [0, null], "it ended by itself");
});
