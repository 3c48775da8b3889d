import { AccordError, NoAnswerError } from "@accord/client";

/** The sentence of any failure, for people. */
export function messageOf(error: unknown): string {
  if (error instanceof NoAnswerError) return "The server does not answer. Check that it runs, then try again.";
  return error instanceof Error ? error.message : "Something went wrong.";
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof AccordError ? error.requestId : undefined;
}
