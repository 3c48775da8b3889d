#!/usr/bin/env node
// Plain JavaScript of any age: an old Node must get far enough to say that it is too old. Node 26 runs the rest as it
// stands, in TypeScript.
import module from "node:module";
import { fileURLToPath } from "node:url";

if (Number(process.versions.node.split(".")[0]) < 26) {
  process.stderr.write(
    "Accord needs Node 26 or newer and this is Node " +
      process.versions.node +
      '. Run "npm ci" and start it with "npm start" or "./accord", which use the Node that comes with it.\n',
  );
  process.exitCode = 2;
} else {
  // Compiled code is kept from one command to the next, which starts it in half the time. Not in the shared temporary
  // folder, where others could put their own code.
  module.enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/accord", import.meta.url)));
  import("../src/cli/main.ts").then(({ runCli }) => runCli(process.argv.slice(2)));
}
