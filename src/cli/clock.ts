import { Command } from "commander";
import { formatInstant } from "../platform/clock.ts";
import { advanceClock, sandboxNow } from "../platform/sandbox/clock.ts";
import { program } from "../platform/write.ts";
import { idArgument, instantArgument, jsonHelp } from "./arguments.ts";
import { printJson, printLine } from "./output.ts";
import { withRuntime } from "./runtime.ts";

/** `accord clock show` and `advance`. */
export function clockCommand(): Command {
  return new Command("clock")
    .description("show and advance the clock of a sandbox merchant")
    .addCommand(showCommand())
    .addCommand(advanceCommand());
}

type Options = { readonly merchant: string; readonly json?: boolean };

function showCommand(): Command {
  return new Command("show")
    .description("show the clock of a sandbox merchant")
    .requiredOption("--merchant <id>", "the merchant", idArgument)
    .option("--json", jsonHelp)
    .action(async ({ merchant, json = false }: Options) => {
      print(await withRuntime(({ platform }) => sandboxNow(platform, merchant)), json);
    });
}

/** Moves the clock forward only, and does everything that becomes due on the way. An interrupted command can be repeated. */
function advanceCommand(): Command {
  return new Command("advance")
    .description("advance the clock of a sandbox merchant, and do all that becomes due on the way")
    .requiredOption("--merchant <id>", "the merchant", idArgument)
    .requiredOption("--to <moment>", "where to", instantArgument)
    .option("--json", jsonHelp)
    .action(async ({ merchant, to, json = false }: Options & { readonly to: Temporal.Instant }) => {
      await withRuntime(({ platform }) => advanceClock(platform, { merchantId: merchant, actor: program }, to));
      print(to, json);
    });
}

function print(now: Temporal.Instant, json: boolean): void {
  const text = formatInstant(now);
  if (json) printJson({ now: text });
  else printLine(text);
}
