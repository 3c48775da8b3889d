import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type ContractClient, contractClient, rejection } from "../support/contract-client.ts";
import { pdfOf } from "../support/pdf.ts";

let api: TestApi;
let A: ContractClient;
let B: ContractClient;

before(async () => {
  api = await startApi();
  A = await contractClient(api, api.merchants.A);
  B = await contractClient(api, api.merchants.B);
});
after(() => api.close());

const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";
const pdf = pdfOf(["Master agreement"]);
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const filePath = (id: string) => `/v3/contracts/${id}/file`;
const codes = (contract: Json): string[] => contract.blockReasons.map(({ code }: Json) => code);

async function download(id: string, key = api.merchants.A.writeKey) {
  const answer = await fetch(`${api.url}${filePath(id)}`, { headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Past the API: what no endpoint shows. */
function stored<T>(work: Parameters<typeof inTransaction<T>>[2]): Promise<T> {
  return inTransaction(api.platform.db, api.merchants.A.merchantId, work);
}

describe("upload and download", () => {
  test("the download has the bytes that were uploaded, as an attachment with its own content type", async () => {
    const { id } = await A.createProcessed();
    const answer = await A.upload(id, pdf, { fileName: "Verträge 2026.pdf" });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { payload } = answer.body;
    assert.deepEqual([payload.fileName, payload.fileSha256], ["Verträge 2026.pdf", hashOf(pdf)]);
    assert.equal(payload.fileUploadedAt, payload.lastUpdatedAt);
    assert.deepEqual(await A.get(id), payload);
    for (const key of [api.merchants.A.writeKey, api.merchants.A.readKey]) {
      const { status, headers, bytes } = await download(id, key);
      assert.equal(status, 200);
      assert.ok(bytes.equals(pdf));
      assert.equal(headers.get("content-type"), "application/octet-stream");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.match(
        headers.get("content-disposition") ?? "",
        /^attachment; filename="Vertr_ge 2026\.pdf"; filename\*=UTF-8''Vertr/,
      );
    }
  });

  for (const [sent, kept] of [
    ["../../x.pdf", "x.pdf"],
    ["a%0D%0Aset-cookie.pdf", /^a.*set-cookie\.pdf$/],
    ['quo"te.pdf', /^quo.+te\.pdf$/],
    [`${"n".repeat(4_096)}.pdf`, `${"n".repeat(251)}.pdf`],
    ["חוזה\u202e.pdf", "חוזה.pdf"],
  ] as const) {
    test(`FIL-U6: the file name ${JSON.stringify(sent.slice(0, 30))} is made harmless`, async () => {
      const { id } = await A.create();
      const { status, body } = await A.upload(id, pdf, { fileName: sent, query: "?shouldProcess=false" });
      assert.equal(status, 200, JSON.stringify(body));
      if (typeof kept === "string") assert.equal(body.payload.fileName, kept);
      else assert.match(body.payload.fileName, kept);
      const { headers } = await download(id);
      assert.match(
        headers.get("content-disposition") ?? "",
        /^attachment; filename="[\w. %-]+"; filename\*=UTF-8''[\w.%-]+$/,
      );
    });
  }

  test("FIL-U2: a file that is no PDF by name or content is rejected and the old file stays", async () => {
    const { id } = await A.create();
    await A.upload(id, pdf, { query: "?shouldProcess=false" });
    const before = await A.get(id);
    for (const [bytes, type] of [
      [Buffer.from("\u0089PNG\r\n\u001a\n"), "application/pdf"],
      [Buffer.concat([Buffer.alloc(500, " "), pdf]), "application/pdf"],
      [Buffer.concat([Buffer.from("<html>"), pdf]), "application/pdf"],
      [pdf, "text/html"],
    ] as const) {
      assert.equal(rejection(await A.upload(id, bytes, { type })), "400 FILE_NOT_PDF");
    }
    assert.equal(rejection(await A.upload(id, Buffer.alloc(0))), "400 FILE_EMPTY");
    assert.deepEqual(await A.get(id), before);
    assert.ok((await download(id)).bytes.equals(pdf));
  });

  test("FIL-U8: shouldProcess takes true or false alone; false starts no job", async () => {
    const { id } = await A.createProcessed();
    for (const value of ["1", "yes", "TRUE", "", "true&shouldProcess=false"]) {
      const answer = await A.upload(id, pdf, { query: `?shouldProcess=${value}` });
      assert.equal(rejection(answer), "400 VALIDATION_FAILED", value);
    }
    assert.equal(rejection(await A.upload(id, pdf, { query: "?shouldProces=false" })), "400 VALIDATION_FAILED");
    assert.equal((await A.get(id)).fileName, null);
    const kept = (await A.upload(id, pdf, { query: "?shouldProcess=false" })).body.payload;
    assert.deepEqual([kept.status, kept.jobId, kept.fileSha256], ["PROCESSED", null, hashOf(pdf)]);
    for (const query of ["", "?shouldProcess=true"]) {
      const { status, jobId } = (await A.upload(id, pdf, { query })).body.payload;
      assert.equal(status, "PROCESSING");
      assert.equal((await A.send("GET", `/v3/jobs/${jobId}`)).body.payload.type, "PROCESS_CONTRACT");
    }
  });

  test("FIL-U7: without a file, download and removal answer with the error of their endpoint", async () => {
    const processed = await A.createProcessed();
    assert.equal(rejection(await A.send("GET", filePath(processed.id))), "500 CONTRACT_FILE_MISSING");
    assert.equal(rejection(await A.send("DELETE", filePath(processed.id))), "400 CONTRACT_NOT_BLOCKED");
    await A.act(processed.id, "BLOCK", "Wait for legal");
    assert.equal(rejection(await A.send("DELETE", filePath(processed.id))), "404 CONTRACT_FILE_MISSING");
  });

  test("an upload with an Idempotency-Key is carried out once for the same file", async () => {
    const { id } = await A.create();
    const headers = { "idempotency-key": "upload-1" };
    const first = await A.upload(id, pdf, { headers });
    const again = await A.upload(id, pdf, { headers });
    assert.deepEqual(again.body.payload, first.body.payload);
    assert.equal(again.headers.get("idempotency-replayed"), "true");
    assert.equal(rejection(await A.upload(id, pdfOf(["Another"]), { headers })), "422 IDEMPOTENCY_KEY_REUSED");
  });
});

describe("processing", () => {
  test("a processed file has its text stored, and the contract is checked", async () => {
    const { id } = await A.createProcessed();
    const { status, blockReasons } = (await A.upload(id, pdf)).body.payload;
    assert.deepEqual([status, blockReasons], ["PROCESSING", []]);
    await A.drain();
    assert.equal((await A.get(id)).status, "PROCESSED");
    const file = await stored((tx) =>
      tx.selectFrom("contract_file").selectAll().where("contract_id", "=", id).executeTakeFirstOrThrow(),
    );
    assert.deepEqual([file.extracted_text, file.page_count, file.findings], ["Master agreement", 1, []]);
  });

  test("processing blocks a contract without terms, with or without a file", async () => {
    for (const withFile of [true, false]) {
      const { id } = await A.create({ customerId: null });
      const started = withFile ? await A.upload(id, pdf) : await A.act(id, "PROCESS");
      assert.equal(started.body.payload.status, "PROCESSING");
      await A.drain();
      const contract = await A.get(id);
      assert.equal(contract.status, "BLOCKED");
      assert.deepEqual(codes(contract), ["MISSING_CUSTOMER", "MISSING_TERMS"]);
      await A.addObligation(id);
      assert.deepEqual(codes(await A.get(id)), ["MISSING_CUSTOMER"]);
    }
  });

  test("the result of a file that was replaced meanwhile is dropped, and edits made meanwhile stay", async () => {
    const { id } = await A.createProcessed();
    const first = (await A.upload(id, Buffer.from("%PDF-broken"))).body.payload;
    const second = (await A.upload(id, pdf)).body.payload;
    assert.notEqual(first.jobId, second.jobId);
    assert.equal(second.status, "PROCESSING");
    const renamed = await A.send("PATCH", `/v3/contracts/${id}`, { name: "Renamed" });
    assert.deepEqual([renamed.body.payload.name, renamed.body.payload.status], ["Renamed", "PROCESSING"]);
    await A.drain();
    const contract = await A.get(id);
    assert.deepEqual([contract.status, contract.name, contract.jobId], ["PROCESSED", "Renamed", second.jobId]);
  });

  test("an upload with shouldProcess false ends the processing of the file before it", async () => {
    const { id } = await A.createProcessed();
    await A.upload(id, Buffer.from("%PDF-broken"));
    const kept = (await A.upload(id, pdf, { query: "?shouldProcess=false" })).body.payload;
    assert.equal(kept.status, "PROCESSED");
    await A.drain();
    assert.deepEqual(await A.get(id), kept);
  });

  test("an unreadable file blocks the contract; after its removal or replacement the status follows the next change", async () => {
    const { id } = await A.createProcessed();
    await A.upload(id, Buffer.from("%PDF-broken"));
    await A.drain();
    const removed = (await A.send("DELETE", filePath(id))).body.payload;
    assert.deepEqual([removed.status, ...codes(removed), removed.fileName], ["BLOCKED", "FILE_UNREADABLE", null]);
    assert.deepEqual(await A.get(id), removed);
    assert.equal(rejection(await A.send("DELETE", filePath(id))), "404 CONTRACT_FILE_MISSING");
    const checked = (await A.send("PATCH", `/v3/contracts/${id}`, { poNumber: "1" })).body.payload;
    assert.deepEqual([checked.status, checked.blockReasons], ["PROCESSED", []]);
  });

  test("an approved contract gets the new file and its check result, and stays APPROVED", async () => {
    const { id } = await A.createProcessed();
    assert.equal((await A.act(id, "APPROVE")).status, 200);
    const uploaded = (await A.upload(id, Buffer.from("%PDF-broken"))).body.payload;
    assert.equal(uploaded.status, "APPROVED");
    await A.drain();
    const contract = await A.get(id);
    assert.deepEqual([contract.status, contract.blockReasons, contract.jobId], ["APPROVED", [], uploaded.jobId]);
    const { findings } = await stored((tx) =>
      tx.selectFrom("contract_file").select("findings").where("contract_id", "=", id).executeTakeFirstOrThrow(),
    );
    assert.deepEqual(
      (findings as Json[]).map(({ code }) => code),
      ["FILE_UNREADABLE"],
    );
  });
});

test("ISO-1, AUT-2, UID-1: files of others are not found, read-only keys may not write, malformed ids get the status of the endpoint", async () => {
  const foreign = await B.create();
  assert.equal((await B.upload(foreign.id, pdf)).status, 200);
  for (const id of [foreign.id, unknownId]) {
    assert.equal(rejection(await A.send("GET", filePath(id))), "404 CONTRACT_NOT_FOUND");
    assert.equal(rejection(await A.send("DELETE", filePath(id))), "404 CONTRACT_NOT_FOUND");
    assert.equal(rejection(await A.upload(id, pdf)), "404 CONTRACT_NOT_FOUND");
  }
  assert.equal(rejection(await A.send("GET", filePath("x"))), "404 CONTRACT_NOT_FOUND");
  assert.equal(rejection(await A.send("DELETE", filePath("x"))), "400 INVALID_ID");
  assert.equal(rejection(await A.upload("x", pdf)), "404 CONTRACT_NOT_FOUND");
  const headers = { authorization: `Bearer ${api.merchants.B.readKey}` };
  assert.equal(rejection(await B.upload(foreign.id, pdf, { headers })), "403 KEY_READ_ONLY");
  assert.equal(rejection(await A.send("GET", `/v3/jobs/${(await B.get(foreign.id)).jobId}`)), "404 JOB_NOT_FOUND");
});

test("AUD-1: an upload, a removal and a processing result leave one audit row each, without the bytes", async () => {
  const { id } = await A.createProcessed();
  await A.upload(id, Buffer.from("%PDF-broken"));
  await A.drain();
  await A.send("DELETE", filePath(id));
  const rows = await stored((tx) =>
    tx.selectFrom("audit_log").selectAll().where("entity_id", "=", id).orderBy("id").execute(),
  );
  const actions = rows.map(({ action }) => action).filter((action) => action !== "contract.create");
  assert.deepEqual(actions, ["contract.upload-file", "contract.processed", "contract.remove-file"]);
  assert.equal(rows.find(({ action }) => action === "contract.processed")?.actor_kind, "SYSTEM");
  assert.ok(JSON.stringify(rows).length < 10_000);
});
