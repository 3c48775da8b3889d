import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";
import { noSecretKeys, readSecretKeys, type SecretKeys } from "./secret-keys.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "accord-secret-keys-"));
});
after(() => rm(folder, { recursive: true }));

const newKey = () => randomBytes(32).toString("base64");
async function keys(...lines: string[]): Promise<SecretKeys> {
  const path = join(folder, randomBytes(8).toString("hex"));
  await writeFile(path, `${lines.join("\n")}\n`);
  return readSecretKeys(path);
}

const secret = randomBytes(32);

test("an encrypted secret is decrypted for its owner with its key, unchanged, and in no other case", async () => {
  const own = await keys(newKey());
  const sealed = own.seal(secret, "one");
  assert.equal(sealed.keyId, own.keyId);
  assert.equal(Buffer.from(sealed.bytes).includes(secret), false);
  assert.notDeepEqual(own.seal(secret, "one").bytes, sealed.bytes, "each time anew");
  assert.deepEqual(own.open(sealed, "one"), secret);
  assert.equal(own.open(sealed, "another"), undefined);
  assert.equal((await keys(newKey())).open(sealed, "one"), undefined);
  assert.equal(noSecretKeys.open(sealed, "one"), undefined);
  for (let at = 0; at < sealed.bytes.length; at++) {
    const changed = Buffer.from(sealed.bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.equal(own.open({ ...sealed, bytes: changed }, "one"), undefined, `byte ${at}`);
  }
  for (const length of [0, 12, 20, 28, 59]) {
    assert.equal(own.open({ ...sealed, bytes: sealed.bytes.subarray(0, length) }, "one"), undefined, `${length} bytes`);
  }
});

test("a key that is followed by a newer one still decrypts its secrets", async () => {
  const [old, next] = [newKey(), newKey()];
  const sealed = (await keys(old)).seal(secret, "one");
  const both = await keys(next, old);
  assert.deepEqual(both.open(sealed, "one"), secret);
  assert.equal(both.seal(secret, "one").keyId, (await keys(next)).keyId);
});

test("without a key a secret is stored as it is, and can be read once a key is set", async () => {
  const kept = noSecretKeys.seal(secret, "one");
  assert.deepEqual(kept, { bytes: secret, keyId: null });
  assert.deepEqual((await keys(newKey())).open(kept, "one"), secret);
});

test("a file without keys is one sentence that quotes nothing of it", async () => {
  const wrong = { empty: "", short: "aHVzaA==", words: `${newKey()}\nhush-hush`, hex: randomBytes(32).toString("hex") };
  for (const [name, text] of Object.entries(wrong)) {
    const path = join(folder, name);
    await writeFile(path, text);
    assert.throws(
      () => readConfig({ ACCORD_SECRET_KEY_FILE: path }),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.match(
          error.message,
          /^ACCORD_SECRET_KEY_FILE is ".*"; each line must be one key: 32 bytes in base64\.$/,
        );
        return !error.message.includes("hush-hush") && !error.message.includes("aHVzaA");
      },
      name,
    );
  }
  const missing = join(folder, "missing");
  assert.throws(() => readConfig({ ACCORD_SECRET_KEY_FILE: missing }), /there is no file that can be read/);
});
