import { ERROR_SCHEMA, SCIM_CONTENT_TYPE } from '#wire/scim.ts';

/** The error keywords `scimType` of RFC 7644, section 3.12, and of RFC 9865. */
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
  /** The names of the account fields with invalid values. */
  readonly fields: readonly string[];

  /** @param detail a text for the operator of the identity source */
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
 * @param extensions further members of the body, by the URIs of their schemas
 */
export function errorResponse(
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
