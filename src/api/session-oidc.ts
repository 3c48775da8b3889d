import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OidcFlow, OidcProvider } from "../platform/auth/oidc.ts";
import { longestSession } from "../platform/auth/sessions.ts";
import { signInByEmail } from "../platform/auth/sign-in.ts";
import { codeOf } from "../platform/http/errors.ts";
import { flowCookie, flowCookieOf, sessionCookie } from "../platform/http/session-cookie.ts";
import type { Platform } from "../platform/write.ts";

const start = "/v3/session/oidc";
const callback = `${start}/callback`;

/** Why the sign-in failed, for the page that the browser is sent back to. */
type Reason = "PROVIDER_UNAVAILABLE" | "SIGN_IN_FAILED" | "EMAIL_NOT_VERIFIED" | "NOT_A_MEMBER";

/**
 * Signing in with an OpenID Connect provider: the browser goes there and comes back (ADR 0070). Both answers are redirects, so they
 * are no operations of the API's document.
 */
export function registerOidcRoutes(
  app: FastifyInstance,
  platform: Platform,
  { provider, publicUrl }: { readonly provider: OidcProvider; readonly publicUrl: string | undefined },
): void {
  const base = ({ protocol, host }: FastifyRequest) => publicUrl ?? `${protocol}://${host}`;

  app.get(start, async (request, reply) => {
    try {
      const { url, flow } = await provider.begin(`${base(request)}${callback}`);
      return reply.header("set-cookie", flowCookie(request, encoded(flow))).redirect(url.href, 302);
    } catch (error) {
      request.log.warn({ error: reasonOf(error) }, "The identity provider could not be reached.");
      return back(reply, "PROVIDER_UNAVAILABLE");
    }
  });

  app.get(callback, async (request, reply) => {
    reply.header("set-cookie", flowCookie(request, ""));
    const flow = decoded(flowCookieOf(request.raw));
    if (flow === undefined) return back(reply, "SIGN_IN_FAILED");
    let email: string | undefined;
    try {
      email = await provider.finish(new URL(request.raw.url ?? "", base(request)), flow);
    } catch (error) {
      request.log.warn({ error: reasonOf(error) }, "A sign-in by the identity provider failed.");
      return back(reply, "SIGN_IN_FAILED");
    }
    if (email === undefined) return back(reply, "EMAIL_NOT_VERIFIED");
    const token = await signInByEmail(platform, email, { address: request.ip, requestId: request.id });
    if (token === undefined) return back(reply, "NOT_A_MEMBER");
    const cookie = sessionCookie(request, token, longestSession.hours * 3_600);
    return reply.header("set-cookie", cookie).redirect("/", 302);
  });
}

function back(reply: FastifyReply, reason: Reason): FastifyReply {
  return reply.redirect(`/sign-in?error=${reason}`, 302);
}

function encoded(flow: OidcFlow): string {
  return Buffer.from(JSON.stringify(flow)).toString("base64url");
}

function decoded(cookie: string | undefined): OidcFlow | undefined {
  if (cookie === undefined) return undefined;
  try {
    const { state, nonce, verifier } = JSON.parse(Buffer.from(cookie, "base64url").toString());
    return [state, nonce, verifier].every((each) => typeof each === "string") ? { state, nonce, verifier } : undefined;
  } catch {
    return undefined;
  }
}

/** The reason for the log, without codes and tokens: the library's message says by itself what was wrong. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${codeOf(error)} ${message}`.trim();
}
