import { stripVTControlCharacters } from 'node:util';

const UNSUPPORTED_RUNTIME =
  'oidc-provider WARNING: Unsupported runtime. Use Node.js v22.x LTS, or a later LTS release.';

const isRuntimeNotice = (values: readonly unknown[]): boolean =>
  typeof values[0] === 'string' && stripVTControlCharacters(values[0]) === UNSUPPORTED_RUNTIME;

/** Imports oidc-provider without its notice about the runtime. All other warnings are passed on. */
export async function loadLibrary(): Promise<typeof import('oidc-provider')> {
  // The library checks process.release.lts. The Node binary of the project does not have this property, although its
  // version is supported, so the notice would be wrong.
  const originalWarn = console.warn;
  console.warn = (...values: unknown[]) => {
    if (!isRuntimeNotice(values)) originalWarn(...values);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = originalWarn;
  }
}

/** The exports of oidc-provider. */
export type Library = Awaited<ReturnType<typeof loadLibrary>>;
