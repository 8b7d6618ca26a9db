import { explainStart } from '#cli/start/explain.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { log } from '#server/operations/log.ts';

/** Logs why a configuration was not reloaded. */
function reportRefusal(error: unknown): void {
  try {
    log.warn('configuration not reloaded, the former one stays in force', { reason: explainStart(error) });
  } catch (unexpected) {
    log.fault(unexpected);
  }
}

type ReloadOptions = {
  /** @throws ConfigError naming every mistake. */
  readonly read: () => ServerConfig;
  readonly apply: (config: ServerConfig) => Promise<void>;
};

/** Reloads the configuration as a whole, or keeps the former one and logs why. */
export async function reloadConfiguration({ read, apply }: ReloadOptions): Promise<void> {
  try {
    await apply(read());
    log.info('configuration reloaded');
  } catch (error) {
    reportRefusal(error);
  }
}
