import type { Ctx } from '#server/http/env.ts';

/**
 * The address that a request comes from. Behind a trusted proxy it is the last one of X-Forwarded-For:
 * the proxy wrote it, the others are the client's word. Empty where the app is called as a function.
 */
export function clientAddress(c: Ctx, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || (c.env?.incoming?.socket.remoteAddress ?? '');
}
