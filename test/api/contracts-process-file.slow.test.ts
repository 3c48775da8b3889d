import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type ContractClient, contractClient } from "../support/contract-client.ts";
import { encryptedPdf, pdfOf, pdfWithContent } from "../support/pdf.ts";
import { patiently } from "../support/retry-when-busy.ts";

let api: TestApi;
let A: ContractClient;
let B: ContractClient;

before(async () => {
  api = await startApi();
  A = await contractClient(api, api.merchants.A);
  B = await contractClient(api, api.merchants.B);
});
after(() => api.close());

const pdf = pdfOf(["Master agreement"]);
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const codes = (contract: Json): string[] => contract.blockReasons.map(({ code }: Json) => code);

async function download(id: string) {
  const headers = { authorization: `Bearer ${api.merchants.A.writeKey}` };
  const answer = await fetch(`${api.url}/v3/contracts/${id}/file`, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test("FIL-U5: a hostile file ends as BLOCKED, and the API answers meanwhile", async () => {
  const files: Record<string, Buffer> = {
    garbage: Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(2_000, 0xa5)]),
    truncated: pdf.subarray(0, 70),
    deep: Buffer.from(`%PDF-1.7\n1 0 obj\n${"[".repeat(200_000)}\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`),
    encrypted: encryptedPdf(),
    bomb: pdfWithContent(deflateSync(Buffer.alloc(300_000_000, "q ")), "/Filter /FlateDecode"),
  };
  const ids: string[] = [];
  for (const bytes of Object.values(files)) {
    const { id } = await A.createProcessed();
    ids.push(id);
    assert.equal((await A.upload(id, bytes)).body.payload.status, "PROCESSING");
  }
  let running = true;
  const drained = A.drain().finally(() => {
    running = false;
  });
  let answered = 0;
  for (; running; answered += 1) await B.send("GET", "/v3/contracts?limit=1");
  await drained;
  assert.ok(answered >= 10, `the API answered ${answered} times while the files were read`);
  for (const [index, name] of Object.keys(files).entries()) {
    const contract = await A.get(ids[index] ?? "");
    assert.deepEqual([contract.status, ...codes(contract)], ["BLOCKED", "FILE_UNREADABLE"], name);
  }
});

test("RAC-14: during uploads and removals a download is always one whole uploaded file", async () => {
  const { id } = await A.create();
  const files = Array.from({ length: 24 }, (_, index) => pdfOf([`Version ${index}`, "x".repeat(index * 1_000)]));
  const hashes = new Set(files.map(hashOf));
  const query = "?shouldProcess=false";
  await A.upload(id, pdfOf(["Version 0", ""]), { query });
  const uploads = files.map((bytes) => patiently(() => A.upload(id, bytes, { query })));
  const patches = [1, 2, 3].map((number) =>
    patiently(() => A.send("PATCH", `/v3/contracts/${id}`, { name: `Beside ${number}` })),
  );
  const downloads = Array.from({ length: 24 }, () => patiently(() => download(id)));
  for (const { bytes, status } of await Promise.all(downloads)) {
    assert.equal(status, 200);
    assert.ok(hashes.has(hashOf(bytes)));
  }
  for (const { status } of await Promise.all([...uploads, ...patches])) assert.equal(status, 200);
  const { bytes } = await download(id);
  assert.equal((await A.get(id)).fileSha256, hashOf(bytes));
});

test("the worker processes an uploaded file, and its job reports the progress", async () => {
  const working = await startApi({ works: true });
  try {
    const client = await contractClient(working, working.merchants.A);
    const { id } = await client.createProcessed();
    const processed = async (file: Buffer): Promise<Json> => {
      const { jobId } = (await client.upload(id, file)).body.payload;
      let job: Json;
      do {
        await sleep(100);
        job = (await client.send("GET", `/v3/jobs/${jobId}`)).body.payload;
      } while (job.status !== "SUCCEEDED" && job.status !== "FAILED");
      assert.deepEqual([job.id, job.type, job.status], [jobId, "PROCESS_CONTRACT", "SUCCEEDED"]);
      return job;
    };
    const unread = await processed(Buffer.from("%PDF-broken"));
    assert.deepEqual(unread.progress, { done: 1, total: 1 }, "no page was found, so the job was one step");
    assert.deepEqual(codes(await client.get(id)), ["FILE_UNREADABLE"]);
    const read = await processed(pdfOf(["Master agreement", "Prices", "Signatures"]));
    assert.deepEqual(read.progress, { done: 3, total: 3 }, "its steps are pages");
  } finally {
    await working.close();
  }
});
