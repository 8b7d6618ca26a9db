import { expect, test } from 'vitest';
import { matchesRoute, pathOfAddress } from '#atlas/site/address-match.ts';
import { ROUTES } from '#tools/atlas/routes.ts';

test('the path of an address, as typed or copied from a browser', () => {
  expect(pathOfAddress('/provisioning?ak=a1b2')).toBe('/provisioning');
  expect(pathOfAddress(' https://sso.example.com:8443/First/auth?type=03#x ')).toBe('/first/auth');
  expect(pathOfAddress('after 300 s')).toBeNull();
  expect(pathOfAddress('POST /authenticate')).toBeNull();
});

test('a route matches addresses with its parameters filled in, and no longer ones', () => {
  for (const route of Object.keys(ROUTES)) {
    const path = pathOfAddress(`https://sso.example.com${route.replaceAll(/\{\w+\}/g, 'a1b2')}`) ?? '';
    expect(matchesRoute(path, route), route).toBe(true);
    expect(matchesRoute(`${path}/more`, route), route).toBe(false);
  }
});
