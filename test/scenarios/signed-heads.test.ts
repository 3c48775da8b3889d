import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import pg from "pg";
import { continues, verifyAuditFile } from "../../src/close/audit-file-check-service.ts";
import { AuditFileLines } from "../../src/close/audit-file-service.ts";
import { listHeads } from "../../src/close/signed-head-service.ts";
import { auditChain } from "../../src/platform/audit-chain.ts";
import { readSigningKey, type SigningKey } from "../../src/platform/signing-key.ts";
import { read } from "../../src/platform/write.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { invoiceOf } from "../support/receivable-client.ts";
import { rehashChain } from "../support/rehash-chain.ts";

let api: TestApi;
let owner: pg.Client;
let folder: string;
let signingKey: SigningKey;
let client: Client;

const ours = generateKeyPairSync("ed25519");
const pem = (key: typeof ours.privateKey) => key.export({ type: "pkcs8", format: "pem" }).toString();
const publicPem = (key: typeof ours.publicKey) => key.export({ type: "spki", format: "pem" }).toString();

async function keyFile(name: string, ...blocks: string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, blocks.join("\n"));
  return path;
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "accord-heads-"));
  const signingKeyFile = await keyFile("ours.pem", pem(ours.privateKey));
  signingKey = readSigningKey(signingKeyFile);
  api = await startApi({ signingKeyFile });
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  client = clientOf(api, api.merchants.A);
  await invoiceOf(api, client);
  await client.advance("2026-03-10T12:00:00Z");
  await close(client, "2026-01");
  await close(client, "2026-02");
});
after(async () => {
  await owner?.end();
  await api?.close();
  await rm(folder, { recursive: true });
});

const findings = (key: SigningKey | undefined) =>
  runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, signingKey: key });

/** Changes rows as who owns the tables can, and takes it back. */
async function tampered(tables: readonly string[], change: () => Promise<unknown>, look: () => Promise<void>) {
  await owner.query("set session_replication_role = replica");
  for (const table of tables) await owner.query(`create table kept_${table} as table ${table}`);
  try {
    await change();
    await look();
  } finally {
    for (const table of tables) {
      await owner.query(
        `delete from ${table}; insert into ${table} select * from kept_${table}; drop table kept_${table}`,
      );
    }
    await owner.query("set session_replication_role = origin");
  }
}

async function exported(key: SigningKey | undefined): Promise<string> {
  const lines = new AuditFileLines();
  const { merchantId } = client.merchant;
  let file = lines.start(merchantId, "2026-03-10T12:00:00.000Z");
  await read(api.platform, merchantId, async ({ tx }) => {
    for await (const rows of auditChain(tx, merchantId)) file += rows.map((row) => lines.row(row)).join("");
    for (const head of await listHeads(tx, merchantId)) file += lines.head(head);
  });
  return file + lines.end(key);
}

async function* linesOf(file: string): AsyncGenerator<string> {
  yield* file.trimEnd().split("\n");
}

test("each close signs the heads of the audit log, the journal and the packages", async () => {
  const heads = await read(api.platform, client.merchant.merchantId, ({ tx }) =>
    listHeads(tx, client.merchant.merchantId),
  );
  assert.deepEqual(
    heads.map(({ head }) => [head.sequence, head.closePackage?.sequence]),
    [
      [1, "1"],
      [2, "2"],
    ],
  );
  assert.ok(Number(heads[1]?.head.journal.count) > Number(heads[0]?.head.journal.count));
  assert.deepEqual(await findings(signingKey), []);
  assert.deepEqual(await findings(undefined), [], "without a key there is nothing to hold against the books");
});

test("AUD-2: a changed audit row is found by the signed head, even if all hash chains were recomputed", async () => {
  await tampered(
    ["audit_log", "audit_head", "accounting_period"],
    async () => {
      await owner.query("update audit_log set actor_id = 'nobody' where merchant_id = $1 and sequence = 2", [
        client.merchant.merchantId,
      ]);
      await rehashChain(owner, api.platform.db, client.merchant.merchantId);
    },
    async () => {
      const found = await findings(signingKey);
      assert.deepEqual(
        found.map(({ id, sample }) => [id, ...sample]),
        [["INV-40", "1 audit", "2 audit"]],
      );
    },
  );
});

test("a changed journal entry is found, also in an open month", async () => {
  await tampered(
    ["journal_entry"],
    () =>
      owner.query("update journal_entry set posted_at = posted_at + interval '1 second' where merchant_id = $1", [
        client.merchant.merchantId,
      ]),
    async () => assert.ok((await findings(signingKey)).some(({ id }) => id === "INV-40")),
  );
});

test("signed heads that were deleted, or signed with another key, are found", async () => {
  for (const statement of [
    "delete from signed_head",
    "delete from signed_head where sequence = 2",
    "delete from signed_head where sequence = 1",
    "update signed_head set signature = decode(repeat('00', 64), 'hex') where sequence = 1",
    "update signed_head set head = replace(head, '2026', '2027')",
    "update signed_head set head = 'nonsense'",
  ]) {
    await tampered(
      ["signed_head"],
      () => owner.query(statement),
      async () => {
        assert.deepEqual(new Set((await findings(signingKey)).map(({ id }) => id)), new Set(["INV-40"]), statement);
      },
    );
  }
});

test("a signature by an earlier key is verified by its public key", async () => {
  const next = generateKeyPairSync("ed25519");
  const both = readSigningKey(await keyFile("both.pem", pem(next.privateKey), publicPem(ours.publicKey)));
  assert.deepEqual(await findings(both), []);
  const stranger = readSigningKey(await keyFile("stranger.pem", pem(next.privateKey)));
  assert.deepEqual(
    (await findings(stranger)).map(({ id, sample }) => [id, ...sample]),
    [["INV-40", "1 signature", "2 signature"]],
  );
});

test("an exported audit log is verified without the database", async () => {
  const file = await exported(signingKey);
  const publicKey = readSigningKey(await keyFile("public.pem", publicPem(ours.publicKey)));
  const verdict = await verifyAuditFile(linesOf(file), publicKey);
  assert.deepEqual(verdict.problems, []);
  assert.ok(verdict.isSigned && verdict.rows > 5 && verdict.heads === 2);
  const unsigned = await verifyAuditFile(linesOf(await exported(undefined)), publicKey);
  assert.deepEqual([unsigned.problems, unsigned.isSigned], [[], false]);
});

test("an exported file that was changed, cut or recombined fails verification, at any place", async () => {
  const lines = (await exported(signingKey)).trimEnd().split("\n");
  for (let place = 0; place < lines.length; place++) {
    const [without, changed] = [lines.toSpliced(place, 1), [...lines]];
    changed[place] = (lines[place] ?? "").replace(/[0-9a-f](?=[^0-9a-f]*$)/, (digit) => (digit === "1" ? "2" : "1"));
    assert.notEqual(changed[place], lines[place]);
    for (const touched of [without, changed]) {
      const { problems } = await verifyAuditFile(linesOf(touched.join("\n")), signingKey);
      assert.notDeepEqual(problems, [], `line ${place}`);
    }
  }
  const forged = new AuditFileLines();
  const stranger = readSigningKey(
    await keyFile("forger.pem", pem(generateKeyPairSync("ed25519").privateKey), publicPem(ours.publicKey)),
  );
  const made = forged.start(client.merchant.merchantId, "2026-03-10T12:00:00.000Z") + forged.end(stranger);
  const { problems, isSigned } = await verifyAuditFile(linesOf(made), signingKey);
  assert.deepEqual([problems, isSigned], [[], false], "whole in itself, and signed by nobody that is known");
});

test("an earlier export has to be contained in a later one, so that deleted rows are found", async () => {
  const earlier = await verifyAuditFile(linesOf(await exported(signingKey)), signingKey);
  await client.ok("POST", "/v3/customers", { name: "Later" });
  const later = await verifyAuditFile(linesOf(await exported(signingKey)), signingKey);
  assert.ok(continues(later, earlier) && !continues(earlier, later));
  assert.equal(later.rows, earlier.rows + 1);
});

test("a file of keys that cannot sign is rejected with a sentence that quotes nothing of it", async () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  for (const [name, text] of Object.entries({
    empty: "",
    nonsense: "-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----",
    rsa: rsa.export({ type: "pkcs8", format: "pem" }).toString(),
    two: pem(ours.privateKey) + pem(ours.privateKey),
  })) {
    const path = await keyFile(`${name}.pem`, text);
    assert.throws(() => readSigningKey(path), /^Error: (it must have|its keys must be)[^:]*$/, name);
  }
  assert.throws(() => readSigningKey(join(folder, "none.pem")), /there is no file/);
});
