import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { address, type Query } from "../api/request.ts";

/** The same rows with the same filters as a file. */
export function ExportMenu({ path, query }: { path: string; query: Query }) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconDownload size={15} stroke={1.7} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={address(path, { ...query, format: "xlsx" })} download>
          Spreadsheet (XLSX)
        </Menu.Item>
        <Menu.Item component="a" href={address(path, { ...query, format: "csv" })} download>
          CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
