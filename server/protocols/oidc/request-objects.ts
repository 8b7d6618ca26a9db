import type Koa from 'koa';
import { unverifiedClaims } from './requests.ts';
import { ROUTES } from './routes.ts';

/** Parameters that say how an answer gets back. */
const OF_THE_ANSWER = ['response_mode', 'state'];

/**
 * Request objects (OpenID Connect Core 1.0, section 6) are refused (decision 250). The refusal goes back in the way that the object
 * asks for, where the request itself does not say one; nothing else of the object is read.
 */
export const refusedObjects: Koa.Middleware = (ctx, next) => {
  const params = new URLSearchParams(ctx.querystring);
  const object = params.get('request');
  if (ctx.path !== ROUTES.authorization || object === null) return next();
  const claims = unverifiedClaims(object);
  for (const name of OF_THE_ANSWER) {
    const value = claims[name];
    if (typeof value === 'string' && !params.has(name)) params.set(name, value);
  }
  ctx.querystring = params.toString();
  return next();
};
