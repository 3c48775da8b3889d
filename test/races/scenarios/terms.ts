import assert from "node:assert/strict";
import type { ApiAnswer, Json } from "../../support/api.ts";
import { clientOf, priced } from "../../support/client.ts";
import { enablePobs, usageBody } from "../../support/pobs.ts";
import { termBody, termOn } from "../../support/term-client.ts";
import { assertOneAfterTheOther, assertOnly, type Race, type Scenario, tally } from "../race.ts";
import { contractLock } from "./contracts.ts";

const monthly = termBody({ interval: "MONTH", ...priced("100.00") });
const isTerminated = "400 BILLING_TERM_TERMINATED";

export const terminationsAndChanges: Scenario = {
  id: "RAC-9",
  title: "of concurrent terminations one succeeds, and no change undoes it",
  guard: contractLock,
  cost: 3,
  round: async (race) => {
    const { term, path, view } = await termOn(race, monthly);
    const before = await view();
    const terminate = (endDate: string) => () => race.send("PATCH", `${path}/terminate`, { endDate });
    const change = (name: string) => () => race.send("PATCH", path, { name, endDate: "2026-09-30" });
    const [first, second, third, ...changes] = await race.atOnce([
      ...["2026-03-31", "2026-04-30", "2026-05-31"].map(terminate),
      ...["A", "B", "C"].map(change),
    ]);
    const terminations = [first, second, third].filter((answer) => answer !== undefined);
    assert.deepEqual(tally(terminations), { "200": 1, [isTerminated]: 2 });
    assertOnly(changes, ["200", isTerminated]);
    const done = terminations.find(({ status }) => status === 200)?.body.payload;
    const after = await view();
    assert.deepEqual([after.status, after.endDate], ["TERMINATED", done.endDate]);
    const history = (await race.history(term.id)).filter(({ action }) => action !== "billing-term.create");
    assert.equal(history.at(-1)?.action, "billing-term.terminate", "nothing changes a term that is terminated");
    assertOneAfterTheOther(before, history);
    await race.drainOutbox();
  },
};

/** A group of two metered terms without performance obligations, and the event type of the first. */
async function meteredTerms(race: Race) {
  await enablePobs(race.api, race.merchant);
  const [eventTypeId = "", other = ""] = await Promise.all(
    [0, 1].map(async () => (await race.ok("POST", "/v3/events/types", { name: crypto.randomUUID() })).id as string),
  );
  const path = `/v3/contracts/${await race.contract()}`;
  const { id, billingTermGroupId } = await race.ok("POST", `${path}/billing-terms`, usageBody(eventTypeId));
  await race.ok("POST", `${path}/billing-terms`, usageBody(other, { billingTermGroupId }));
  return { path, termId: id as string, billingTermGroupId, eventTypeId };
}

export const deletionAndPob: Scenario = {
  id: "RAC-9",
  title: "a term is deleted or a performance obligation gets its event type, never both",
  guard: contractLock,
  cost: 2,
  round: async (race) => {
    const { path, termId, billingTermGroupId, eventTypeId } = await meteredTerms(race);
    const toCreate = [{ recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId }];
    const [deletion, pob] = await race.atOnce([
      () => race.send("DELETE", `${path}/billing-terms/${termId}`),
      () => race.send("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate }),
    ]);
    assert.ok(deletion !== undefined && pob !== undefined);
    assertOnly([deletion], ["200", "409 BILLING_TERM_DELETE_BLOCKED"]);
    assertOnly([pob], ["200", "400 EVENT_TYPE_INVARIANT"]);
    assert.notEqual(deletion.status < 300, pob.status < 300, "one of them is done");
    const { data: terms } = await race.ok("GET", `${path}/billing-terms`);
    const { data: pobs } = await race.ok("GET", `${path}/performance-obligations`);
    assert.deepEqual([terms.length, pobs.length], deletion.status === 200 ? [1, 0] : [2, 1]);
  },
};

export const regenerationAndIssue: Scenario = {
  id: "RAC-13",
  title: "during many changes invoices are issued once and stay, and drafts are those of the last change",
  guard: contractLock,
  cost: 5,
  round: async (race) => {
    const client = clientOf(race.api, await race.api.newMerchant());
    const { path, contractId, view } = await termOn(client, monthly);
    const clients = [0, 1, 2, 3];
    let isIssued = false;
    // One change after the other until the invoice is issued, each of another price, so that some are under way then.
    const changing = (first: number) => async () => {
      const answers: ApiAnswer[] = [];
      for (let price = first; !isIssued; price += clients.length) {
        const body = { ...priced(`${price}.00`), effectiveDate: "2026-02-01" };
        answers.push(await client.send("PATCH", path, body));
      }
      return answers;
    };
    // The worker, which brings drafts in line after each change, and the first of February, on which one of them is issued.
    const work = () => assert.doesNotReject(client.drainOutbox());
    const advance = () =>
      client.advance("2026-02-01T12:00:00Z").finally(() => {
        isIssued = true;
      });
    const [changes] = await Promise.all([
      race.atOnce(clients.map((index) => changing(101 + index))),
      race.atOnce([work, advance, work]),
    ]);
    assertOnly(changes.flat(), ["200", "400 BILLING_TERM_LOCKED"]);
    await work();
    const last: string = (await view()).pricing[0].amount;
    const invoices = async (): Promise<Json[]> =>
      (await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId}`)).data;
    const issued = (await invoices()).toSorted((a, b) => a.issueDate.localeCompare(b.issueDate));
    assert.deepEqual(
      issued.map(({ issueDate, status, total }) => [issueDate, status, Number(total)]),
      [
        ["2026-01-01", "ISSUED", 100],
        ["2026-02-01", "ISSUED", Number(last)],
        ["2026-03-01", "DRAFT", Number(last)],
      ],
    );
  },
};
