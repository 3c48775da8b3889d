import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { createKey } from "../../src/platform/auth/keys.ts";
import type { MemberRole } from "../../src/platform/auth/roles.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import { type ApiAnswer, type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { type Client, clientOf, obligationBody, unknownId } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";

// ADR 0032: what a policy names is done by two people.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

/** A client in the name of one more member, or with one more key of a member who is there. */
async function person(merchant: TestMerchant, role: MemberRole, userId?: string | null): Promise<Client> {
  const { db } = api.platform;
  const { merchantId } = merchant;
  const email = `${role}-${crypto.randomUUID()}@example.com`;
  const user = userId === undefined ? await addUser(db, merchantId, email, role) : userId;
  const { key } = await createKey(db, { merchantId, userId: user, access: "WRITE", name: role });
  return clientOf(api, { ...merchant, writeKey: key });
}

/** A merchant under the given policies, with somebody who asks and a controller. */
async function guarded(policies: Readonly<Record<string, object>>) {
  const merchant = await api.newMerchant("2026-06-10T00:00:00Z");
  const asking = clientOf(api, merchant);
  const id = await asking.contract();
  await asking.add(id, obligationBody());
  const controller = await person(merchant, "CONTROLLER");
  for (const [index, [kind, policy]] of Object.entries(policies).entries()) {
    const answer = await asking.send("PUT", "/v3/approval-policies", { kind, role: "CONTROLLER", ...policy });
    // The first one is set alone: nothing is under a policy yet.
    assert.equal(answer.status, index === 0 ? 200 : 202, JSON.stringify(answer.body));
    if (index > 0) await controller.ok("POST", `/v3/change-requests/${answer.body.payload.id}/approve`);
  }
  return { merchant, asking, controller, id };
}

const outcome = ({ status, body }: ApiAnswer): string => `${status} ${body.error?.errorCode ?? ""}`.trim();
const decide = (client: Client, { id }: Json, how = "approve", body: object = {}) =>
  client.send("POST", `/v3/change-requests/${id}/${how}`, body);
const asked = async (answer: ApiAnswer): Promise<Json> => {
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return answer.body.payload;
};

const approveContract = (client: Client, id: string, headers = {}) =>
  client.send("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" }, headers);

test("an approval of a contract is requested by one person and approved by another, and the audit log has both", async () => {
  const { asking, controller, id } = await guarded({ APPROVE_CONTRACT: {} });
  const request = await asked(await approveContract(asking, id));
  assert.deepEqual([request.status, request.kind, request.role], ["PENDING", "APPROVE_CONTRACT", "CONTROLLER"]);
  const dry = await asking.ok("POST", `/v3/contracts/${id}/actions?dryRun=true`, { action: "APPROVE" });
  assert.equal(dry.planHash, request.planHash);
  assert.notEqual((await asking.ok("GET", `/v3/contracts/${id}`)).status, "APPROVED");

  const answers = await Promise.all([decide(controller, request), decide(controller, request)]);
  assert.deepEqual(answers.map(outcome).sort(), ["200", "409 CHANGE_REQUEST_DECIDED"]);
  assert.equal((await asking.ok("GET", `/v3/contracts/${id}`)).status, "APPROVED");
  const { data } = await asking.ok("GET", `/v3/audit-log?filter=entityId:eq:${request.id}`);
  assert.deepEqual(data.map(({ action }: Json) => action).sort(), ["change-request.approve", "change-request.create"]);
  assert.equal(new Set(data.map(({ actor }: Json) => actor.id)).size, 2);
});

test("the doctor finds a change request that was changed past the program: its request, effects, kind, times and people", async () => {
  const { merchant, asking, controller, id } = await guarded({ APPROVE_CONTRACT: {} });
  const request = await asked(await approveContract(asking, id));
  await decide(controller, request);
  const found = async () => {
    const results = await runDoctor(api.platform.db, { merchantId: merchant.merchantId });
    return results.flatMap(({ sample }) => sample).filter((each) => each.includes(request.id));
  };
  assert.deepEqual(await found(), []);
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  try {
    await owner.query("set session_replication_role = replica");
    await owner.query(`create temporary table kept as select * from change_request where id = '${request.id}'`);
    for (const [column, to, sees] of [
      ["request", "jsonb_set(request, '{body,action}', '\"UNAPPROVE\"')", `CHANGE_REQUEST ${request.id}: requestHash`],
      ["dry_run", "dry_run || '{\"plan\": {}}'", `CHANGE_REQUEST ${request.id}: requestHash`],
      [
        "requested_at",
        "requested_at + interval '1 second'",
        `change_request/${request.id}: no such write in the audit log`,
      ],
      ["requested_by_user_id", "gen_random_uuid()", `change_request/${request.id}: no such write in the audit log`],
      ["requested_by_user_id", "null", `change_request/${request.id}: no such write in the audit log`],
      [
        "decided_at",
        "decided_at + interval '1 second'",
        `change_request/${request.id}: no such write in the audit log`,
      ],
      ["decided_by_key_id", "gen_random_uuid()", `change_request/${request.id}: no such write in the audit log`],
      ["decided_by_user_id", "gen_random_uuid()", `change_request/${request.id}: no such write in the audit log`],
    ] as const) {
      await owner.query(`update change_request set ${column} = ${to} where id = $1`, [request.id]);
      assert.ok((await found()).includes(sees), column);
      await owner.query(
        `update change_request set ${column} = kept.${column} from kept where change_request.id = kept.id`,
      );
    }
  } finally {
    await owner.end();
  }
});

test("the same person with another key, a key without a user and a role too low cannot approve", async () => {
  const { merchant, asking, controller, id } = await guarded({ APPROVE_CONTRACT: { role: "OWNER" } });
  const request = await asked(await approveContract(asking, id));
  const sameUser = await person(merchant, "OWNER", merchant.userId);
  const nobody = await person(merchant, "OWNER", null);
  assert.equal(outcome(await decide(asking, request)), "403 APPROVAL_OF_OWN_REQUEST");
  assert.equal(outcome(await decide(sameUser, request)), "403 APPROVAL_OF_OWN_REQUEST");
  assert.equal(outcome(await decide(nobody, request)), "403 APPROVER_NOT_A_MEMBER");
  assert.equal(outcome(await decide(controller, request)), "403 APPROVER_ROLE_TOO_LOW");
  assert.equal(outcome(await decide(clientOf(api, api.merchants.B), request)), "404 CHANGE_REQUEST_NOT_FOUND");
  assert.equal(outcome(await decide(await person(merchant, "VIEWER"), request)), "403 KEY_READ_ONLY");
  assert.equal((await decide(await person(merchant, "OWNER"), request)).status, 200);
});

test("approving a request whose plan has changed is rejected, and the request stays pending", async () => {
  const { asking, controller, id } = await guarded({ APPROVE_CONTRACT: {} });
  const request = await asked(await approveContract(asking, id));
  await asking.add(id, obligationBody());
  const { status, body } = await decide(controller, request);
  assert.deepEqual([status, body.error.errorCode], [409, "PLAN_CHANGED"]);
  assert.notDeepEqual(body.error.details.now, body.error.details.before);
  assert.equal((await asking.ok("GET", `/v3/change-requests/${request.id}`)).status, "PENDING");
});

test("an invalid request is rejected at once, a rejected request has no effect, and one's own can be withdrawn", async () => {
  const { asking, controller, id } = await guarded({ APPROVE_CONTRACT: {} });
  assert.equal(outcome(await approveContract(asking, unknownId)), "404 CONTRACT_NOT_FOUND");
  const request = await asked(await approveContract(asking, id));
  const rejected = await decide(controller, request, "reject", { reason: "not signed" });
  assert.deepEqual([rejected.body.payload.status, rejected.body.payload.reason], ["REJECTED", "not signed"]);
  assert.equal(outcome(await decide(controller, request)), "409 CHANGE_REQUEST_DECIDED");
  const again = await asked(await approveContract(asking, id));
  assert.equal((await decide(asking, again, "reject", { reason: "mistake" })).body.payload.status, "WITHDRAWN");
  const { totalItems } = await asking.ok("GET", "/v3/change-requests?filter=status:eq:PENDING");
  assert.equal(totalItems, 0);
});

test("an Idempotency-Key repeats the first answer, for requesting and for approving", async () => {
  const { asking, controller, id } = await guarded({ APPROVE_CONTRACT: {} });
  const headers = { "idempotency-key": crypto.randomUUID() };
  const first = await asked(await approveContract(asking, id, headers));
  assert.equal((await asked(await approveContract(asking, id, headers))).id, first.id);
  const approving = { "idempotency-key": crypto.randomUUID() };
  const path = `/v3/change-requests/${first.id}/approve`;
  const approved = await controller.send("POST", path, {}, approving);
  assert.deepEqual((await controller.send("POST", path, {}, approving)).body.payload, approved.body.payload);
});

test("closing and reopening wait with a preview, and If-Plan applies to them", async () => {
  const { asking, controller, id } = await guarded({ CLOSE: {}, REOPEN: {} });
  await asking.approve(id);
  const path = "/v3/month-end-close/close-period?month=2026-04";
  const { planHash } = await asking.ok("POST", `${path}&dryRun=true`);
  assert.equal(outcome(await asking.send("POST", path, undefined, { "if-plan": "another" })), "409 PLAN_CHANGED");
  const request = await asked(await asking.send("POST", path, undefined, { "if-plan": planHash }));
  assert.equal(request.planHash, planHash);
  assert.ok(request.dryRun.plan.totalEntries > 0);
  const approved = await controller.ok("POST", `/v3/change-requests/${request.id}/approve`);
  assert.equal(approved.result.month, "2026-04");
  const reopening = await asked(await asking.send("POST", "/v3/month-end-close/reopen-period?month=2026-03"));
  assert.equal(reopening.dryRun.plan.effects.length, 2);
  assert.equal((await decide(controller, reopening)).status, 200);
});

test("without a policy nothing waits; with one, changes of roles and policies wait too", async () => {
  const merchant = await api.newMerchant("2026-06-10T00:00:00Z");
  const asking = clientOf(api, merchant);
  const { id } = await asking.ok("POST", "/v3/users", { email: "second.of.roles@example.com" });
  const path = `/v3/members/${id}/role`;
  assert.equal((await asking.send("PUT", path, { role: "OWNER" })).status, 200);
  await asking.ok("PUT", "/v3/approval-policies", { kind: "CLOSE", role: "OWNER" });
  await asked(await asking.send("PUT", path, { role: "CONTROLLER" }));
  await asked(await asking.send("DELETE", "/v3/approval-policies?kind=CLOSE"));
});
