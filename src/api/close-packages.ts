import type { FastifyInstance } from "fastify";
import * as service from "../close/package-service.ts";
import { allowLonger } from "../platform/db/statement-limits.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { type Platform, read, readRows } from "../platform/write.ts";
import { namesOfEntries } from "../reports/entry-names-service.ts";
import {
  PackageDifferenceView,
  PackageView,
  packageList,
  viewOfDifference,
  viewOfPackage,
} from "./schemas/close-packages.ts";

const tag = "Month-end close";
const ids = { id: "CLOSE_PACKAGE_NOT_FOUND" } as const;
const url = "/v3/month-end-close/packages/:id";

export function registerClosePackageRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/month-end-close/packages",
    operationId: "listClosePackages",
    summary: "List close packages",
    description:
      "One for each close of a month, newest first. A package never changes, even when its month is reopened.",
    tag,
    access: "read",
    list: packageList,
    payload: PageOf(PackageView),
    successStatus: 200,
    errors: [400],
    handler: async ({ list, principal }) => {
      const { packages, extent } = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.listPackages(tx, merchantId, list),
      );
      return { payload: pageOf(list, packages.map(viewOfPackage), extent), message: "Close packages." };
    },
  });

  route(app, {
    method: "GET",
    url,
    operationId: "getClosePackage",
    summary: "Get a close package",
    tag,
    access: "read",
    ids,
    payload: PackageView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const found = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.getPackage(tx, merchantId, params.id),
      );
      return { payload: viewOfPackage(found), message: "Close package." };
    },
  });

  route(app, {
    method: "GET",
    url: `${url}/file`,
    operationId: "downloadClosePackage",
    summary: "Download the manifest of a close package",
    description: "The manifest byte by byte: its SHA-256 is the package's hash.",
    tag,
    access: "read",
    ids,
    payload: PackageView,
    answersFile: true,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const { manifest, text } = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.getPackage(tx, merchantId, params.id),
      );
      return { file: Buffer.from(text), fileName: `close-${manifest.month}-${manifest.closeCount}.json` };
    },
  });

  route(app, {
    method: "GET",
    url: `${url}/difference`,
    operationId: "compareClosePackage",
    summary: "Compare a month at a close with the month now",
    description:
      "Accounts whose figures at the month's end differ now, and the entries posted into the month since: what a reopening changed.",
    tag,
    access: "read",
    isHeavy: true,
    ids,
    payload: PackageDifferenceView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const payload = await read(platform, principal.merchantId, async ({ tx, merchant }) => {
        await allowLonger(tx, "report");
        const difference = await service.differenceSince(tx, merchant.id, params.id);
        return viewOfDifference(difference, await namesOfEntries(tx, merchant.id, difference.entriesSince));
      });
      return { payload, message: payload.isSame ? "The month is unchanged." : "The month has changed." };
    },
  });
}
