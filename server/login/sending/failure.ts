/** Name and code of an error, for the log. Its message may quote what was to be sent. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause ? `${error.name} ${cause.code}` : error.name;
}
