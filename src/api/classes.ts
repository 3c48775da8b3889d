import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import * as service from "../catalog/class-service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { read } from "../platform/write.ts";
import { deprecatedFor } from "./deprecation.ts";
import { ClassView, classList, viewOf } from "./schemas/classes.ts";

const tag = "Classes";
const successor = "/v3.1/classes";

export function registerClassRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/classes",
    operationId: "listClassesUnpaged",
    summary: "List all classes",
    description: `Deprecated: use \`${successor}\`. All classes at once; empty for merchants without an accounting system.`,
    tag,
    access: "read",
    deprecated: true,
    payload: Type.Array(ClassView),
    successStatus: 200,
    errors: [],
    handler: async ({ principal }) => {
      const classes = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        service.allClasses(tx, merchant),
      );
      return { payload: classes.map(viewOf), message: "Classes.", headers: deprecatedFor(successor) };
    },
  });

  route(app, {
    method: "GET",
    url: successor,
    operationId: "listClasses",
    summary: "List classes",
    description: "Classes come from the accounting system; the list is empty for merchants without one.",
    tag,
    access: "read",
    list: classList,
    payload: PageOf(ClassView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { classes, extent } = await read(platform, request.principal.merchantId, ({ tx, merchant }) =>
        service.listClasses(tx, merchant, list),
      );
      return { payload: pageOf(list, classes.map(viewOf), extent), message: "Classes." };
    },
  });
}
