import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';
import { DEFAULT_RUNTIME_CONFIG, type RuntimeConfig } from '#wire/runtime-config.ts';

/**
 * Reads the inert JSON block of the page. Without a block, as behind a foreign server, the defaults
 * hold. A block that is there but is no JSON object is a fault of the server and throws a SyntaxError.
 */
export function readRuntimeConfig(page: Document): RuntimeConfig {
  const block = page.getElementById(RUNTIME_CONFIG_ELEMENT)?.textContent;
  if (!block) return DEFAULT_RUNTIME_CONFIG;
  const given: unknown = JSON.parse(block);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new SyntaxError('The runtime configuration of the page is no JSON object');
  }
  return { ...DEFAULT_RUNTIME_CONFIG, ...given };
}
