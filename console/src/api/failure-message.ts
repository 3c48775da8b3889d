import { AccordError, NoAnswerError } from "@accord/client";
import { inWords } from "../format/words.ts";

/** Whether a script or style of the console itself did not come: the server was busy, or has another build by now. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && /preload CSS|dynamically imported|importing a module/i.test(error.message);
}

/** The sentence of any failure, for people. */
export function messageOf(error: unknown): string {
  if (isMissingPart(error)) return "A part of this screen did not arrive. Perhaps Accord was updated meanwhile.";
  if (error instanceof NoAnswerError) return "The server does not answer. Check that it runs, then try again.";
  if (error instanceof AccordError) return inWords(error.message);
  return error instanceof Error ? error.message : "Something went wrong.";
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof AccordError ? error.requestId : undefined;
}
