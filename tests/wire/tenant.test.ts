import { expect, it } from 'vitest';
import { tenantOf } from '#wire/tenant.ts';

it('is the first 16 characters of a client id', () => {
  expect(tenantOf('portal-of-the-whole-company')).toBe('portal-of-the-wh');
  expect(tenantOf('demo-oidc')).toBe('demo-oidc');
});
