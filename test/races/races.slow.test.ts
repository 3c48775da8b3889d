import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { TestApi } from "../support/api.ts";
import { noticedWithoutGuard, roundsOf, runScenario, startRaces } from "./runner.ts";
import { scenarios } from "./scenarios.ts";

// `npm run test:races -- 5000` runs the same scenarios for longer.
const rounds = Number(process.env.ACCORD_RACE_ROUNDS ?? 3);

let api: TestApi;
before(async () => {
  api = await startRaces();
});
after(() => api.close());

describe("concurrent writes keep their rule", () => {
  for (const scenario of scenarios) {
    test(`${scenario.id}: ${scenario.title}`, () => runScenario(api, scenario, roundsOf(scenario, rounds)));
  }
});

describe("the scenario fails without its guard", () => {
  for (const scenario of scenarios) {
    test(`${scenario.id}: ${scenario.title}: without ${scenario.guard.name}`, async () => {
      const noticed = await noticedWithoutGuard(api, scenario, 200);
      assert.ok(noticed instanceof assert.AssertionError, `noticed nothing, or fell over: ${noticed}`);
    });
  }
});
