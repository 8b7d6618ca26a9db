import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PLACEHOLDER } from '#server/config/problems.ts';
import type { OpsAddress } from '#server/operations/listen.ts';
import { LOG_LEVELS, type LogLevel } from '#server/operations/log.ts';
import { DataKeyError, type DataKeys, parseDataKeys } from '#server/storage/at-rest/data-keys.ts';

/** Settings of the server, from the environment variables and the arguments of `npm start`. */
export type Settings = {
  readonly port: number;
  readonly labPort: number;
  /** Port of the help desk in the demonstration. */
  readonly deskPort: number;
  /** Host name or IP address on which the server listens; null when it is not set. */
  readonly host: string | null;
  /** Folder with the data and the keys; null when it is not set. */
  readonly dataDir: string | null;
  /** Address of the PostgreSQL database; null when the data are in SQLite in the folder `dataDir`. */
  readonly databaseUrl: string | null;
  /** Keys that encrypt stored secrets; null when they are not set. */
  readonly dataKeys: DataKeys | null;
  /** Host and port on which health and metrics can be read; null when they are off. */
  readonly ops: OpsAddress | null;
  /** Seconds between two health probes. A stopping server waits for this time, so that a probe can notice the stop. */
  readonly probeSeconds: number;
  /** Minimum log level in production. */
  readonly logLevel: LogLevel;
  /** Whether to delete all data and to start with the initial data. */
  readonly fresh: boolean;
  /** Whether to print the usage instead of starting. */
  readonly help: boolean;
};

/** The origin of the lab's pages. */
export const labOrigin = (labPort: number): string => `http://localhost:${labPort}`;

/** Error for an invalid environment variable or argument. The message names the variable or the argument. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export const START_USAGE = `Usage: npm start -- [--fresh [--yes]] [--help]

  --fresh   delete all data and start with the initial data; in production only with --yes
  --help    show this text

Environment: PORT (8080), LAB_PORT (8081), DESK_PORT (8082), HOST, DATA_DIR (.data), DATABASE_URL, DATA_KEY or DATA_KEY_FILE,
MUNJIGI_CONFIG, MUNJIGI_MODE, LOG_LEVEL, OPS_HOST, OPS_PORT, PROBE_SECONDS, SMTP_URL, SMS_URL, PUSH_URL; docs/running.md explains them.`;

function portOf(name: string, value: string | undefined, fallback: number): number {
  if (!value) return fallback;
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new SettingsError(`${name} has to be a port number from 1 to 65535, not "${value}".`);
}

function readArguments(args: readonly string[]) {
  try {
    const flag = { type: 'boolean', default: false } as const;
    return parseArgs({ args: [...args], options: { fresh: flag, yes: flag, help: flag } }).values;
  } catch (error) {
    throw new SettingsError(`${error instanceof Error ? error.message : error}\n${START_USAGE}`);
  }
}

const FRESH_IN_PRODUCTION_MESSAGE = [
  '--fresh removes all accounts, factors and keys of this production portal. To do so, use --fresh --yes.',
  '--fresh는 이 운영 포털의 계정, 인증 수단, 키를 모두 지워요. 정말 지우려면 --fresh --yes라고 해 주세요.',
].join('\n');

const FRESH_ON_POSTGRES_MESSAGE = [
  '--fresh only removes the SQLite files in DATA_DIR. Create an empty PostgreSQL database and name it in DATABASE_URL.',
  '--fresh는 DATA_DIR의 SQLite 파일만 지워요. 비어 있는 PostgreSQL 데이터베이스를 만들어 DATABASE_URL로 정해 주세요.',
].join('\n');

function logLevelOf(value: string | undefined): LogLevel {
  const level = LOG_LEVELS.find((logLevel) => logLevel === (value || 'info'));
  if (level) return level;
  throw new SettingsError(`LOG_LEVEL has to be one of ${LOG_LEVELS.join(', ')}, not "${value}".`);
}

function secondsOf(name: string, value: string | undefined, fallback: number): number {
  const seconds = value ? Number(value) : fallback;
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= 300) return seconds;
  throw new SettingsError(`${name} has to be a number of seconds from 0 to 300, not "${value}".`);
}

/** The address of health and metrics. Null unless a port is set, because they are for operators only. */
function opsAddressOf(env: Readonly<Record<string, string | undefined>>): OpsAddress | null {
  const port = env['OPS_PORT'];
  return port ? { host: env['OPS_HOST'] || '127.0.0.1', port: portOf('OPS_PORT', port, 0) } : null;
}

/** The address of the PostgreSQL database. Error messages do not contain the address, because it may contain a password. */
function databaseUrlOf(value: string | undefined): string | null {
  if (!value) return null;
  if (PLACEHOLDER.test(value))
    throw new SettingsError(
      'DATABASE_URL contains a placeholder of the documentation: replace it with the password of your database. · DATABASE_URL에 문서의 예시가 남아 있어요. 실제 비밀번호로 바꿔 주세요.',
    );
  const url = URL.parse(value);
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return value;
  throw new SettingsError('DATABASE_URL has to be like postgres://user:password@host:5432/database.');
}

/** The keys in DATA_KEY or in the file DATA_KEY_FILE. Error messages do not contain a key. */
function dataKeysOf(env: Readonly<Record<string, string | undefined>>): DataKeys | null {
  const { DATA_KEY: key, DATA_KEY_FILE: file } = env;
  if (key && file) throw new SettingsError('Give DATA_KEY or DATA_KEY_FILE, not both.');
  if (!key && !file) return null;
  const name = key ? 'DATA_KEY' : 'DATA_KEY_FILE';
  try {
    return parseDataKeys(key || readFileSync(file ?? '', 'utf8'));
  } catch (error) {
    if (error instanceof DataKeyError) throw new SettingsError(`${name}: ${error.message}`);
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new SettingsError(`${name} names ${file}, which cannot be read${code}.`);
  }
}

/**
 * Reads the settings from the environment variables and the arguments.
 * @throws SettingsError
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Settings {
  const { fresh, yes, help } = readArguments(args);
  const port = portOf('PORT', env['PORT'], 8080);
  const labPort = portOf('LAB_PORT', env['LAB_PORT'], 8081);
  const deskPort = portOf('DESK_PORT', env['DESK_PORT'], 8082);
  const ops = opsAddressOf(env);
  if (ops?.port === port) throw new SettingsError(`PORT and OPS_PORT are both ${port}; they have to differ.`);
  if (port === labPort) throw new SettingsError(`PORT and LAB_PORT are both ${port}; they have to differ.`);
  if (fresh && !yes && env['MUNJIGI_MODE'] === 'production')
    throw new SettingsError(FRESH_IN_PRODUCTION_MESSAGE);
  const databaseUrl = databaseUrlOf(env['DATABASE_URL']);
  if (fresh && databaseUrl !== null) throw new SettingsError(FRESH_ON_POSTGRES_MESSAGE);
  return {
    port,
    labPort,
    deskPort,
    host: env['HOST'] || null,
    dataDir: env['DATA_DIR'] || null,
    databaseUrl,
    dataKeys: dataKeysOf(env),
    ops,
    probeSeconds: secondsOf('PROBE_SECONDS', env['PROBE_SECONDS'], 5),
    logLevel: logLevelOf(env['LOG_LEVEL']),
    fresh,
    help,
  };
}
