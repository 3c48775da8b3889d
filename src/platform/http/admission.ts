import type { FastifyReply, FastifyRequest } from "fastify";
import { type DomainError, forbidden } from "../../kernel/errors.ts";
import type { ReadBehind } from "../db/replica.ts";
import { type Authenticate, principalOf } from "./authorization.ts";
import type { AdmissionRules, Principal } from "./endpoint.ts";
import { badUrl, overloaded, TransportError } from "./errors.ts";
import type { MerchantShares } from "./limits/merchant-shares.ts";
import type { RateBudget } from "./limits/rate-limit.ts";
import { type CheckedQuery, checkedPathIds, checkedQuery } from "./request-checks.ts";
import type { CarryOutInSecondThread } from "./second-thread-request.ts";
import { parseQuery, pathOf } from "./url-query.ts";

/** What the server provides to every route. */
export type HttpContext = {
  readonly authenticate: Authenticate;
  /** Counts a request of the key; returns the seconds to wait if there were too many, else undefined. */
  readonly exceededFor: (principal: Principal) => number | undefined;
  /** The remaining requests of this minute; undefined if there is no limit. */
  readonly budgetOf: (principal: Principal) => RateBudget | undefined;
  readonly shares: MerchantShares;
  /** Executes long requests in another thread; if undefined, they are executed in this one. */
  readonly inSecondThread: CarryOutInSecondThread | undefined;
  /** Executes reads that accept older data. */
  readonly readBehind: ReadBehind;
};

/** Everything known about a request before its body is read. */
export type Admission = CheckedQuery & {
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string>>;
};

declare module "fastify" {
  interface FastifyInstance {
    http: HttpContext;
  }
  interface FastifyRequest {
    admission: Admission | null;
    /** Who sent the request, once that is known; also set for requests that are rejected later. */
    person: Principal | null;
  }
}

/**
 * Steps 2 to 5 of behaviour 5.1, as far as they need no body. 403 comes before any check of the request itself, so that a key with
 * read access learns nothing from write endpoints.
 */
export async function admit(
  context: HttpContext,
  rules: AdmissionRules,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission> {
  const principal = await principalOf(request, context.authenticate);
  request.person = principal;
  await rejectDenied(context, rules, principal, request.id);
  const wait = context.exceededFor(principal);
  reply.headers(budgetHeaders(context.budgetOf(principal)));
  if (wait !== undefined) throw rateLimited(wait);
  const params = checkedPathIds(rules, request.params as Readonly<Record<string, string>>);
  const query = parseQuery(request.raw.url ?? "");
  if (query === undefined) throw new TransportError({ ...badUrl, status: 400, errorCode: "INVALID_ENCODING" });
  return { principal, params, ...checkedQuery(rules, query, pathOf(request.raw.url ?? "")) };
}

/**
 * Rejects a key that may not use the endpoint. Looking that up and recording a denial takes a turn of the merchant (ADR 0058),
 * however many wait already: 403 comes before the rejection of too many requests (behaviour 5.1). If no turn comes in time, the
 * answer is 503.
 */
async function rejectDenied(
  { shares }: HttpContext,
  rules: AdmissionRules,
  principal: Principal,
  requestId: string,
): Promise<void> {
  const looks = rules.denial !== undefined || rules.noteDenial !== undefined;
  using _turn = looks ? await shares.any.waitFor(principal.merchantId, denialPatience) : undefined;
  const denial = await denialOf(rules, principal);
  if (denial === undefined) return;
  await rules.noteDenial?.(principal, requestId);
  throw denial;
}

const denialPatience = { longestWait: 30_000, rejection: overloaded };

async function denialOf(rules: AdmissionRules, principal: Principal): Promise<DomainError | undefined> {
  const isForOneself = rules.isForOneself === true && principal.keyId === null;
  if (rules.access === "write" && principal.access !== "WRITE" && !isForOneself) {
    if (principal.keyId === null)
      return forbidden("ROLE_TOO_LOW", "A VIEWER only reads; an OWNER may give another role.");
    return forbidden("KEY_READ_ONLY", "This key may only read. Use a key with write access.");
  }
  return rules.denial?.(principal);
}

/** Sent with every answer from here on, including rejections. */
function budgetHeaders(budget: RateBudget | undefined): Readonly<Record<string, string>> {
  if (budget === undefined) return {};
  return {
    "x-ratelimit-limit": String(budget.limit),
    "x-ratelimit-remaining": String(budget.remaining),
    "x-ratelimit-reset": String(budget.reset),
  };
}

function rateLimited(seconds: number): TransportError {
  return new TransportError({
    status: 429,
    errorCode: "RATE_LIMITED",
    message: `Too many requests with this key. Try again in ${seconds} s.`,
    headers: { "retry-after": String(seconds) },
  });
}
