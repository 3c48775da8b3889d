import { builtConsole } from "../src/cli/console-build.ts";

// Builds the console if it is missing or its sources have changed, like the first start:
//
//   npm run build:console

const folder = await builtConsole({
  signal: new AbortController().signal,
  onBuild: () => process.stdout.write("building the console\n"),
});
process.stdout.write(`${folder}\n`);
