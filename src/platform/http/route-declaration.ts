import type { Static, TSchema } from "typebox";
import type { Day } from "../../kernel/day.ts";
import type { Approval } from "../approvals/change-request.ts";
import type { FileAnswer, PiecewiseAnswer, RouteAnswer } from "./answer.ts";
import type { Principal, RouteDescription } from "./endpoint.ts";
import type { NotFoundCode } from "./error-codes.ts";
import type { ListDeclaration, ListQuery } from "./list-query.ts";
import type { AlsoWrong, BodyCode } from "./request-body.ts";
import type { UploadedFile } from "./uploaded-file.ts";

/** The names of the parameters in a path: `id` and `contactId` in `/v3/customers/:id/contacts/:contactId`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a path by name, for a handler of several URLs. */
export type PathParams<Name extends string> = Readonly<Record<Name, string>>;

/** A handler's input: checked, canonical, and independent of the transport. */
export type RouteRequest<Body, Name extends string = string, List = ListQuery | undefined> = {
  readonly principal: Principal;
  readonly requestId: string;
  /** Scheme and host of an HTTP request: `https://accord.example.com`. */
  readonly origin?: string;
  readonly operationId: string;
  readonly method: string;
  /** Without the query, ids in lower case. */
  readonly path: string;
  /** By the names in the declared URL. */
  readonly params: PathParams<Name>;
  readonly query: Readonly<Record<string, string>>;
  /** Page and filters, if the endpoint declares a list. */
  readonly list: List;
  readonly body: Body;
  /** The uploaded file, if the endpoint declares one. */
  readonly file?: UploadedFile;
  readonly dryRun: boolean;
  /** The day of agreement, if the request states it. */
  readonly agreedOn: Day | undefined;
  readonly ifPlan: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** JSON pointers of numbers in free-form parts of the body (metadata) that changed their value when parsed. */
  readonly lossyNumbers: readonly string[];
  /** Set if the write is executed again because a second person approved it. */
  readonly approval?: Approval;
};

declare module "fastify" {
  interface FastifyInstance {
    /** The handlers of writes by operation, to execute approved ones. */
    replays: Map<string, Replay>;
  }
}

/** A handler without the types of its endpoint, to execute a stored request. */
export type Replay = (request: RouteRequest<unknown>) => Promise<RouteAnswer | FileAnswer>;

export type Answer = RouteAnswer | FileAnswer | PiecewiseAnswer;

type BodyOf<Body extends TSchema | undefined> = Body extends TSchema ? Static<Body> : undefined;
type ListOf<List extends ListDeclaration | undefined> = List extends ListDeclaration ? ListQuery : undefined;

/** The one declaration of an endpoint: checks, envelope and documentation follow from it. */
export type RouteDeclaration<
  Url extends string,
  Body extends TSchema | undefined,
  List extends ListDeclaration | undefined,
> = RouteDescription & {
  readonly url: Url;
  readonly ids?: Readonly<Partial<Record<NamesIn<Url>, NotFoundCode>>>;
  readonly list?: List;
  readonly body?: Body;
  /** Maximal size of a body in bytes; 1 MiB unless stated (rules 1: 8 MiB for bulk endpoints). */
  readonly bodyLimit?: number;
  readonly bodyCode?: BodyCode;
  readonly alsoWrong?: AlsoWrong;
  /**
   * True if it computes or reads for long, so that only few such requests of one merchant run at once. Files and dry runs always
   * count as heavy.
   */
  readonly isHeavy?: boolean;
  /**
   * True if it waits to be recorded together with others of its merchant (`collector.ts`, which limits their number) and uses no
   * connection of its own, unless it may not ({@link mayBeCollected}). It takes no turn: otherwise batches would be no larger than the number of turns.
   */
  readonly isCollected?: boolean;
  /** True if it may wait for something to happen; it takes none of the turns of other requests. */
  readonly isPatient?: boolean;
  readonly handler: (request: RouteRequest<BodyOf<Body>, NamesIn<Url>, ListOf<List>>) => Promise<Answer>;
};

/** A declaration without the types of its endpoint. */
export type AnyDeclaration = Omit<
  RouteDeclaration<string, TSchema | undefined, ListDeclaration | undefined>,
  "handler"
>;

/**
 * True if a write can be recorded together with others: a plan is of one write, and with an idempotency key the answer is stored in
 * the transaction of the effect.
 */
export function mayBeCollected({
  dryRun,
  ifPlan,
  idempotencyKey,
}: Pick<RouteRequest<unknown>, "dryRun" | "ifPlan" | "idempotencyKey">): boolean {
  return !dryRun && ifPlan === undefined && idempotencyKey === undefined;
}
