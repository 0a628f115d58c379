/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
}

interface Reference {
  readonly $ref: string;
}

/** The parts of a document that have parameters. */
export interface HasParameters {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { parameters?: readonly (Parameter | Reference)[] }>>>
  >;
  readonly components: { parameters?: Readonly<Record<string, Parameter>> };
}

/**
 * Makes components of the parameters that several operations have, with references in their places:
 * without that, they are more than half of the document. A component has the name of its parameter.
 * If parameters of one name differ, the most frequent one is the component. The others stay.
 */
export function shareParameters({ paths, components }: HasParameters): void {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const counts = new Map<string, number>();
  for (const text of operations.flatMap(({ parameters = [] }) => parameters.map(textOf))) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const shared: Record<string, Parameter> = {};
  for (const [text, count] of counts) {
    const parameter = JSON.parse(text) as Parameter;
    const other = shared[parameter.name];
    const most = Math.max(1, (other && counts.get(textOf(other))) ?? 0);
    if (count > most) shared[parameter.name] = parameter;
  }
  components.parameters = shared;
  for (const operation of operations) {
    if (operation.parameters === undefined) continue;
    operation.parameters = operation.parameters.map((parameter) => {
      const { name } = parameter as Parameter;
      const component = shared[name];
      const isShared = component !== undefined && textOf(component) === textOf(parameter);
      return isShared ? { $ref: `#/components/parameters/${name}` } : parameter;
    });
  }
}

function textOf(parameter: object): string {
  return JSON.stringify(parameter);
}
