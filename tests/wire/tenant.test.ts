import { expect, it } from 'vitest';
import { tenantOf } from '#wire/tenant.ts';

it('the tenant is the first 16 characters of the client ID', () => {
  expect(tenantOf('portal-of-the-whole-company')).toBe('portal-of-the-wh');
  expect(tenantOf('demo-oidc')).toBe('demo-oidc');
});
