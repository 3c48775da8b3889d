import { HeldForApproval } from "@accord/client";

/** Runs a write that has no preview here and may need approval. Reports that it was done, or that it waits for another person's approval. */
export async function doneOrWaiting(write: Promise<unknown>, message: string): Promise<string> {
  try {
    await write;
    return message;
  } catch (error) {
    if (error instanceof HeldForApproval) return error.message;
    throw error;
  }
}
