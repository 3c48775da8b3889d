import { Command, Option } from "commander";
import { wallClock } from "../platform/clock.ts";
import {
  createMerchant,
  listMerchants,
  type MerchantSummary,
  type NewMerchant,
} from "../platform/merchant/merchants.ts";
import type { MerchantSettings, SettingsPatch } from "../platform/merchant/settings.ts";
import { updateMerchant } from "../platform/merchant/settings-service.ts";
import { write } from "../platform/write.ts";
import { daysArgument, idArgument, instantArgument, jsonHelp } from "./arguments.ts";
import { cannotRun } from "./failure.ts";
import { newMember } from "./member.ts";
import { forkCommand } from "./merchant-fork.ts";
import { resetCommand } from "./merchant-reset.ts";
import { printJson, printLine, printTable } from "./output.ts";
import { withRuntime } from "./runtime.ts";

/** `accord merchant create`, `fork`, `reset`, `list` and `update`. */
export function merchantCommand(): Command {
  return new Command("merchant")
    .description("create, fork, reset, list and change merchants")
    .addCommand(createCommand())
    .addCommand(forkCommand())
    .addCommand(resetCommand())
    .addCommand(listCommand())
    .addCommand(updateCommand());
}

type CreateOptions = {
  readonly name: string;
  readonly currency: string;
  readonly sandbox?: boolean;
  readonly clock?: Temporal.Instant;
  readonly erpKind: NewMerchant["erpKind"];
  readonly features?: readonly string[];
  readonly timeZone: string;
  readonly json?: boolean;
};

/** Also makes the first user, in whose name the two keys are, so that the keys can reopen months. */
function createCommand(): Command {
  return new Command("create")
    .description("create a merchant with a user, a write key and a read key, shown this one time")
    .requiredOption("--name <name>", "name of the company")
    .option("--currency <code>", "default currency, ISO 4217", "USD")
    .option("--sandbox", "a sandbox with a clock of its own")
    .option("--clock <moment>", "where the sandbox clock starts; now when left out", instantArgument)
    .addOption(
      new Option("--erp-kind <kind>", "what the merchant keeps its books in")
        .choices(["ACCOUNTING", "ERP"])
        .default("ACCOUNTING"),
    )
    .addOption(new Option("--features <name...>", "features to switch on").choices(["performance-obligations"]))
    .option("--time-zone <name>", "IANA time zone of its business days", "UTC")
    .option("--json", jsonHelp)
    .action(async (options: CreateOptions) => {
      const draft = draftFrom(options);
      const created = await withRuntime(async ({ platform: { db } }) => {
        const merchantId = await createMerchant(db, draft);
        return { merchantId, ...(await newMember(db, merchantId)) };
      });
      if (options.json) return printJson(created);
      printLine(`Merchant ${draft.name} is created. Its keys are shown this one time.`);
      printTable(["", ""], Object.entries(created));
    });
}

function draftFrom(options: CreateOptions): NewMerchant {
  if (options.clock !== undefined && !options.sandbox) {
    throw cannotRun("--clock needs --sandbox: only a sandbox merchant has a clock of its own.", "USAGE");
  }
  return {
    name: options.name,
    currency: options.currency,
    timeZone: options.timeZone,
    erpKind: options.erpKind,
    performanceObligations: options.features?.includes("performance-obligations") ?? false,
    sandboxClock: options.sandbox ? (options.clock ?? wallClock()) : null,
  };
}

function listCommand(): Command {
  return new Command("list")
    .description("list all merchants, oldest first")
    .option("--json", jsonHelp)
    .action(async ({ json = false }: { json?: boolean }) => {
      const merchants = await withRuntime(({ platform }) => listMerchants(platform.db));
      if (json) return printJson(merchants);
      printMerchants(merchants);
    });
}

type UpdateOptions = Partial<Omit<MerchantSettings, "accountMap">> & { readonly json?: boolean };

function updateCommand(): Command {
  return new Command("update")
    .description("change settings of a merchant")
    .argument("<id>", "id of the merchant", idArgument)
    .option("--name <name>", "name of the company")
    .addOption(
      new Option("--rounding <way>", "fixed once an invoice was issued or revenue recognized").choices([
        "HALF_UP",
        "HALF_EVEN",
      ]),
    )
    .addOption(
      new Option("--straight-line-default <pattern>", "how revenue is spread unless stated otherwise").choices([
        "STRAIGHT_LINE",
        "STRAIGHT_LINE_DAILY",
      ]),
    )
    .addOption(
      new Option("--late-invoice-date <date>", "the date of invoices that are created late").choices([
        "PLANNED",
        "TODAY",
      ]),
    )
    .option("--usage-grace-days <days>", "how many days to wait for usage before it is billed, 0 to 30", daysArgument)
    .option("--invoice-prefix <text>", "what invoice numbers begin with")
    .option("--credit-memo-prefix <text>", "what numbers of credit memos begin with")
    .option("--json", jsonHelp)
    .action(async (merchantId: string, { json = false, ...settings }: UpdateOptions) => {
      if (Object.keys(settings).length === 0) {
        throw cannotRun("Nothing to change; name a setting, see accord merchant update --help.", "USAGE");
      }
      const merchants = await withRuntime(async ({ platform }) => {
        const by = { merchantId, actor: { kind: "SYSTEM", id: "cli" } } as const;
        await write(platform, by, (ctx) => updateMerchant(ctx, settings satisfies SettingsPatch));
        return (await listMerchants(platform.db)).filter((merchant) => merchant.id === merchantId);
      });
      if (json) return printJson(merchants[0]);
      printMerchants(merchants);
    });
}

function printMerchants(merchants: readonly MerchantSummary[]): void {
  printTable(
    ["id", "name", "currency", "time zone", "sandbox"],
    merchants.map(({ id, name, currency, timeZone, isSandbox }) => [id, name, currency, timeZone, isSandbox]),
  );
}
