import type { TSchema } from "typebox";
import type { DomainError } from "../../kernel/errors.ts";
import type { Person } from "../auth/person.ts";
import type { MemberRole } from "../auth/roles.ts";
import type { ErrorCode, NotFoundCode } from "./error-codes.ts";
import type { ListDeclaration } from "./list-query.ts";
import type { FileRule } from "./uploaded-file.ts";

/** The sender of a request: an API key of one merchant, or a person who is signed in to it. */
export type Principal = Person & {
  readonly merchantId: string;
  readonly access: "READ_ONLY" | "WRITE";
  /** The present role of the person behind it; null without an active membership. */
  readonly role: MemberRole | null;
};

/** A plain query parameter: its checks and its documentation. Without format, pattern or values it is free text. */
export type QueryParameter = {
  readonly description: string;
  readonly required?: boolean;
  readonly format?: "uuid" | "date" | "instant" | "month" | "currency" | "boolean" | "integer";
  readonly pattern?: RegExp;
  readonly values?: readonly string[];
  readonly maxLength?: number;
  /** Least and greatest value of a whole number. */
  readonly range?: readonly [number, number];
  /** Parameters that say the same in another way: a request has either this one or those. */
  readonly insteadOf?: readonly string[];
  /** True if many operations have the same parameter: the document describes it once. */
  readonly isShared?: boolean;
};

/** The part of a declaration that determines path and query. */
export type EndpointRules = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path parameters that are UUIDs, each with the 404 code of its record. */
  readonly ids?: Readonly<Record<string, NotFoundCode>>;
  /** The answer to a malformed id; defaults to 404 (rules 1: 400 only where the endpoint's row lists 400). */
  readonly malformedId?: "INVALID_ID" | "NOT_FOUND";
  readonly query?: Readonly<Record<string, QueryParameter>>;
  readonly list?: ListDeclaration;
  readonly dryRun?: boolean;
  /** True if the request may state when the change was agreed (rules 7, "bookMonth"). */
  readonly isModification?: boolean;
};

/** The part of a declaration that is needed before the body is read. */
export type AdmissionRules = EndpointRules & {
  /** The access that the principal needs; for `open-route.ts`: a session, or nothing. */
  readonly access: "read" | "write" | "session" | "open";
  /** True if it only writes the person's own settings and nothing of the books: a VIEWER who is signed in may do it too. */
  readonly isForOneself?: boolean;
  /** Another reason to answer 403 to a key that may write. */
  readonly denial?: (principal: Principal) => Promise<DomainError | undefined>;
  /** Records that a key was answered 403, whatever the reason. */
  readonly noteDenial?: (principal: Principal, requestId: string) => Promise<void>;
};

/** The part of a declaration that documents the endpoint. */
export type RouteDescription = AdmissionRules & {
  readonly url: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly deprecated?: boolean;
  readonly body?: TSchema | undefined;
  /** True if a missing body is the same as `{}`, for clients and proxies that drop the body of a DELETE. */
  readonly bodyMayMiss?: boolean;
  /** Set if the endpoint takes one file as a multipart form instead of JSON. */
  readonly file?: FileRule;
  readonly payload: TSchema;
  /** True if the success answer is a file without an envelope; `payload` is not used then. */
  readonly answersFile?: boolean;
  /** The type of the file; arbitrary bytes unless stated. */
  readonly fileType?: "application/json" | "application/pdf" | "application/xml";
  /** Other types in which the same answer is available. Lists declare it by their parameter `format` instead. */
  readonly alsoFiles?: readonly string[];
  readonly successStatus: 200 | 201 | 202;
  /** The status, with the same payload, if the request is repeated and everything is done already. */
  readonly repeatStatus?: 200;
  readonly errors: readonly (400 | 404 | 409 | 413 | 422 | 500)[];
  /** Error codes to be named in the documentation of this endpoint. */
  readonly errorCodes?: readonly ErrorCode[];
};
