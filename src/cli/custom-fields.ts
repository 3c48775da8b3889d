import { Command } from "commander";
import { customFieldFields, customFieldsFromFile } from "../api/schemas/custom-fields.ts";
import { importCustomFields } from "../catalog/custom-field-service.ts";
import { write } from "../platform/write.ts";
import { idArgument, jsonHelp } from "./arguments.ts";
import { printJson, printLine } from "./output.ts";
import { readRecordFile } from "./record-file.ts";
import { withRuntime } from "./runtime.ts";

type ImportOptions = { readonly merchant: string; readonly json?: boolean };

const fileHelp = "CSV with the columns externalId, name and appliesTo, or a JSON array of such objects (.json)";

/** `accord custom-fields import`: imports custom fields of the accounting system. */
export function customFieldsCommand(): Command {
  return new Command("custom-fields")
    .description("take over the custom fields of a merchant's accounting system")
    .addCommand(
      new Command("import")
        .description(
          "take over custom fields by their external id: new ones are created, known ones changed, all or none",
        )
        .argument("<file>", fileHelp)
        .requiredOption("--merchant <id>", "whose custom fields they are", idArgument)
        .option("--json", jsonHelp)
        .action(async (path: string, { merchant, json = false }: ImportOptions) => {
          const drafts = customFieldsFromFile(await readRecordFile(path, customFieldFields));
          const options = { merchantId: merchant, actor: { kind: "SYSTEM", id: "cli" } } as const;
          const counts = await withRuntime(({ platform }) =>
            write(platform, options, (ctx) => importCustomFields(ctx, drafts)),
          );
          if (json) return printJson(counts);
          const { created, updated, unchanged } = counts;
          printLine(`Custom fields: ${created} created, ${updated} updated, ${unchanged} unchanged.`);
        }),
    );
}
