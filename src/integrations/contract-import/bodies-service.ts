import type { Static } from "typebox";
import { actOnContract } from "../../actions/act-on-contract.ts";
import { addObligation } from "../../actions/add-obligation.ts";
import { openContract } from "../../actions/open-contract.ts";
import * as contractRequests from "../../api/schemas/contract-requests.ts";
import { ContractHeaderBody } from "../../api/schemas/contracts.ts";
import * as customerSchemas from "../../api/schemas/customers.ts";
import * as obligationSchemas from "../../api/schemas/obligation-bodies.ts";
import { openingFromBody, RowOpeningBody } from "../../api/schemas/openings.ts";
import type { Obligation } from "../../billing-terms/obligation.ts";
import * as contracts from "../../contracts/service.ts";
import * as customers from "../../customers/service.ts";
import { DomainError, type Issue, issuesOf, placed } from "../../kernel/errors.ts";
import { bodyValidator } from "../../platform/http/validation.ts";
import type { WriteContext } from "../../platform/write.ts";
import type { RowBodies } from "./mapping.ts";

type CustomerBody = Static<typeof customerSchemas.CreateCustomerBody>;
type ContractBody = Static<typeof ContractHeaderBody>;
type OpeningBody = Static<typeof RowOpeningBody>;

/** Bodies that the schemas of the API have accepted, with ids, dates and decimals in canonical spelling. */
export type CheckedBodies = {
  readonly customer: CustomerBody | undefined;
  readonly contract: ContractBody;
  readonly obligations: readonly obligationSchemas.CreateObligationBody[];
  readonly opening: OpeningBody | undefined;
  readonly approve: boolean;
};

/** A rejection by a use case, with the path of every issue in the row's bodies. */
export class RowRejected extends Error {
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]) {
    super(issues[0]?.message ?? "The row is not valid.");
    this.issues = issues;
  }
}

const customerIssues = bodyValidator(customerSchemas.CreateCustomerBody);
const contractIssues = bodyValidator(ContractHeaderBody);
const openingIssues = bodyValidator(RowOpeningBody);
const obligationIssues = bodyValidator(obligationSchemas.CreateObligationBody);

/** Checks bodies with exactly the schemas of `POST /v3/customers`, `/v3/contracts` and `/v3/contracts/{id}/obligations`. */
export function checkBodies(
  bodies: RowBodies,
): { readonly checked: CheckedBodies } | { readonly issues: readonly Issue[] } {
  const { customer, contract, obligations, opening, approve } = bodies;
  const issues = [
    ...(opening === undefined ? [] : placed("/opening", openingIssues(opening))),
    ...(customer === undefined ? [] : placed("/customer", customerIssues(customer))),
    ...placed("/contract", contractIssues(contract)),
    ...obligations.flatMap((body, index) => placed(`/obligations/${index}`, obligationIssues(body))),
  ];
  if (issues.length > 0) return { issues };
  const checked = {
    customer: customer as CustomerBody | undefined,
    contract: contract as ContractBody,
    obligations: obligations as readonly obligationSchemas.CreateObligationBody[],
    opening: opening as OpeningBody | undefined,
    approve,
  };
  return { checked };
}

/**
 * Stores the bodies of a row by the use cases that the API calls, in the caller's transaction.
 *
 * @returns the id of the contract
 * @throws RowRejected if a use case rejects a body
 */
export async function storeBodies(ctx: WriteContext, bodies: CheckedBodies): Promise<string> {
  const { customer: customerBody, contract: contractBody, obligations, opening, approve } = bodies;
  const customer =
    customerBody === undefined
      ? undefined
      : await at("/customer", () => customers.createCustomer(ctx, customerSchemas.draftFromBody(customerBody)));
  const body = customer === undefined ? contractBody : { ...contractBody, customerId: customer.id };
  const contract = await at("/contract", () =>
    contracts.createContract(ctx, contractRequests.draftFromBody({ body, lossyNumbers: [] })),
  );
  const made: Obligation[] = [];
  for (const [index, pob] of obligations.entries()) {
    const draft = obligationSchemas.draftFromBody(pob);
    made.push(await at(`/obligations/${index}`, () => addObligation(ctx, contract.id, draft)));
  }
  if (opening !== undefined) await load(ctx, contract.id, made, opening);
  // Loading an opening already approves the contract.
  else if (approve)
    await at("/approve", () => actOnContract(ctx, contract.id, { action: "APPROVE", reason: undefined }));
  return contract.id;
}

async function at<T>(place: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof DomainError) throw new RowRejected(placed(place, issuesOf(error)));
    throw error;
  }
}

/** Loads a contract's opening, the figures from other books; rejections name the obligations by their position in the row. */
async function load(
  ctx: WriteContext,
  contractId: string,
  made: readonly Obligation[],
  { obligations, ...opening }: OpeningBody,
): Promise<void> {
  const opened = made.map((one, index) => ({ one: one.performanceObligation, index, ...obligations[index] }));
  const billed = opened.flatMap(({ one, index, invoicedThrough, billed: amount }) =>
    invoicedThrough === undefined && amount === undefined
      ? []
      : [{ index, billingTermId: one.billingTerm.id, invoicedThrough, billed: amount }],
  );
  const halves = billed.flatMap(({ index, invoicedThrough, billed: amount }): Issue[] => {
    const missing = invoicedThrough === undefined ? "invoicedThrough" : amount === undefined ? "billed" : undefined;
    const message = "invoicedThrough and billed come together, or neither.";
    return missing === undefined
      ? []
      : [{ path: `/opening/obligations/${index}/${missing}`, code: "REQUIRED", message }];
  });
  if (halves.length > 0) throw new RowRejected(halves);
  const recognized = opened.flatMap(({ one, index, recognized: amount }) =>
    amount === undefined ? [] : [{ index, performanceObligationId: one.id, recognized: amount }],
  );
  const draft = openingFromBody({
    ...opening,
    billingTerms: billed.map(({ billingTermId, invoicedThrough = "", billed: amount = "" }) => {
      return { billingTermId, invoicedThrough, billed: amount };
    }),
    performanceObligations: recognized.map(({ index: _index, ...rest }) => rest),
  });
  const inRow = (path: string) =>
    path
      .replace(/^\/billingTerms\/(\d+)/, (_all, place) => `/obligations/${billed[Number(place)]?.index}`)
      .replace(/^\/performanceObligations\/(\d+)/, (_all, place) => `/obligations/${recognized[Number(place)]?.index}`)
      .replace(/^\/performanceObligations$/, "/obligations");
  try {
    await openContract(ctx, contractId, draft);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new RowRejected(issuesOf(error).map((issue) => ({ ...issue, path: `/opening${inRow(issue.path)}` })));
  }
}
