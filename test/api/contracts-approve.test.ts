import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  addObligation,
  api,
  approve,
  auditedActions,
  type Contract,
  create,
  createCustomer,
  customerId,
  errorOf,
  get,
  patch,
  payloadOf,
  rejection,
  send,
  useContractRecords,
} from "../support/contract-records.ts";

useContractRecords();

describe("readiness and approval", () => {
  test("a first obligation makes it PROCESSED, or BLOCKED while it has no customer", async () => {
    const { id } = await create();
    await addObligation(id);
    const blocked = await get(id);
    assert.equal(blocked.status, "BLOCKED");
    assert.deepEqual(
      blocked.blockReasons.map(({ code }) => code),
      ["MISSING_CUSTOMER"],
    );
    assert.deepEqual(
      [blocked.startDate, blocked.endDate, blocked.totalContractValue],
      ["2026-01-01", "2026-12-31", "1200.00"],
    );
    const rejected = errorOf(await approve(id));
    assert.deepEqual([rejected.status, rejected.code], [400, "INVALID_CONTRACT_STATE"]);
    assert.equal(rejected.details.status, "BLOCKED");
    assert.deepEqual(rejected.details.blockReasons, blocked.blockReasons);

    const processed = payloadOf<Contract>(await patch(id, { customerId }));
    assert.deepEqual([processed.status, processed.blockReasons], ["PROCESSED", []]);
    assert.deepEqual(rejection(await patch(id, { currency: "GBP" })), [
      400,
      "INVALID_CONTRACT_STATE",
      "/currency INVALID_CONTRACT_STATE",
    ]);
  });

  test("approval is final and freezes customer and currency", async () => {
    const { id } = await create({ customerId });
    const early = errorOf(await approve(id));
    assert.deepEqual([early.code, early.details.status], ["INVALID_CONTRACT_STATE", "NEW"]);
    await addObligation(id);
    const approved = payloadOf<Contract>(await approve(id));
    assert.equal(approved.status, "APPROVED");
    assert.match(String(approved.approvedBy), /^KEY:[0-9a-f-]{36}$/);
    assert.equal(approved.approvedAt, approved.lastUpdatedAt);
    assert.equal(errorOf(await approve(id)).details.status, "APPROVED");
    const other = await createCustomer({ name: "Other" });
    assert.deepEqual(rejection(await patch(id, { customerId: other, currency: "USD" })), [
      400,
      "INVALID_CONTRACT_STATE",
      "/currency INVALID_CONTRACT_STATE",
      "/customerId INVALID_CONTRACT_STATE",
    ]);
    assert.equal(payloadOf<Contract>(await patch(id, { name: "Still named" })).status, "APPROVED");
  });

  test("an issued invoice sets the day through which the contract is invoiced, and the contract cannot end before it", async () => {
    const { id } = await create({ customerId });
    await addObligation(id);
    assert.equal((await approve(id)).status, 200);
    await api.drainOutbox(api.merchants.A);
    assert.equal((await get(id)).invoicedThrough, "2026-12-31");
    const early = await patch(id, { endDate: "2026-12-30" });
    assert.deepEqual(rejection(early), [400, "INVALID_CONTRACT_STATE", "/endDate INVALID_CONTRACT_STATE"]);
    assert.match(errorOf(early).message, /2026-12-31/);
    assert.equal((await patch(id, { endDate: "2026-12-31" })).status, 200);
  });

  test("RAC-4: of 16 approvals at once one succeeds, and a patch beside them does not undo it", async () => {
    const { id } = await create({ customerId });
    await addObligation(id);
    const [patched, ...answers] = await Promise.all([
      patch(id, { name: "Beside" }),
      ...Array.from({ length: 16 }, () => approve(id)),
    ]);
    assert.equal(patched.status, 200);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const lost of answers.filter(({ status }) => status !== 200)) {
      assert.deepEqual(rejection(lost), [400, "INVALID_CONTRACT_STATE"]);
    }
    const { status, name } = await get(id);
    assert.deepEqual([status, name], ["APPROVED", "Beside"]);
    assert.deepEqual((await auditedActions(id)).filter((action) => action === "contract.approve").length, 1);
  });

  test("an unknown action is rejected, whatever the status of the contract", async () => {
    const { id } = await create();
    for (const action of ["approve", "MARK_AS_PROCESSED", "DELETE"]) {
      const answer = await send("POST", `/v3/contracts/${id}/actions`, { action });
      assert.deepEqual(rejection(answer), [400, "INVALID_ACTION"], action);
    }
    const empty = await send("POST", `/v3/contracts/${id}/actions`, { reason: "" });
    assert.deepEqual(rejection(empty), [400, "VALIDATION_FAILED", "/action REQUIRED", "/reason LENGTH"]);
  });
});
