/**
 * The attributes of the script's tag; `data-respect-dnt` is `respectDnt`. Without a value they are
 * "".
 */
export interface TagSettings {
  readonly api?: string;
  readonly domain?: string;
  readonly respectDnt?: string;
  readonly local?: string;
  readonly outbound?: string;
  readonly downloads?: string;
}

/** The part of a script's tag that the tracker reads. */
export interface TrackerTag {
  readonly src: string;
  readonly dataset: TagSettings;
}
