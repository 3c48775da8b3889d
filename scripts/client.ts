import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openApiDocument } from "../src/cli/openapi-document.ts";
import { clientSource } from "./client-source.ts";

/** `npm run client`: generates packages/client/src/generated.ts. */
const file = join(import.meta.dirname, "../packages/client/src/generated.ts");
await writeFile(file, clientSource(await openApiDocument()));
