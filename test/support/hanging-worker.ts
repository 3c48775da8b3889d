import { openBoss, startWorking } from "../../src/platform/jobs/queue.ts";

// A worker that takes a job and never ends it, for tests that kill it:
//
//   node test/support/hanging-worker.ts CONNECTION-STRING
//
// It prints "taken" when it has one.

const [connectionString = ""] = process.argv.slice(2);
const boss = openBoss({ connectionString, maintains: false, onError: () => undefined });
const forever = () => {
  process.stdout.write("taken\n");
  return new Promise<never>(() => undefined);
};
await boss.start();
await startWorking(boss, {
  ...{ handleContracts: forever, processContract: forever },
  ...{ liveMerchants: forever, doHousekeeping: forever, doDueWork: forever },
});
