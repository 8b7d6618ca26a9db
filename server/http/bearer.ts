import type { Caller } from '#server/login/request-session.ts';
import type { AUTH_HEADER } from '#wire/names.ts';
import type { Ctx } from './env.ts';

/** The bearer token in a header of a call; empty when the header has no bearer token. */
export const bearerOf = (c: Ctx, header: 'Authorization' | typeof AUTH_HEADER = 'Authorization'): string =>
  /^Bearer (\S+)$/i.exec(c.req.header(header) ?? '')?.[1] ?? '';

/** The caller of a call: the session, and the bearer token in a header. */
export const callerOf = (c: Ctx, header?: 'Authorization' | typeof AUTH_HEADER): Caller => ({
  requestSession: c.get('requestSession'),
  bearer: bearerOf(c, header),
});
