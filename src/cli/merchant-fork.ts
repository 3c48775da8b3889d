import { Command } from "commander";
import { signNow } from "../close/signed-head-service.ts";
import { handlePending } from "../platform/due-work.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { type ForkProgress, forkMerchant } from "../platform/sandbox/fork.ts";
import { idArgument, jsonHelp } from "./arguments.ts";
import { type Member, newMember } from "./member.ts";
import { type ProgressBar, printJson, printLine, printTable, progressBar } from "./output.ts";
import { withRuntime } from "./runtime.ts";

type ForkOptions = { readonly name: string; readonly json?: boolean };

/** `accord merchant fork ID`: a sandbox with everything that a merchant has, for trying things out (ADR 0089). */
export function forkCommand(): Command {
  return new Command("fork")
    .description("copy a merchant into a new sandbox, beside a running server")
    .argument("<id>", "id of the merchant", idArgument)
    .requiredOption("--name <name>", "name of the sandbox")
    .option("--json", jsonHelp)
    .action(async (sourceId: string, { name, json = false }: ForkOptions) => {
      let bar: ProgressBar | undefined;
      const onProgress: ForkProgress = (done, total) => {
        if (json) return;
        bar ??= progressBar("Copying tables", total);
        bar.update(done);
      };
      const forked = await withRuntime(({ platform }) => fork(platform, { sourceId, name, onProgress })).finally(() =>
        bar?.done(),
      );
      if (json) return printJson(forked);
      printLine(`Merchant ${name} is created. Its keys are shown this one time.`);
      printTable(["", ""], Object.entries(forked));
    });
}

type Fork = { readonly sourceId: string; readonly name: string; readonly onProgress: ForkProgress };

/**
 * Makes the copy, does the source's pending work in it, signs the head of its chains if there is a signing key, and makes a user
 * with two keys.
 */
async function fork(platform: WritingPlatform, options: Fork): Promise<{ readonly merchantId: string } & Member> {
  const merchantId = await forkMerchant(platform.db, { ...options, actor: { kind: "SYSTEM", id: "cli" } });
  // Work that fails now is tried again when the clock of the fork advances.
  await handlePending(platform, merchantId);
  const { signingKey } = platform;
  if (signingKey?.keyId !== undefined) await signNow(platform.db, merchantId, signingKey);
  return { merchantId, ...(await newMember(platform.db, merchantId)) };
}
