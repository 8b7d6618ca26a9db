/** Thrown when a configured client service does not meet the requirements of OpenID Connect. */
export class ClientServiceError extends Error {
  override readonly name = 'ClientServiceError';

  constructor(index: number, clientId: string, cause: unknown) {
    const reason = cause instanceof Error && 'error_description' in cause ? cause.error_description : cause;
    super(`clients[${index}] (${clientId}): ${reason}`, { cause });
  }
}

/** Thrown when a login cannot finish a request, because the request is unknown, already finished or expired. */
export class RequestGoneError extends Error {
  override readonly name = 'RequestGoneError';

  constructor(id: string) {
    super(`The authorization request ${id} is unknown, finished or expired`);
  }
}
