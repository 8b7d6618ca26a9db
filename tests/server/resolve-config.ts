import { ConfigError } from '#server/config/config-error.ts';
import { resolveConfig } from '#server/config/load.ts';
import type { Mode, ServerConfig } from '#server/config/schema.ts';

export const ADDRESSES = { publicUrl: 'http://localhost:8080', labOrigin: 'http://localhost:8081' };

export const resolve = (file: unknown, mode: Mode = 'demo'): ServerConfig =>
  resolveConfig(file, 'config.json', { mode, ...ADDRESSES });

export function problemsOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

export const CLIENT = {
  clientId: 'wiki',
  clientSecret: 'a-secret-of-its-own',
  redirectUris: ['https://wiki.example/oidc'],
  serviceName: { ko: '위키', en: 'Wiki' },
};

export const POLICY = { id: 'password', authType: 'other', methods: ['pw'] };
