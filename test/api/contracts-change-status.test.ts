import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type ContractClient, contractClient, rejection } from "../support/contract-client.ts";
import { pdfOf } from "../support/pdf.ts";

let api: TestApi;
let A: ContractClient;

before(async () => {
  api = await startApi();
  A = await contractClient(api, api.merchants.A);
});
after(() => api.close());

const codes = (contract: Json): string[] => contract.blockReasons.map(({ code }: Json) => code);

const statuses = ["NEW", "PROCESSING", "BLOCKED", "PROCESSED", "APPROVED"] as const;
type Status = (typeof statuses)[number];

async function contractIn(status: Status): Promise<string> {
  if (status === "NEW") return (await A.create()).id;
  const { id } = await A.createProcessed();
  if (status === "PROCESSING") await A.act(id, "PROCESS");
  if (status === "BLOCKED") await A.act(id, "BLOCK", "Wait for legal");
  if (status === "APPROVED") await A.act(id, "APPROVE");
  assert.equal((await A.get(id)).status, status);
  return id;
}

const rejected = "refused";
const table: Readonly<Record<string, Readonly<Record<Status, Status | typeof rejected>>>> = {
  APPROVE: { NEW: rejected, PROCESSING: rejected, BLOCKED: rejected, PROCESSED: "APPROVED", APPROVED: rejected },
  PROCESS: {
    NEW: "PROCESSING",
    PROCESSING: rejected,
    BLOCKED: "PROCESSING",
    PROCESSED: "PROCESSING",
    APPROVED: rejected,
  },
  BLOCK: { NEW: rejected, PROCESSING: rejected, BLOCKED: rejected, PROCESSED: "BLOCKED", APPROVED: rejected },
  UNBLOCK: { NEW: rejected, PROCESSING: rejected, BLOCKED: "PROCESSED", PROCESSED: rejected, APPROVED: rejected },
};

for (const [action, outcomes] of Object.entries(table)) {
  for (const from of statuses) {
    test(`${action} on ${from}: ${outcomes[from]}`, async () => {
      const id = await contractIn(from);
      const before = await A.get(id);
      const answer = await A.act(id, action, action === "BLOCK" ? "Wait for legal" : undefined);
      if (outcomes[from] === rejected) {
        assert.equal(rejection(answer), "400 INVALID_CONTRACT_STATE");
        const { status, blockReasons } = answer.body.error.details;
        assert.deepEqual({ status, blockReasons }, { status: before.status, blockReasons: before.blockReasons });
        assert.deepEqual(await A.get(id), before);
      } else {
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        assert.equal(answer.body.payload.status, outcomes[from]);
        assert.deepEqual(await A.get(id), answer.body.payload);
      }
    });
  }
}

test("an uploaded file starts processing in every status but APPROVED, also again in PROCESSING", async () => {
  for (const from of statuses) {
    const id = await contractIn(from);
    const { payload } = (await A.upload(id, pdfOf(["Agreement"]))).body;
    assert.equal(payload.status, from === "APPROVED" ? "APPROVED" : "PROCESSING", from);
    assert.notEqual(payload.jobId, null);
  }
});

test("a hold shows its reason, survives other changes and processing, and UNBLOCK removes it", async () => {
  const { id } = await A.createProcessed();
  for (const reason of [undefined, ""]) {
    assert.equal(rejection(await A.act(id, "BLOCK", reason)), "400 VALIDATION_FAILED");
  }
  const blocked = (await A.act(id, "BLOCK", "Wait for legal")).body.payload;
  assert.deepEqual(blocked.blockReasons, [{ code: "MANUAL_HOLD", message: "Wait for legal" }]);
  await A.send("PATCH", `/v3/contracts/${id}`, { name: "Renamed" });
  await A.act(id, "PROCESS");
  await A.drain();
  assert.deepEqual(codes(await A.get(id)), ["MANUAL_HOLD"]);
  const free = (await A.act(id, "UNBLOCK")).body.payload;
  assert.deepEqual([free.status, free.blockReasons], ["PROCESSED", []]);
});

test("UNBLOCK removes the hold alone; other block reasons stay", async () => {
  const { id } = await A.create({ customerId: null });
  await A.addObligation(id);
  const still = await A.act(id, "UNBLOCK");
  assert.deepEqual(
    [still.status, still.body.payload.status, ...codes(still.body.payload)],
    [200, "BLOCKED", "MISSING_CUSTOMER"],
  );
});

test("terms may be changed while PROCESSING, and the final check sees the change", async () => {
  const { id } = await A.create();
  await A.act(id, "PROCESS");
  await A.addObligation(id);
  assert.equal((await A.get(id)).status, "PROCESSING");
  await A.drain();
  assert.equal((await A.get(id)).status, "PROCESSED");
});

test("a dry run of PROCESS shows the outcome and starts no job", async () => {
  const contract = await A.createProcessed();
  const answer = await A.send("POST", `/v3/contracts/${contract.id}/actions?dryRun=true`, { action: "PROCESS" });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { status, jobId } = answer.body.payload.result;
  assert.deepEqual([status, jobId], ["PROCESSING", null]);
  await A.drain();
  assert.deepEqual(await A.get(contract.id), contract);
});

test("RAC-4: beside a file upload and a hold, one approval at most succeeds and is never undone", async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await A.createProcessed();
    const approvals = Array.from({ length: 4 }, () => A.act(id, "APPROVE"));
    const [uploaded, blocked] = await Promise.all([
      A.upload(id, pdfOf(["Agreement"])),
      A.act(id, "BLOCK", "Wait for legal"),
    ]);
    const approved = (await Promise.all(approvals)).filter(({ status }) => status === 200);
    assert.equal(uploaded.status, 200);
    assert.ok(approved.length <= 1);
    await A.drain();
    const { status } = await A.get(id);
    assert.equal(status, approved.length === 1 ? "APPROVED" : blocked.status === 200 ? "BLOCKED" : "PROCESSED");
  }
});
