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

/** What the browser keeps while it is at the provider; it must come back with the same. */
export type OidcFlow = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** An OpenID Connect provider, by its discovery document. */
export type OidcProvider = {
  /** Where to send the browser, and what it keeps meanwhile. */
  readonly begin: (redirectUri: string) => Promise<{ url: URL; flow: OidcFlow }>;
  /**
   * The address of whoever came back, where the provider has verified it; undefined where it has not.
   *
   * @param callback the whole address of the callback, with what the provider put into it
   */
  readonly finish: (callback: URL, flow: OidcFlow) => Promise<string | undefined>;
};

/** Asks the provider for its document when somebody first signs in by it, and again after it could not be had. */
export function openOidc({ issuer, clientId, clientSecret }: OidcConfig): OidcProvider {
  let found: Promise<Configuration> | undefined;
  const configuration = () => {
    // Plain http is for a provider on the machine itself (see `config.ts`).
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
      // Many providers keep the address out of the ID token.
      const said = claims.email === undefined ? await fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
      return said.email_verified === true && typeof said.email === "string" ? said.email : undefined;
    },
  };
}
