import { builtConsole } from "../src/cli/console-build.ts";

// Builds the console where it is missing or its sources changed, as the first start does:
//
//   npm run build:console

const folder = await builtConsole({
  signal: new AbortController().signal,
  onBuild: () => process.stdout.write("building the console\n"),
});
process.stdout.write(`${folder}\n`);
