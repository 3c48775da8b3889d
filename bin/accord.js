#!/usr/bin/env node
// Plain JavaScript of any age: an old Node must get far enough to say that it is too old. Node 26 runs the rest as it
// stands, in TypeScript.
if (Number(process.versions.node.split(".")[0]) < 26) {
  process.stderr.write(
    "Accord needs Node 26 or newer and this is Node " +
      process.versions.node +
      '. Run "npm ci" and start it with "npm start" or "npx accord", which use the Node that comes with it.\n',
  );
  process.exitCode = 2;
} else {
  import("../src/cli/main.ts").then(({ runCli }) => runCli(process.argv.slice(2)));
}
