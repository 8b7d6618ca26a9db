import type Koa from 'koa';
import { unverifiedClaims } from './requests.ts';
import { ROUTES } from './routes.ts';

/** Parameters for returning the error response. */
const RESPONSE_PARAMETERS = ['response_mode', 'state'];

/**
 * Request objects (OpenID Connect Core 1.0, section 6) are refused (rule 250). The error response uses the
 * object's `response_mode` and `state` where the request has none; nothing else of the object is read.
 */
export const refuseRequestObjects: Koa.Middleware = (ctx, next) => {
  const params = new URLSearchParams(ctx.querystring);
  const object = params.get('request');
  if (ctx.path !== ROUTES.authorization || object === null) return next();
  const claims = unverifiedClaims(object);
  for (const name of RESPONSE_PARAMETERS) {
    const value = claims[name];
    if (typeof value === 'string' && !params.has(name)) params.set(name, value);
  }
  ctx.querystring = params.toString();
  return next();
};
