import { Command, InvalidArgumentError } from "commander";
import { demoMonths, seedDemo } from "../integrations/demo/service.ts";
import { jsonHelp } from "./arguments.ts";
import { printJson, printLine, printTable, progressBar } from "./output.ts";
import { withRuntime } from "./runtime.ts";

type Options = { readonly contracts: number; readonly json?: boolean };

/** `accord demo`: makes a sandbox merchant with a year of business (operations "CLI"). */
export function demoCommand(): Command {
  return new Command("demo")
    .description("create a sandbox merchant with contracts, invoices and closed months")
    .option("--contracts <n>", "synthetic contracts besides those written by hand", countArgument, 0)
    .option("--json", jsonHelp)
    .action(async ({ contracts, json }: Options) => {
      const bar = json ? undefined : progressBar("Running the months of 2025", demoMonths);
      try {
        const onProgress = (done: number) => bar?.update(done);
        const merchant = await withRuntime(({ platform }) => seedDemo(platform, { contracts, onProgress }));
        bar?.done();
        if (json) return printJson(merchant);
        printLine("Merchant Acme Cloud is created. Its keys are shown this one time.");
        printTable(["", ""], Object.entries(merchant));
      } catch (error) {
        bar?.done();
        throw error;
      }
    });
}

const mostContracts = 100_000;

function countArgument(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= 0 && count <= mostContracts) return count;
  throw new InvalidArgumentError(`It must be a whole number up to ${mostContracts.toLocaleString("en")}.`);
}
