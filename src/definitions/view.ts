/** A state of the dashboard under a name. */
export interface View {
  /** Unique among the shared views of the website, or among those of the person. */
  readonly name: string;
  /** The query of the dashboard's address, without its `?`. */
  readonly query: string;
  /** The id of the person whose view it is; 0 if all readers of the website share it. */
  readonly person: number;
}
