type PlaceholderNames<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderNames<Rest>
  : never;

/** Thrown if a value cannot be a path segment, because it would change the path of the call. */
export class PathValueError extends Error {
  override readonly name = 'PathValueError';
  readonly placeholder: string;

  constructor(placeholder: string) {
    super(`The value of "${placeholder}" cannot be a path segment`);
    this.placeholder = placeholder;
  }
}

function encodeSegment(placeholder: string, value: string): string {
  if (value === '' || value === '.' || value === '..' || !value.isWellFormed())
    throw new PathValueError(placeholder);
  return encodeURIComponent(value);
}

/**
 * Replaces the `{name}` placeholders of a path with values, each encoded as one segment. The values `.` and `..` are
 * not allowed, because `encodeURIComponent` does not encode them and a URL parser resolves them.
 * @throws {PathValueError} if a value is empty, `.` or `..`, or contains an unpaired surrogate
 */
export function apiPath<const Template extends string>(
  template: Template,
  values: Readonly<Record<PlaceholderNames<Template>, string>>,
): string {
  const valuesByName: Readonly<Record<string, string>> = values;
  return template.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) =>
    encodeSegment(name, valuesByName[name] ?? ''),
  );
}
