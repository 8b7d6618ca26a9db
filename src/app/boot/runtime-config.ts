import { safeInitialData } from '#src/app/initial-data.ts';
import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';
import { DEFAULT_RUNTIME_CONFIG, type RuntimeConfig, type RuntimeConfigBlock } from '#wire/runtime-config.ts';

/**
 * The configuration of a page without a configuration block: the public-IP service is configured by the build (rule
 * 166).
 */
const defaults = (): RuntimeConfig => ({
  ...DEFAULT_RUNTIME_CONFIG,
  ipUrl: import.meta.env['VITE_IP_URL'] ?? DEFAULT_RUNTIME_CONFIG.ipUrl,
});

/**
 * Reads the configuration from the JSON block in the page. A page that a different server delivers may have no such
 * block; the function then returns the default configuration.
 * @param now the time of the device in epoch milliseconds
 * @throws {SyntaxError} if the block is not a JSON object
 */
export function readRuntimeConfig(document: Document, now: number): RuntimeConfig {
  const text = document.getElementById(RUNTIME_CONFIG_ELEMENT)?.textContent;
  if (!text) return defaults();
  const block: unknown = JSON.parse(text);
  if (typeof block !== 'object' || block === null || Array.isArray(block)) {
    throw new SyntaxError('The configuration is not a JSON object');
  }
  const { serverTime = now, known: initialData = null, ...values }: Partial<RuntimeConfigBlock> = block;
  return {
    ...defaults(),
    ...values,
    known: initialData && safeInitialData(initialData),
    skewMs: serverTime - now,
  };
}
