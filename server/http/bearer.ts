import type { Caller } from '#server/login/request-session.ts';
import type { AUTH_HEADER } from '#wire/names.ts';
import type { Ctx } from './env.ts';

/** The token of a bearer header; empty when it has none. */
export const bearerOf = (c: Ctx, header: 'Authorization' | typeof AUTH_HEADER = 'Authorization'): string =>
  /^Bearer (\S+)$/i.exec(c.req.header(header) ?? '')?.[1] ?? '';

/** The caller of a request with this Authorization header. */
export const callerOf = (c: Ctx, header?: 'Authorization' | typeof AUTH_HEADER): Caller => ({
  requestSession: c.get('requestSession'),
  bearer: bearerOf(c, header),
});
