import type { FileName, ListName } from "@accord/client";
import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { accord } from "../api/accord.ts";
import { saveFile } from "../parts/save-file.ts";
import { failed } from "../parts/toast.ts";

type Props = {
  /** What the file is called, where the server does not say it. */
  readonly name: string;
  readonly operation: FileName | ListName;
  readonly input: Readonly<Record<string, unknown>>;
};

/** The same rows with the same filters as a file. */
export function ExportMenu({ name, operation, input }: Props) {
  const [busy, setBusy] = useState(false);
  const download = async (format: "csv" | "xlsx") => {
    setBusy(true);
    try {
      const file = await accord.file(operation as FileName, { ...input, format } as never);
      saveFile(file.blob, file.fileName ?? `${name}.${format}`);
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<IconDownload size={15} stroke={1.7} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download("xlsx")}>Spreadsheet (XLSX)</Menu.Item>
        <Menu.Item onClick={() => download("csv")}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
