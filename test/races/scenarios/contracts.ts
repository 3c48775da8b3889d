import assert from "node:assert/strict";
import { obligationBody } from "../../support/client.ts";
import { pdfOf } from "../../support/pdf.ts";
import type { Guard } from "../interference.ts";
import { assertOneAfterTheOther, assertOnly, type Race, type Scenario, tally } from "../race.ts";

export const contractLock: Guard = {
  name: "the row lock of the contract",
  without: /(?<=from "contract" .*)for no key update/,
};

const notProcessed = "400 INVALID_CONTRACT_STATE";

async function processedContract(race: Race) {
  const id = await race.contract();
  await race.add(id, obligationBody());
  const path = `/v3/contracts/${id}`;
  return { id, path, before: await race.ok("GET", path) };
}

/** What happened to a contract since it was created, each write on top of the one before. */
async function historyOf(race: Race, id: string, before: unknown) {
  const history = (await race.history(id)).filter(({ action }) => action !== "contract.create");
  const after = assertOneAfterTheOther(before, history);
  const { status, ...shown } = await race.ok("GET", `/v3/contracts/${id}`);
  assert.deepEqual([after.status, after.customerId, after.fileSha256], [status, shown.customerId, shown.fileSha256]);
  return history.map(({ action, changes }) => ({ action, paths: changes.map(({ path }) => path) }));
}

export const approveTwice: Scenario = {
  id: "RAC-4",
  title: "of sixteen concurrent approvals one succeeds",
  guard: contractLock,
  round: async (race) => {
    const { id, path, before } = await processedContract(race);
    const approve = () => race.send("POST", `${path}/actions`, { action: "APPROVE" });
    const answers = await race.atOnce(Array.from({ length: 16 }, () => approve));
    assert.deepEqual(tally(answers), { "200": 1, [notProcessed]: 15 });
    assert.deepEqual(
      (await historyOf(race, id, before)).map(({ action }) => action),
      ["contract.approve"],
    );
  },
};

export const approveAndPatch: Scenario = {
  id: "RAC-4",
  title: "no change that an approval locks is stored after it",
  guard: contractLock,
  round: async (race) => {
    const { id, path, before } = await processedContract(race);
    const others = [
      await race.ok("POST", "/v3/customers", { name: "B" }),
      await race.ok("POST", "/v3/customers", { name: "C" }),
    ];
    const answers = await race.atOnce([
      ...others.map((customer) => () => race.send("PATCH", path, { customerId: customer.id })),
      () => race.send("POST", `${path}/actions`, { action: "APPROVE" }),
      () => race.send("POST", `${path}/actions`, { action: "APPROVE" }),
      ...others.map((customer) => () => race.send("PATCH", path, { customerId: customer.id })),
      () => race.send("PATCH", path, { poNumber: "PO-1" }),
    ]);
    assertOnly(answers, ["200", notProcessed]);
    const history = await historyOf(race, id, before);
    const approvals = history.filter(({ action }) => action === "contract.approve");
    assert.equal(approvals.length, 1);
    const later = history.slice(history.findIndex(({ action }) => action === "contract.approve") + 1);
    assert.ok(
      !later.some(({ paths }) => paths.includes("customerId")),
      "the customer of an approved contract is fixed",
    );
  },
};

export const approveAndUpload: Scenario = {
  id: "RAC-4",
  title: "an approval and uploads have the result of some order",
  guard: contractLock,
  round: async (race) => {
    const { id, before } = await processedContract(race);
    const approve = () => race.send("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });
    const uploads = [1, 2, 3].map((version) => () => race.upload(id, pdfOf([`Version ${version}`])));
    const answers = await race.atOnce([approve, ...uploads, approve]);
    assertOnly(answers, ["200", notProcessed]);
    const history = await historyOf(race, id, before);
    const [approval, ...again] = history.flatMap(({ action }, index) => (action === "contract.approve" ? [index] : []));
    assert.deepEqual(again, []);
    if (approval === undefined) return;
    // Whoever uploads first has the contract read, and nothing can be approved meanwhile; an approved one keeps its status.
    assert.equal(approval, 0);
    for (const { paths } of history.slice(1)) assert.ok(!paths.includes("status"));
  },
};
