import { isDeepStrictEqual } from 'node:util';
import type { ServerConfig } from './schema.ts';

type RestartSetting = readonly [name: string, settingOf: (config: ServerConfig) => unknown];

/** Settings that are used only at the start of the process. */
const RESTART_SETTINGS: readonly RestartSetting[] = [
  ['publicUrl', ({ publicUrl }) => publicUrl],
  ['trustProxy', ({ trustProxy }) => trustProxy],
  ['mode', ({ mode }) => mode],
  ['audit', ({ audit }) => audit],
  ['desk.listen', ({ desk }) => desk && { host: desk.host, port: desk.port }],
];

/** The changed settings that need a restart (rule 267). */
export const restartProblems = (current: ServerConfig, next: ServerConfig): string[] =>
  RESTART_SETTINGS.filter(([, settingOf]) => !isDeepStrictEqual(settingOf(current), settingOf(next))).map(
    ([name]) => `${name}: only a restart changes it`,
  );
