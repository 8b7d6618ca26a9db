import { describe, expect, it } from 'vitest';
import { interactionOfPath, isEngineRequest } from '#server/protocols/oidc/routes.ts';

describe('requests of the engine', () => {
  it.each([
    ['GET', '/oauth2/authorize?client_id=a'],
    ['GET', '/oauth2/authorize?scope=openid&request_uri=urn:a'],
    ['GET', '/oauth2/authorize?client_id='],
    ['POST', '/oauth2/authorize'],
    ['GET', '/oauth2/authorize/abc'],
    ['POST', '/oauth2/token'],
    ['GET', '/oauth2/unknown'],
    ['GET', '/.well-known/openid-configuration'],
    ['OPTIONS', '/oauth2/userinfo'],
  ])('include %s %s', (method, url) => expect(isEngineRequest(method, url)).toBe(true));

  it.each([
    ['GET', '/oauth2/authorize'],
    ['GET', '/oauth2/authorize?'],
    ['HEAD', '/oauth2/authorize?xclient_id=a'],
    ['GET', '/oauth2/authorize?a=client_id'],
    ['GET', '/redirect?uid=1'],
    ['POST', '/auth/oauth2/mfa/check'],
    ['GET', '/.well-known/change-password'],
    ['GET', '/oauth2'],
  ])('do not include %s %s', (method, url) => expect(isEngineRequest(method, url)).toBe(false));
});

describe('the interaction of a path', () => {
  it.each([
    ['/oauth2/authorize/aB_-9', 'aB_-9'],
    ['/oauth2/authorize/', null],
    ['/oauth2/authorize/a/b', null],
    ['/oauth2/authorize/a%2Fb', null],
    ['/x/oauth2/authorize/a', null],
  ])('of %s is %s', (path, uid) => expect(interactionOfPath(path)).toBe(uid));
});
