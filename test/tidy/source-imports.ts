import { readdirSync } from "node:fs";

export const root = new URL("../../", import.meta.url);

const importForms = [
  /^\s*(?:import|export)\b[^"';]*?\bfrom\s*["']([^"']+)["']/gm,
  /^\s*import\s*["']([^"']+)["']/gm,
  /\bimport\(\s*["'`]([^"'`]+)["'`]/g,
];

/** What a source text imports or passes on, as it is written there. */
export function importsOf(source: string): string[] {
  return importForms.flatMap((form) => [...source.matchAll(form)].map((match) => match[1] ?? ""));
}

/** Every file of the program, by its path from the root; tests beside it are not of it. */
export function sourceFiles(): string[] {
  return readdirSync(new URL("src/", root), { recursive: true, encoding: "utf8" })
    .map((name) => `src/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .toSorted();
}
