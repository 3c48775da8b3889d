import { Command, Option } from "commander";
import { type Role, readConfig, roles } from "../platform/config.ts";
import { printFailure } from "./output.ts";

/** `accord serve`, which `npm start` runs. A failed start prints one sentence and exits with 1. */
export function serveCommand(): Command {
  return new Command("serve")
    .description("run the API, the worker, or both")
    .addOption(new Option("--role <role>", "what this process does; ACCORD_ROLE when left out").choices(roles))
    .action(async ({ role }: { role?: Role }) => {
      try {
        const config = readConfig(process.env);
        const { serve } = await import("./server.ts");
        await serve({ ...config, role: role ?? config.role });
      } catch (error) {
        printFailure(error, { json: false });
        process.exitCode = 1;
      }
    });
}
