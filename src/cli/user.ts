import { Command, Option } from "commander";
import { notFound } from "../kernel/errors.ts";
import { activeMemberships } from "../platform/auth/memberships.ts";
import { type MemberRole, memberRoles } from "../platform/auth/roles.ts";
import { createSignInLink, signInPath } from "../platform/auth/sign-in-links.ts";
import { addUser, deactivateUser, findUser, listMembers } from "../platform/auth/users.ts";
import { readConfig } from "../platform/config.ts";
import { idArgument, jsonHelp } from "./arguments.ts";
import { openUrl, urlOf } from "./listen.ts";
import { printJson, printLine, printTable } from "./output.ts";
import { withRuntime } from "./runtime.ts";

/** `accord user add`, `list`, `link` and `deactivate`. */
export function userCommand(): Command {
  return new Command("user")
    .description("add people to merchants, list and remove them")
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(linkCommand())
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

function linkCommand(): Command {
  return new Command("link")
    .description("print a link that signs a person in once, within three days")
    .argument("<user>", "id or address of the user")
    .option("--json", jsonHelp)
    .action(async (idOrEmail: string, { json = false }: { json?: boolean }) => {
      const config = readConfig(process.env);
      const link = await withRuntime(async ({ platform: { db } }) => {
        const { id: userId } = await findUser(db, idOrEmail);
        if ((await activeMemberships(db, userId)).length === 0) {
          throw notFound("USER_NOT_FOUND", "The user is no active member of any merchant; add the user first.");
        }
        const { token, expiresAt } = await createSignInLink(db, { userId, merchantId: null });
        return { userId, url: `${openUrl(config, urlOf(config))}${signInPath(token)}`, expiresAt };
      });
      if (json) return printJson(link);
      printLine(link.url);
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
