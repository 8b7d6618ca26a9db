import { stripVTControlCharacters } from 'node:util';

const UNSUPPORTED_RUNTIME =
  'oidc-provider WARNING: Unsupported runtime. Use Node.js v22.x LTS, or a later LTS release.';

const isRuntimeNotice = (values: readonly unknown[]): boolean =>
  typeof values[0] === 'string' && stripVTControlCharacters(values[0]) === UNSUPPORTED_RUNTIME;

/** Imports oidc-provider without its notice about the runtime. All other warnings are passed on. */
export async function loadLibrary(): Promise<typeof import('oidc-provider')> {
  // The library checks process.release.lts, which the pinned Node binary lacks although it is newer than
  // the oldest supported version, so that the notice would be wrong at every start.
  const warn = console.warn;
  console.warn = (...values: unknown[]) => {
    if (!isRuntimeNotice(values)) warn(...values);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

/** The exports of oidc-provider. */
export type Library = Awaited<ReturnType<typeof loadLibrary>>;
