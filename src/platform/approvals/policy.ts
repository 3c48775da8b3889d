import { required } from "../../kernel/assert.ts";
import { compare, formatMoney, type Money, money, parseMoney } from "../../kernel/money.ts";
import type { MemberRole } from "../auth/roles.ts";

/** What a merchant may want a second person for. `APPROVALS` are the policies and the roles of members themselves. */
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

/** Writes of a kind need the approval of a second person in a role; null is every amount. */
export type Policy = { readonly kind: PolicyKind; readonly above: Money | null; readonly role: ApproverRole };

/**
 * What the audit log calls the effects that a policy names. The effect counts and not the endpoint that led to it, so that no
 * door, also none that is built later, goes past a policy.
 */
const kindsOfActions: ReadonlyMap<string, PolicyKind> = new Map<string, PolicyKind>([
  ["contract.approve", "APPROVE_CONTRACT"],
  ["credit-memo.issue", "CREDIT_MEMO"],
  ["credit-memo.void", "CREDIT_MEMO"],
  ["invoice.mark-uncollectible", "WRITE_OFF"],
  ["invoice.reinstate", "WRITE_OFF"],
  ["invoice.take-back-loss", "WRITE_OFF"],
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

/** What an audit row says of an effect. */
export type Effect = {
  readonly action: string;
  readonly changes?: readonly { readonly path: string }[];
  readonly worth?: Money | undefined;
};

/** The policy kind of an effect: by its action in the audit log, or because it says what months earn in place of a pattern. */
export function kindOfEffect({ action, changes = [] }: Effect): PolicyKind | undefined {
  const isManual = action.startsWith("performance-obligation.") && changes.some(({ path }) => path === "customRevenue");
  return kindsOfActions.get(action) ?? (isManual ? "MANUAL_REVENUE" : undefined);
}

/** Kinds whose effects are worth an amount: policies of the others hold always. */
export const kindsWithAmounts: readonly PolicyKind[] = [
  "APPROVE_CONTRACT",
  "CREDIT_MEMO",
  "WRITE_OFF",
  "MANUAL_REVENUE",
  "ADJUSTMENT",
];

/** Whose approval a write needs, and for what. */
export type Need = { readonly kinds: readonly PolicyKind[]; readonly role: ApproverRole };

/**
 * The policies that the effects of one write are under; undefined for none. Amounts of one kind add up, so that nobody divides
 * what one write does. What has no amount, or one in another currency, is under the policy: the safe side.
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

/** Once there is a policy, policies and roles are under one as well: a controller approves unless it says otherwise. */
function withGuard(policies: readonly Policy[]): readonly Policy[] {
  if (policies.some(({ kind }) => kind === "APPROVALS")) return policies;
  return [...policies, { kind: "APPROVALS", above: null, role: "CONTROLLER" }];
}

function isExceeded({ above }: Policy, effects: readonly Effect[]): boolean {
  if (effects.length === 0) return false;
  if (above === null) return true;
  let total = 0n;
  for (const { worth } of effects) {
    if (worth === undefined || worth.currency !== above.currency) return true;
    total += worth.minor < 0n ? -worth.minor : worth.minor;
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

/** Undefined where the amount has more decimals than its currency. */
export function policyFromRecord({ kind, above, role }: PolicyRecord): Policy | undefined {
  if (above === null) return { kind, above, role };
  const amount = parseMoney(above.amount, above.currency);
  return amount === undefined ? undefined : { kind, above: amount, role };
}

/** The policies as a merchant's row has them. */
export function policiesFromColumn(stored: unknown): readonly Policy[] {
  const records = stored as readonly PolicyRecord[];
  return records.map((each) => required(policyFromRecord(each), "an amount that was checked"));
}
