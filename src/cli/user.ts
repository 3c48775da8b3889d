import { Command, Option } from "commander";
import { type MemberRole, memberRoles } from "../platform/auth/roles.ts";
import { addUser, deactivateUser, listMembers } from "../platform/auth/users.ts";
import { idArgument, jsonHelp } from "./arguments.ts";
import { printJson, printLine, printTable } from "./output.ts";
import { withRuntime } from "./runtime.ts";

/** `accord user add`, `list` and `deactivate`. */
export function userCommand(): Command {
  return new Command("user")
    .description("add people to merchants, list and remove them")
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(deactivateCommand());
}

type AddOptions = {
  readonly merchant: string;
  readonly email: string;
  readonly role?: MemberRole;
  readonly json?: boolean;
};

function addCommand(): Command {
  return new Command("add")
    .description("make a person a member of a merchant")
    .requiredOption("--merchant <id>", "id of the merchant", idArgument)
    .requiredOption("--email <address>", "the person's address; the same one is the same user in every merchant")
    .addOption(
      new Option("--role <role>", "what the person may do; a new member is an EDITOR, others keep theirs").choices(
        memberRoles,
      ),
    )
    .option("--json", jsonHelp)
    .action(async ({ merchant, email, role, json = false }: AddOptions) => {
      const userId = await withRuntime(({ platform }) => addUser(platform.db, merchant, email, role));
      if (json) return printJson({ userId });
      printLine(`User ${userId} is a member of the merchant.`);
    });
}

function listCommand(): Command {
  return new Command("list")
    .description("list the members of a merchant, oldest first")
    .requiredOption("--merchant <id>", "id of the merchant", idArgument)
    .option("--json", jsonHelp)
    .action(async ({ merchant, json = false }: { merchant: string; json?: boolean }) => {
      const members = await withRuntime(({ platform }) => listMembers(platform.db, merchant));
      if (json) return printJson(members);
      printTable(
        ["id", "email", "role", "status", "created"],
        members.map(({ userId, email, role, status, createdAt }) => [userId, email, role, status, createdAt]),
      );
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
