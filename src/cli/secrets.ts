import { Command } from "commander";
import { jsonHelp } from "./arguments.ts";
import { cannotRun } from "./failure.ts";
import { printJson, printLine } from "./output.ts";
import { withRuntime } from "./runtime.ts";

/** `accord secrets seal`. */
export function secretsCommand(): Command {
  return new Command("secrets").description("encrypt the webhook secrets that are stored").addCommand(sealCommand());
}

function sealCommand(): Command {
  return new Command("seal")
    .description("encrypt the webhook secrets of all merchants with the first key; exit 1 when some cannot be read")
    .option("--json", jsonHelp)
    .action(async ({ json = false }: { json?: boolean }) => {
      const total = await withRuntime(({ platform }) => sealAll(platform));
      if (total.unreadable > 0) process.exitCode = 1;
      if (json) return printJson(total);
      printLine(`${total.sealed} encrypted, ${total.already} were already, ${total.unreadable} cannot be read.`);
    });
}

type Platform = Parameters<Parameters<typeof withRuntime>[0]>[0]["platform"];

async function sealAll(platform: Platform) {
  const { systemWrite } = await import("../platform/due-work.ts");
  const { listMerchants } = await import("../platform/merchant/merchants.ts");
  const { write } = await import("../platform/write.ts");
  const { sealSecrets } = await import("../webhooks/secret-service.ts");
  const { keyId } = platform.secretKeys;
  if (keyId === null) throw cannotRun("There is no encryption key: set ACCORD_SECRET_KEY_FILE.", "NO_SECRET_KEY");
  let [sealed, already, unreadable] = [0, 0, 0];
  for (const { id } of await listMerchants(platform.db)) {
    const own = await write(platform, systemWrite(id), sealSecrets);
    sealed += own.sealed;
    already += own.already;
    unreadable += own.unreadable;
  }
  return { keyId, sealed, already, unreadable };
}
