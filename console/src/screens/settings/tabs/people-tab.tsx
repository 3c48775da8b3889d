import type { User } from "@accord/client";
import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../../api/accord.ts";
import { doneOrWaiting } from "../../../api/done-or-waiting.ts";
import { useSession } from "../../../api/session.ts";
import { moment } from "../../../format/day.ts";
import { roleName, word } from "../../../format/words.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import classes from "../../../parts/form-dialog.module.css";
import { FormDialog } from "../../../parts/form-dialog.tsx";
import { Section } from "../../../parts/section.tsx";
import { ShownOnce } from "../../../parts/shown-once.tsx";
import { Status } from "../../../parts/status.tsx";
import { failed } from "../../../parts/toast.ts";
import type { Column } from "../../../table/column.ts";
import { ListTable } from "../../../table/list-table.tsx";

type Role = User["role"];

const roles: readonly Role[] = ["VIEWER", "EDITOR", "CONTROLLER", "OWNER"];

type Chosen = { readonly user?: User; readonly isLeaving?: boolean };

/** Who works with this merchant, and what each may do. Owners change it. */
export default function PeopleTab() {
  const { role, merchant } = useSession();
  const [chosen, setChosen] = useState<Chosen>();
  const [link, setLink] = useState<{ readonly email: string; readonly address: string | null }>();
  const mayChange = role === "OWNER";
  const close = () => setChosen(undefined);
  const invite = async ({ id, email }: User) => {
    try {
      const { path } = await accord.createSignInLink({ id });
      setLink({ email, address: path === null ? null : `${location.origin}${path}` });
    } catch (error) {
      failed(error);
    }
  };
  const columns: readonly Column<User>[] = [
    { id: "name", onPhone: true, title: "Person", value: ({ name, email }) => name ?? email },
    { id: "email", onPhone: "beneath", title: "E-mail", value: ({ email }) => email, sort: "email" },
    { id: "role", onPhone: "beneath", title: "Role", value: (user) => word(user.role) },
    {
      id: "status",
      onPhone: "beneath",
      title: "Status",
      value: ({ status }) => status,
      cell: ({ status }) => (status === "ACTIVE" ? <Status code="ACTIVE" /> : <Status code="LEFT">Deactivated</Status>),
    },
    {
      id: "seen",
      title: "Last sign-in",
      value: ({ lastSeenAt }) => lastSeenAt,
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? "never" : moment(lastSeenAt, merchant.timeZone)),
    },
    {
      id: "change",
      onPhone: true,
      title: "",
      width: 260,
      value: () => "",
      cell: (user) =>
        mayChange &&
        user.status === "ACTIVE" && (
          <>
            <Button variant="subtle" size="compact-xs" onClick={() => invite(user)}>
              Sign-in link
            </Button>
            <Button variant="subtle" size="compact-xs" onClick={() => setChosen({ user })}>
              Change
            </Button>
            <Button variant="subtle" size="compact-xs" color="red" onClick={() => setChosen({ user, isLeaving: true })}>
              Deactivate
            </Button>
          </>
        ),
    },
  ];
  return (
    <Section
      title="People"
      note="A viewer looks, an editor works, a controller also approves, an owner also decides who may do what."
      aside={mayChange && <Button onClick={() => setChosen({})}>Invite somebody</Button>}
    >
      <ListTable
        label="People"
        operation="listUsers"
        columns={columns}
        empty={<EmptyState title="Nobody yet">Invite who works on contracts, closes months or only looks.</EmptyState>}
      />
      {chosen && !chosen.isLeaving && <PersonForm user={chosen.user} close={close} />}
      {chosen?.isLeaving && chosen.user && <Deactivate user={chosen.user} close={close} />}
      {link && (
        <ShownOnce title={`Sign-in link of ${link.email}`} secret={link.address} close={() => setLink(undefined)}>
          Send it to {link.email}. It signs them in once, within three days.
        </ShownOnce>
      )}
    </Section>
  );
}

function PersonForm({ user, close }: { user: User | undefined; close: () => void }) {
  const [email, setEmail] = useState(user?.email ?? "");
  const [name, setName] = useState(user?.name ?? "");
  const [role, setRole] = useState<Role>(user?.role ?? "EDITOR");
  const submit = () => {
    const fields = { name: name.trim() || null, role };
    return user === undefined
      ? doneOrWaiting(
          accord.inviteUser({ body: { email: email.trim(), ...fields } }),
          "Invited. Make a sign-in link, and send it.",
        )
      : doneOrWaiting(accord.updateUser({ id: user.id, body: fields }), "Changed.");
  };
  return (
    <FormDialog
      title={user === undefined ? "Invite somebody" : `Change ${user.email}`}
      verb={user === undefined ? "Invite" : "Save"}
      isReady={email.includes("@")}
      submit={submit}
      close={close}
    >
      {user === undefined && (
        <TextInput
          label="E-mail"
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      <div className={classes.row}>
        <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <Select
          label="Role"
          data={roles.map((value) => ({ value, label: roleName(value) }))}
          value={role}
          allowDeselect={false}
          onChange={(next) => next && setRole(next as Role)}
        />
      </div>
    </FormDialog>
  );
}

function Deactivate({ user, close }: { user: User; close: () => void }) {
  const submit = () =>
    doneOrWaiting(
      accord.updateUser({ id: user.id, body: { status: "DEACTIVATED" } }),
      `${user.email} has no access any more.`,
    );
  return (
    <FormDialog title={`Deactivate ${user.email}`} verb="Deactivate" isReady isDangerous submit={submit} close={close}>
      <p>They are signed out at once. What they did stays under their name.</p>
    </FormDialog>
  );
}
