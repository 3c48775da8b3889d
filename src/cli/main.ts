import { Command, CommanderError, Help } from "commander";
import { cannotRun } from "./failure.ts";
import { printFailure } from "./output.ts";

type Entry = { readonly name: string; readonly summary: string; readonly load: () => Promise<Command> };

// Only the command that is run is loaded, because loading half of the program would make `--help` slow.
const entries: readonly Entry[] = [
  {
    name: "serve",
    summary: "run the API, the worker, or both",
    load: async () => (await import("./serve.ts")).serveCommand(),
  },
  {
    name: "migrate",
    summary: "bring the database up to date",
    load: async () => (await import("./migrate.ts")).migrateCommand(),
  },
  {
    name: "merchant",
    summary: "create, fork, reset, list and change merchants",
    load: async () => (await import("./merchant.ts")).merchantCommand(),
  },
  {
    name: "user",
    summary: "add people to merchants, list and remove them",
    load: async () => (await import("./user.ts")).userCommand(),
  },
  {
    name: "key",
    summary: "create, list and revoke API keys",
    load: async () => (await import("./key.ts")).keyCommand(),
  },
  {
    name: "import",
    summary: "import contracts from a CSV file or a whole book; a run cut short is repeated",
    load: async () => (await import("./import.ts")).importCommand(),
  },
  {
    name: "convert",
    summary: "convert an export of Stripe or Chargebee into a book for accord import",
    load: async () => (await import("./convert.ts")).convertCommand(),
  },
  {
    name: "export",
    summary: "write the book of a merchant to a folder, for accord import",
    load: async () => (await import("./export.ts")).exportCommand(),
  },
  {
    name: "events",
    summary: "record usage events from a CSV file; a run that was cut short is simply repeated",
    load: async () => (await import("./events.ts")).eventsCommand(),
  },
  {
    name: "classes",
    summary: "take over the classes of a merchant's accounting system",
    load: async () => (await import("./classes.ts")).classesCommand(),
  },
  {
    name: "custom-fields",
    summary: "take over the custom fields of a merchant's accounting system",
    load: async () => (await import("./custom-fields.ts")).customFieldsCommand(),
  },
  {
    name: "jobs",
    summary: "wait for jobs, list them, retry failed ones",
    load: async () => (await import("./jobs.ts")).jobsCommand(),
  },
  {
    name: "clock",
    summary: "show and advance the clock of a sandbox merchant",
    load: async () => (await import("./clock.ts")).clockCommand(),
  },
  {
    name: "listen",
    summary: "send a merchant's events to a local address as they happen",
    load: async () => (await import("./forward.ts")).listenCommand(),
  },
  {
    name: "emulate",
    summary: "emulate the payment processor or the accounting system, to test against",
    load: async () => (await import("./emulate.ts")).emulateCommand(),
  },
  {
    name: "logs",
    summary: "follow the request log of a merchant",
    load: async () => (await import("./logs.ts")).logsCommand(),
  },
  {
    name: "mcp",
    summary: "let an assistant read the books and preview writes, by MCP",
    load: async () => (await import("./mcp.ts")).mcpCommand(),
  },
  {
    name: "doctor",
    summary: "check every invariant of the books; reads only",
    load: async () => (await import("./doctor.ts")).doctorCommand(),
  },
  {
    name: "audit",
    summary: "export audit logs, verify what was exported, and sign where they end",
    load: async () => (await import("./audit.ts")).auditCommand(),
  },
  {
    name: "secrets",
    summary: "encrypt the webhook secrets that are stored",
    load: async () => (await import("./secrets.ts")).secretsCommand(),
  },
  {
    name: "backup",
    summary: "write everything into one file, as one snapshot, beside a running server",
    load: async () => (await import("./backup.ts")).backupCommand(),
  },
  {
    name: "restore",
    summary: "fill an empty database with a backup, compare every table, and examine the books",
    load: async () => (await import("./restore.ts")).restoreCommand(),
  },
  {
    name: "demo",
    summary: "create a sandbox merchant with contracts, invoices and closed months",
    load: async () => (await import("./demo.ts")).demoCommand(),
  },
  {
    name: "bench",
    summary: "measure the program against baselines, on separate databases",
    load: async () => (await import("./bench.ts")).benchCommand(),
  },
  {
    name: "openapi",
    summary: "print the OpenAPI 3.1 document",
    load: async () => (await import("./openapi.ts")).openapiCommand(),
  },
  {
    name: "completion",
    summary: "print the completion script of a shell",
    load: async () => {
      const loadAll = () => Promise.all(entries.map(({ load }) => load()));
      return (await import("./completion.ts")).completionCommand(loadAll);
    },
  },
];

/**
 * Runs `accord` with the arguments after its name and sets the exit code: 0 done, 1 rejected or a check failed, 2 could not run
 * (operations "CLI"). A command throws its rejections; one with a failed check prints its result and sets `process.exitCode`
 * itself.
 */
export async function runCli(args: readonly string[]): Promise<void> {
  process.stdout.on("error", endOnClosedPipe);
  const json = args.includes("--json");
  const program = await programFor(args);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    process.exitCode = isHelp(error) && !json ? 2 : printFailure(sentence(error, calledOf(program, args)), { json });
  }
}

/** The command that the arguments name, as far as they name one, for the hint about its help. */
function calledOf(program: Command, args: readonly string[]): string {
  const [name, ...rest] = args;
  const child = program.commands.find((command) => command.name() === name);
  return child === undefined ? program.name() : `${program.name()} ${calledOf(child, rest)}`;
}

const afterHelp = `Settings come from the environment, such as DATABASE_URL and ACCORD_DATA_DIR: README.md lists them. Exit codes: 0 done, 1 rejected,
2 could not run. The guide is docs/README.md, and /docs/guide of a running server.`;

/** All commands by name and summary, and the one that the arguments name, in full. */
async function programFor(args: readonly string[]): Promise<Command> {
  const program = new Command("accord")
    .description("Contract billing and revenue recognition, self-hosted.")
    .helpCommand("help [command]", "explain a command")
    .addHelpText("after", `\n${afterHelp}`);
  const { version } = await import("../platform/version.ts");
  program.version(version);
  const named = args.find((arg) => !arg.startsWith("-") && arg !== "help");
  for (const { name, summary, load } of entries) {
    program.addCommand(name === named ? await load() : new Command(name).description(summary));
  }
  return configured(program);
}

/** A wrong call throws instead of ending the process, so that it is printed like every other failure. Help shows required arguments. */
function configured(command: Command): Command {
  command.exitOverride().configureOutput({ outputError: () => undefined });
  command.configureHelp({
    optionDescription: (option) => `${new Help().optionDescription(option)}${option.mandatory ? " (required)" : ""}`,
  });
  for (const child of command.commands) configured(child);
  return command;
}

/** A group that is called without a command has printed its help already. */
function isHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.code === "commander.help";
}

function sentence(error: unknown, called: string): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (isHelp(error)) return cannotRun(`Name a command; see ${called} --help.`, "USAGE");
  const text = error.message.replace(/^error: /, "").replaceAll(/\s*\n\s*/g, " ");
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return cannotRun(`${start}${/[.?)]$/.test(start) ? "" : "."} See ${called} --help.`, "USAGE");
}

/** `accord … | head` may close the pipe early. */
function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
}
