import { Command } from "commander";
import { resetSandbox } from "../platform/sandbox/reset.ts";
import { idArgument, instantArgument, jsonHelp } from "./arguments.ts";
import { printJson, printLine } from "./output.ts";
import { withRuntime } from "./runtime.ts";

type ResetOptions = { readonly clock?: Temporal.Instant; readonly json?: boolean };

/** `accord merchant reset ID`: moves its members and keys to an empty sandbox (ADR 0086). */
export function resetCommand(): Command {
  return new Command("reset")
    .description("give the people and keys of a sandbox an empty one in its place")
    .argument("<id>", "id of the sandbox", idArgument)
    .option("--clock <moment>", "where the clock of the empty one starts; now when left out", instantArgument)
    .option("--json", jsonHelp)
    .action(async (resetFrom: string, { clock, json = false }: ResetOptions) => {
      const options = { merchantId: resetFrom, ...(clock === undefined ? {} : { clock }) };
      const merchantId = await withRuntime(({ platform }) => resetSandbox(platform.db, options));
      if (json) return printJson({ merchantId, resetFrom });
      printLine(`Sandbox ${merchantId} is empty. Keys and members of ${resetFrom} are those of it now.`);
    });
}
