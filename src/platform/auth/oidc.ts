import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { OidcConfig } from "../config.ts";

/** What the browser keeps while the person is at the provider, and must send back unchanged. */
export type OidcFlow = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** An OpenID Connect provider, known by its discovery document. */
export type OidcProvider = {
  /** The URL to send the browser to, and what the browser keeps meanwhile. */
  readonly begin: (redirectUri: string) => Promise<{ url: URL; flow: OidcFlow }>;
  /**
   * The email address of the person who came back, if the provider has verified it; otherwise undefined.
   *
   * @param callback the whole URL of the callback, with the provider's parameters
   */
  readonly finish: (callback: URL, flow: OidcFlow) => Promise<string | undefined>;
};

/** Fetches the provider's discovery document on the first sign-in, and again after a failed attempt. */
export function openOidc({ issuer, clientId, clientSecret }: OidcConfig): OidcProvider {
  let found: Promise<Configuration> | undefined;
  const configuration = () => {
    // Plain http is allowed only for a provider on this machine (see `config.ts`).
    const execute = issuer.startsWith("http://") ? [allowInsecureRequests] : [];
    found ??= discovery(new URL(issuer), clientId, clientSecret, undefined, { execute }).catch((error) => {
      found = undefined;
      throw error;
    });
    return found;
  };
  return {
    begin: async (redirectUri) => {
      const flow = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: "openid email",
        code_challenge: await calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: "S256",
        state: flow.state,
        nonce: flow.nonce,
      });
      return { url, flow };
    },
    finish: async (callback, { state, nonce, verifier }) => {
      const config = await configuration();
      const tokens = await authorizationCodeGrant(config, callback, {
        ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      });
      const claims = tokens.claims();
      if (claims === undefined) return undefined;
      // Many providers do not put the email address into the ID token.
      const profile =
        claims.email === undefined ? await fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
      return profile.email_verified === true && typeof profile.email === "string" ? profile.email : undefined;
    },
  };
}
