import type { FastifyInstance } from "fastify";
import type { Static, TSchema } from "typebox";
import type { ErrorCode, NotFoundCode } from "./error-codes.ts";
import type { ListDeclaration, ListQuery } from "./list-query.ts";
import type { Warning } from "./wire.ts";

/** Who is asking: one API key of one merchant. */
export type Principal = {
  readonly keyId: string;
  readonly merchantId: string;
  readonly access: "READ_ONLY" | "WRITE";
  readonly createdByUserId: string | null;
};

/** What a handler gets: checked, canonical, and nothing of the transport. */
export type RouteRequest<Body> = {
  readonly principal: Principal;
  readonly requestId: string;
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly list?: ListQuery;
  readonly body: Body;
  readonly dryRun: boolean;
  readonly ifPlan: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** JSON pointers of numbers in free-form parts of the body (metadata) that changed value when they were parsed. */
  readonly lossyNumbers: readonly string[];
};

export type RouteAnswer = {
  /** Only where it differs from the declared status, such as 200 for a dry run of a create. */
  readonly status?: 200 | 201 | 202;
  readonly payload: unknown;
  readonly message: string;
  readonly warnings?: readonly Warning[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** An answer that is bytes and not an envelope, such as a contract's PDF. */
export type FileAnswer = { readonly file: Uint8Array; readonly fileName: string; readonly contentType?: string };

/** A plain query parameter: how it is checked and described. Without format, pattern or values it is free text. */
export type QueryParameter = {
  readonly description: string;
  readonly required?: boolean;
  readonly format?: "uuid" | "date" | "instant" | "month" | "currency" | "boolean" | "integer";
  readonly pattern?: RegExp;
  readonly values?: readonly string[];
  readonly maxLength?: number;
};

type BodyOf<Body extends TSchema | undefined> = Body extends TSchema ? Static<Body> : undefined;

/** The one declaration of an endpoint: checks, envelope and documentation all follow from it. */
export type RouteDeclaration<Body extends TSchema | undefined> = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly deprecated?: boolean;
  readonly access: "read" | "write";
  /** Path parameters that are UUIDs, each with the 404 code of its record. */
  readonly ids?: Readonly<Record<string, NotFoundCode>>;
  /** What a malformed id answers; defaults to 404 (rules 1: 400 only where the endpoint's row lists 400). */
  readonly malformedId?: "INVALID_ID" | "NOT_FOUND";
  readonly query?: Readonly<Record<string, QueryParameter>>;
  readonly list?: ListDeclaration;
  readonly dryRun?: boolean;
  /** More reasons to answer 403, checked before the body is read. Throws a DomainError. */
  readonly preflight?: (principal: Principal) => Promise<void>;
  readonly body?: Body;
  /** Bytes a body may have; 1 MiB unless stated (rules 1: 8 MiB on bulk endpoints). */
  readonly bodyLimit?: number;
  readonly payload: TSchema;
  readonly successStatus: 200 | 201 | 202;
  readonly errors: readonly (400 | 404 | 409 | 413 | 422 | 500)[];
  /** Codes worth naming in the documentation of this endpoint. */
  readonly errorCodes?: readonly ErrorCode[];
  readonly handler: (request: RouteRequest<BodyOf<Body>>) => Promise<RouteAnswer | FileAnswer>;
};

export function route<Body extends TSchema | undefined = undefined>(
  _app: FastifyInstance,
  _declaration: RouteDeclaration<Body>,
): void {}
