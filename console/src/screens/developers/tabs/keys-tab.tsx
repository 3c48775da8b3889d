import type { ApiKey } from "@accord/client";
import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../../api/accord.ts";
import { useMayWrite, useSession } from "../../../api/session.ts";
import { moment } from "../../../format/day.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { FormDialog } from "../../../parts/form-dialog.tsx";
import { ShownOnce } from "../../../parts/shown-once.tsx";
import { Status } from "../../../parts/status.tsx";
import type { Column } from "../../../table/column.ts";
import { ListTable } from "../../../table/list-table.tsx";

/** API keys. A key acts for the person who created it, with at most that person's rights. */
export default function KeysTab() {
  const mayWrite = useMayWrite();
  const { merchant } = useSession();
  const [isNew, setNew] = useState(false);
  const [made, setMade] = useState<{ readonly name: string; readonly key: string | null }>();
  const [revoked, setRevoked] = useState<ApiKey>();
  const create = mayWrite && <Button onClick={() => setNew(true)}>New key</Button>;
  const columns: readonly Column<ApiKey>[] = [
    { id: "name", onPhone: true, title: "Key", value: ({ name }) => name, sort: "name" },
    { id: "prefix", onPhone: "beneath", title: "Begins and ends with", value: ({ prefix }) => prefix },
    {
      id: "access",
      onPhone: "beneath",
      title: "May",
      value: ({ access }) => (access === "WRITE" ? "Read and write" : "Read"),
    },
    {
      id: "status",
      onPhone: "beneath",
      title: "Status",
      value: ({ status }) => status,
      cell: ({ status }) => <Status code={status} />,
    },
    { id: "of", title: "Acts for", value: ({ createdByEmail }) => createdByEmail ?? "nobody" },
    {
      id: "used",
      title: "Last used",
      value: ({ lastUsedAt }) => lastUsedAt,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? "never" : moment(lastUsedAt, merchant.timeZone)),
    },
    {
      id: "revoke",
      onPhone: true,
      title: "",
      width: 100,
      value: () => "",
      cell: (key) =>
        mayWrite &&
        key.status === "ACTIVE" && (
          <Button variant="subtle" size="compact-xs" color="red" onClick={() => setRevoked(key)}>
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <>
      <ListTable
        label="API keys"
        operation="listApiKeys"
        columns={columns}
        aside={create}
        empty={
          <EmptyState title="No keys yet" action={create}>
            A program needs a key to reach the API. It is shown once.
          </EmptyState>
        }
      />
      {isNew && <NewKey close={() => setNew(false)} then={setMade} />}
      {made && (
        <ShownOnce title={made.name} secret={made.key} close={() => setMade(undefined)}>
          This is the key. Nobody sees it again.
        </ShownOnce>
      )}
      {revoked && <Revoke apiKey={revoked} close={() => setRevoked(undefined)} />}
    </>
  );
}

type NewKeyProps = {
  readonly close: () => void;
  readonly then: (made: { readonly name: string; readonly key: string | null }) => void;
};

function NewKey({ close, then }: NewKeyProps) {
  const [name, setName] = useState("");
  const [access, setAccess] = useState<ApiKey["access"]>("READ_ONLY");
  const submit = async () => {
    then(await accord.createApiKey({ body: { name: name.trim(), access } }));
    return "The key was made.";
  };
  return (
    <FormDialog title="New key" verb="Create" isReady={name.trim() !== ""} submit={submit} close={close}>
      <TextInput
        label="What it is for"
        placeholder="Usage of the billing gateway"
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        label="It may"
        data={[
          { value: "READ_ONLY", label: "Read" },
          { value: "WRITE", label: "Read and write" },
        ]}
        value={access}
        allowDeselect={false}
        onChange={(next) => next && setAccess(next as ApiKey["access"])}
      />
    </FormDialog>
  );
}

function Revoke({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const submit = async () => {
    await accord.revokeApiKey({ id: apiKey.id });
    return `${apiKey.name} opens nothing any more.`;
  };
  return (
    <FormDialog title={`Revoke ${apiKey.name}`} verb="Revoke" isReady isDangerous submit={submit} close={close}>
      <p>Programs that use it are rejected within a second. This cannot be undone.</p>
    </FormDialog>
  );
}
