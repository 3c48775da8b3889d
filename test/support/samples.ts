import { readFileSync } from "node:fs";
import { type GuideBlock, guideBlocks } from "./guide.ts";

const root = new URL("../../", import.meta.url);

type NotRun = { readonly begins: string; readonly why: string };

const isServing = "serves until it is stopped: test/cli/serve.slow.test.ts starts it as npm does";
const needsContainers = "needs a container engine: test/tidy/containers.test.ts reads the files";
const needsServers = "needs PostgreSQL's own programs and two servers";
const namesServer =
  "names another machine: test/cli/roles.slow.test.ts and privileges.slow.test.ts do the same on one of their own";

/** Lines of documents that no test can run, by their beginnings, each with the reason. Every other line of a shell block is run. */
export const linesNotRun: Readonly<Record<string, readonly NotRun[]>> = {
  "README.md": [
    { begins: "npm ci && npm start", why: isServing },
    { begins: "npm ci && npm test", why: "runs the tests" },
    { begins: "export CONTRACT=", why: "the reader's own" },
    { begins: "export DATABASE_URL=", why: namesServer },
    { begins: "./accord migrate", why: "test/cli/roles.slow.test.ts" },
    { begins: "./accord merchant create", why: "test/cli/commands.slow.test.ts" },
    { begins: "ACCORD_ROLE=", why: "serves until it is stopped: test/cli/roles.slow.test.ts starts both" },
    { begins: "docker ", why: needsContainers },
  ],
  "docs/backup.md": [
    { begins: "pg_dump ", why: needsServers },
    { begins: "createdb ", why: needsServers },
    { begins: "pg_restore ", why: needsServers },
  ],
  "docs/operations.md": [
    { begins: "export DATABASE_URL=", why: namesServer },
    { begins: "DATABASE_OWNER_URL=", why: namesServer },
    { begins: "ACCORD_ROLE=", why: "serves until it is stopped: test/cli/roles.slow.test.ts starts both" },
    { begins: "docker ", why: needsContainers },
    { begins: "kubectl ", why: needsContainers },
    { begins: "helm ", why: needsContainers },
  ],
  "docs/scaling.md": [
    { begins: "ACCORD_ROLE=", why: "serves until it is stopped: test/processes/run.ts starts three of each" },
  ],
};

/** The shell blocks of a document with the lines that a test runs. */
export function samplesOf(document: string): GuideBlock[] {
  const notRun = linesNotRun[document] ?? [];
  return guideBlocks(readFileSync(new URL(document, root), "utf8")).map(({ lines, statuses }) => ({
    lines: lines.filter((line) => !notRun.some(({ begins }) => line.startsWith(begins))),
    statuses,
  }));
}
