/** A client service of the configuration that OpenID does not allow. */
export class ClientServiceError extends Error {
  override readonly name = 'ClientServiceError';

  constructor(index: number, clientId: string, cause: unknown) {
    const reason = cause instanceof Error && 'error_description' in cause ? cause.error_description : cause;
    super(`clients[${index}] (${clientId}): ${reason}`, { cause });
  }
}

/** Nobody waits for the request any longer, so a login cannot answer it. */
export class RequestGoneError extends Error {
  override readonly name = 'RequestGoneError';

  constructor(id: string) {
    super(`The authorization request ${id} is unknown, finished or expired`);
  }
}
