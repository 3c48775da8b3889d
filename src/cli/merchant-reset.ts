import { Command } from "commander";
import { resetSandbox } from "../platform/sandbox/reset.ts";
import { idArgument, instantArgument, jsonHelp } from "./arguments.ts";
import { printJson, printLine } from "./output.ts";
import { withRuntime } from "./runtime.ts";

type ResetOptions = { readonly clock?: Temporal.Instant; readonly json?: boolean };

/** `accord merchant reset ID`: moves its members and keys to an empty sandbox (ADR 0086). */
export function resetCommand(): Command {
  return new Command("reset")
    .description("replace a sandbox by an empty one with the same people and keys")
    .argument("<id>", "id of the sandbox", idArgument)
    .option("--clock <moment>", "where the clock of the empty one starts; now when left out", instantArgument)
    .option("--json", jsonHelp)
    .action(async (resetFrom: string, { clock, json = false }: ResetOptions) => {
      const options = { merchantId: resetFrom, ...(clock === undefined ? {} : { clock }) };
      const merchantId = await withRuntime(({ platform }) => resetSandbox(platform.db, options));
      if (json) return printJson({ merchantId, resetFrom });
      printLine(`Sandbox ${merchantId} is empty. It now has the keys and members of ${resetFrom}.`);
    });
}
