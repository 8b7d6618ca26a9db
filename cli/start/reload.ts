import { explainStart } from '#cli/start/explain.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { log } from '#server/operations/log.ts';

/** Says in the log why a configuration was not put in force. */
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

/** Reads the configuration and puts it in force, whole or not at all; the log says which, and why not. */
export async function reloadConfiguration({ read, apply }: ReloadOptions): Promise<void> {
  try {
    await apply(read());
    log.info('configuration reloaded');
  } catch (error) {
    reportRefusal(error);
  }
}
