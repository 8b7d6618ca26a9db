import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';
import { DEFAULT_RUNTIME_CONFIG, type RuntimeConfig, type RuntimeConfigBlock } from '#wire/runtime-config.ts';

/**
 * Reads the inert JSON block of the page. Without a block, as behind a foreign server, the defaults
 * hold. A block that is there but is no JSON object is a fault of the server and throws a SyntaxError.
 *
 * @param now the device's clock, in epoch milliseconds
 */
export function readRuntimeConfig(page: Document, now: number): RuntimeConfig {
  const text = page.getElementById(RUNTIME_CONFIG_ELEMENT)?.textContent;
  if (!text) return DEFAULT_RUNTIME_CONFIG;
  const block: unknown = JSON.parse(text);
  if (typeof block !== 'object' || block === null || Array.isArray(block)) {
    throw new SyntaxError('The runtime configuration of the page is no JSON object');
  }
  const { serverTime = now, ...given }: Partial<RuntimeConfigBlock> = block;
  return { ...DEFAULT_RUNTIME_CONFIG, ...given, skewMs: serverTime - now };
}
