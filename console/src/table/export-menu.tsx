import type { FileName } from "@accord/client";
import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { accord } from "../api/accord.ts";
import { saveFile } from "../parts/save-file.ts";
import { failed } from "../parts/toast.ts";

type Format = "csv" | "xlsx";
type Props = {
  /** What the file is called, where the server does not say it. */
  readonly name: string;
  readonly operation: FileName;
  readonly input: Readonly<Record<string, unknown>>;
};

/** A report as a file of the server. */
export function ExportMenu({ name, operation, input }: Props) {
  return (
    <FileMenu
      name={name}
      file={async (format) => {
        const { blob, fileName } = await accord.file(operation, { ...input, format } as never);
        return { blob, fileName };
      }}
    />
  );
}

type FileProps = {
  readonly name: string;
  readonly file: (format: Format) => Promise<{ readonly blob: Blob; readonly fileName?: string | undefined }>;
};

/** The same rows with the same filters as a file. */
export function FileMenu({ name, file }: FileProps) {
  const [busy, setBusy] = useState(false);
  const download = async (format: Format) => {
    setBusy(true);
    try {
      const { blob, fileName } = await file(format);
      saveFile(blob, fileName ?? `${name}.${format}`);
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
