import { NoAnswerError } from "./errors.ts";
import { type Answer, type FileAnswer, fileOf, jsonOf, pathOf, requestOf } from "./exchange.ts";
import { type Operations, operations } from "./generated.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { sendUntilAnswered } from "./retry.ts";

/** The id of an operation in the OpenAPI document. */
export type OperationName = keyof Operations;

/** The input of an operation: the ids of its path, its query parameters, and its `body`, in one object. */
export type InputOf<Name extends OperationName> = Operations[Name]["input"];

/** The result of an operation: the payload of its envelope, or a file. */
export type PayloadOf<Name extends OperationName> = Operations[Name]["payload"];

/** An operation that returns a page of a list. */
export type ListName = {
  [Name in OperationName]: PayloadOf<Name> extends { data: unknown[]; nextCursor: string | null } ? Name : never;
}[OperationName];

/** A row of a list. */
export type ItemOf<Name extends ListName> = PayloadOf<Name> extends { data: (infer Item)[] } ? Item : never;

/** An operation that can also return a file. */
export type FileName = {
  [Name in OperationName]: Operations[Name] extends { file: unknown } ? Name : never;
}[OperationName];

type FileInputOf<Name extends FileName> = Operations[Name] extends { file: infer Input } ? Input : never;

type Arguments<Input> =
  Record<never, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions];

type Methods = {
  readonly [Name in OperationName]: (...given: Arguments<InputOf<Name>>) => Promise<PayloadOf<Name>>;
};

/** Every operation of the API as a method, three other ways to call one, and the path of a file. All throw the errors of `errors.ts`. */
export type Client = Methods & {
  /** The whole answer of an operation, with its message and warnings. */
  readonly answer: <Name extends OperationName>(
    name: Name,
    ...given: Arguments<InputOf<Name>>
  ) => Promise<Answer<PayloadOf<Name>>>;
  /** Every row of a list, page by page, even while rows are added and removed: `for await (const invoice of accord.each("listInvoices"))`. */
  readonly each: <Name extends ListName>(
    name: Name,
    ...given: Arguments<Omit<InputOf<Name>, "page" | "cursor">>
  ) => AsyncGenerator<ItemOf<Name>, void, undefined>;
  /** The result of an operation as a file, such as a report as CSV. */
  readonly file: <Name extends FileName>(
    name: Name,
    input: FileInputOf<Name>,
    options?: CallOptions,
  ) => Promise<FileAnswer>;
  /** Path and query of a file, in the form that `createDownload` takes: of a list or report, with its `format`. */
  readonly filePath: <Name extends FileName | ListName>(
    name: Name,
    input: Omit<InputOf<Name>, "format"> & { readonly format: "csv" | "xlsx" },
  ) => string;
};

const rowsOfPage = 200;

/** A client of one merchant's API, with a key (Node, workers) or with the session of the page that it runs in. */
export function createClient(options: ClientOptions = {}): Client {
  const exchange = async (name: OperationName, input: Input, call: CallOptions = {}) => {
    const { url, init, idempotencyKey } = requestOf(operations[name], input, options, call);
    const { fetch: send = fetch, retries = 3, firstWait = 500, timeout = 60_000 } = options;
    const attempt = async () => {
      const limit = AbortSignal.timeout(timeout);
      const signal = call.signal === undefined ? limit : AbortSignal.any([call.signal, limit]);
      return whole(await send(url, { ...init, signal }));
    };
    return sendUntilAnswered(attempt, { retries, firstWait }, call.signal).catch((cause: unknown) => {
      if (call.signal?.aborted === true) throw call.signal.reason;
      throw new NoAnswerError(cause, idempotencyKey);
    });
  };
  const answer = async (name: OperationName, input: Input = {}, call?: CallOptions) =>
    jsonOf(operations[name], await exchange(name, input, call));
  const file = async (name: OperationName, input: Input = {}, call?: CallOptions) =>
    fileOf(await exchange(name, input, call));
  const payload = async (name: OperationName, input: Input = {}, call?: CallOptions) => {
    const response = await exchange(name, input, call);
    return isFile(response) ? fileOf(response) : (await jsonOf(operations[name], response)).payload;
  };
  async function* each(name: OperationName, input: Input = {}, call?: CallOptions) {
    let next: Input = {};
    for (;;) {
      const { data, nextCursor } = (await payload(name, { limit: rowsOfPage, ...input, ...next }, call)) as PageOfRows;
      yield* data;
      if (nextCursor === null) return;
      next = { cursor: nextCursor };
    }
  }
  const names = Object.keys(operations) as OperationName[];
  const methods = names.map((name) => [name, (input?: Input, call?: CallOptions) => payload(name, input, call)]);
  // The types were generated from this table too, so they fit.
  const filePath = (name: OperationName, input: Input) => pathOf(operations[name], input);
  return { ...Object.fromEntries(methods), answer, each, file, filePath } as Client;
}

type Input = Readonly<Record<string, unknown>>;
type PageOfRows = { readonly data: readonly unknown[]; readonly nextCursor: string | null };

/** The response once its whole body has arrived. If the connection breaks before, it counts as no answer. */
async function whole(response: Response): Promise<Response> {
  const { status, headers } = response;
  return new Response(await response.blob(), { status, headers });
}

function isFile(response: Response): boolean {
  return response.ok && !(response.headers.get("content-type") ?? "").startsWith("application/json");
}
