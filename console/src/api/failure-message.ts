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
  if (error instanceof AccordError && error.errorCode === "CSRF_INVALID") {
    return "Another window signed in again or switched to another merchant. Load this page again; nothing was changed.";
  }
  if (error instanceof AccordError) return inWords(error.message);
  return error instanceof Error ? error.message : "Something went wrong.";
}

type RefusedRow = { readonly line: number; readonly issues: readonly { readonly message: string }[] };

/** The rows of a file that were refused, by the lines on which they end, each with what is wrong with it. */
export function refusedRows({
  details,
}: AccordError): { readonly line: number; readonly messages: readonly string[] }[] {
  const rows = (details.rows ?? []) as readonly RefusedRow[];
  return rows.map(({ line, issues }) => ({ line, messages: [...new Set(issues.map(({ message }) => message))] }));
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof AccordError ? error.requestId : undefined;
}

/**
 * True if a read is tried again after the retries of the client: while another dry run of the merchant is running (429), the answer is
 * only a moment away.
 */
export function isRetried(failures: number, error: unknown): boolean {
  return failures < 4 && error instanceof AccordError && error.status === 429;
}
