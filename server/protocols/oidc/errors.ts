/** A configured client service breaks a rule of OpenID. */
export class ClientServiceError extends Error {
  override readonly name = 'ClientServiceError';

  constructor(index: number, clientId: string, cause: unknown) {
    const reason = cause instanceof Error && 'error_description' in cause ? cause.error_description : cause;
    super(`clients[${index}] (${clientId}): ${reason}`, { cause });
  }
}

/** The request is unknown, finished or expired, so a login cannot answer it. */
export class RequestGoneError extends Error {
  override readonly name = 'RequestGoneError';

  constructor(id: string) {
    super(`The authorization request ${id} is unknown, finished or expired`);
  }
}
