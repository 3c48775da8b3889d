import { required } from "../../kernel/assert.ts";
import { compare, formatMoney, type Money, money, parseMoney } from "../../kernel/money.ts";
import type { MemberRole } from "../auth/roles.ts";

/** What a merchant may require a second person for. `APPROVALS` covers changes of the policies themselves and of members' roles. */
export const policyKinds = [
  "APPROVE_CONTRACT",
  "CREDIT_MEMO",
  "WRITE_OFF",
  "TREATMENT",
  "MANUAL_REVENUE",
  "ADJUSTMENT",
  "JOURNAL_EXPORT",
  "CLOSE",
  "REOPEN",
  "APPROVALS",
] as const;
export type PolicyKind = (typeof policyKinds)[number];

export const approverRoles = ["CONTROLLER", "OWNER"] as const satisfies readonly MemberRole[];
export type ApproverRole = (typeof approverRoles)[number];

/** Writes of a kind need the approval of a second person in a role, if their amount is above `above`; null: whatever the amount. */
export type Policy = { readonly kind: PolicyKind; readonly above: Money | null; readonly role: ApproverRole };

/**
 * The policy kind by the action in the audit log. Policies apply to effects and not to endpoints, so that a new endpoint with the
 * same effect is under the policy too.
 */
const kindsOfActions: ReadonlyMap<string, PolicyKind> = new Map<string, PolicyKind>([
  ["contract.approve", "APPROVE_CONTRACT"],
  ["credit-memo.issue", "CREDIT_MEMO"],
  ["credit-memo.void", "CREDIT_MEMO"],
  ["invoice.mark-uncollectible", "WRITE_OFF"],
  ["invoice.reinstate", "WRITE_OFF"],
  ["invoice.reverse-write-off", "WRITE_OFF"],
  ["contract-modification.treat", "TREATMENT"],
  ["obligation.set-revenue", "MANUAL_REVENUE"],
  ["performance-obligation.set-revenue", "MANUAL_REVENUE"],
  ["adjustment.create", "ADJUSTMENT"],
  ["contract.open", "ADJUSTMENT"],
  ["adjustment.reverse", "ADJUSTMENT"],
  ["journal-export.create", "JOURNAL_EXPORT"],
  ["period.close", "CLOSE"],
  ["contract.hold", "CLOSE"],
  ["contract.release", "CLOSE"],
  ["period.reopen", "REOPEN"],
  ["period.unlock", "REOPEN"],
  ["approval-policy.set", "APPROVALS"],
  ["approval-policy.delete", "APPROVALS"],
  ["membership.add", "APPROVALS"],
  ["membership.set-role", "APPROVALS"],
]);

/** An effect of a write, as its audit row has it. */
export type Effect = {
  readonly action: string;
  readonly changes?: readonly { readonly path: string }[];
  readonly amount?: Money | undefined;
};

/**
 * The policy kind of an effect: by its action in the audit log, or because it sets manual revenue. An obligation that follows its term has no
 * revenue of its own to set.
 */
export function kindOfEffect({ action, changes = [] }: Effect): PolicyKind | undefined {
  const isOwn = action.startsWith("performance-obligation.") && action !== "performance-obligation.follow";
  const isManual = isOwn && changes.some(({ path }) => path === "customRevenue");
  return kindsOfActions.get(action) ?? (isManual ? "MANUAL_REVENUE" : undefined);
}

/** Kinds whose effects have an amount. Policies of the other kinds apply always. */
export const kindsWithAmounts: readonly PolicyKind[] = [
  "APPROVE_CONTRACT",
  "CREDIT_MEMO",
  "WRITE_OFF",
  "MANUAL_REVENUE",
  "ADJUSTMENT",
];

/** The kinds of policy that apply to a write, and the role that has to approve it. */
export type Need = { readonly kinds: readonly PolicyKind[]; readonly role: ApproverRole };

/**
 * Which approval the effects of one write need; undefined for none. The absolute amounts of one kind are summed, so that nobody
 * avoids a policy by dividing an amount within a write. An effect without an amount, or in another currency than the policy's,
 * needs approval.
 */
export function neededApproval(policies: readonly Policy[], effects: readonly Effect[]): Need | undefined {
  if (policies.length === 0) return undefined;
  const hits = withGuard(policies).filter((policy) =>
    isExceeded(
      policy,
      effects.filter((effect) => kindOfEffect(effect) === policy.kind),
    ),
  );
  const [first] = [...hits].sort((a, b) => approverRoles.indexOf(b.role) - approverRoles.indexOf(a.role));
  if (first === undefined) return undefined;
  return {
    kinds: [first.kind, ...hits.map(({ kind }) => kind).filter((kind) => kind !== first.kind)],
    role: first.role,
  };
}

/** As soon as there is any policy, changes of policies and roles need approval too: of a CONTROLLER, unless a policy says otherwise. */
function withGuard(policies: readonly Policy[]): readonly Policy[] {
  if (policies.some(({ kind }) => kind === "APPROVALS")) return policies;
  return [...policies, { kind: "APPROVALS", above: null, role: "CONTROLLER" }];
}

function isExceeded({ above }: Policy, effects: readonly Effect[]): boolean {
  if (effects.length === 0) return false;
  if (above === null) return true;
  let total = 0n;
  for (const { amount } of effects) {
    if (amount === undefined || amount.currency !== above.currency) return true;
    total += amount.minor < 0n ? -amount.minor : amount.minor;
  }
  return compare(money(total, above.currency), above) > 0;
}

/** A policy as it is stored and answered: the amount as text. */
export type PolicyRecord = {
  readonly kind: PolicyKind;
  readonly above: { readonly amount: string; readonly currency: string } | null;
  readonly role: ApproverRole;
};

export function recordOfPolicy({ kind, above, role }: Policy): PolicyRecord {
  return { kind, above: above === null ? null : { amount: formatMoney(above), currency: above.currency }, role };
}

/** Undefined if the amount has more decimals than its currency. */
export function policyFromRecord({ kind, above, role }: PolicyRecord): Policy | undefined {
  if (above === null) return { kind, above, role };
  const amount = parseMoney(above.amount, above.currency);
  return amount === undefined ? undefined : { kind, above: amount, role };
}

/** The policies from their column of the merchant's row. */
export function policiesFromColumn(stored: unknown): readonly Policy[] {
  const records = stored as readonly PolicyRecord[];
  return records.map((each) => required(policyFromRecord(each), "an amount that was checked"));
}
