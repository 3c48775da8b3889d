/** The HTTP status, null without a response, and why the message was not taken, null if it was. */
type Answered = { readonly status: number | null; readonly failure: string | null };

/** The entries of one message, and the response. */
export type SentPart<Entry, Answer extends Answered> = { readonly part: readonly Entry[]; readonly answer: Answer };

/** Statuses that are about the receiver and not about the message: authentication, address, rate limits and unavailability. */
const ofReceiver: readonly number[] = [401, 403, 404, 405, 407, 408, 410, 429, 502, 503, 504];

/** True if the message was rejected for its content, so that another message may be taken. False if the receiver cannot be reached. */
function isAboutMessage({ status, failure }: Answered): boolean {
  return failure !== null && status !== null && !ofReceiver.includes(status);
}

/**
 * Sends entries in their order, first in one message. If a message is not taken, the next has half as many entries, down to one; after a message that
 * is taken, the next has twice as many. An entry that is not taken alone is skipped, so it does not block later ones (ADR 0092).
 *
 * @param isTime true if there is time for another message; the rest waits for the next turn
 * @returns all messages sent; the last one may be one that shows that the receiver is not available
 */
export async function sendInParts<Entry, Answer extends Answered>(
  entries: readonly Entry[],
  send: (part: readonly Entry[]) => Promise<Answer>,
  isTime: () => boolean,
): Promise<SentPart<Entry, Answer>[]> {
  const sent: SentPart<Entry, Answer>[] = [];
  let [next, size] = [0, entries.length];
  while (next < entries.length && (sent.length === 0 || isTime())) {
    const part = entries.slice(next, next + size);
    const answer = await send(part);
    sent.push({ part, answer });
    const isTaken = answer.failure === null;
    if (!isTaken && !isAboutMessage(answer)) break;
    if (isTaken || part.length === 1) next += part.length;
    size = isTaken ? size * 2 : Math.max(1, Math.floor(part.length / 2));
  }
  return sent;
}

/** True if no message was taken, and at least one entry alone was rejected: then either the entry or the receiver is at fault. */
export function isUndecided<Entry, Answer extends Answered>(sent: readonly SentPart<Entry, Answer>[]): boolean {
  return !sent.some(({ answer }) => answer.failure === null) && rejectedSingles(sent).length > 0;
}

/**
 * The entries that were rejected alone, if other messages were taken. If none were taken, a broken receiver cannot be told from a rejected entry, so
 * the result is empty.
 */
export function rejectedAlone<Entry, Answer extends Answered>(
  sent: readonly SentPart<Entry, Answer>[],
): { readonly entry: Entry; readonly answer: Answer }[] {
  return sent.some(({ answer }) => answer.failure === null) ? rejectedSingles(sent) : [];
}

/** The entries that were rejected in a message of their own, each with the answer. */
function rejectedSingles<Entry, Answer extends Answered>(sent: readonly SentPart<Entry, Answer>[]) {
  return sent.flatMap(({ part, answer }) => {
    const [entry, ...others] = part;
    return entry !== undefined && others.length === 0 && isAboutMessage(answer) ? [{ entry, answer }] : [];
  });
}
