import { plainInitialData } from '#src/app/initial-data.ts';
import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';
import { DEFAULT_RUNTIME_CONFIG, type RuntimeConfig, type RuntimeConfigBlock } from '#wire/runtime-config.ts';

/** Without a block from the server, the public-IP service is that of the build (rule 166). */
const defaults = (): RuntimeConfig => ({
  ...DEFAULT_RUNTIME_CONFIG,
  ipUrl: import.meta.env['VITE_IP_URL'] ?? DEFAULT_RUNTIME_CONFIG.ipUrl,
});

/**
 * Reads the JSON block of the page; without one, as with a foreign server, it returns the defaults. A block that is not a
 * JSON object throws a SyntaxError.
 * @param now the device's clock, in epoch milliseconds
 */
export function readRuntimeConfig(page: Document, now: number): RuntimeConfig {
  const text = page.getElementById(RUNTIME_CONFIG_ELEMENT)?.textContent;
  if (!text) return defaults();
  const block: unknown = JSON.parse(text);
  if (typeof block !== 'object' || block === null || Array.isArray(block)) {
    throw new SyntaxError('The runtime configuration of the page is not a JSON object');
  }
  const { serverTime = now, known: initialData = null, ...values }: Partial<RuntimeConfigBlock> = block;
  return {
    ...defaults(),
    ...values,
    known: initialData && plainInitialData(initialData),
    skewMs: serverTime - now,
  };
}
