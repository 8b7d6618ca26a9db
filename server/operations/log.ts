import { destination, type Level, type LoggerOptions, pino } from 'pino';
import { currentRequest } from './request.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const satisfies readonly Level[];
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The log entry of an answered request, without queries, IDs and secrets. */
export type RequestEntry = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Number of characters in the field `content` of a call that sends a code; its text is never logged (rule 80). */
  readonly contentLength?: number;
  /** Error code of spec section 8 in an answer with the HTTP status 200. */
  readonly refused?: string;
};

/** Fields that are secret wherever they occur. */
const SECRET_FIELDS = [
  'password',
  'userPassword',
  'pw',
  'otp',
  'answer',
  'ak',
  'accessToken',
  'secondToken',
  'authorization',
  'cookie',
];

const REDACTED_PATHS = ['', '*.', '*.*.'].flatMap((prefix) =>
  SECRET_FIELDS.map((name) => `${prefix}${name}`),
);

/** Removes credentials, queries and tokens from a text, such as the error message of a library. */
const withoutSecrets = (text: string): string =>
  text
    .replace(/:\/\/[^\s/@]+@/g, '://***@')
    .replace(/(:\/\/[^\s?'"]+)\?[^\s'")]*/g, '$1?***')
    .replace(/\b(Bearer|Basic) [\w.~+/=-]+/gi, '$1 ***');

type ErrorFields = { readonly type: string; readonly message: string; readonly [name: string]: unknown };

/** The fields of an error that are logged. Other fields are left out, because libraries may attach whole requests. */
function errorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)) };
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    ...('code' in error && { code: String(error.code) }),
    ...(error.stack !== undefined && { stack: withoutSecrets(error.stack) }),
    ...(error.cause !== undefined && { cause: errorFields(error.cause) }),
  };
}

const LOGGER_OPTIONS: LoggerOptions = {
  base: { pid: process.pid },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (level) => ({ level }) },
  mixin: () => {
    const request = currentRequest();
    return request ? { request: request.id } : {};
  },
  serializers: { err: errorFields },
  redact: { paths: REDACTED_PATHS, censor: '***' },
};

/** Fields of a line in addition to its message. Fields that are named like a secret are written as ***. */
type Fields = Readonly<Record<string, unknown>>;

/** The log of this process. */
export type Log = {
  info(message: string, fields?: Fields): void;
  /** A problem outside this process, or of the configuration. */
  warn(message: string, fields?: Fields): void;
  /** An unexpected error. */
  fault(error: unknown): void;
  request(entry: RequestEntry): void;
};

/** A log that writes JSON lines, with the ID of the current request. */
export function structuredLog(level: LogLevel, write: { write(line: string): void }): Log {
  const logger = pino({ ...LOGGER_OPTIONS, level }, write);
  return {
    info: (message, fields) => logger.info(fields, message),
    warn: (message, fields) => logger.warn(fields, message),
    fault: (error) => logger.error({ err: error }, 'unexpected'),
    request: (entry) => logger.info(entry, 'request'),
  };
}

const consoleLog: Log = {
  info: () => undefined,
  request: () => undefined,
  warn: (message, fields) => console.error(message, ...(fields ? [fields] : [])),
  fault: (error) => console.error(error),
};

let currentLog: Log = consoleLog;

/**
 * Switches the log of this process to JSON lines. Before that, and in a demonstration, warnings and errors are written
 * to the console, and requests are not logged.
 */
export function beginLog(level: LogLevel, stream: 'stdout' | 'stderr'): void {
  currentLog = structuredLog(level, destination({ fd: stream === 'stdout' ? 1 : 2, sync: true }));
}

/** The log of this process. */
export const log: Log = {
  info: (message, fields) => currentLog.info(message, fields),
  warn: (message, fields) => currentLog.warn(message, fields),
  fault: (error) => currentLog.fault(error),
  request: (entry) => currentLog.request(entry),
};
