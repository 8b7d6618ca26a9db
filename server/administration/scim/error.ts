import { ERROR_SCHEMA, SCIM_CONTENT_TYPE } from '#wire/scim.ts';

/** Keywords of RFC 7644, section 3.12, and of RFC 9865. */
export type ScimType =
  | 'invalidCursor'
  | 'invalidCount'
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'sensitive';

/** A refused SCIM call. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the account fields that are not valid. */
  readonly fields: readonly string[];

  /** @param detail advice for the operator of the source */
  constructor(
    status: number,
    scimType: ScimType | null,
    detail: string,
    headers: Readonly<Record<string, string>> = {},
    fields: readonly string[] = [],
  ) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
    this.headers = headers;
    this.fields = fields;
  }
}

/**
 * The answer to a refused call (RFC 7644, section 3.12).
 * @param extensions of the body, by schema
 */
export function errorAnswer(
  { status, scimType, message, headers }: Pick<ScimError, 'status' | 'scimType' | 'message' | 'headers'>,
  extensions: Readonly<Record<string, object>> = {},
): Response {
  const body = {
    schemas: [ERROR_SCHEMA, ...Object.keys(extensions)],
    status: String(status),
    ...(scimType && { scimType }),
    detail: message,
    ...extensions,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'Content-Type': SCIM_CONTENT_TYPE },
  });
}
