import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type ClientRequest, request as httpRequest } from "node:http";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type ContractClient, contractClient, rejection } from "../support/contract-client.ts";
import { pdfOf } from "../support/pdf.ts";
import { patiently } from "../support/retry-when-busy.ts";

// `ACCORD_UPLOAD_COUNT=1000` breaks off more uploads.
const brokenUploads = Number(process.env.ACCORD_UPLOAD_COUNT ?? 30);
const mebibyte = 1024 * 1024;

let api: TestApi;
let A: ContractClient;
before(async () => {
  api = await startApi();
  A = await contractClient(api, api.merchants.A);
});
after(() => api.close());

const query = "?shouldProcess=false";
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A PDF of that many bytes, unlike any other and as hard to compress as scanned pages. */
function pdfOfSize(bytes: number): Buffer {
  const pdf = pdfOf(["Scanned"]);
  return Buffer.concat([pdf, randomBytes(bytes - pdf.length)]);
}

async function download(id: string): Promise<{ status: number; headers: Headers; hash: string }> {
  const headers = { authorization: `Bearer ${api.merchants.A.writeKey}` };
  const answer = await fetch(`${api.url}/v3/contracts/${id}/file`, { headers });
  return { status: answer.status, headers: answer.headers, hash: hashOf(Buffer.from(await answer.arrayBuffer())) };
}

async function assertStored(id: string, file: Buffer): Promise<void> {
  const { status, hash } = await download(id);
  assert.deepEqual([status, hash], [200, hashOf(file)]);
}

/** What is kept of a contract's file, past the API. */
function stored(id: string): Promise<Json> {
  return inTransaction(api.platform.db, api.merchants.A.merchantId, (tx) =>
    tx.selectFrom("contract_file").selectAll().where("contract_id", "=", id).executeTakeFirst(),
  );
}

const boundary = "between-the-parts";

function formOf(bytes: Buffer): Buffer {
  const disposition = 'content-disposition: form-data; name="file"; filename="a.pdf"';
  const head = `--${boundary}\r\n${disposition}\r\ncontent-type: application/pdf\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/** An upload whose body the test writes itself. */
function begin(id: string, headers: Record<string, string | number>): ClientRequest {
  const request = httpRequest(`${api.url}/v3/contracts/${id}/file${query}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${api.merchants.A.writeKey}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
  });
  return request.on("error", () => undefined);
}

test("RAC-14: during uploads of 5 MiB a download is always one whole uploaded file", async () => {
  const { id } = await A.create();
  const files = Array.from({ length: 8 }, (_, index) => pdfOfSize(5 * mebibyte + index));
  const hashes = new Set(files.map(hashOf));
  await A.upload(id, files[0] ?? Buffer.alloc(0), { query });
  const seen = new Set<string>();
  let isUploading = true;
  const reader = async () => {
    while (isUploading) {
      const { status, hash } = await patiently(() => download(id));
      assert.equal(status, 200);
      assert.ok(hashes.has(hash));
      seen.add(hash);
    }
  };
  const reading = reader();
  const uploads = files.map((bytes) => patiently(() => A.upload(id, bytes, { query })));
  const answers = await Promise.all(uploads).finally(() => {
    isUploading = false;
  });
  await reading;
  assert.deepEqual([...new Set(answers.map(rejection))], ["200"]);
  assert.ok(seen.size > 0);
  const { hash } = await download(id);
  assert.equal((await A.get(id)).fileSha256, hash);
});

/** Open files and sockets of this process, in which the server runs. */
const descriptors = () => readdirSync("/proc/self/fd").length;

test("FIL-U4: an upload whose client disconnects stores nothing and leaves no file descriptor open", async () => {
  const { id } = await A.create();
  const body = formOf(pdfOfSize(12 * mebibyte));
  const breakOff = async (share: number) => {
    const request = begin(id, { "content-length": body.length });
    await new Promise((sent) => request.write(body.subarray(0, Math.floor(body.length * share)), sent));
    request.destroy();
  };
  await breakOff(0.01);
  await sleep(100);
  const before = descriptors();
  // Each takes its room of the 100 MiB that all uploads share: nine that kept it would keep out the next.
  for (let count = 0; count < brokenUploads; count += 1) await breakOff([0.01, 0.5, 0.999][count % 3] ?? 0);
  const file = pdfOfSize(25 * mebibyte);
  assert.equal(await stored(id), undefined);
  assert.equal((await A.upload(id, file, { query })).status, 200);
  await assertStored(id, file);
  const deadline = performance.now() + 60_000;
  // A connection or two that the client keeps for its next request are no leak.
  while (descriptors() > before + 3 && performance.now() < deadline) await sleep(20);
  assert.ok(descriptors() <= before + 3, `${before} descriptors before, ${descriptors()} after`);
});

test("FIL-U3: a file of 25 MiB is stored whole; one byte more is rejected and the old file stays", async () => {
  const { id } = await A.create();
  const largest = pdfOfSize(25 * mebibyte);
  const answer = await A.upload(id, largest, { query });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const tooLarge = await A.upload(id, Buffer.concat([largest, Buffer.from(" ")]));
  assert.equal(rejection(tooLarge), "413 FILE_TOO_LARGE");
  assert.equal((await A.get(id)).fileSha256, hashOf(largest));
  await assertStored(id, largest);
});

test("FIL-U3: 25 MiB without a stated size are stored whole; a longer upload is rejected early and never stored", async () => {
  const { id } = await A.create();
  const largest = pdfOfSize(25 * mebibyte);
  for (const [bytes, expected] of [
    [largest, 200],
    [Buffer.concat([largest, Buffer.from(" ")]), 413],
  ] as const) {
    const request = begin(id, { "transfer-encoding": "chunked" });
    const answer = once(request, "response");
    request.end(formOf(bytes));
    const [response] = await answer;
    assert.equal(response.statusCode, expected);
    response.resume();
    const file = await stored(id);
    assert.ok(file.bytes.equals(largest));
    assert.equal(file.sha256.toString("hex"), hashOf(largest));
  }
});
