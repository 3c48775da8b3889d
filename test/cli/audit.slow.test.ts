import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { killLeftOver, run, runJson } from "./program.ts";

let api: TestApi;
let folder: string;
let merchantId: string;
let environment: { DATABASE_URL: string };
let signed: { DATABASE_URL: string; ACCORD_SIGNING_KEY_FILE: string };
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const fileIn = (name: string) => join(folder, name);

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "accord-audit-"));
  await writeFile(fileIn("key.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
  await writeFile(fileIn("public.pem"), publicKey.export({ type: "spki", format: "pem" }));
  api = await startApi();
  merchantId = api.merchants.A.merchantId;
  environment = { DATABASE_URL: api.connectionString };
  signed = { ...environment, ACCORD_SIGNING_KEY_FILE: fileIn("key.pem") };
  const client = clientOf(api, api.merchants.A);
  await client.ok("POST", "/v3/customers", { name: "First" });
});
after(async () => {
  killLeftOver();
  await rm(folder, { recursive: true });
  await api?.close();
});

test("an audit log is signed and exported, and can be verified with the public key and without the database", async () => {
  const heads = await runJson(["audit", "sign", "--merchant", merchantId], signed);
  assert.equal(JSON.parse(heads[0].head).merchantId, merchantId);
  const written = await runJson(["audit", "export", fileIn("first.ndjson"), "--merchant", merchantId], signed);
  assert.deepEqual([written.heads, written.isSigned], [1, true]);
  const key = ["--key", fileIn("public.pem")];
  const verdict = await runJson(["audit", "verify", fileIn("first.ndjson"), ...key], {});
  assert.deepEqual([verdict.problems, verdict.isSigned, verdict.rows], [[], true, written.rows]);

  await clientOf(api, api.merchants.A).ok("POST", "/v3/customers", { name: "Second" });
  await runJson(["audit", "export", fileIn("second.ndjson"), "--merchant", merchantId], signed);
  const both = ["audit", "verify", fileIn("second.ndjson"), "--earlier", fileIn("first.ndjson"), ...key];
  assert.equal((await runJson(both, {})).rows, written.rows + 1);
  const turned = await run(["audit", "verify", fileIn("first.ndjson"), "--earlier", fileIn("second.ndjson")], {});
  assert.equal(turned.code, 1);
  assert.match(turned.stdout, /are not in/);
});

test("a changed audit log is exit code 1, and a command that cannot run prints one sentence", async () => {
  await runJson(["audit", "export", fileIn("third.ndjson"), "--merchant", merchantId], environment);
  const text = await readFile(fileIn("third.ndjson"), "utf8");
  await writeFile(fileIn("changed.ndjson"), text.replace("customer.create", "customer.delete"));
  const changed = await run(["audit", "verify", fileIn("changed.ndjson")], {});
  assert.equal(changed.code, 1);
  assert.match(changed.stdout, /was changed/);
  const again = await run(["audit", "export", fileIn("third.ndjson"), "--merchant", merchantId], environment);
  assert.deepEqual([again.code, /exists already/.test(again.stderr)], [1, true]);
  const unsigned = await run(["audit", "sign"], environment);
  assert.deepEqual([unsigned.code, /ACCORD_SIGNING_KEY_FILE/.test(unsigned.stderr)], [2, true]);
  const absent = await run(["audit", "verify", fileIn("none.ndjson")], {});
  assert.equal(absent.code, 2);
  const some = await run(["doctor", "--only", "inv-26,INV-40"], environment);
  assert.deepEqual([some.code, [...new Set(some.stdout.match(/INV-\d+/g))]], [0, ["INV-26", "INV-40"]]);
  assert.match(some.stdout, /These invariants hold/);
  const unknown = await run(["doctor", "--only", "INV-99"], environment);
  assert.deepEqual([unknown.code, /no INV-99; there are INV-01,/i.test(unknown.stderr)], [2, true]);
  const invalid = await run(["doctor"], { ...environment, ACCORD_SIGNING_KEY_FILE: fileIn("third.ndjson") });
  assert.deepEqual([invalid.code, /ACCORD_SIGNING_KEY_FILE is/.test(invalid.stderr)], [2, true]);
});
