import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const require = createRequire(import.meta.url);
const sheet = join(import.meta.dirname, "../../../shared/tools/en16931/EN16931-UBL-validation.xslt");

/** The official validation is not ours to distribute; it is beside the repository on machines that have it. */
export const hasOfficialRules = existsSync(sheet);

/** The rules of EN 16931 that a UBL document violates according to the official validation, without warnings. */
export type OfficialRules = (xml: string) => string[];

/** Compiles the official validation, which takes half a minute. */
export async function officialRules(): Promise<OfficialRules> {
  const saxon = require("saxon-js");
  const directory = await mkdtemp(join(tmpdir(), "accord-rules-"));
  try {
    const compiled = join(directory, "rules.sef.json");
    const compiler = require.resolve("xslt3");
    const options = ["-t", `-xsl:${sheet}`, `-export:${compiled}`, "-nogo", "-ns:##html5"];
    await promisify(execFile)(process.execPath, [compiler, ...options]);
    const stylesheetText = await readFile(compiled, "utf8");
    const stylesheetInternal = JSON.parse(stylesheetText);
    return (xml) => {
      const { principalResult } = saxon.transform(
        { stylesheetInternal, sourceText: xml, destination: "serialized" },
        "sync",
      );
      const failed = [...String(principalResult).matchAll(/<svrl:failed-assert\b[^>]*>/g)].map(([tag]) => tag);
      const fatal = failed.filter((tag) => !tag.includes('flag="warning"'));
      return [...new Set(fatal.map((tag) => /\bid="([^"]+)"/.exec(tag)?.[1] ?? tag))].toSorted();
    };
  } finally {
    await rm(directory, { recursive: true });
  }
}
