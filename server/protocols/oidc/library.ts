import { stripVTControlCharacters } from 'node:util';

const UNSUPPORTED_RUNTIME =
  'oidc-provider WARNING: Unsupported runtime. Use Node.js v22.x LTS, or a later LTS release.';

const isRuntimeNotice = (values: readonly unknown[]): boolean =>
  typeof values[0] === 'string' && stripVTControlCharacters(values[0]) === UNSUPPORTED_RUNTIME;

/**
 * Imports oidc-provider without its notice about the runtime.
 * All that it writes besides is passed on.
 */
export async function loadLibrary(): Promise<typeof import('oidc-provider')> {
  // The library reads process.release.lts, a name that the binary pinned by this project does not carry
  // although it is newer than the oldest one supported: the notice would be untrue at every start.
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

/** The classes of oidc-provider, handed to the modules that build on them. */
export type Library = Awaited<ReturnType<typeof loadLibrary>>;
