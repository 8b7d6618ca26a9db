/** The path of an address as it is typed or copied, without host, query and fragment; null for anything else. */
export function pathOfAddress(question: string): string | null {
  const [, path] = /^(?:https?:\/\/[^/\s]+)?(\/[^\s?#]*)(?:[?#]\S*)?$/i.exec(question.trim()) ?? [];
  return path === undefined ? null : path.toLowerCase();
}

/** Whether a path is one of a route as the specification writes it, as `/approval/{ak}`. */
export function matchesRoute(path: string, route: string): boolean {
  const parts = (pathOfAddress(route) ?? '').split('/');
  const typed = path.split('/');
  return (
    parts.length === typed.length &&
    parts.every((part, index) => (part.startsWith('{') ? typed[index] !== '' : part === typed[index]))
  );
}
