import { Button, FileButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { accord } from "../../../api/accord.ts";
import { useMayWrite } from "../../../api/session.ts";
import { useRefresh } from "../../../api/use-api.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { PdfView } from "../../../parts/pdf-view.tsx";
import { done, failed } from "../../../parts/toast.ts";
import { useContract, useContractId } from "../use-contract.ts";

/** The signed document, beside the contract as entered. */
export default function FileTab() {
  return (
    <Loaded of={useContract()}>
      {({ id, fileName }) =>
        fileName === null ? (
          <EmptyState title="No file yet" action={<Upload title="Upload a PDF" />}>
            Keep the signed document with the contract. It is read and checked in the background.
          </EmptyState>
        ) : (
          <PdfView
            title={fileName}
            queryKey={["contract-file", id, fileName]}
            load={(signal) => accord.getContractFile({ id }, { signal })}
            aside={<Upload title="Replace" />}
          />
        )
      }
    </Loaded>
  );
}

function Upload({ title }: { title: string }) {
  const id = useContractId();
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const upload = useMutation({
    mutationFn: (file: File) => accord.uploadContractFile({ id, file }),
    onSuccess: async () => {
      await refresh();
      done("The file is saved, and is being read.");
    },
    onError: failed,
  });
  if (!mayWrite) return null;
  return (
    <FileButton accept="application/pdf" onChange={(file) => file && upload.mutate(file)}>
      {(props) => (
        <Button {...props} variant="default" loading={upload.isPending}>
          {title}
        </Button>
      )}
    </FileButton>
  );
}
