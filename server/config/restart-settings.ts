import { isDeepStrictEqual } from 'node:util';
import type { ServerConfig } from './schema.ts';

type RestartSetting = readonly [name: string, settingOf: (config: ServerConfig) => unknown];

/** Settings that the server reads only when its process starts. */
const RESTART_SETTINGS: readonly RestartSetting[] = [
  ['publicUrl', ({ publicUrl }) => publicUrl],
  ['trustProxy', ({ trustProxy }) => trustProxy],
  ['mode', ({ mode }) => mode],
  ['audit', ({ audit }) => audit],
  ['desk.listen', ({ desk }) => desk && { host: desk.host, port: desk.port }],
];

/** A text for each changed setting that needs a restart (rule 267). */
export const restartProblems = (current: ServerConfig, next: ServerConfig): string[] =>
  RESTART_SETTINGS.filter(([, settingOf]) => !isDeepStrictEqual(settingOf(current), settingOf(next))).map(
    ([name]) => `${name}: only a restart changes it`,
  );
