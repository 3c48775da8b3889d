import { type Static, Type } from "typebox";
import type { CreatedWhole, WholeContract } from "../../actions/create-whole-contract.ts";
import { required } from "../../kernel/assert.ts";
import { rejectionOf } from "../../platform/http/error-codes.ts";
import { both, Closed, List, Named, Uuid } from "../../platform/http/wire.ts";
import { CreateBillingTermBody, neverOfNewTerm, newTermFrom } from "./billing-term-bodies.ts";
import { CommitmentBody, commitmentFromBody } from "./commitment-bodies.ts";
import * as headers from "./contract-requests.ts";
import { type ContractView, headerOnlyExample, neverOfHeader, newContractFields, viewOf } from "./contracts.ts";
import * as customers from "./customers.ts";
import { CreateObligationBody, draftFromBody as obligationFrom } from "./obligation-bodies.ts";
import { PobBody, pobDraftFrom } from "./performance-obligation-bodies.ts";

const localId = Type.Optional(
  Uuid({
    description:
      "Any id that is unique in this request: commitments name the billing term by it. The record gets its own id.",
  }),
);

const TermPart = Closed(
  {
    ...CreateBillingTermBody.properties,
    localId,
    billingTermGroupId: Type.Optional(
      Uuid({ description: "Any id: billing terms of this request with the same one are put in one new group." }),
    ),
  },
  { never: neverOfNewTerm },
);

const ObligationPart = Closed({ ...CreateObligationBody.properties, localId });

/** A performance obligation, with the group of the same request that it belongs to. */
export const PobPart = Closed({
  ...PobBody.properties,
  billingTermGroupId: Uuid({ description: "That of billing terms of this request." }),
});

const [usage, group] = ["0197f1a0-5c1e-7b9a-9a55-000000000001", "0197f1a0-5c1e-7b9a-9a55-000000000002"];
const [termExample, obligationExample] = [
  {
    name: "Support",
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    interval: "QUARTER",
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    billingType: "FLAT",
    pricing: [{ amount: "300.00", amountType: "TOTAL_INVOICE" }],
    localId: usage,
    billingTermGroupId: group,
  },
  {
    serviceStartDate: "2026-01-01",
    serviceEndDate: "2026-12-31",
    billingSchedule: {
      name: "Platform",
      startDate: "2026-01-01",
      endDate: "2026-12-31",
      interval: "YEAR",
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      billingType: "FLAT",
      pricing: [{ amount: "12000.00", amountType: "TOTAL_INVOICE" }],
    },
  },
];

/** `CreateContractV3Dto`: a header, and the other parts of the contract if the request has them (ADR 0064). */
export const CreateContractBody = Named(
  "CreateContractV3Dto",
  Closed(
    {
      ...newContractFields,
      customer: Type.Optional(customers.CreateCustomerBody),
      billingTerms: Type.Optional(List(TermPart, { max: 100 })),
      obligations: Type.Optional(List(ObligationPart, { max: 100 })),
      performanceObligations: Type.Optional(List(PobPart, { max: 100 })),
      commitments: Type.Optional(List(CommitmentBody, { max: 50 })),
      approve: Type.Optional(
        Type.Boolean({
          description: "Approves the contract; the whole request is rejected where the approval would be.",
        }),
      ),
    },
    {
      examples: [
        headerOnlyExample,
        {
          name: "Acme 2026",
          customer: { name: "Acme GmbH" },
          obligations: [obligationExample],
          billingTerms: [termExample],
          approve: true,
        },
      ],
      never: [...neverOfHeader, both("customer", "customerId")],
    },
  ),
);
type CreateContractBody = Static<typeof CreateContractBody>;

const parts = ["customer", "billingTerms", "obligations", "performanceObligations", "commitments", "approve"] as const;

/** True if the request has more than a header. */
export function hasParts(body: CreateContractBody): boolean {
  return parts.some((part) => body[part] !== undefined);
}

/** Reads the header and each part; issues that a part has by itself are found here. */
export function wholeFromBody(request: {
  readonly body: CreateContractBody;
  readonly lossyNumbers: readonly string[];
}): WholeContract {
  const { customer, billingTerms = [], obligations = [], performanceObligations = [], commitments = [] } = request.body;
  return {
    customer: customer === undefined ? undefined : () => customers.draftFromBody(customer),
    contract: () => {
      if (customer !== undefined && (request.body.customerId ?? null) !== null) throw twoCustomers();
      return headers.draftFromBody(request);
    },
    billingTerms: billingTerms.map(({ localId: id, ...body }) => ({ localId: id, read: () => newTermFrom(body) })),
    obligations: obligations.map(({ localId: id, ...body }) => ({ localId: id, read: () => obligationFrom(body) })),
    performanceObligations: performanceObligations.map(({ billingTermGroupId: groupId, ...body }) => {
      return { groupId, read: () => pobDraftFrom(body) };
    }),
    commitments: commitments.map((body) => () => commitmentFromBody(body)),
    approves: request.body.approve ?? false,
  };
}

function twoCustomers() {
  const message = "customer creates a new customer; send either it or customerId.";
  return rejectionOf([{ path: "/customerId", code: "CONFLICT", message }]);
}

/** The new contract, and the ids of what was created with it. */
export function viewOfWhole(whole: CreatedWhole): Static<typeof ContractView> {
  const { contract, customerId, billingTerms, obligations, performanceObligationIds, commitmentIds } = whole;
  return {
    ...viewOf(contract),
    created: {
      customerId,
      billingTerms: billingTerms.map(({ term }) => ({ id: term.id, billingTermGroupId: term.billingTermGroupId })),
      obligations: obligations.map(({ id, performanceObligation: pob }) => ({
        id,
        billingTermId: required(pob.billingTerm, "the term of an obligation").id,
        billingTermGroupId: pob.billingTermGroupId,
        performanceObligationId: pob.id,
      })),
      performanceObligationIds: [...performanceObligationIds],
      commitmentIds: [...commitmentIds],
    },
  };
}
