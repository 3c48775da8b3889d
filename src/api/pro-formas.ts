import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { PdfRenderer } from "../invoicing/document/pdf.ts";
import { type ProForma, proFormaFileName } from "../invoicing/pro-forma.ts";
import {
  contractProFormas,
  customerProFormas,
  documentOfProForma,
  type ProFormaSpan,
} from "../invoicing/pro-forma-service.ts";
import type { QueryParameter } from "../platform/http/endpoint.ts";
import { route } from "../platform/http/route.ts";
import { type Platform, read, type WriteContext } from "../platform/write.ts";
import { ProFormasView, proFormaQuery, spanFromQuery, viewOfProForma } from "./schemas/pro-formas.ts";

type Reader = Pick<WriteContext, "tx" | "merchant" | "clock">;

/** The record whose future invoices a pro forma shows: a contract or a customer. */
type Subject = {
  readonly path: "contracts" | "customers";
  readonly name: "Contract" | "Customer";
  readonly ids: { readonly id: "CONTRACT_NOT_FOUND" | "CUSTOMER_NOT_FOUND" };
  readonly whose: string;
  readonly codes: readonly ("CONTRACT_DELETED" | "INVALID_CONTRACT_STATE")[];
  readonly query: Readonly<Record<string, QueryParameter>>;
  readonly load: (reader: Reader, id: string, span: ProFormaSpan) => Promise<ProForma[]>;
};

const subjects: readonly Subject[] = [
  {
    ...{ path: "contracts", name: "Contract", ids: { id: "CONTRACT_NOT_FOUND" } },
    whose: "a contract in any status that has a customer",
    codes: ["CONTRACT_DELETED", "INVALID_CONTRACT_STATE"],
    query: {},
    load: contractProFormas,
  },
  {
    ...{ path: "customers", name: "Customer", ids: { id: "CUSTOMER_NOT_FOUND" } },
    whose: "the approved contracts of a customer",
    codes: [],
    query: { currency: { format: "currency", description: "Needed where contracts bill in several." } },
    load: customerProFormas,
  },
];

const tag = "Invoices";

/** Future invoices as a document that is no invoice: nothing is numbered, stored or posted. */
export function registerProFormaRoutes(app: FastifyInstance, platform: Platform, renderer: PdfRenderer): void {
  for (const { path, name, ids, whose, codes, query: documentQuery, load } of subjects) {
    route(app, {
      method: "GET",
      url: `/v3/${path}/:id/pro-forma`,
      operationId: `get${name}ProForma`,
      summary: `Get the pro forma of a ${name.toLowerCase()}`,
      description: `What ${whose} will bill, as of now: the invoices to come. It has no number and is not owed.`,
      tag,
      access: "read",
      // It is not divided into pages, however many invoices are planned.
      isHeavy: true,
      ids,
      query: proFormaQuery,
      payload: ProFormasView,
      successStatus: 200,
      errors: [400, 404],
      errorCodes: codes,
      handler: async ({ principal, params, query }) => {
        const found = await read(platform, principal.merchantId, (reader) =>
          load(reader, params.id, spanFromQuery(query)),
        );
        return { payload: { data: found.map(viewOfProForma) }, message: "Pro forma." };
      },
    });

    route(app, {
      method: "GET",
      url: `/v3/${path}/:id/pro-forma/pdf`,
      operationId: `get${name}ProFormaPdf`,
      summary: `Get the pro forma of a ${name.toLowerCase()} as PDF`,
      description: `What ${whose} will bill, marked PRO FORMA on every page; rejected where nothing is to be billed.`,
      tag,
      access: "read",
      ids,
      query: { ...proFormaQuery, ...documentQuery },
      payload: Type.String(),
      answersFile: true,
      fileType: "application/pdf",
      successStatus: 200,
      errors: [400, 404],
      errorCodes: codes,
      handler: async ({ principal, params, query }) => {
        const { proForma, document } = await read(platform, principal.merchantId, async (reader) =>
          documentOfProForma(reader, await load(reader, params.id, spanFromQuery(query)), query.currency),
        );
        const file = await renderer.render(document);
        return { file, fileName: proFormaFileName(proForma), contentType: "application/pdf", isInline: true };
      },
    });
  }
}
