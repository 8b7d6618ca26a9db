import type Koa from 'koa';
import { unverifiedClaims } from './requests.ts';
import { ROUTES } from './routes.ts';

/** The parameters that decide how the error response is returned. */
const RESPONSE_PARAMETERS = ['response_mode', 'state'];

/**
 * Prepares the refusal of request objects (OpenID Connect Core 1.0, section 6), which the library sends (rule 250). A
 * `response_mode` or `state` that the request does not contain is taken from the request object. Nothing else of the
 * object is read.
 */
export const prepareRequestObjectRefusal: Koa.Middleware = (ctx, next) => {
  const params = new URLSearchParams(ctx.querystring);
  const requestObject = params.get('request');
  if (ctx.path !== ROUTES.authorization || requestObject === null) return next();
  const claims = unverifiedClaims(requestObject);
  for (const name of RESPONSE_PARAMETERS) {
    const value = claims[name];
    if (typeof value === 'string' && !params.has(name)) params.set(name, value);
  }
  ctx.querystring = params.toString();
  return next();
};
