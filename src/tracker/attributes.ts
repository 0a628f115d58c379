/**
 * The attributes of the script's tag; `data-respect-dnt` is `respectDnt`. Without a value they are
 * "".
 */
export interface TagSettings {
  readonly api?: string | undefined;
  readonly domain?: string | undefined;
  readonly respectDnt?: string | undefined;
  readonly local?: string | undefined;
  readonly outbound?: string | undefined;
  readonly downloads?: string | undefined;
}

/** The part of a script's tag that the tracker reads. */
export interface TrackerTag {
  readonly src: string;
  readonly dataset: TagSettings;
}
