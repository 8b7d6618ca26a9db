import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';
import type { RuntimeConfigBlock } from '#wire/runtime-config.ts';

/** The runtime configuration in a page of the server. */
export function configBlockOf(page: string): RuntimeConfigBlock {
  const block = new RegExp(`id="${RUNTIME_CONFIG_ELEMENT}"[^>]*>([^<]*)<`).exec(page)?.[1] ?? '';
  return JSON.parse(block);
}
