import type { TSchema } from "typebox";
import type { DomainError } from "../../kernel/errors.ts";
import type { Person } from "../auth/person.ts";
import type { MemberRole } from "../auth/roles.ts";
import type { ErrorCode, NotFoundCode } from "./error-codes.ts";
import type { ListDeclaration } from "./list-query.ts";
import type { FileRule } from "./uploaded-file.ts";

/** Who is asking: an API key of one merchant, or a person who is signed in to it. */
export type Principal = Person & {
  readonly merchantId: string;
  readonly access: "READ_ONLY" | "WRITE";
  /** What the person behind it may do by now; null where no active member is. */
  readonly role: MemberRole | null;
};

/** A plain query parameter: how it is checked and described. Without format, pattern or values it is free text. */
export type QueryParameter = {
  readonly description: string;
  readonly required?: boolean;
  readonly format?: "uuid" | "date" | "instant" | "month" | "currency" | "boolean" | "integer";
  readonly pattern?: RegExp;
  readonly values?: readonly string[];
  readonly maxLength?: number;
  /** Of a whole number: the least and the most. */
  readonly range?: readonly [number, number];
  /** Others that say the same in another way: a request has it, or them. */
  readonly insteadOf?: readonly string[];
  /** Many operations have the very same: the document describes it once. */
  readonly isShared?: boolean;
};

/** The part of a declaration that decides about path and query. */
export type EndpointRules = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path parameters that are UUIDs, each with the 404 code of its record. */
  readonly ids?: Readonly<Record<string, NotFoundCode>>;
  /** What a malformed id answers; defaults to 404 (rules 1: 400 only where the endpoint's row lists 400). */
  readonly malformedId?: "INVALID_ID" | "NOT_FOUND";
  readonly query?: Readonly<Record<string, QueryParameter>>;
  readonly list?: ListDeclaration;
  readonly dryRun?: boolean;
  /** May the request say when the change was agreed (rules 7, "bookMonth")? */
  readonly isModification?: boolean;
};

/** The part of a declaration that is needed before the body is read. */
export type AdmissionRules = EndpointRules & {
  /** What the principal must be able to do; of `open-route.ts`: a session of one's own, or nothing at all. */
  readonly access: "read" | "write" | "session" | "open";
  /** It writes what a person keeps for oneself alone, and nothing of the books: a VIEWER who is signed in may do it too. */
  readonly isForOneself?: boolean;
  /** One more reason to answer 403 to a key that may write. */
  readonly denial?: (principal: Principal) => Promise<DomainError | undefined>;
  /** Keeps that a key was answered 403, whatever the reason. */
  readonly noteDenial?: (principal: Principal, requestId: string) => Promise<void>;
};

/** What a declaration says about the endpoint to those who read the documentation. */
export type RouteDescription = AdmissionRules & {
  readonly url: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly deprecated?: boolean;
  readonly body?: TSchema | undefined;
  /** No body is the same as `{}`, for clients and proxies that drop the body of a DELETE. */
  readonly bodyMayMiss?: boolean;
  /** The endpoint takes one file as a multipart form, and no JSON. */
  readonly file?: FileRule;
  readonly payload: TSchema;
  /** The success answer is a file, not an envelope; `payload` is not used then. */
  readonly answersFile?: boolean;
  /** Of the file; bytes without a type of their own unless stated. */
  readonly fileType?: "application/json" | "application/pdf" | "application/xml";
  /** The same answer can be had as a file of these types. A list does not say so: its parameter `format` does. */
  readonly alsoFiles?: readonly string[];
  readonly successStatus: 200 | 201 | 202;
  /** Answered, with the same payload, to a repetition that found everything done already. */
  readonly repeatStatus?: 200;
  readonly errors: readonly (400 | 404 | 409 | 413 | 422 | 500)[];
  /** Codes named in the documentation of this endpoint. */
  readonly errorCodes?: readonly ErrorCode[];
};
