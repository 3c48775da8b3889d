import { AsyncLocalStorage } from "node:async_hooks";
import type { ReadBehind } from "../db/replica.ts";
import type { FileAnswer, PiecewiseAnswer, RouteAnswer } from "./answer.ts";
import type { QueryParameter, RouteDescription } from "./endpoint.ts";

const parameter: QueryParameter = {
  description:
    "`primary` (default), or `replica`: it may be a little behind, and spares the primary. The header Accord-As-Of says until when it is complete.",
  values: ["primary", "replica"],
  isShared: true,
};

/** Adds the query parameter `readFrom` to endpoints that can be read from a replica (operations "Environment"): lists and reports. */
export function withReadFrom<Description extends RouteDescription>(declaration: Description): Description {
  const { method, access, list, alsoFiles, query } = declaration;
  const mayBeBehind = method === "GET" && access === "read" && (list !== undefined || alsoFiles !== undefined);
  return mayBeBehind ? { ...declaration, query: { ...query, readFrom: parameter } } : declaration;
}

type Answer = RouteAnswer | FileAnswer | PiecewiseAnswer;

/** Executes a read on the database that the request asks for. For the replica, a header has the moment until which it is complete. */
export async function readFrom(
  query: Readonly<Record<string, string>>,
  behind: ReadBehind,
  carryOut: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly headers: Readonly<Record<string, string>> }> {
  if (query.readFrom !== "replica") return { answer: await carryOut(), headers: {} };
  const { asOf, result } = await behind(async () => {
    const answer = await carryOut();
    return "pieces" in answer ? { ...answer, pieces: readHere(answer.pieces) } : answer;
  });
  return { answer: result, headers: { "accord-as-of": asOf } };
}

/** An iterable that is read in the async context of this call, so that each chunk comes from the same database. */
function readHere<Piece>(pieces: AsyncIterable<Piece>): AsyncIterable<Piece> {
  const here = AsyncLocalStorage.snapshot();
  const iterator = pieces[Symbol.asyncIterator]();
  const over = { done: true, value: undefined } as const;
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => here(() => iterator.next()),
      return: async () => (await here(() => iterator.return?.())) ?? over,
    }),
  };
}
