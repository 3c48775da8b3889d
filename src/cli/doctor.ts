import { Command, InvalidArgumentError } from "commander";
import { DomainError } from "../kernel/errors.ts";
import type { Platform } from "../platform/write.ts";
import {
  type CheckResult,
  checkResultsOf,
  type Invariant,
  merged,
  noViolations,
} from "../reports/doctor/check-result.ts";
import { examine, invariants, type Outcome } from "../reports/doctor/service.ts";
import { idArgument, jsonHelp } from "./arguments.ts";
import { cannotRun } from "./failure.ts";
import { type ProgressBar, printJson, printLine, printTable, progressBar } from "./output.ts";
import { withRuntime } from "./runtime.ts";

type Options = {
  readonly merchant?: string;
  readonly only?: readonly string[];
  readonly full?: boolean;
  readonly json?: boolean;
};

type Examined = Pick<Platform, "db" | "signingKey" | "secretKeys">;

/** `accord doctor`: exit 0 if all checks pass, 1 if a check fails, 2 if it could not run (operations "CLI"). */
export function doctorCommand(): Command {
  return new Command("doctor")
    .description("check every invariant of the books; reads only")
    .option("--merchant <id>", "one merchant instead of all", idArgument)
    .option("--only <ids>", "check only some invariants: INV-10,INV-44", idsOfInvariants)
    .option("--full", "recompute every contract, also of large books")
    .option("--json", jsonHelp)
    .action(async (options: Options) => {
      const { results } = await withRuntime(async ({ platform }) => {
        const { outcomes, results } = await examineBooks(platform, options);
        if (options.json) printJson(results);
        else printOutcomes(platform, outcomes, results, options.only);
        return { results };
      });
      if (results.some(({ severity }) => severity === "violation")) process.exitCode = 1;
    });
}

function idsOfInvariants(text: string): string[] {
  const known = invariants.map(({ id }) => id);
  const ids = text.split(",").map((each) => each.trim().toUpperCase());
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length === 0) return ids;
  throw new InvalidArgumentError(`There is no ${unknown.join(", ")}; there are ${[...new Set(known)].join(", ")}.`);
}

/** Examines the books with a progress bar; `results` are the failed checks. */
export async function examineBooks(
  platform: Examined,
  options: Options,
): Promise<{ readonly outcomes: readonly Outcome[]; readonly results: CheckResult[] }> {
  const outcomes = await outcomesOf(platform, options);
  return { outcomes, results: checkResultsOf(outcomes) };
}

async function outcomesOf({ db, signingKey }: Examined, options: Options): Promise<Outcome[]> {
  let bar: ProgressBar | undefined;
  try {
    return await examine(db, {
      merchantId: options.merchant,
      only: options.only,
      full: options.full,
      signingKey,
      onProgress: (done, total) => {
        if (options.json) return;
        bar ??= progressBar("Examining", total);
        bar.update(done);
      },
    });
  } catch (error) {
    throw error instanceof DomainError ? cannotRun(error.message, error.code) : error;
  } finally {
    bar?.done();
  }
}

/** Prints passed and failed checks for people. */
export function printOutcomes(
  { signingKey, secretKeys }: Pick<Examined, "signingKey" | "secretKeys">,
  outcomes: readonly Outcome[],
  results: readonly CheckResult[],
  only?: readonly string[],
): void {
  const selected = invariants.filter(({ id }) => only === undefined || only.includes(id));
  const rows = selected.map((invariant) => {
    const { count, sample } = violationsOf(outcomes, invariant);
    const mark = count === 0 ? "✓" : invariant.severity === "violation" ? "✗" : "!";
    const names = `${sample.join(", ")}${count > sample.length ? ", …" : ""}`;
    return [mark, invariant.id, invariant.sentence, count === 0 ? "" : `${count}: ${names}`];
  });
  printTable(["", "", "Invariant", "Broken by"], rows);
  printLine();
  if (signingKey === undefined) printLine("Not anchored: no key signs what is closed (ACCORD_SIGNING_KEY_FILE).");
  if (secretKeys.keyId === null) printLine("Not encrypted: no key encrypts webhook secrets (ACCORD_SECRET_KEY_FILE).");
  printLine(
    results.length === 0
      ? only === undefined
        ? "All invariants hold."
        : "These invariants hold."
      : `${results.length} broken.`,
  );
}

function violationsOf(outcomes: readonly Outcome[], invariant: Invariant) {
  return outcomes
    .filter((outcome) => outcome.invariant === invariant)
    .reduce((sum, { violations }) => merged(sum, violations), noViolations);
}
