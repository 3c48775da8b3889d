import type { ConsoleSource } from "../platform/http/console.ts";
import type { StartingStep } from "../platform/http/starting-page.ts";
import { builtConsole, NoConsole, presentBuild } from "./console-build.ts";
import { printNote } from "./output.ts";

/** The progress of a start, for the page that shows it. */
export type Starting = {
  readonly source: ConsoleSource;
  /** Sets the progress of a step; a new step is added. */
  readonly step: (step: StartingStep) => void;
  /** Resolves when the build of the console has ended. */
  readonly ended: Promise<void>;
};

/**
 * Begins to build the console if needed. Until it and all other steps are done, `/` shows their progress.
 *
 * @param isWanted false: there is no console, and `/` leads to the reference
 * @param built    returns the folder of the console once it is built
 */
export function beginStarting(isWanted: boolean, signal: AbortSignal, built = builtConsole): Starting {
  const steps = new Map<string, StartingStep>();
  const step = (each: StartingStep) => void steps.set(each.name, each);
  let folder: string | undefined;
  let isAbsent = !isWanted;
  const building = "Console";
  const ended = isWanted
    ? built({ signal, onBuild: () => step({ name: building, done: 0, total: 1 }) })
        .then((made) => {
          folder = made;
        })
        .catch((error) => {
          isAbsent = true;
          if (!signal.aborted) printNote(`The console is left out: ${reasonOf(error)}. The API is served without it.`);
        })
        .finally(() => {
          if (steps.has(building)) step({ name: building, done: 1, total: 1 });
        })
    : Promise.resolve();
  return {
    step,
    ended,
    source: () => {
      if (isAbsent) return { status: "absent" };
      const all = [...steps.values()];
      const isDone = all.every(({ done, total }) => done >= total);
      if (folder === undefined || !isDone) return { status: "starting", steps: all };
      const present = presentBuild(folder);
      return present === undefined ? { status: "absent" } : { status: "ready", folder: present };
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof NoConsole) return error.message;
  return error instanceof Error ? error.message : String(error);
}
