import { isDeepStrictEqual } from 'node:util';
import type { ServerConfig } from './schema.ts';

type Part = readonly [name: string, of: (config: ServerConfig) => unknown];

/** What is opened once, at the start, and what that depends on. */
const FIXED: readonly Part[] = [
  ['publicUrl', ({ publicUrl }) => publicUrl],
  ['trustProxy', ({ trustProxy }) => trustProxy],
  ['mode', ({ mode }) => mode],
  ['audit', ({ audit }) => audit],
  ['desk.listen', ({ desk }) => desk && { host: desk.host, port: desk.port }],
];

/** What only a restart changes (decision 267). */
export const fixedProblems = (current: ServerConfig, next: ServerConfig): string[] =>
  FIXED.filter(([, of]) => !isDeepStrictEqual(of(current), of(next))).map(
    ([name]) => `${name}: only a restart changes it`,
  );
