import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { type ClientRequest, request as httpRequest } from "node:http";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { killLeftOver, runJson, type Serving, serve } from "../cli/program.ts";
import type { Json } from "../support/api.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { pdfOf } from "../support/pdf.ts";

// `ACCORD_KILL_CYCLES=100` kills more often.
const cycles = Number(process.env.ACCORD_KILL_CYCLES ?? 1);
const mebibyte = 1024 * 1024;

let database: TestDatabase;
let owner: pg.Client;
let environment: Record<string, string>;
let key: string;
before(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.connectionString });
  await owner.connect();
  environment = { DATABASE_URL: database.connectionString, ACCORD_DEMO: "off", ACCORD_RATE_LIMIT: "0" };
  key = (await runJson(["merchant", "create", "--name", "Uploads", "--sandbox"], environment)).writeKey;
});
after(async () => {
  killLeftOver();
  await owner.end();
  await database.drop();
});

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function pdfOfSize(bytes: number): Buffer {
  const pdf = pdfOf(["Scanned"]);
  return Buffer.concat([pdf, randomBytes(bytes - pdf.length)]);
}

async function createContract({ url }: Serving): Promise<string> {
  const headers = { authorization: key, "content-type": "application/json" };
  const answer = await fetch(`${url}/v3/contracts`, { method: "POST", headers, body: '{"name":"Uploads"}' });
  return ((await answer.json()) as Json).payload.id;
}

const pathOf = (id: string) => `/v3/contracts/${id}/file?shouldProcess=false`;

async function upload({ url }: Serving, id: string, bytes: Buffer): Promise<number> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)], { type: "application/pdf" }), "a.pdf");
  const answer = await fetch(`${url}${pathOf(id)}`, { method: "POST", headers: { authorization: key }, body: form });
  await answer.arrayBuffer();
  return answer.status;
}

/** The hash of what is downloaded, which must be the one that the contract shows. */
async function hashOfDownload({ url }: Serving, id: string): Promise<string> {
  const headers = { authorization: key };
  const answer = await fetch(`${url}/v3/contracts/${id}/file`, { headers });
  assert.equal(answer.status, 200);
  const hash = hashOf(Buffer.from(await answer.arrayBuffer()));
  const contract = (await (await fetch(`${url}/v3/contracts/${id}`, { headers })).json()) as Json;
  assert.equal(contract.payload.fileSha256, hash);
  return hash;
}

const head = [
  "--b",
  'content-disposition: form-data; name="file"; filename="a.pdf"',
  "content-type: application/pdf",
  "",
  "%PDF-1.7",
  "",
].join("\r\n");

/** An upload whose body the test writes itself, begun with the first line of a PDF. */
function begin({ url }: Serving, id: string, size: Record<string, string | number>): ClientRequest {
  const headers = { authorization: key, "content-type": "multipart/form-data; boundary=b", ...size };
  const request = httpRequest(`${url}${pathOf(id)}`, { method: "POST", headers, agent: false });
  request.on("error", () => undefined).write(head);
  return request;
}

describe("FIL-U9: after a server is killed during an upload the old or the new file is there, whole", () => {
  test("while the form arrives", async () => {
    const old = pdfOfSize(2 * mebibyte);
    const first = await serve(environment);
    const id = await createContract(first);
    assert.equal(await upload(first, id, old), 200);
    const request = begin(first, id, { "content-length": 5 * mebibyte });
    await new Promise((sent) => request.write(pdfOfSize(4 * mebibyte), sent));
    await first.end("SIGKILL");
    const second = await serve(environment);
    assert.equal(await hashOfDownload(second, id), hashOf(old));

    // The bytes are stored, and the audit row that leaves with the commit has to wait.
    await owner.query("begin; lock table audit_log in share mode");
    const next = pdfOfSize(2 * mebibyte);
    const interrupted = upload(second, id, next).catch(() => "cut off");
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%append_audit%'`;
    const deadline = performance.now() + 60_000;
    for (;;) {
      // A transaction looks at the same picture of the others until it is told to look again.
      await owner.query("select pg_stat_clear_snapshot()");
      if ((await owner.query(waits)).rowCount !== 0) break;
      assert.ok(performance.now() < deadline, "the upload never came to its audit row");
      await sleep(20);
    }
    await second.end("SIGKILL");
    await owner.query("rollback");
    assert.equal(await interrupted, "cut off");
    const third = await serve(environment);
    // The audit row leaves together with the commit, which the database may carry out after the program is gone.
    assert.ok([old, next].map(hashOf).includes(await hashOfDownload(third, id)));
    assert.equal(await third.end("SIGTERM"), 0);
  });

  test("at a random moment", async () => {
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const first = await serve(environment);
      const id = await createContract(first);
      let [last, next] = [pdfOfSize(mebibyte), pdfOfSize(mebibyte)];
      assert.equal(await upload(first, id, last), 200);
      const uploading = (async () => {
        while ((await upload(first, id, next)) === 200) [last, next] = [next, pdfOfSize(mebibyte)];
      })().catch(() => undefined);
      await sleep(Math.random() * 500);
      await first.end("SIGKILL");
      await uploading;
      const second = await serve(environment);
      assert.ok([last, next].map(hashOf).includes(await hashOfDownload(second, id)));
      assert.equal(await second.end("SIGTERM"), 0);
    }
  });
});
