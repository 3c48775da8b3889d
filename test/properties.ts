import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { glob, readFile } from "node:fs/promises";

// Runs the properties of the engines again, each round with values that nobody has drawn yet:
//
//   npm run test:properties -- [ROUNDS]
//
// A failure names the seed of its round; `ACCORD_TEST_SEED=… npm test` draws the same values.

const rounds = Number(process.argv[2] ?? 10);
const files: string[] = [];
for await (const file of glob("src/**/*.test.ts")) {
  if ((await readFile(file, "utf8")).includes('from "fast-check"')) files.push(file);
}

for (let round = 1; round <= rounds; round++) {
  const seed = String(randomInt(2 ** 31));
  console.log(`round ${round} of ${rounds}, seed ${seed}, ${files.length} files`);
  const flags = ["--import", "./test/support/seed.ts", "--test", "--test-reporter=dot"];
  const run = spawn(process.execPath, [...flags, ...files], {
    stdio: "inherit",
    env: { ...process.env, ACCORD_TEST_SEED: seed, ACCORD_TEST_RUNS: "full" },
  });
  const code = await new Promise((resolve) => run.on("exit", resolve));
  if (code !== 0) {
    console.log(`round ${round} failed with seed ${seed}`);
    process.exitCode = 1;
    break;
  }
}
