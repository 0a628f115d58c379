/** A remark about a day, or about a moment of it. */
export interface Annotation {
  /** `YYYY-MM-DD`, in the website's time zone. */
  readonly date: string;
  /** `HH:MM`; null for the whole day. */
  readonly time: string | null;
  readonly text: string;
  /** 1 if viewers see it. */
  readonly public: 0 | 1;
}
