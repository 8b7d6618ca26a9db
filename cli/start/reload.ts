import { explainStartError } from '#cli/start/explain.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { log } from '#server/operations/log.ts';

/** Logs why a configuration was not reloaded. */
function logRefusal(error: unknown): void {
  try {
    log.warn('configuration not reloaded, the former one stays in force', {
      reason: explainStartError(error),
    });
  } catch (unexpected) {
    log.fault(unexpected);
  }
}

type ReloadOptions = {
  /**
   * Reads the configuration.
   * @throws ConfigError with all mistakes of the configuration
   */
  readonly read: () => ServerConfig;
  /** Makes the server use a configuration. */
  readonly apply: (config: ServerConfig) => Promise<void>;
};

/**
 * Reloads the configuration. If it cannot be used, the server continues with the former configuration and the reason is
 * logged.
 */
export async function reloadConfiguration({ read, apply }: ReloadOptions): Promise<void> {
  try {
    await apply(read());
    log.info('configuration reloaded');
  } catch (error) {
    logRefusal(error);
  }
}
