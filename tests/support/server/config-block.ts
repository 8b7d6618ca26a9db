import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';
import type { RuntimeConfigBlock } from '#wire/runtime-config.ts';

/** The configuration that a page of the server carries. */
export function configBlockOf(page: string): RuntimeConfigBlock {
  const block = new RegExp(`id="${RUNTIME_CONFIG_ELEMENT}"[^>]*>([^<]*)<`).exec(page)?.[1] ?? '';
  return JSON.parse(block);
}
