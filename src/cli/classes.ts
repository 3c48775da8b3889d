import { Command } from "commander";
import { classesFromFile, classFields } from "../api/schemas/classes.ts";
import { importClasses } from "../catalog/class-service.ts";
import { write } from "../platform/write.ts";
import { idArgument, jsonHelp } from "./arguments.ts";
import { printJson, printLine } from "./output.ts";
import { readRecordFile } from "./record-file.ts";
import { withRuntime } from "./runtime.ts";

type ImportOptions = { readonly merchant: string; readonly json?: boolean };

/** `accord classes import`: imports classes of the accounting system. */
export function classesCommand(): Command {
  return new Command("classes").description("take over the classes of a merchant's accounting system").addCommand(
    new Command("import")
      .description("take over classes by their external id: new ones are created, known ones renamed, all or none")
      .argument("<file>", "CSV with the columns externalId and name, or a JSON array of such objects (.json)")
      .requiredOption("--merchant <id>", "whose classes they are", idArgument)
      .option("--json", jsonHelp)
      .action(async (path: string, { merchant, json = false }: ImportOptions) => {
        const drafts = classesFromFile(await readRecordFile(path, classFields));
        const options = { merchantId: merchant, actor: { kind: "SYSTEM", id: "cli" } } as const;
        const counts = await withRuntime(({ platform }) =>
          write(platform, options, (ctx) => importClasses(ctx, drafts)),
        );
        if (json) return printJson(counts);
        printLine(`Classes: ${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged.`);
      }),
  );
}
