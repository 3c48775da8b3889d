import assert from "node:assert/strict";
import type { Json } from "../../support/api.ts";
import { clientOf } from "../../support/client.ts";
import { enablePobs, meteredContract, usageBody } from "../../support/pobs.ts";
import { assertOnly, type Race, type Scenario } from "../race.ts";
import { contractLock } from "./contracts.ts";

/** Two event types that a group may move to while a term is added to it. */
async function meteredGroup(race: Race) {
  await enablePobs(race.api, race.merchant);
  const client = clientOf(race.api, race.merchant);
  const eventType = async () =>
    (await client.ok("POST", "/v3/events/types", { name: crypto.randomUUID() })).id as string;
  const [from, ...to] = [await eventType(), await eventType(), await eventType()];
  return { ...(await meteredContract(client, from)), from, to };
}

export const eventTypesOfOneGroup: Scenario = {
  id: "RAC-10",
  title: "a group that changes its event type twice while a term is added has equal event types at every read",
  guard: contractLock,
  cost: 2,
  round: async (race) => {
    const { contract, billingTermGroup, billingTerm, performanceObligation, from, to } = await meteredGroup(race);
    const path = `/v3/contracts/${contract}`;
    const body = { billingTermIds: [billingTerm], performanceObligationIds: [performanceObligation] };
    const move = (toEventTypeId: string) => () =>
      race.send("PATCH", `${path}/billing-term-groups/${billingTermGroup}/event-type`, { ...body, toEventTypeId });
    const read = () => race.send("GET", `${path}/performance-obligations`);
    const add = () =>
      race.send("POST", `${path}/billing-terms`, usageBody(from, { billingTermGroupId: billingTermGroup }));
    const [first, second, , ...reads] = await race.atOnce([...to.map(move), add, read, read]);
    assert.ok(first !== undefined && second !== undefined);
    assertOnly([first, second], ["200", "409 EVENT_TYPE_INVARIANT"]);
    assertOnly(reads, ["200"]);

    const { data: terms } = await race.ok("GET", `${path}/billing-terms`);
    const { data: pobs } = await race.ok("GET", `${path}/performance-obligations`);
    const moved = terms.find(({ id }: Json) => id === billingTerm);
    assert.equal(pobs[0].eventTypeId, moved.eventTypeId, "the term and its performance obligation moved together");
    assert.equal(terms.length, 2);
    // Whoever came after the new term left it without a performance obligation, which no change may do.
    const changes = await race.history(billingTermGroup);
    assert.equal(changes.length, [first, second].filter(({ status }) => status === 200).length);
    const known = changes
      .flatMap(({ changes: each }) => each)
      .filter(({ path: at }) => at.includes(performanceObligation));
    known.reduce((before, { from: was, to: is }) => {
      assert.equal(was, before, "each change starts from what the one before it left");
      return is;
    }, from as unknown);
  },
};
