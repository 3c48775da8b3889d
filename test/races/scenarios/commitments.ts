import assert from "node:assert/strict";
import type { Json } from "../../support/api.ts";
import { committedTerm } from "../../support/commitment-client.ts";
import { assertOnly, type Race, type Scenario, tally } from "../race.ts";
import { contractLock } from "./contracts.ts";

/** A commitment of two schedules on a contract without a customer, so that nothing but the contract is locked. */
async function committedQuarters(race: Race) {
  const { id: contractId } = await race.ok("POST", "/v3/contracts", { name: "Plan" });
  const { id: eventTypeId } = await race.ok("POST", "/v3/events/types", { name: crypto.randomUUID() });
  const terms = `/v3/contracts/${contractId}/billing-terms`;
  const { id: termId } = await race.ok("POST", terms, committedTerm(eventTypeId, "0.01"));
  const steps = [{ commitmentValue: "100", billingTermIds: [termId] }];
  const schedules = [
    { startDate: "2026-01-01", endDate: "2026-03-31", steps },
    { startDate: "2026-04-01", endDate: "2026-06-30", steps },
  ];
  const commitments = [{ commitmentUnitType: "CURRENCY", schedules }];
  const created = await race.ok("POST", `/v3/contracts/${contractId}/commitments`, { commitments });
  const [commitment] = created.commitments;
  const path = `/v3/contracts/${contractId}/commitments/${commitment.id}`;
  const last: Json = commitment.schedules.at(-1);
  const append = () =>
    race.send("POST", `${path}/schedules`, { startDate: "2026-07-01", endDate: "2026-09-30", steps });
  const read = async (): Promise<Json[]> => (await race.ok("GET", `/v3/commitments/${commitment.id}`)).schedules;
  return { path, steps, last, append, read };
}

const daysOf = (schedules: readonly Json[]) => schedules.map(({ startDate, endDate }) => `${startDate} – ${endDate}`);
const quarters = ["2026-01-01 – 2026-03-31", "2026-04-01 – 2026-06-30", "2026-07-01 – 2026-09-30"];

export const appendsOfOneSchedule: Scenario = {
  id: "RAC-3",
  title: "of eight concurrent schedules with one start one is appended",
  guard: contractLock,
  cost: 2,
  round: async (race) => {
    const { append, read } = await committedQuarters(race);
    const answers = await race.atOnce(Array.from({ length: 8 }, () => append));
    assert.deepEqual(tally(answers), { "201": 1, "400 SCHEDULE_NOT_CONTIGUOUS": 7 });
    assert.deepEqual(daysOf(await read()), quarters);
  },
};

export const appendAndDelete: Scenario = {
  id: "RAC-3",
  title: "concurrent appends, deletions and added steps leave consecutive schedules with their steps",
  guard: contractLock,
  cost: 2,
  round: async (race) => {
    const { path, steps, last, append, read } = await committedQuarters(race);
    const remove = () => race.send("DELETE", `${path}/schedules/${last.id}`);
    const addStep = () => race.send("POST", `${path}/steps`, { scheduleId: last.id, ...steps[0] });
    const [appended, removed, added] = await race.atOnce([append, remove, addStep]);
    assert.ok(appended !== undefined && removed !== undefined && added !== undefined);
    assertOnly([appended], ["201", "400 SCHEDULE_NOT_CONTIGUOUS"]);
    assertOnly([removed], ["200", "400 SCHEDULE_NOT_LAST"]);
    assertOnly([added], ["201", "404 SCHEDULE_NOT_FOUND"]);
    // Whoever came first won, and the other was told.
    assert.notEqual(appended.status === 201, removed.status === 200);
    const schedules = await read();
    assert.deepEqual(daysOf(schedules), appended.status === 201 ? quarters : quarters.slice(0, 1));
    const kept = schedules.find(({ id }) => id === last.id);
    if (kept !== undefined) assert.equal(kept.steps.length, added.status === 201 ? 2 : 1);
  },
};
