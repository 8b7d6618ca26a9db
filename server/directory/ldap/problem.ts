/**
 * Steps of verifying a password at the directory, in order. `name`: DNS; `base`: the search base exists; `fields`: the
 * attributes of the person.
 */
export const DIRECTORY_STEPS = ['name', 'tcp', 'tls', 'bind', 'base', 'person', 'fields'] as const;

export type DirectoryStep = (typeof DIRECTORY_STEPS)[number];

/** The directory is unreachable or gives no usable answer, so that the password was not verified. */
export class DirectoryProblemError extends Error {
  override readonly name = 'DirectoryProblemError';
  readonly step: DirectoryStep;
  /** Error code, such as ECONNREFUSED, CERT_HAS_EXPIRED, or an LDAP result code. */
  readonly code: string;

  constructor(step: DirectoryStep, code: string, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.step = step;
    this.code = code;
  }
}

/** Codes for errors of the LDAP client that have only a message. */
const CODES_BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/timed? ?out/i, 'ETIMEDOUT'],
  [/closed|socket/i, 'ECONNRESET'],
];

function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return CODES_BY_MESSAGE.find(([pattern]) => pattern.test(String(error)))?.[1] ?? 'unknown';
}

/** Wraps an error as the problem of a step. A DirectoryProblemError is returned unchanged. */
export const problemAt = (step: DirectoryStep, error: unknown): DirectoryProblemError =>
  error instanceof DirectoryProblemError
    ? error
    : new DirectoryProblemError(
        step,
        codeOf(error),
        error instanceof Error ? error.message : String(error),
        error,
      );
