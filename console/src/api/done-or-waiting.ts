import { HeldForApproval } from "@accord/client";

/** Does a write that may need a second person and has no preview here, and says that it was done, or that it waits for another person to approve it. */
export async function doneOrWaiting(write: Promise<unknown>, message: string): Promise<string> {
  try {
    await write;
    return message;
  } catch (error) {
    if (error instanceof HeldForApproval) return error.message;
    throw error;
  }
}
