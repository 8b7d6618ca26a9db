import type { Reporter, TestModule } from 'vitest/node';
import { timeOf, writeTimes } from '#tools/test/times.ts';

/** A Vitest reporter that saves how long each test file takes. */
export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    writeTimes(
      Object.fromEntries(modules.map((module) => [module.relativeModuleId, timeOf(module.diagnostic())])),
    );
  }
}
