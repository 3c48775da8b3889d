import { Command, Option } from "commander";
import { createKey, type KeySummary, listKeys, revokeKey } from "../platform/auth/keys.ts";
import { type MemberRole, memberRoles } from "../platform/auth/roles.ts";
import type { Db } from "../platform/db/pool.ts";
import { listMerchants } from "../platform/merchant/merchants.ts";
import { idArgument, jsonHelp, untilArgument } from "./arguments.ts";
import { printJson, printLine, printTable } from "./output.ts";
import { withRuntime } from "./runtime.ts";

/** `accord key create`, `list` and `revoke`. */
export function keyCommand(): Command {
  return new Command("key")
    .description("create, list and revoke API keys")
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

type CreateOptions = {
  readonly merchant: string;
  readonly user?: string;
  readonly access: "write" | "read";
  readonly name: string;
  readonly role?: MemberRole;
  readonly expires?: Temporal.Instant;
  readonly json?: boolean;
};

function createCommand(): Command {
  return new Command("create")
    .description("create an API key, shown this one time")
    .requiredOption("--merchant <id>", "id of the merchant", idArgument)
    .option("--user <id>", "id of the member whom it acts for; without one it cannot reopen months", idArgument)
    .addOption(new Option("--access <access>", "what it may do").choices(["write", "read"]).makeOptionMandatory())
    .option("--name <name>", "what it is for", "command line")
    .addOption(
      new Option("--role <role>", "the upper limit of its rights; without one those of its user").choices(memberRoles),
    )
    .option(
      "--expires <until>",
      "a moment, or its last day (UTC); without it the key works until revoked",
      untilArgument,
    )
    .option("--json", jsonHelp)
    .action(async ({ merchant: merchantId, user, access, name, role, expires, json = false }: CreateOptions) => {
      const draft = {
        merchantId,
        userId: user ?? null,
        access: access === "write" ? "WRITE" : "READ_ONLY",
        name,
        ...(role === undefined ? {} : { role }),
      } as const;
      const expiry = expires === undefined ? {} : { expiresAt: expires };
      const created = await withRuntime(({ platform }) => createKey(platform.db, { ...draft, ...expiry }));
      if (json) return printJson(created);
      printLine(`Key ${created.keyId} is created and shown this one time:`);
      printLine(created.key);
    });
}

type ListedKey = KeySummary & { readonly merchantId: string };

function listCommand(): Command {
  return new Command("list")
    .description("list keys without their secrets, oldest first")
    .option("--merchant <id>", "only of this merchant", idArgument)
    .option("--json", jsonHelp)
    .action(async ({ merchant, json = false }: { merchant?: string; json?: boolean }) => {
      const keys = await withRuntime(({ platform }) => keysOf(platform.db, merchant));
      if (json) return printJson(keys);
      printTable(
        [
          "id",
          "merchant",
          "name",
          "key",
          "access",
          "status",
          "created by",
          "created",
          "last used",
          "expires",
          "revoked",
        ],
        keys.map((key) => [
          key.keyId,
          key.merchantId,
          key.name,
          key.prefix,
          key.access,
          key.status,
          key.createdByEmail,
          key.createdAt,
          key.lastUsedAt,
          key.expiresAt,
          key.revokedAt,
        ]),
      );
    });
}

async function keysOf(db: Db, merchantId: string | undefined): Promise<ListedKey[]> {
  const merchantIds = merchantId === undefined ? (await listMerchants(db)).map(({ id }) => id) : [merchantId];
  const keys: ListedKey[] = [];
  for (const id of merchantIds) keys.push(...(await listKeys(db, id)).map((key) => ({ merchantId: id, ...key })));
  return keys;
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description("revoke a key at once")
    .argument("<id>", "id of the key", idArgument)
    .option("--json", jsonHelp)
    .action(async (keyId: string, { json = false }: { json?: boolean }) => {
      await withRuntime(({ platform }) => revokeKey(platform.db, keyId));
      if (json) return printJson({ keyId });
      printLine(`Key ${keyId} is revoked.`);
    });
}
