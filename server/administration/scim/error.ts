/** Keywords of RFC 7644, section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'sensitive';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** A refused SCIM call. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | null;
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail what the operator of the source has to do */
  constructor(
    status: number,
    scimType: ScimType | null,
    detail: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
    this.headers = headers;
  }
}

export const SCIM_CONTENT_TYPE = 'application/scim+json; charset=utf-8';

/** The answer to a refused call (RFC 7644, section 3.12). */
export function errorAnswer({ status, scimType, message, headers }: ScimError): Response {
  const body = {
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...(scimType && { scimType }),
    detail: message,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'Content-Type': SCIM_CONTENT_TYPE },
  });
}
