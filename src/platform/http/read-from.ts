import { AsyncLocalStorage } from "node:async_hooks";
import type { ReadBehind } from "../db/replica.ts";
import type { FileAnswer, PiecewiseAnswer, RouteAnswer } from "./answer.ts";
import type { QueryParameter, RouteDescription } from "./endpoint.ts";

const parameter: QueryParameter = {
  description:
    "`primary` (default), or `replica`: it may be a little behind, and is in nobody's way. The header Accord-As-Of says until when it has everything.",
  values: ["primary", "replica"],
  isShared: true,
};

/** The declaration of an endpoint that may be read from a replica (operations "Environment"): lists and reports say so in their query. */
export function withReadFrom<Description extends RouteDescription>(declaration: Description): Description {
  const { method, access, list, alsoFiles, query } = declaration;
  const mayBeBehind = method === "GET" && access === "read" && (list !== undefined || alsoFiles !== undefined);
  return mayBeBehind ? { ...declaration, query: { ...query, readFrom: parameter } } : declaration;
}

type Answer = RouteAnswer | FileAnswer | PiecewiseAnswer;

/** Carries a read out where the request asks for it, with the header that says as of when it is. */
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

/** Pieces that are read where this was called, wherever they are asked for. */
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
