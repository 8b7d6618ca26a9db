import { parseArgs } from 'node:util';

/** What `npm start` is told by its environment and arguments. */
export type Settings = {
  readonly port: number;
  readonly labPort: number;
  /** Forget all data and begin from the seed. */
  readonly fresh: boolean;
};

/** Something in the environment or the arguments cannot be used; the message says what. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

function portOf(name: string, value: string | undefined, otherwise: number): number {
  if (!value) return otherwise;
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new SettingsError(`${name} has to be a port number from 1 to 65535, not "${value}".`);
}

function isFresh(args: readonly string[]): boolean {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { fresh: { type: 'boolean', default: false } },
    });
    return values.fresh;
  } catch (error) {
    throw new SettingsError(`${error instanceof Error ? error.message : error}\nUse: npm start -- [--fresh]`);
  }
}

/**
 * Reads PORT, LAB_PORT and `--fresh`.
 * @throws SettingsError
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Settings {
  const port = portOf('PORT', env['PORT'], 8080);
  const labPort = portOf('LAB_PORT', env['LAB_PORT'], 8081);
  if (port === labPort) throw new SettingsError(`PORT and LAB_PORT are both ${port}; they have to differ.`);
  return { port, labPort, fresh: isFresh(args) };
}
