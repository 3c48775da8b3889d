// The part of the provider that tests use; it has no types of its own.
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Account = { readonly accountId: string; readonly claims: () => Promise<Record<string, unknown>> };
  type Interaction = {
    readonly params: Record<string, unknown>;
    readonly session?: { readonly accountId: string };
    readonly prompt: { readonly name: string };
  };
  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };

  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        readonly findAccount: (ctx: unknown, sub: string) => Promise<Account>;
        readonly interactions: { readonly url: (ctx: unknown, interaction: { readonly uid: string }) => string };
        readonly [option: string]: unknown;
      },
    );
    readonly Grant: new (of: {
      readonly accountId: string | undefined;
      readonly clientId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
