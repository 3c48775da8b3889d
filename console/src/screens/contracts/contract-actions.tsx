import type { Contract } from "@accord/client";
import { Button, Menu, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useMayWrite } from "../../api/session.ts";
import { ButtonLink } from "../../parts/button-link.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { failed } from "../../parts/toast.ts";
import { paths } from "../../paths.ts";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";
import { ContractDetailsDialog } from "./contract-details-dialog.tsx";
import { FirstInvoice } from "./first-invoice.tsx";

type Action = "approve" | "block" | "unblock" | "check" | "delete";

/** The actions that the present state of the contract allows. */
export function ContractActions({ contract }: { contract: Contract }) {
  const mayWrite = useMayWrite();
  const [action, setAction] = useState<Action>();
  const [isChangingDetails, setChangingDetails] = useState(false);
  const navigate = useNavigate();
  if (!mayWrite) return null;
  const { id, status } = contract;
  const changeAll = (kind: string) =>
    navigate({ to: `/contracts/${id}/change` as string, search: { part: "contract", kind } as never });
  const proForma = async () => {
    try {
      const { blob, fileName } = await accord.getContractProFormaPdf({ id });
      saveFile(blob, fileName ?? `Pro forma ${contract.name}.pdf`);
    } catch (error) {
      failed(error);
    }
  };
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {status === "PROCESSED" && <Menu.Item onClick={() => setAction("block")}>Hold back …</Menu.Item>}
          {status === "BLOCKED" && <Menu.Item onClick={() => setAction("unblock")}>Release the hold …</Menu.Item>}
          {status !== "APPROVED" && <Menu.Item onClick={() => setAction("check")}>Check again …</Menu.Item>}
          {contract.customerId !== null && <Menu.Item onClick={proForma}>Pro forma (PDF)</Menu.Item>}
          <Menu.Item onClick={() => setChangingDetails(true)}>Name, PO number and other details …</Menu.Item>
          <Menu.Item onClick={() => changeAll("end")}>Move the end …</Menu.Item>
          <Menu.Item onClick={() => changeAll("terminate")}>Terminate all of it …</Menu.Item>
          <Menu.Item color="red" onClick={() => setAction("delete")}>
            Delete …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ButtonLink href={`/contracts/${id}/add`} variant="default">
        Add
      </ButtonLink>
      <ButtonLink href={`/contracts/${id}/change`} variant={status === "APPROVED" ? "filled" : "default"}>
        Change
      </ButtonLink>
      {status === "PROCESSED" && <Button onClick={() => setAction("approve")}>Approve …</Button>}
      {isChangingDetails && <ContractDetailsDialog contract={contract} close={() => setChangingDetails(false)} />}
      {action && <ActionDialog contract={contract} action={action} close={() => setAction(undefined)} />}
    </>
  );
}

const words: Readonly<Record<Action, readonly [title: string, verb: string, text: string]>> = {
  approve: [
    "Approve the contract",
    "Approve",
    "Invoices are issued when they are due, and revenue is recognized, from now on.",
  ],
  block: ["Hold the contract back", "Hold back", "Nothing is issued until somebody releases it."],
  unblock: [
    "Release the hold",
    "Release",
    "The contract is checked again, and can be approved if nothing else is missing.",
  ],
  check: ["Check the contract again", "Check", "Its file is read and its parts are checked again."],
  delete: [
    "Delete the contract",
    "Delete",
    "It goes to the deleted contracts. That is possible while nothing is issued and no closed month has entries of it.",
  ],
};

const codes = { approve: "APPROVE", block: "BLOCK", unblock: "UNBLOCK", check: "PROCESS" } as const;

function writeOf(action: Action, id: string, reason: string) {
  if (action === "delete") return write("deleteContract", { id });
  return write("actOnContract", { id, body: { action: codes[action], ...(reason !== "" && { reason }) } });
}

function ActionDialog({ contract, action, close }: { contract: Contract; action: Action; close: () => void }) {
  const navigate = useNavigate();
  const [reason, setReason] = useState("");
  const [title, verb, text] = words[action];
  const { id } = contract;
  const said = reason.trim();
  return (
    <PreviewDialog
      title={title}
      verb={verb}
      isDangerous={action === "delete"}
      write={action === "block" && said === "" ? undefined : writeOf(action, id, said)}
      waitingFor="Say why."
      close={close}
      then={() => {
        if (action === "delete") void navigate({ to: paths.contracts() as string });
      }}
    >
      <p>{text}</p>
      {action === "approve" && <FirstInvoice currency={contract.currency} />}
      {action === "block" && (
        <TextInput
          label="Why"
          description="Everybody who opens the contract sees it."
          required
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </PreviewDialog>
  );
}
