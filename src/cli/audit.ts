import { createReadStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Command } from "commander";
import { type AuditFileVerdict, continues, verifyAuditFile } from "../close/audit-file-check-service.ts";
import { AuditFileLines } from "../close/audit-file-service.ts";
import { plural } from "../kernel/plural.ts";
import { readSigningKey, type SigningKey } from "../platform/signing-key.ts";
import { idArgument, jsonHelp } from "./arguments.ts";
import { cannotRun, refused } from "./failure.ts";
import { printJson, printLine, printNote } from "./output.ts";
import { withRuntime } from "./runtime.ts";

/** `accord audit export`, `verify` and `sign`. */
export function auditCommand(): Command {
  return new Command("audit")
    .description("export audit logs, verify what was exported, and sign where they end")
    .addCommand(exportCommand())
    .addCommand(verifyCommand())
    .addCommand(signCommand());
}

function exportCommand(): Command {
  return new Command("export")
    .description("write a merchant's audit log into a file that is verified without the database")
    .argument("<file>", "the file to write; it must not exist yet")
    .requiredOption("--merchant <id>", "whose", idArgument)
    .option("--json", jsonHelp)
    .action(async (file: string, { merchant, json = false }: { merchant: string; json?: boolean }) => {
      if (existsSync(file)) throw refused(`${file} exists already; name another file.`, "FILE_EXISTS");
      const written = await withRuntime(({ platform }) => exportTo(file, merchant, platform));
      if (json) return printJson({ file, merchantId: merchant, ...written });
      printLine(
        `${file}: ${plural(written.rows, "row")}, ${plural(written.heads, "signed head")}${written.isSigned ? ", signed" : ""}.`,
      );
      if (!written.isSigned) printNote("It is not signed: there is no ACCORD_SIGNING_KEY_FILE.");
    });
}

type Platform = Parameters<Parameters<typeof withRuntime>[0]>[0]["platform"];

/** Exports one snapshot, under a temporary name until the file is complete. */
async function exportTo(path: string, merchantId: string, platform: Platform) {
  const { auditChain } = await import("../platform/audit-chain.ts");
  const { formatInstant, wallClock } = await import("../platform/clock.ts");
  const { read } = await import("../platform/write.ts");
  const { listHeads } = await import("../close/signed-head-service.ts");
  const unfinished = `${path}.${process.pid}.unfinished`;
  const file = await open(unfinished, "wx", 0o600).catch((error: Error) => {
    throw cannotRun(`${path} cannot be written: ${error.message}.`, "FILE_UNUSABLE");
  });
  try {
    const lines = new AuditFileLines();
    let [rows, heads] = [0, 0];
    await read(platform, merchantId, async ({ tx }) => {
      await file.write(lines.start(merchantId, formatInstant(wallClock())));
      for await (const chunk of auditChain(tx, merchantId)) {
        rows += chunk.length;
        await file.write(chunk.map((row) => lines.row(row)).join(""));
      }
      for (const head of await listHeads(tx, merchantId)) {
        heads += 1;
        await file.write(lines.head(head));
      }
    });
    await file.write(lines.end(platform.signingKey));
    await file.sync();
    await file.close();
    await rename(unfinished, path);
    return { rows, heads, isSigned: platform.signingKey?.keyId !== undefined };
  } catch (error) {
    await file.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

type VerifyOptions = { readonly key?: string; readonly earlier?: string; readonly json?: boolean };

function verifyCommand(): Command {
  return new Command("verify")
    .description("verify a file of audit export, without the database; exit 1 when it does not hold")
    .argument("<file>", 'what "accord audit export" wrote')
    .option("--key <file>", "keys that signed it, in PEM; ACCORD_SIGNING_KEY_FILE when left out")
    .option("--earlier <file>", "an earlier export, all of which must be in this one")
    .option("--json", jsonHelp)
    .action(async (file: string, { key: keyFile, earlier, json = false }: VerifyOptions) => {
      const path = keyFile ?? (process.env.ACCORD_SIGNING_KEY_FILE?.trim() || undefined);
      const key = path === undefined ? undefined : keyIn(path);
      const verdict = await verdictOf(file, key);
      const before = earlier === undefined ? undefined : await verdictOf(earlier, key);
      const problems = [
        ...verdict.problems,
        ...(before?.problems.map((problem) => `${earlier}: ${problem}`) ?? []),
        ...(before === undefined || continues(verdict, before)
          ? []
          : [`Rows of ${earlier} are not in ${file}, or were changed.`]),
      ];
      if (problems.length > 0) process.exitCode = 1;
      const { hashes: _, ...shown } = verdict;
      if (json) return printJson({ file, ...shown, problems });
      for (const problem of problems) printLine(problem);
      if (problems.length > 0) return;
      printLine(`${file}: ${plural(verdict.rows, "row")} up to ${verdict.exportedAt}, unchanged and whole.`);
      printLine(verdict.isSigned ? "Its signatures hold." : "No signature was verified.");
    });
}

function keyIn(path: string): SigningKey {
  try {
    return readSigningKey(path);
  } catch (error) {
    throw cannotRun(`${path} cannot be used; ${error instanceof Error ? error.message : error}`, "KEY_UNUSABLE");
  }
}

async function verdictOf(path: string, key: SigningKey | undefined): Promise<AuditFileVerdict> {
  const input = createReadStream(path);
  const failed = new Promise<never>((_, reject) => {
    input.once("error", (error) => reject(cannotRun(`${path} cannot be read: ${error.message}.`, "FILE_UNUSABLE")));
  });
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  return Promise.race([verifyAuditFile(lines, key), failed]);
}

function signCommand(): Command {
  return new Command("sign")
    .description("sign where the audit log, the journal and the close packages of merchants end now")
    .option("--merchant <id>", "one merchant instead of all", idArgument)
    .option("--json", jsonHelp)
    .action(async ({ merchant, json = false }: { merchant?: string; json?: boolean }) => {
      const heads = await withRuntime(({ platform }) => signAll(platform, merchant));
      if (json) return printJson(heads);
      for (const { head, signature } of heads) printLine(JSON.stringify({ head, signature }));
    });
}

async function signAll(platform: Platform, only: string | undefined) {
  const { listMerchants, merchantNotFound } = await import("../platform/merchant/merchants.ts");
  const { signNow } = await import("../close/signed-head-service.ts");
  const { signingKey } = platform;
  if (signingKey?.keyId === undefined)
    throw cannotRun("There is no signing key: set ACCORD_SIGNING_KEY_FILE.", "NO_SIGNING_KEY");
  const merchants = (await listMerchants(platform.db)).filter(({ id }) => only === undefined || id === only);
  if (only !== undefined && merchants.length === 0) throw merchantNotFound();
  const heads: { readonly head: string; readonly signature: string }[] = [];
  for (const { id } of merchants) {
    const { text, signature } = await signNow(platform.db, id, signingKey);
    heads.push({ head: text, signature: signature.toString("base64") });
  }
  return heads;
}
