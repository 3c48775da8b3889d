import type { ApprovalPolicy } from "@accord/client";
import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../../api/accord.ts";
import { doneOrWaiting } from "../../../api/done-or-waiting.ts";
import { useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { isZero } from "../../../format/decimal.ts";
import { isAmount, moneyWithCurrency } from "../../../format/money.ts";
import { roleName } from "../../../format/words.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import classes from "../../../parts/form-dialog.module.css";
import { FormDialog } from "../../../parts/form-dialog.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Section } from "../../../parts/section.tsx";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";

type Kind = ApprovalPolicy["kind"];

const kinds: readonly { readonly value: Kind; readonly label: string; readonly hasAmount: boolean }[] = [
  { value: "APPROVE_CONTRACT", label: "Approving a contract", hasAmount: true },
  { value: "CREDIT_MEMO", label: "Credit memos", hasAmount: true },
  { value: "WRITE_OFF", label: "Write-offs, and reversing them", hasAmount: true },
  { value: "ADJUSTMENT", label: "Adjustments", hasAmount: true },
  { value: "MANUAL_REVENUE", label: "Revenue set by hand", hasAmount: true },
  { value: "TREATMENT", label: "Another treatment of a modification", hasAmount: false },
  { value: "JOURNAL_EXPORT", label: "Exporting the journal", hasAmount: false },
  { value: "CLOSE", label: "Closing a month, and holding contracts out of it", hasAmount: false },
  { value: "REOPEN", label: "Reopening and unlocking a month", hasAmount: false },
  { value: "APPROVALS", label: "Changing these rules and roles", hasAmount: false },
];

function kindName(kind: Kind): string {
  return kinds.find(({ value }) => value === kind)?.label ?? kind;
}

/** What waits until a second person approves it. */
export default function ApprovalsTab() {
  const { role } = useSession();
  const policies = useApi("listApprovalPolicies");
  const [chosen, setChosen] = useState<{ readonly policy?: ApprovalPolicy; readonly isLeaving?: boolean }>();
  const mayChange = role === "CONTROLLER" || role === "OWNER";
  const add = mayChange && (
    <Button variant="default" onClick={() => setChosen({})}>
      Add a rule
    </Button>
  );
  const columns: readonly Column<ApprovalPolicy>[] = [
    { id: "kind", onPhone: true, title: "What", value: ({ kind }) => kindName(kind) },
    {
      id: "above",
      onPhone: "beneath",
      title: "From which amount",
      value: ({ above }) =>
        above === null || isZero(above.amount) ? "Always" : `Above ${moneyWithCurrency(above.amount, above.currency)}`,
    },
    { id: "role", onPhone: "beneath", title: "Who may approve", value: (policy) => roleName(policy.role) },
    {
      id: "change",
      onPhone: true,
      title: "",
      width: 160,
      value: () => "",
      cell: (policy) =>
        mayChange && (
          <>
            <Button variant="subtle" size="compact-xs" onClick={() => setChosen({ policy })}>
              Change
            </Button>
            <Button
              variant="subtle"
              size="compact-xs"
              color="red"
              onClick={() => setChosen({ policy, isLeaving: true })}
            >
              Remove
            </Button>
          </>
        ),
    },
  ];
  const close = () => setChosen(undefined);
  return (
    <Section
      title="What takes two people"
      note="Such a change waits in Approvals until another person looks at what it would do, and approves or rejects it."
      aside={add}
    >
      <Loaded of={policies}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="Everything can be done alone" action={add}>
              Add a rule where your auditors ask for a second pair of eyes. The first one is set alone; from then on
              changing the rules takes two people as well.
            </EmptyState>
          ) : (
            <DataTable label="What takes two people" columns={columns} rows={data} rowId={({ kind }) => kind} isWhole />
          )
        }
      </Loaded>
      {chosen && !chosen.isLeaving && <PolicyForm policy={chosen.policy} close={close} />}
      {chosen?.isLeaving && chosen.policy && <RemovePolicy policy={chosen.policy} close={close} />}
    </Section>
  );
}

function PolicyForm({ policy, close }: { policy: ApprovalPolicy | undefined; close: () => void }) {
  const { merchant } = useSession();
  const [kind, setKind] = useState<Kind>(policy?.kind ?? "APPROVE_CONTRACT");
  const [amount, setAmount] = useState(policy?.above?.amount ?? "");
  const [role, setRole] = useState<"CONTROLLER" | "OWNER">(policy?.role ?? "CONTROLLER");
  const hasAmount = kinds.find(({ value }) => value === kind)?.hasAmount ?? false;
  const currency = policy?.above?.currency ?? merchant.defaultCurrency;
  const isReady = !hasAmount || amount.trim() === "" || isAmount(amount);
  const submit = () => {
    const above = hasAmount && amount.trim() !== "" ? { amount: amount.trim(), currency } : null;
    return doneOrWaiting(accord.setApprovalPolicy({ body: { kind, above, role } }), "The rule holds from now on.");
  };
  return (
    <FormDialog title="What takes two people" verb="Save" isReady={isReady} submit={submit} close={close}>
      <Select
        label="What"
        data={kinds.map(({ value, label }) => ({ value, label }))}
        value={kind}
        disabled={policy !== undefined}
        allowDeselect={false}
        onChange={(next) => next && setKind(next as Kind)}
      />
      <div className={classes.row}>
        {hasAmount && (
          <TextInput
            label={`Above which amount in ${currency}`}
            placeholder="Always"
            inputMode="decimal"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
        )}
        <Select
          label="Who may approve"
          data={[
            { value: "CONTROLLER", label: "Controllers and owners" },
            { value: "OWNER", label: "Owners" },
          ]}
          value={role}
          allowDeselect={false}
          onChange={(next) => next && setRole(next as "CONTROLLER" | "OWNER")}
        />
      </div>
    </FormDialog>
  );
}

function RemovePolicy({ policy, close }: { policy: ApprovalPolicy; close: () => void }) {
  const submit = () => doneOrWaiting(accord.deleteApprovalPolicy({ kind: policy.kind }), "It can be done alone again.");
  return (
    <FormDialog title="Remove the rule" verb="Remove" isReady isDangerous submit={submit} close={close}>
      <p>{kindName(policy.kind)} can be done by one person again.</p>
    </FormDialog>
  );
}
