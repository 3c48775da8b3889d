import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import { forbidden } from "../../kernel/errors.ts";
import type { RouteAnswer } from "./answer.ts";
import { type SessionPrincipal, sessionPrincipalOf } from "./authorization.ts";
import type { QueryParameter, RouteDescription } from "./endpoint.ts";
import { badUrl, TransportError } from "./errors.ts";
import { defaultBodyLimit } from "./json-body.ts";
import { networkOf } from "./limits/network.ts";
import { checkedBody } from "./request-body.ts";
import { checkedQuery } from "./request-checks.ts";
import { isFromOwnPage } from "./same-origin.ts";
import { sendEnvelope } from "./send-answer.ts";
import { parseQuery, pathOf } from "./url-query.ts";

type BodyOf<Body extends TSchema | undefined> = Body extends TSchema ? Static<Body> : undefined;

type OpenRequest<Body> = {
  readonly body: Body;
  readonly query: Readonly<Record<string, string>>;
  /** Cookies and network addresses are part of the transport, which these endpoints work on. */
  readonly transport: FastifyRequest;
};

type OpenDescription<Body extends TSchema | undefined> = Omit<RouteDescription, "access" | "body" | "query"> & {
  readonly body?: Body | undefined;
  readonly query?: Readonly<Record<string, QueryParameter>>;
};

/**
 * Registers an endpoint that needs no key, because it finds out who asks. A write must come from our own pages or from no browser
 * at all, so that no other site can sign a person in.
 */
export function openRoute<Body extends TSchema | undefined = undefined>(
  app: FastifyInstance,
  declared: OpenDescription<Body> & { readonly handler: (request: OpenRequest<BodyOf<Body>>) => Promise<RouteAnswer> },
): void {
  register(app, { ...declared, access: "open" }, async (transport) => {
    if (transport.method !== "GET" && transport.method !== "HEAD" && !isFromOwnPage(transport)) {
      throw forbidden("CSRF_INVALID", "Another site asked for this; open the page of this server.");
    }
    return async (request) => {
      using _turn = await app.http.shares.strangers.take(networkOf(transport.ip));
      return await declared.handler(request);
    };
  });
}

/** Registers an endpoint about the session itself: a key is not accepted. */
export function sessionRoute<Body extends TSchema | undefined = undefined>(
  app: FastifyInstance,
  declared: OpenDescription<Body> & {
    readonly handler: (request: OpenRequest<BodyOf<Body>>, session: SessionPrincipal) => Promise<RouteAnswer>;
  },
): void {
  register(app, { ...declared, access: "session" }, async (transport) => {
    const session = await sessionPrincipalOf(transport, app.http.authenticate);
    transport.person = session;
    return async (request) => {
      using _turn = await app.http.shares.any.take(session.merchantId);
      return await declared.handler(request, session);
    };
  });
}

type Handle<Body> = (request: OpenRequest<Body>) => Promise<RouteAnswer>;

function register<Body extends TSchema | undefined>(
  app: FastifyInstance,
  declaration: RouteDescription & { readonly body?: Body | undefined },
  admitted: (transport: FastifyRequest) => Promise<Handle<BodyOf<Body>>>,
): void {
  const { method, url, body } = declaration;
  app.declared.push(declaration);
  app.route({
    method,
    url,
    handler: async (transport, reply) => {
      const handle = await admitted(transport);
      const query = parseQuery(transport.raw.url ?? "");
      if (query === undefined) throw new TransportError({ ...badUrl, status: 400, errorCode: "INVALID_ENCODING" });
      const checked = checkedQuery(declaration, query, pathOf(transport.raw.url ?? ""));
      // A client that sent `Expect: 100-continue` sends its body only now.
      if (transport.headers.expect !== undefined) reply.raw.writeContinue();
      const sent = method === "GET" ? undefined : await checkedBody(transport.raw, body, defaultBodyLimit);
      // The validator has just established the static type of the schema.
      const answer = await handle({ body: sent?.value as BodyOf<Body>, query: checked.query, transport });
      return sendEnvelope(reply.header("cache-control", "no-store"), transport, declaration, answer);
    },
  });
}
