import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

// Metrics of the structure of the source, to compare two versions.
//
//   node scripts/structure.ts [FOLDER]      the checkout to measure; this one by default

const root = process.argv[2] ?? process.cwd();
const files = globSync("src/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]));

function importsOf(file: string, text: string): string[] {
  const named = [...text.matchAll(/^(?:import|export)[^;]*?from "(\.[^"]+)";/gms)].map(([, path = ""]) => path);
  return [...new Set(named.map((path) => normalize(join(dirname(file), path))))].filter((path) => texts.has(path));
}

/** Groups of files that import each other in a circle (Tarjan's strongly connected components of more than one file). */
function circles(): string[][] {
  const found: string[][] = [];
  const order = new Map<string, { index: number; low: number; isOpen: boolean }>();
  const open: string[] = [];
  const visit = (file: string): number => {
    const place = { index: order.size, low: order.size, isOpen: true };
    order.set(file, place);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      const known = order.get(next);
      if (known === undefined) place.low = Math.min(place.low, visit(next));
      else if (known.isOpen) place.low = Math.min(place.low, known.index);
    }
    if (place.low === place.index) {
      const members = open.splice(open.indexOf(file));
      for (const member of members) {
        const seen = order.get(member);
        if (seen !== undefined) seen.isOpen = false;
      }
      if (members.length > 1) found.push(members);
    }
    return place.low;
  };
  for (const file of files) if (!order.has(file)) visit(file);
  return found;
}

/** The longest chain of imports; each circle is passed once. */
function longestChain(): number {
  const lengths = new Map<string, number>();
  const lengthOf = (file: string, path: ReadonlySet<string>): number => {
    const known = lengths.get(file);
    if (known !== undefined) return known;
    const next = (imports.get(file) ?? []).filter((one) => !path.has(one));
    const length = 1 + Math.max(0, ...next.map((one) => lengthOf(one, new Set([...path, file]))));
    lengths.set(file, length);
    return length;
  };
  return Math.max(...files.map((file) => lengthOf(file, new Set())));
}

const linesOf = (file: string) => (texts.get(file) ?? "").split("\n").length - 1;
const folders = Map.groupBy(files, (file) => file.split("/")[1] ?? "");
for (const [folder, own] of [...folders].sort()) {
  console.log(`${folder}: ${own.length} files, ${own.reduce((total, file) => total + linesOf(file), 0)} lines`);
}
const found = circles();
console.log(`circles: ${found.length}`);
for (const members of found) console.log(`  ${members.join(" ")}`);
console.log(`longest chain of imports: ${longestChain()} files`);
const between = (from: string, to: string) =>
  files
    .filter((file) => file.startsWith(`src/${from}/`))
    .flatMap((file) => (imports.get(file) ?? []).filter((path) => path.startsWith(`src/${to}/`))).length;
console.log(`imports from revenue into billing-terms: ${between("revenue", "billing-terms")}`);
const naming = (text: string) => files.filter((file) => texts.get(file)?.includes(`"${text}"`)).length;
console.log(`files that name a recognition pattern, PERCENT_COMPLETE: ${naming("PERCENT_COMPLETE")}`);
const vocabulary = readFileSync(join(root, "docs/vocabulary.md"), "utf8").split("\n## Words we do not use")[0] ?? "";
const rows = vocabulary.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| word"));
console.log(`words in the vocabulary: ${rows.length}`);
