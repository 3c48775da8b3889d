import { startApi, type TestApi } from "../support/api.ts";
import { execute } from "../support/template.ts";
import { interfere } from "./interference.ts";
import { openRace, type Scenario } from "./race.ts";
import { scenarios } from "./scenarios.ts";

// Runs races many times over, on 16 connections and with random delays inside the transactions:
//
//   npm run test:races -- [ROUNDS] [ID]

const longestDelay = 5;
const connections = 16;

/** A program on a database of its own, with as many connections as there are contenders. */
export const startRaces = (): Promise<TestApi> => startApi({ connections });

/** How many rounds of this scenario take as long as `rounds` of another. */
export function roundsOf({ cost = 1 }: Scenario, rounds: number): number {
  return Math.max(1, Math.round(rounds / cost));
}

/** Runs one scenario. @throws the failure of the first round that came to a forbidden outcome, with its number */
export async function runScenario(api: TestApi, scenario: Scenario, rounds: number): Promise<void> {
  const { race, close } = await openRace(api);
  const stop = interfere({ longestDelay });
  try {
    for (let round = 1; round <= rounds; round++) {
      try {
        await scenario.round(race);
      } catch (error) {
        throw new Error(`${scenario.id}, ${scenario.title}: round ${round} of ${rounds}`, { cause: error });
      }
    }
  } finally {
    stop();
    await close();
  }
}

/**
 * Runs one scenario with its guard taken away until it notices. What has to be done to a database for that is done to
 * one of its own.
 *
 * @returns what it noticed, or undefined when it noticed nothing and so proves nothing
 */
export async function noticedWithoutGuard(
  shared: TestApi,
  { round, guard }: Scenario,
  rounds: number,
): Promise<unknown> {
  const api = guard.statement === undefined ? shared : await startRaces();
  const { race, close } = await openRace(api);
  const stop = interfere({ longestDelay, without: guard });
  try {
    if (guard.statement !== undefined) await execute(api.connectionString, guard.statement);
    for (let each = 1; each <= rounds; each++) await round(race);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    stop();
    await close();
    if (api !== shared) await api.close();
  }
}

if (import.meta.main) {
  const [rounds = "1000", id] = process.argv.slice(2);
  const api = await startRaces();
  try {
    for (const scenario of scenarios.filter((each) => id === undefined || each.id === id)) {
      const count = roundsOf(scenario, Number(rounds));
      const started = performance.now();
      await runScenario(api, scenario, count);
      const seconds = Math.round((performance.now() - started) / 1000);
      process.stdout.write(`${scenario.id}, ${scenario.title}: ${count} rounds in ${seconds} s\n`);
    }
  } finally {
    await api.close();
  }
}
