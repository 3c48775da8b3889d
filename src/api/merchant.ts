import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import * as service from "../close/service.ts";
import type { PdfRenderer } from "../invoicing/document/pdf.ts";
import { sampleInvoiceWith } from "../invoicing/sample-invoice-service.ts";
import { route } from "../platform/http/route.ts";
import { updateProfile } from "../platform/merchant/profile-service.ts";
import { readProfile } from "../platform/merchant/profile-store.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { answerWrite } from "../platform/run-write.ts";
import { read, readRows } from "../platform/write.ts";
import {
  MerchantInfoView,
  MerchantProfileView,
  profilePatchFromBody,
  profileView,
  SampleInvoiceBody,
  settingsPatchFromBody,
  settingsView,
  UpdateMerchantBody,
} from "./schemas/merchant.ts";
import { BookCloseDateView, viewOfBookCloseDate } from "./schemas/month-end-close.ts";

const tag = "Merchant";

export function registerMerchantRoutes(app: FastifyInstance, platform: WritingPlatform, renderer: PdfRenderer): void {
  registerSettings(app, platform);
  registerSampleInvoice(app, platform, renderer);
  registerInfo(app, platform);
}

function registerSettings(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/merchant",
    operationId: "getMerchant",
    summary: "Get the merchant's details on invoices, and its settings",
    tag,
    access: "read",
    payload: MerchantProfileView,
    successStatus: 200,
    errors: [],
    handler: ({ principal }) =>
      read(platform, principal.merchantId, async ({ tx, merchant }) => ({
        payload: profileView(merchant.id, await readProfile(tx, merchant.id), merchant),
        message: "Merchant.",
      })),
  });

  route(app, {
    method: "PATCH",
    url: "/v3/merchant",
    operationId: "updateMerchant",
    summary: "Change the merchant's details on invoices, or its settings",
    description:
      "Only fields that are sent change; null clears one, and tax rates are replaced as a whole. Issued invoices keep their details, and posted journal lines the names of their accounts.",
    tag,
    access: "write",
    body: UpdateMerchantBody,
    payload: MerchantProfileView,
    successStatus: 200,
    errors: [400],
    handler: (request) => {
      const patch = profilePatchFromBody(request.body);
      const settingsPatch = settingsPatchFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const { profile, settings } = await updateProfile(ctx, patch, settingsPatch);
        return { payload: profileView(ctx.merchant.id, profile, settings), message: "Merchant updated." };
      });
    },
  });
}

function registerSampleInvoice(app: FastifyInstance, platform: WritingPlatform, renderer: PdfRenderer): void {
  route(app, {
    method: "POST",
    url: "/v3/merchant/sample-invoice",
    operationId: "drawSampleInvoice",
    summary: "Draw a sample invoice as PDF",
    description:
      "What an invoice would look like with the fields that are sent in place of those of the merchant, as `PATCH /v3/merchant` takes " +
      "them. It is marked SAMPLE on every page, for a fictitious customer, without tax. Nothing is changed, numbered or stored.",
    tag,
    access: "read",
    body: SampleInvoiceBody,
    payload: Type.String(),
    answersFile: true,
    fileType: "application/pdf",
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, body }) => {
      const document = await read(platform, principal.merchantId, (reader) =>
        sampleInvoiceWith(reader, profilePatchFromBody(body), body.invoicePrefix),
      );
      const file = await renderer.render(document);
      return { file, fileName: "sample-invoice.pdf", contentType: "application/pdf", isInline: true };
    },
  });
}

function registerInfo(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/merchant/info",
    operationId: "getMerchantInfo",
    summary: "Get the settings of the merchant",
    tag,
    access: "read",
    payload: MerchantInfoView,
    successStatus: 200,
    errors: [],
    handler: ({ principal }) =>
      read(platform, principal.merchantId, async ({ tx, merchant }) => {
        const { defaultProcessor } = await readProfile(tx, merchant.id);
        const { id, name, performanceObligations, ...rest } = merchant;
        const { defaultCurrency, timeZone, rounding, straightLineDefault, lateInvoiceDate } = rest;
        const payload = {
          id,
          preferredName: name,
          internalName: name,
          defaultCurrency,
          timeZone,
          rounding,
          straightLineDefault,
          lateInvoiceDate,
          ...settingsView(merchant),
          features: { performanceObligations },
          erpKind: merchant.erpKind,
          defaultProcessor,
          isSandbox: merchant.isSandbox,
        };
        return { payload, message: "Merchant." };
      }),
  });

  route(app, {
    method: "GET",
    url: "/v3/merchant/book-close-date",
    operationId: "getBookCloseDate",
    summary: "Get the book close date",
    tag: "Month-end close",
    access: "read",
    payload: BookCloseDateView,
    successStatus: 200,
    errors: [],
    handler: async ({ principal }) => {
      const closedThrough = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.bookCloseMonth(tx, merchantId),
      );
      return { payload: viewOfBookCloseDate(closedThrough), message: "Book close date." };
    },
  });
}
