const paths = {
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14",
  star: "m8 1.8 1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6L8 1.8Z",
  close: "m4 4 8 8m0-8-8 8",
  down: "m4 6 4 4 4-4",
  back: "m10 3-5 5 5 5",
  forward: "m6 3 5 5-5 5",
  download: "M8 2v8m-3.5-3L8 10.5 11.5 7M2.5 13.5h11",
  plus: "M8 3v10M3 8h10",
  filter: "M2 3.5h12M4.5 8h7M7 12.5h2",
  check: "m3 8.5 3.2 3.2L13 4.8",
  leave: "M6.5 3.5h-3v9h9v-3M9 3h4v4M13 3 7.5 8.5",
  person:
    "M8 8a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 8Zm-5.3 5.8c.5-2.3 2.7-3.6 5.3-3.6s4.8 1.3 5.3 3.6",
  key: "M5 11.5a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Zm2.8-2.8h6.7m-2 0v2.3m-2.2-2.3v1.6",
  copy: "M5.5 5.5V3.2c0-.7.5-1.2 1.2-1.2h6c.7 0 1.3.5 1.3 1.2v6c0 .8-.6 1.3-1.3 1.3h-2.2M3.3 5.5h6c.7 0 1.2.5 1.2 1.2v6c0 .8-.5 1.3-1.2 1.3h-6c-.8 0-1.3-.5-1.3-1.3v-6c0-.7.5-1.2 1.3-1.2Z",
} as const;

/** Draws an icon. Screen readers skip it, because the text beside it says the same. */
export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
