import { afterAll } from 'vitest';
import { TEMPLATE_VARIABLE } from '#tools/postgres/template.ts';

if (process.env[TEMPLATE_VARIABLE] !== undefined) {
  const { closeTestDatabases } = await import('./storage.ts');
  afterAll(closeTestDatabases);
}
