import { Command } from "commander";
import { jsonHelp } from "./arguments.ts";
import { printJson } from "./output.ts";

/** `accord openapi`: prints the document of `/openapi.json`, without a server or a database. */
export function openapiCommand(): Command {
  return new Command("openapi")
    .description("print the OpenAPI 3.1 document")
    .option("--json", `${jsonHelp}; it always does`)
    .action(async () => {
      const { openApiDocument } = await import("./openapi-document.ts");
      printJson(await openApiDocument());
    });
}
