import type { Contact } from "@accord/client";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../../api/accord.ts";
import { useMayWrite } from "../../../api/session.ts";
import { useAll } from "../../../api/use-api.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import classes from "../../../parts/form-dialog.module.css";
import { FormDialog } from "../../../parts/form-dialog.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Section } from "../../../parts/section.tsx";
import { Status } from "../../../parts/status.tsx";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";

type Chosen = { readonly contact?: Contact; readonly isLeaving?: boolean };

/** Who gets invoices and reminders. */
export default function ContactsTab({ customerId }: { customerId: string }) {
  const contacts = useAll("listContacts", { id: customerId });
  const mayWrite = useMayWrite();
  const [chosen, setChosen] = useState<Chosen>();
  const close = () => setChosen(undefined);
  const add = mayWrite && (
    <Button variant="default" onClick={() => setChosen({})}>
      Add a contact
    </Button>
  );
  const columns: readonly Column<Contact>[] = [
    { id: "email", onPhone: true, title: "E-mail", value: ({ email }) => email },
    {
      id: "name",
      onPhone: "beneath",
      title: "Name",
      value: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(" "),
    },
    {
      id: "role",
      onPhone: "beneath",
      title: "Gets",
      value: ({ isPrimaryContact }) => (isPrimaryContact ? "Invoices" : "Copies"),
      cell: ({ isPrimaryContact, isCCEmail }) =>
        isPrimaryContact ? (
          <Status code="PRIMARY" tone="good">
            Invoices and reminders
          </Status>
        ) : isCCEmail ? (
          "A copy"
        ) : (
          "Nothing"
        ),
    },
    {
      id: "change",
      onPhone: true,
      title: "",
      width: 160,
      value: () => "",
      cell: (contact) =>
        mayWrite && (
          <>
            <Button variant="subtle" size="compact-xs" onClick={() => setChosen({ contact })}>
              Change
            </Button>
            <Button
              variant="subtle"
              size="compact-xs"
              color="red"
              onClick={() => setChosen({ contact, isLeaving: true })}
            >
              Remove
            </Button>
          </>
        ),
    },
  ];
  return (
    <Section title="Contacts" note="The first one gets invoices and reminders; others may get a copy." aside={add}>
      <Loaded of={contacts}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No contacts yet" action={add}>
              Without a contact nobody gets the invoices.
            </EmptyState>
          ) : (
            <DataTable label="Contacts" columns={columns} rows={rows} rowId={({ id }) => id} isWhole />
          )
        }
      </Loaded>
      {chosen && !chosen.isLeaving && <ContactForm customerId={customerId} contact={chosen.contact} close={close} />}
      {chosen?.isLeaving && chosen.contact && (
        <RemoveContact customerId={customerId} contact={chosen.contact} close={close} />
      )}
    </Section>
  );
}

type FormProps = { readonly customerId: string; readonly contact: Contact | undefined; readonly close: () => void };

function ContactForm({ customerId, contact, close }: FormProps) {
  const [email, setEmail] = useState(contact?.email ?? "");
  const [firstName, setFirstName] = useState(contact?.firstName ?? "");
  const [lastName, setLastName] = useState(contact?.lastName ?? "");
  const [isPrimaryContact, setPrimary] = useState(contact?.isPrimaryContact ?? false);
  const [isCCEmail, setCopied] = useState(contact?.isCCEmail ?? true);
  const submit = async () => {
    const names = { firstName: firstName.trim() || null, lastName: lastName.trim() || null };
    const body = { email: email.trim(), ...names, isPrimaryContact, isCCEmail };
    if (contact) await accord.updateContact({ id: customerId, contactId: contact.id, body });
    else await accord.createContact({ id: customerId, body });
    return contact ? "The contact was changed." : "The contact was added.";
  };
  return (
    <FormDialog
      title={contact ? "Change the contact" : "Add a contact"}
      verb={contact ? "Save" : "Add"}
      isReady={email.includes("@")}
      submit={submit}
      close={close}
    >
      <TextInput
        label="E-mail"
        type="email"
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <div className={classes.row}>
        <TextInput label="First name" value={firstName} onChange={(event) => setFirstName(event.currentTarget.value)} />
        <TextInput label="Last name" value={lastName} onChange={(event) => setLastName(event.currentTarget.value)} />
      </div>
      <Checkbox
        label="Gets invoices and reminders"
        description="In place of whoever gets them now."
        checked={isPrimaryContact}
        onChange={(event) => setPrimary(event.currentTarget.checked)}
      />
      <Checkbox label="Gets a copy" checked={isCCEmail} onChange={(event) => setCopied(event.currentTarget.checked)} />
    </FormDialog>
  );
}

function RemoveContact({ customerId, contact, close }: FormProps & { readonly contact: Contact }) {
  const submit = async () => {
    await accord.deleteContact({ id: customerId, contactId: contact.id });
    return `${contact.email} was removed.`;
  };
  return (
    <FormDialog title="Remove the contact" verb="Remove" isReady isDangerous submit={submit} close={close}>
      <p>{contact.email} gets nothing any more.</p>
    </FormDialog>
  );
}
