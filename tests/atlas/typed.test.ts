import { expect, test } from 'vitest';
import { isOfRoute, pathTyped } from '#atlas/site/typed.ts';
import { ROUTES } from '#tools/atlas/typed-addresses.ts';

test('an address is looked for by its path, as it is typed or as a browser has it', () => {
  expect(pathTyped('/provisioning?ak=a1b2')).toBe('/provisioning');
  expect(pathTyped(' https://sso.example.com:8443/First/auth?type=03#x ')).toBe('/first/auth');
  expect(pathTyped('after 300 s')).toBeNull();
  expect(pathTyped('POST /authenticate')).toBeNull();
});

test('every route is found with its parts filled in, and no longer or shorter one', () => {
  for (const route of Object.keys(ROUTES)) {
    const path = pathTyped(`https://sso.example.com${route.replaceAll(/\{\w+\}/g, 'a1b2')}`) ?? '';
    expect(isOfRoute(path, route), route).toBe(true);
    expect(isOfRoute(`${path}/more`, route), route).toBe(false);
  }
});
