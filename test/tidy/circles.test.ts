import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { importsOf, root, sourceFiles } from "./source-imports.ts";

// Files that import each other in a circle can only be read, tested and moved together. The folders have an order
// (`imports.test.ts`); inside a folder nothing else keeps files apart.

/** Where circles are left: the engines of revenue, and what a modification and a performance obligation know of each other. */
const stillCircular = (path: string) =>
  path.startsWith("src/revenue/") ||
  /^src\/billing-terms\/(?:modifications\/modification|performance-obligations\/performance-obligation)\.ts$/.test(
    path,
  );

test("no files import each other in a circle", () => {
  const graph = new Map(sourceFiles().map((path) => [path, targetsOf(path)]));
  assert.deepEqual(
    circlesOf(graph).filter((circle) => !circle.every(stillCircular)),
    [],
  );
});

test("the check finds circles of two and more files, and none in a chain", () => {
  const graph = new Map([
    ["a", ["b", "d"]],
    ["b", ["c"]],
    ["c", ["a"]],
    ["d", ["e"]],
    ["e", ["d"]],
    ["f", ["a"]],
  ]);
  assert.deepEqual(circlesOf(graph), [
    ["a", "b", "c"],
    ["d", "e"],
  ]);
  assert.deepEqual(circlesOf(new Map([["a", ["b"]]])), []);
});

function targetsOf(path: string): string[] {
  const specifiers = importsOf(readFileSync(new URL(path, root), "utf8"));
  return specifiers.flatMap((specifier) =>
    specifier.startsWith(".") ? [posix.join(posix.dirname(path), specifier)] : [],
  );
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** Sets of files that all reach each other, each in order. Two files are of one circle if each is reached from the other. */
function circlesOf(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((path) => [path, reachedFrom(path, graph)]));
  const reaches = (from: string, to: string) => reached.get(from)?.has(to) ?? false;
  const circles = [...graph.keys()].map((path) =>
    [...graph.keys()].filter((other) => reaches(path, other) && reaches(other, path)).toSorted(),
  );
  const found = new Map(circles.filter((circle) => circle.length > 1).map((circle) => [circle.join(), circle]));
  return [...found.values()];
}

/** Every file that can be come to by imports; the file itself only in a circle. */
function reachedFrom(path: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(graph.get(path) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return reached;
}
