type PlaceholderNames<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderNames<Rest>
  : never;

/** A value cannot be a path segment: it would change the path of the call. */
export class PathValueError extends Error {
  override readonly name = 'PathValueError';
  readonly placeholder: string;

  constructor(placeholder: string) {
    super(`The value of "${placeholder}" cannot be a path segment`);
    this.placeholder = placeholder;
  }
}

function segment(placeholder: string, value: string): string {
  if (value === '' || value === '.' || value === '..' || !value.isWellFormed())
    throw new PathValueError(placeholder);
  return encodeURIComponent(value);
}

/**
 * Puts values into the `{name}` placeholders of a path, each encoded as one segment. `.` and `..` are rejected, because
 * `encodeURIComponent` does not change them and a URL parser resolves them.
 * @throws PathValueError when a value is empty, `.`, `..` or has an unpaired surrogate.
 */
export function apiPath<const Template extends string>(
  template: Template,
  values: Readonly<Record<PlaceholderNames<Template>, string>>,
): string {
  const segments: Readonly<Record<string, string>> = values;
  return template.replaceAll(/\{(\w+)\}/g, (_place, name: string) => segment(name, segments[name] ?? ''));
}
