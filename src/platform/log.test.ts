import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

const secret = `acc_${"5e".repeat(32)}_abcdef`;

/** The line that the log writes to standard output for a value. */
async function logged(value: object): Promise<string> {
  const module = new URL("./log.ts", import.meta.url).href;
  const script = `import { createLog } from ${JSON.stringify(module)}; createLog("trace").info(${JSON.stringify(value)}, "said");`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  return stdout;
}

for (const value of [
  { authorization: secret },
  { headers: { authorization: secret } },
  { request: { authorization: secret } },
  { request: { headers: { authorization: secret } } },
  { created: { key: secret } },
  { endpoint: { secret } },
  { request: { headers: { cookie: secret, "x-csrf-token": secret } } },
  { headers: { cookie: secret, "set-cookie": secret } },
  { body: { password: secret } },
  { session: { token: secret } },
]) {
  test(`what the log is told as ${JSON.stringify(value).replaceAll(secret, "…")} it does not repeat`, async () => {
    const line = JSON.parse(await logged(value));
    assert.equal(line.msg, "said");
    assert.ok(!JSON.stringify(line).includes(secret));
    assert.ok(JSON.stringify(line).includes("[redacted]"));
  });
}
