import type { FileName, ListName } from "@accord/client";
import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { accord } from "../api/accord.ts";
import { openFile } from "../parts/save-file.ts";
import { failed } from "../parts/toast.ts";

type Props = {
  readonly operation: FileName | ListName;
  readonly input: Readonly<Record<string, unknown>>;
  /** How many rows the file would have, where that is known. */
  readonly rows?: number | undefined;
};

/** As many as the server writes into one file. */
const mostRows = 50_000;

/** A list or a report as a file of the server, with the same filters and order; the browser keeps it as it comes. */
export function ExportMenu({ operation, input, rows = 0 }: Props) {
  const [busy, setBusy] = useState(false);
  const download = async (format: "csv" | "xlsx") => {
    if (rows > mostRows) {
      failed(new Error("A file has at most 50,000 rows. Filter the list, and export it in parts."));
      return;
    }
    setBusy(true);
    // Reports have words in their files, and spreadsheets of lists as well.
    const words = format === "csv" && operation.startsWith("list");
    try {
      const { url } = await accord.createDownload({
        body: { path: accord.filePath(operation, { ...input, format, ...(words && { headings: "words" }) } as never) },
      });
      openFile(url);
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
