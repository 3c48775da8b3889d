import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RouteDescription } from "../endpoint.ts";
import { type ApiDescription, openApiDocument } from "./openapi.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Every endpoint, as declared. */
    declared: RouteDescription[];
    /** The OpenAPI document of the endpoints, once described. */
    openapi: () => Readonly<Record<string, unknown>>;
  }
}

/** Sets the parts of the API's document besides its operations. Without this there is no document. */
export function describeApi(app: FastifyInstance, description: ApiDescription, version: string): void {
  let document: Readonly<Record<string, unknown>> | undefined;
  app.openapi = () => {
    document ??= openApiDocument(app.declared, description, version);
    return document;
  };
}

type Published = { readonly etag: string; readonly bodies: ReadonlyMap<string, Buffer> };

/** `/openapi.json`: made and compressed on the first request, and sent again only if it has changed. */
export function registerDocument(app: FastifyInstance): void {
  let published: Promise<Published> | undefined;
  app.get("/openapi.json", async (request, reply) => {
    published ??= publish(JSON.stringify(app.openapi()));
    return send(request, reply, await published);
  });
}

async function publish(text: string): Promise<Published> {
  const plain = Buffer.from(text);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  const etag = createHash("sha256").update(plain).digest("base64url").slice(0, 27);
  return {
    etag,
    bodies: new Map([
      ["br", br],
      ["gzip", gz],
      ["identity", plain],
    ]),
  };
}

function send({ headers }: FastifyRequest, reply: FastifyReply, { etag, bodies }: Published): FastifyReply {
  const accepted = headers["accept-encoding"] ?? "";
  const encoding = ["br", "gzip"].find((each) => new RegExp(`\\b${each}\\b(?!;q=0(?:\\.0+)?(?:,|$))`).test(accepted));
  // Each encoding is another body, so each has an ETag of its own.
  const tag = `"${etag}${encoding === undefined ? "" : `-${encoding}`}"`;
  reply.headers({ etag: tag, vary: "accept-encoding", "cache-control": "no-cache" });
  if (headers["if-none-match"] === tag) return reply.code(304).send();
  if (encoding !== undefined) reply.header("content-encoding", encoding);
  return reply.type("application/json; charset=utf-8").send(bodies.get(encoding ?? "identity"));
}
