/** The texts of filters and their chips. */
export const filtersWords = {
  title: "Filters",
  filter: "Filter",
  segments: "Segments",
  goal: "Goal",
  funnel: "Funnel",
  property: (key: string) => `Property ${key}`,
  step: (step: number, funnel: string) => `step ${step} of ${funnel}`,
  /** The relations to a value, each with its opposite. */
  relations: {
    is: ["is", "is not"],
    begins: ["begins with", "does not begin with"],
    contains: ["contains", "does not contain"],
    reached: ["reached", "not reached"],
    any: ["is known", "is not known"],
  },
  all: "All visitors",
  clear: "Clear all",
  edit: (filter: string) => `Edit filter: ${filter}`,
  remove: (filter: string) => `Remove filter: ${filter}`,
  segment: "Segment",
  segmentNumber: (id: number) => `number ${id}`,
  removeSegment: (name: string) => `Remove segment: ${name}`,
  editSegment: (name: string) => `Edit segment: ${name}`,
  /** Says which visitors count, after a change. */
  counted: (filters: string) => `Visitors: ${filters}`,
} as const;
