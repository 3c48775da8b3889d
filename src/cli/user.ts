import { Command } from "commander";
import { addUser, deactivateUser } from "../platform/auth/users.ts";
import { idArgument, jsonHelp } from "./arguments.ts";
import { printJson, printLine } from "./output.ts";
import { withRuntime } from "./runtime.ts";

/** `accord user add` and `deactivate`. */
export function userCommand(): Command {
  return new Command("user")
    .description("add people to merchants and remove them")
    .addCommand(addCommand())
    .addCommand(deactivateCommand());
}

function addCommand(): Command {
  return new Command("add")
    .description("make a person a member of a merchant")
    .requiredOption("--merchant <id>", "id of the merchant", idArgument)
    .requiredOption("--email <address>", "the person's address; the same one is the same user in every merchant")
    .option("--json", jsonHelp)
    .action(async ({ merchant, email, json = false }: { merchant: string; email: string; json?: boolean }) => {
      const userId = await withRuntime(({ platform }) => addUser(platform.db, merchant, email));
      if (json) return printJson({ userId });
      printLine(`User ${userId} is a member of the merchant.`);
    });
}

function deactivateCommand(): Command {
  return new Command("deactivate")
    .description("end all memberships of a user; keys made in the user's name stay valid but reopen no month")
    .argument("<id>", "id of the user", idArgument)
    .option("--json", jsonHelp)
    .action(async (userId: string, { json = false }: { json?: boolean }) => {
      await withRuntime(({ platform }) => deactivateUser(platform.db, userId));
      if (json) return printJson({ userId });
      printLine(`User ${userId} is deactivated.`);
    });
}
