import type { Static } from "typebox";
import { actOnContract } from "../../actions/act-on-contract.ts";
import { addObligation } from "../../actions/add-obligation.ts";
import * as contractRequests from "../../api/schemas/contract-requests.ts";
import { ContractHeaderBody } from "../../api/schemas/contracts.ts";
import * as customerSchemas from "../../api/schemas/customers.ts";
import * as obligationSchemas from "../../api/schemas/obligation-bodies.ts";
import * as contracts from "../../contracts/service.ts";
import * as customers from "../../customers/service.ts";
import { DomainError, type Issue, issuesOf, placed } from "../../kernel/errors.ts";
import { bodyValidator } from "../../platform/http/validation.ts";
import type { WriteContext } from "../../platform/write.ts";
import type { RowBodies } from "./mapping.ts";

type CustomerBody = Static<typeof customerSchemas.CreateCustomerBody>;
type ContractBody = Static<typeof ContractHeaderBody>;

/** Bodies that the API's own schemas have accepted, in canonical spelling. */
export type CheckedBodies = {
  readonly customer: CustomerBody | undefined;
  readonly contract: ContractBody;
  readonly obligations: readonly obligationSchemas.CreateObligationBody[];
  readonly approve: boolean;
};

/** A rejection of the core, with every issue at its place among the row's bodies. */
export class RowRejected extends Error {
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]) {
    super(issues[0]?.message ?? "The row is not valid.");
    this.issues = issues;
  }
}

const customerIssues = bodyValidator(customerSchemas.CreateCustomerBody);
const contractIssues = bodyValidator(ContractHeaderBody);
const obligationIssues = bodyValidator(obligationSchemas.CreateObligationBody);

/** Checks bodies with exactly the schemas of `POST /v3/customers`, `/v3/contracts` and `/v3/contracts/{id}/obligations`. */
export function checkBodies(
  bodies: RowBodies,
): { readonly checked: CheckedBodies } | { readonly issues: readonly Issue[] } {
  const { customer, contract, obligations, approve } = bodies;
  const issues = [
    ...(customer === undefined ? [] : placed("/customer", customerIssues(customer))),
    ...placed("/contract", contractIssues(contract)),
    ...obligations.flatMap((body, index) => placed(`/obligations/${index}`, obligationIssues(body))),
  ];
  if (issues.length > 0) return { issues };
  const checked = {
    customer: customer as CustomerBody | undefined,
    contract: contract as ContractBody,
    obligations: obligations as readonly obligationSchemas.CreateObligationBody[],
    approve,
  };
  return { checked };
}

/**
 * Stores what a row says through the use cases that the API calls, in the caller's transaction.
 *
 * @returns the id of the contract
 * @throws RowRejected what a use case rejects
 */
export async function storeBodies(ctx: WriteContext, bodies: CheckedBodies): Promise<string> {
  const { customer: customerBody, contract: contractBody, obligations, approve } = bodies;
  const customer =
    customerBody === undefined
      ? undefined
      : await at("/customer", () => customers.createCustomer(ctx, customerSchemas.draftFromBody(customerBody)));
  const body = customer === undefined ? contractBody : { ...contractBody, customerId: customer.id };
  const contract = await at("/contract", () =>
    contracts.createContract(ctx, contractRequests.draftFromBody({ body, lossyNumbers: [] })),
  );
  for (const [index, pob] of obligations.entries()) {
    await at(`/obligations/${index}`, () => addObligation(ctx, contract.id, obligationSchemas.draftFromBody(pob)));
  }
  if (approve) await at("/approve", () => actOnContract(ctx, contract.id, { action: "APPROVE", reason: undefined }));
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
