import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import { assert } from "../../kernel/assert.ts";
import { admit } from "./admission.ts";
import { withAgreement } from "./agreement.ts";
import { handleRequest } from "./handle-request.ts";
import { listFile } from "./list-file.ts";
import type { ListDeclaration, ListQuery } from "./list-query.ts";
import { withReadFrom } from "./read-from.ts";
import type { Answer, Replay, RouteDeclaration, RouteRequest } from "./route-declaration.ts";

/**
 * Registers one endpoint of the API. The order of its checks is that of behaviour 5.1: what needs no body (key, rights, rate, path
 * ids, query) is checked in `onRequest`, so a rejected upload is never read; the body comes last.
 */
export function route<
  const Url extends string,
  Body extends TSchema | undefined = undefined,
  List extends ListDeclaration | undefined = undefined,
>(app: FastifyInstance, declared: RouteDeclaration<Url, Body, List>): void {
  const declaration = withReadFrom(withAgreement(declared));
  const { access, handler, method, operationId, url } = declaration;
  assert(access === "read" || (access === "write" && method !== "GET"), `${operationId}: reading needs no write key`);
  // A stored request has passed the checks of this very declaration.
  if (access === "write") app.replays.set(operationId, handler as Replay);
  app.declared.push(declaration);
  const answerTo = answering(app, declaration);
  const serve = (address: string, rules: typeof declaration, isPreview: boolean) =>
    app.route({
      method,
      url: address,
      onRequest: async (request, reply) => {
        // Answers must not be cached by proxies, nor on the disk of a browser from which somebody has signed out.
        reply.header("cache-control", "no-store");
        request.admission = await admit(app.http, rules, request, reply);
      },
      handler: async (request, reply) => {
        const sending = await handleRequest(app.http, { declaration, answerTo, isPreview }, request, reply);
        return sending === "ended" ? undefined : reply;
      },
    });
  serve(url, declaration, false);
  // The same request, without a query that could turn it into a write.
  if (declaration.dryRun === true) serve(`${url}/preview`, { ...declaration, dryRun: false }, true);
}

/** Answers checked requests: by the handler, or by a file of all rows if a list is asked for as one. */
function answering<Url extends string, Body extends TSchema | undefined, List extends ListDeclaration | undefined>(
  app: FastifyInstance,
  { handler, list: declaredList, payload, summary, url }: RouteDeclaration<Url, Body, List>,
): (request: RouteRequest<unknown>) => Promise<Answer> {
  // The request was checked against this declaration, which establishes the static types.
  const answer = (request: RouteRequest<unknown>) => handler(request as Parameters<typeof handler>[0]);
  return (request) => {
    const { list } = request;
    if (declaredList === undefined || list?.format === undefined) return answer(request);
    return listFile({
      ...{ name: url.slice(url.lastIndexOf("/") + 1), declaration: declaredList, payload, list },
      merchantId: request.principal.merchantId,
      title: titleOfList(summary),
      pageOf: async (page: ListQuery) => {
        const rows = await answer({ ...request, list: page });
        assert("payload" in rows, "a list answers rows");
        return rows.payload;
      },
      writeSheet: app.writeSheet,
    });
  };
}

/** "List credit memos" lists "Credit memos". */
function titleOfList(summary: string): string {
  const what = summary.replace(/^(List|Get) (the )?/, "");
  return what.charAt(0).toUpperCase() + what.slice(1);
}
