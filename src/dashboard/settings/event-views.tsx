import type { WebsiteRecord } from "../../model/website.ts";
import { useMe } from "../api/caller.ts";
import { may } from "../api/me.ts";
import { Corrections } from "./corrections.tsx";
import { PageNames } from "./page-names.tsx";

interface EventSettingsProps {
  readonly record: WebsiteRecord;
}

/** Shows the settings that say what pages are called, and change what is stored. */
export function EventSettings({ record }: EventSettingsProps) {
  return (
    <>
      <PageNames record={record} />
      {may(useMe(), "admin", record.id) && <Corrections website={record} />}
    </>
  );
}
