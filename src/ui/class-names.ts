/** Joins class names with spaces. Empty, false and undefined names are omitted. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
