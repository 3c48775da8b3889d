import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { daysOf, fitting, kinds, patternsOf } from "../../console/src/screens/contracts/build/obligation-choices.ts";
import { blankDraft, bodyOf, type Draft, isOnce } from "../../console/src/screens/contracts/build/obligation-draft.ts";
import { required } from "../../src/kernel/assert.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const draftOf = (eventTypeId: string, parts: Partial<Draft>): Draft => ({
  ...blankDraft("2026-01-01", "2026-12-31"),
  ...{ name: "Platform", quantity: "5", layers: [{ from: "", amount: "10" }], eventTypeId },
  ...parts,
});

test("the API accepts every choice that the form of an obligation offers", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-15T09:00:00Z"));
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "API calls", unitName: "call" });
  const contractId = await client.contract();
  const refused: string[] = [];
  for (const { value: kind } of kinds) {
    for (const end of isOnce({ kind }) ? ["2026-12-31"] : ["2026-12-31", ""]) {
      for (const { value: when } of daysOf(kind)) {
        for (const pattern of ["", ...patternsOf({ kind, end }).map(({ value }) => value)]) {
          const draft = draftOf(eventTypeId, { kind, end, when, pattern });
          assert.deepEqual(fitting(draft), draft);
          const body = required(bodyOf(draft), "a whole draft");
          const answer = await client.send("POST", `/v3/contracts/${contractId}/obligations/preview`, body);
          if (answer.status >= 300) refused.push(`${kind} ${end} ${when} ${pattern}: ${answer.body.message}`);
        }
      }
    }
  }
  assert.deepEqual(refused, []);
});

test("a choice that is no longer offered is replaced", () => {
  const draft = draftOf("type", { kind: "USAGE", when: "FIRST_OF_PERIOD", pattern: "STRAIGHT_LINE" });
  const { when, pattern } = fitting(draft);
  assert.deepEqual([when, pattern], ["ARREARS", ""]);
  assert.equal(fitting(draftOf("type", { end: "", pattern: "POINT_IN_TIME" })).pattern, "");
  assert.equal(fitting(draftOf("type", { kind: "ONE_OFF", pricing: "TIERED" })).pricing, "SIMPLE");
});
