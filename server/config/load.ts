import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { DEMO_CLIENT_SECRET, demoFile } from './demo.ts';
import { ConfigError, crossProblems, describeIssues, productionProblems } from './problems.ts';
import { configFile, type Mode, type ServerConfig } from './schema.ts';

type Fields = Readonly<Record<string, unknown>>;

export type Surroundings = {
  readonly mode: Mode;
  /** Where the portal is reached when the file does not say. */
  readonly publicUrl: string;
  /** Origin of the lab, which the demonstration's client service runs on. */
  readonly labOrigin: string;
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function concat(own: unknown, demo: readonly Fields[], key: string): unknown {
  if (own === undefined) return demo;
  if (!Array.isArray(own)) return own;
  const taken = new Set(own.filter(isFields).map((entry) => entry[key]));
  return [...own, ...demo.filter((entry) => !taken.has(entry[key]))];
}

/** The file's clients and policies come before the demonstration's; its other values replace them. */
function overDemo(file: Fields, labOrigin: string): Fields {
  const demo = demoFile(labOrigin);
  return {
    ...demo,
    ...file,
    clients: concat(file['clients'], demo.clients, 'clientId'),
    policies: concat(file['policies'], demo.policies, 'id'),
  };
}

/**
 * The configuration that a file's content gives. The demonstration's services and policies are added
 * unless the mode is production.
 * @throws ConfigError naming every place that is wrong.
 */
export function resolveConfig(file: unknown, source: string, around: Surroundings): ServerConfig {
  const { mode, publicUrl, labOrigin } = around;
  if (!isFields(file)) throw new ConfigError(source, ['the file: must be an object']);
  const input = mode === 'demo' ? overDemo(file, labOrigin) : file;
  const parsed = v.safeParse(configFile, input);
  if (!parsed.success) throw new ConfigError(source, describeIssues(parsed.issues));
  const { $schema: _schema, ...values } = parsed.output;
  if (mode === 'production' && values.publicUrl === undefined) {
    throw new ConfigError(source, ['publicUrl: is missing']);
  }
  const config = { ...values, mode, publicUrl: values.publicUrl ?? publicUrl };
  const problems = [
    ...crossProblems(config),
    ...(mode === 'production' ? productionProblems(config, [DEMO_CLIENT_SECRET]) : []),
  ];
  if (problems.length > 0) throw new ConfigError(source, problems);
  return config;
}

function readMode(value: string | undefined): Mode {
  if (value === undefined || value === '' || value === 'demo') return 'demo';
  if (value === 'production') return 'production';
  throw new ConfigError('MUNJIGI_MODE', [`"${value}" is neither demo nor production`]);
}

function readFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(path, [error instanceof Error ? error.message : String(error)]);
  }
}

/**
 * The configuration of this process: `MUNJIGI_CONFIG` names the file, `MUNJIGI_MODE` the mode.
 * @throws ConfigError naming every place that is wrong.
 */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>>,
  addresses: Omit<Surroundings, 'mode'>,
): ServerConfig {
  const mode = readMode(env['MUNJIGI_MODE']);
  const path = env['MUNJIGI_CONFIG'];
  if (path) return resolveConfig(readFile(path), path, { mode, ...addresses });
  if (mode === 'production') throw new ConfigError('MUNJIGI_CONFIG', ['is required in production']);
  return resolveConfig({}, 'the demonstration', { mode, ...addresses });
}
