/** A status where the receiver answered, and why a message was not taken; null where it was. */
type Answered = { readonly status: number | null; readonly failure: string | null };

/** What was sent in one message, and what was answered. */
export type SentPart<Entry, Answer extends Answered> = { readonly part: readonly Entry[]; readonly answer: Answer };

/** Answers that say something of the receiver and nothing of the message: who asks, where, how often, and that it is away. */
const ofReceiver: readonly number[] = [401, 403, 404, 405, 407, 408, 410, 429, 502, 503, 504];

/** Is a message not taken that another one may be? Whoever cannot be reached at all takes none. */
function isAboutMessage({ status, failure }: Answered): boolean {
  return failure !== null && status !== null && !ofReceiver.includes(status);
}

/**
 * Sends entries in their order: all in one message, and where that is not taken, in smaller and smaller ones until it is known which entry it is that
 * is not taken; what was taken doubles the next message. So an entry on which a receiver fails holds up none behind it (ADR 0092).
 *
 * @param isTime may one more message be sent? What is left then is for the next time
 * @returns each message, up to the first that says that the receiver itself is away
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

/** Was one entry not taken alone, and nothing else either? Then the entry may be at fault, or the receiver. */
export function isUndecided<Entry, Answer extends Answered>(sent: readonly SentPart<Entry, Answer>[]): boolean {
  return !sent.some(({ answer }) => answer.failure === null) && loneOnes(sent).length > 0;
}

/**
 * The entries that were not taken alone, while others were. Where nothing was taken at all, nobody can tell a receiver that is broken from an entry that
 * it cannot take, so there are none.
 */
export function untakenAlone<Entry, Answer extends Answered>(
  sent: readonly SentPart<Entry, Answer>[],
): { readonly entry: Entry; readonly answer: Answer }[] {
  return sent.some(({ answer }) => answer.failure === null) ? loneOnes(sent) : [];
}

function loneOnes<Entry, Answer extends Answered>(sent: readonly SentPart<Entry, Answer>[]) {
  return sent.flatMap(({ part, answer }) => {
    const [entry, ...others] = part;
    return entry !== undefined && others.length === 0 && isAboutMessage(answer) ? [{ entry, answer }] : [];
  });
}
